"""Who comes late while a round runs: what can be done, said where a referee looks, with the way to where it is done."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.factories import stories
from tests.tournaments.tableside.conftest import text_of

pytestmark = pytest.mark.django_db
SAID = "takes over the seat of somebody who leaves"


def page(account, address: str) -> str:
    client = Client()
    client.force_login(account)
    answer = client.get(address)
    assert answer.status_code == 200
    return text_of(answer)


def test_from_a_table_it_is_one_tap_to_what_can_be_done(hand, referee):
    at_table = hand(referee).page()
    [address] = re.findall(r'href="([^"]*)#late"', at_table)
    shown = page(referee, address)
    assert 'id="late"' in shown
    assert SAID in shown


def test_a_referee_is_sent_to_the_director_and_not_to_a_page_that_he_may_not_open(evening, event, referee):
    shown = page(referee, f"/t/{event.slug}/")
    assert "The director writes down either" in shown
    assert f"/desk/{event.slug}/people/" not in shown


@pytest.mark.parametrize("address", ["/t/{}/", "/desk/{}/round/1/"])
def test_a_director_is_three_taps_from_the_stand_in(evening, event, director, address):
    shown = page(director, address.format(event.slug))
    assert SAID in shown
    people = f"/desk/{event.slug}/people/"
    assert f'href="{people}"' in shown
    assert f'href="/desk/{event.slug}/person/p1/"' in page(director, people)
    assert 'id="substitute"' in page(director, f"/desk/{event.slug}/person/p1/")


def test_where_no_round_runs_nothing_is_said_of_it(event, director):
    stories.a_drawn_round(event, sizes=(5, 5, 5))
    assert SAID not in page(director, f"/t/{event.slug}/")

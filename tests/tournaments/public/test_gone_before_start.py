"""Who has withdrawn after his list was frozen is drawn all the same; wherever his seat is told, that is said of it."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.stories import director_of
from tests.tournaments.console.conftest import signed_in_as, words_of
from tests.tournaments.operations.seating.test_ceremonies import announce, freeze, open_it
from tournaments.models import Event, Occupant, Round
from tournaments.operations.evening import rounds
from tournaments.operations.evening.substitutions import withdraw_player

pytestmark = pytest.mark.django_db
HERE, PAPER = "/e/harbour/", "/desk/harbour/print/seating/1/"
MARK = re.compile(r"(?:</svg>|<span class=.(?:soft|tag).>|<strong>) ?withdrawn ?</")
MARKED = {HERE: 1, f"{HERE}round/1/": 2, f"{HERE}screen/?show=names": 1, f"{HERE}screen/?show=tables": 1, PAPER: 2}
"""How often it is said on each: by table, by name, or in both ways."""


@pytest.fixture
def event(db: None) -> Event:
    return stories.an_event(players=8, status="closed", slug="harbour")


@pytest.fixture
def round_(event: Event) -> Round:
    round_ = stories.a_planned_round(event, word="KAMIL")
    announce(round_)
    freeze(round_)
    return round_


def marks(event: Event) -> dict[str, int]:
    browser = signed_in_as(director_of(event))
    return {path: len(MARK.findall(words_of(browser.get(path)))) for path in MARKED}


def test_a_seat_of_somebody_who_has_withdrawn_says_so_until_the_round_starts(event: Event, round_: Round):
    gone = event.registrations.get(key="p1")
    withdraw_player(registration=gone, by=director_of(event), now=NOW)
    open_it(round_)
    table = f"{HERE}round/1/table/{Occupant.objects.get(registration=gone).table.number}/"
    assert marks(event) == MARKED
    assert MARK.search(words_of(Client().get(table)))
    round_.refresh_from_db()
    rounds.start_round(round_=round_, now=NOW, empty=["p1"])
    assert marks(event) == dict.fromkeys(MARKED, 0)
    assert not MARK.search(words_of(Client().get(table)))


def test_of_who_has_stayed_nothing_is_said(event: Event, round_: Round):
    open_it(round_)
    assert marks(event) == dict.fromkeys(MARKED, 0)

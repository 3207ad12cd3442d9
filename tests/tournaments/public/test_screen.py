"""The seating on a big screen: one address, only what is published, by name and by table (public/screen.py)."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.test import Client

from tests.factories.base import NOW
from tests.factories.stories import a_drawn_round, a_running_round, an_event, director_of, play_round
from tests.tournaments.public.test_query_budget import MOST, statements
from tournaments.models import Event, Round
from tournaments.operations.seating import seats

pytestmark = pytest.mark.django_db


def published(event: Event, **options: Any) -> Round:
    round_ = a_drawn_round(event, **options)
    seats.publish_seating(round_=round_, now=NOW, by=director_of(event))
    return round_


def screen(client: Client, event: Event, query: str = "") -> str:
    return " ".join(html.unescape(client.get(f"/e/{event.slug}/screen/{query}").content.decode()).split())


def names_on(page: str) -> list[tuple[str, str, str]]:
    line = r'<li> <span class="nick">(.*?)</span>.*?<b>(\d+)</b> <span class="seat-letter">(.)</span>'
    return [(nick, table, seat) for nick, table, seat in re.findall(line, page)]


def test_a_seating_that_only_the_director_sees_is_on_no_screen(client: Client, event: Event):
    round_ = a_drawn_round(event)
    nick = round_.occupants.first().registration.nick
    for path in (f"/e/{event.slug}/screen/", f"/e/{event.slug}/screen/fragment/"):
        page = client.get(path).content.decode()
        assert "The seating is not published yet" in page
        assert nick not in page


def test_everybody_finds_himself_by_name_and_by_table(client: Client, event: Event):
    round_ = published(event, sizes=(5, 5, 5))
    page = screen(client, event)
    found = names_on(page)
    seats = {
        (one.registration.nick, str(one.table.number), one.seat)
        for one in round_.occupants.select_related("registration", "table")
    }
    assert set(found) == seats
    assert [nick for nick, _, _ in found] == sorted(nick for nick, _, _ in seats)
    assert page.count("<h3>Table ") == 3
    only_names, only_tables = screen(client, event, "?show=names"), screen(client, event, "?show=tables")
    assert "<h3>" not in only_names
    assert names_on(only_tables) == []
    assert 'data-live="/e/' in only_names
    assert "?show=names" in only_names, "the fragment shows the same"


def test_one_address_follows_the_rounds(client: Client, event: Event):
    play_round(a_running_round(event, sizes=(5, 5, 5)))
    assert "The seating is not published yet" in screen(client, event)
    published(event, sizes=(5, 5, 5))
    assert "Round 2" in screen(client, event)
    fragment = client.get(f"/e/{event.slug}/screen/fragment/")
    event.refresh_from_db()
    assert fragment["X-Version"] == str(event.version)
    again = client.get(f"/e/{event.slug}/screen/fragment/", headers={"If-None-Match": fragment["ETag"]})
    assert again.status_code == 304


def test_the_screen_shows_who_sits_there_now_and_not_who_was_drawn(client: Client, event: Event):
    round_ = published(event, sizes=(5, 5, 5))
    seat = round_.occupants.select_related("registration").get(table__number=1, seat="B")
    seats.swap_players(
        round_=round_,
        first=seat.registration,
        second=round_.occupants.select_related("registration").get(table__number=2, seat="A").registration,
        by=director_of(event),
        now=NOW,
    )
    assert (seat.registration.nick, "2", "A") in names_on(screen(client, event))


def test_an_event_that_nobody_may_see_has_no_screen(client: Client, event: Event):
    Event.objects.filter(pk=event.pk).update(status="draft")
    assert client.get(f"/e/{event.slug}/screen/").status_code == 404


def test_the_screen_costs_the_same_for_three_hundred_players(client: Client, db: None):
    costs = set()
    for players in (15, 300):
        event = an_event(players=players, status="closed")
        published(event)
        costs.add(statements(client, f"/e/{event.slug}/screen/"))
    assert len(costs) == 1
    assert costs.pop() <= MOST

"""What the desk's first page says of the tables: letters, calls, flags, silence, phones; and that it follows."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Game
from games.rules.entries import Pause
from tests.factories import stories
from tests.factories.phones import a_flag, a_phone
from tests.tournaments.console.conftest import words_of
from tournaments.console import events
from tournaments.models import Event, Round
from tournaments.operations.evening import calls, rounds
from tournaments.operations.seating import seats

pytestmark = pytest.mark.django_db
TITLE = "At the tables"


@pytest.fixture
def evening(evening):
    """Its round has only just started, so no table is silent yet."""
    Game.objects.update(opened_at=timezone.now())
    return evening


def desk(director: Client, event: Event) -> str:
    return words_of(director.get(f"/desk/{event.slug}/"))


def asking(page: str, number: int) -> str:
    """What is said of one table; empty if it is not there."""
    _, found, rest = page.partition(f'<li class="card" data-table="{number}">')
    return rest.split('<li class="card"')[0] if found else ""


def order(page: str) -> list[int]:
    """The tables as they follow each other."""
    return [int(number) for number in re.findall(r'data-table="(\d+)"', page)]


def quiet_for(round_: Round, number: int, minutes: int) -> None:
    since = timezone.now() - timedelta(minutes=minutes)
    Game.objects.filter(pk=stories.table_of(round_, number).game_id).update(last_entry_at=since)


def now(director: Client, event: Event, etag: str = "") -> Any:
    """What live.js asks for."""
    return director.get(f"/desk/{event.slug}/now/", headers={"If-None-Match": etag} if etag else {})


# --- The tables -------------------------------------------------------------------------------------------------------


def test_every_table_that_plays_is_there_with_letters_dealer_and_forecast(event, evening, director):
    stories.record_deals(stories.table_of(evening, 2), "A A A A")
    page = desk(director, event)
    assert sorted(order(page)) == [1, 2, 3]
    assert "4 of 5 letters: K A M I" in asking(page, 2)
    assert "match ball" in asking(page, 2)
    assert "deals" in asking(page, 2)
    assert re.search(r"about \d+", asking(page, 2))
    assert "no letter yet" in asking(page, 1)


def test_what_needs_the_director_stands_first(event, evening, director):
    quiet_for(evening, 2, 20)
    assert order(desk(director, event)) == [2, 1, 3]
    referee = stories.staff_of(event, "referee")
    calls.call_referee(table=stories.table_of(evening, 3), by=referee, now=timezone.now())
    assert order(desk(director, event)) == [3, 2, 1]
    calls.answer_call(table=stories.table_of(evening, 3), by=referee, now=timezone.now())
    assert order(desk(director, event)) == [2, 3, 1], "somebody is coming; the silent table is nobody's yet"
    stories.play_out(stories.table_of(evening, 1))
    assert order(desk(director, event))[-1] == 1


def test_a_table_of_which_nothing_comes_says_for_how_long(event, evening, director):
    quiet_for(evening, 2, 14)
    page = desk(director, event)
    assert "nothing for 14 min" in asking(page, 2)
    assert "nothing for" not in asking(page, 1)
    quiet_for(evening, 2, 366_511)
    assert "nothing for 254 days" in asking(desk(director, event), 2)


def test_a_hall_of_many_tables_shows_those_that_ask_and_says_how_many_more(event, evening, director, monkeypatch):
    monkeypatch.setattr(events, "ON_THE_DESK", 2)
    quiet_for(evening, 3, 20)
    page = desk(director, event)
    assert order(page) == [3, 1]
    assert "1 more table" in page


def test_before_a_round_has_started_the_desk_says_nothing_of_tables(event, director):
    stories.a_drawn_round(event, sizes=(5, 5, 5))
    assert TITLE not in desk(director, event)


def test_when_the_round_is_closed_its_tables_are_gone(event, evening, director):
    stories.play_round(evening)
    assert order(desk(director, event)) == []


# --- It follows by itself ---------------------------------------------------------------------------------------------


def test_while_nothing_happens_there_is_nothing_new(event, evening, director):
    etag = now(director, event)["ETag"]
    assert now(director, event, etag).status_code == 304


def test_how_many_tables_are_finished_is_true_without_a_reload(event, evening, director):
    before = now(director, event)
    assert "0 of 3 tables finished" in words_of(before)
    stories.play_out(stories.table_of(evening, 1))
    after = now(director, event, before["ETag"])
    assert "1 of 3 tables finished" in words_of(after)
    assert "2 tables have not finished" in words_of(after)


def test_a_silence_is_something_new_though_nothing_was_recorded(event, evening, director):
    etag = now(director, event)["ETag"]
    quiet_for(evening, 2, 14)
    after = now(director, event, etag)
    assert "nothing for 14 min" in words_of(after)
    quiet_for(evening, 2, 15)
    assert now(director, event, after["ETag"]).status_code == 200


def test_the_next_step_follows_too(event, director):
    round_ = stories.a_drawn_round(event, sizes=(5, 5, 5), word=None)
    seats.publish_seating(round_=round_, now=timezone.now())
    before = now(director, event)
    assert "still needs its playing word" in words_of(before)
    rounds.set_word(round_=round_, word="KAMIL", caption="", by=stories.director_of(event), now=timezone.now())
    after = now(director, event, before["ETag"])
    assert after.status_code == 200
    assert "Start round 1" in words_of(after)


def test_the_page_has_the_bell_which_leads_back_to_the_desk(event, evening, director):
    table = stories.table_of(evening, 2)
    calls.call_referee(table=table, by=stories.staff_of(event, "referee"), now=timezone.now())
    assert f'data-live="/t/{event.slug}/calls/?desk=1"' in desk(director, event)
    bell = words_of(director.get(f"/t/{event.slug}/calls/?desk=1"))
    assert 'name="back" value="desk"' in bell
    answered = director.post(f"/t/{event.slug}/1/2/calls/answer/", {"back": "desk"})
    assert answered["Location"] == f"/desk/{event.slug}/"
    assert "X-Version" in director.get(answered["Location"]), "call.js tells our answer from a portal's by it"


# --- What a table asks ------------------------------------------------------------------------------------------------


def test_a_call_is_named_with_its_time_and_leads_to_the_table(event, evening, director):
    calls.call_referee(table=stories.table_of(evening, 2), by=stories.staff_of(event, "referee"), now=timezone.now())
    page = desk(director, event)
    assert "calls the referee since" in asking(page, 2)
    assert f'href="/t/{event.slug}/1/2/"' in asking(page, 2)
    assert "calls the referee" not in asking(page, 1)


def test_a_pause_is_named_with_its_reason(event, evening, director):
    stories.record_line(stories.table_of(evening, 1), Pause(reason="pizza"))
    assert "pizza" in asking(desk(director, event), 1)


def test_a_flag_is_named_and_leads_to_both_its_sides(event, evening, director):
    line = a_flag(stories.table_of(evening, 3))
    assert f"/t/{event.slug}/1/3/flags/{line}/" in asking(desk(director, event), 3)


def test_lines_on_a_phone_and_when_it_was_heard_are_said(event, evening, director):
    table = stories.table_of(evening, 1)
    a_phone(stories.staff_of(event, "referee"), table.game, heard_at=timezone.now(), waiting=3)
    page = desk(director, event)
    assert "3 lines only on phones" in asking(page, 1)
    assert "1 phone" in page
    assert "last heard" in page


def test_a_table_of_which_nothing_is_heard_is_named(event, evening, director):
    Game.objects.filter(pk=stories.table_of(evening, 2).game_id).update(opened_at=timezone.now() - timedelta(minutes=3))
    assert "no phone is heard" in asking(desk(director, event), 2)

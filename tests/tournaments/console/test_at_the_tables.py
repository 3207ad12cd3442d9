"""What the desk's first page says of the tables: calls, pauses, flags, lines that wait, silence, phones; or nothing."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Game
from games.rules.entries import Pause
from tests.factories import stories
from tests.factories.phones import a_flag, a_phone
from tests.tournaments.console.conftest import words_of
from tournaments.models import Event
from tournaments.operations.evening import calls

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
    """What is said of one table; empty if it is not named."""
    _, found, rest = page.partition(f'<li class="card" data-table="{number}">')
    return rest.split("</li>")[0] if found else ""


def test_where_no_table_asks_and_no_phone_is_known_the_desk_says_nothing(event, evening, director):
    assert TITLE not in desk(director, event)


def test_before_a_round_has_started_the_desk_says_nothing_of_tables(event, director):
    stories.a_drawn_round(event, sizes=(5, 5, 5))
    assert TITLE not in desk(director, event)


def test_a_call_is_named_with_its_time_and_leads_to_the_board(event, evening, director):
    calls.call_referee(table=stories.table_of(evening, 2), by=stories.staff_of(event, "referee"), now=timezone.now())
    page = desk(director, event)
    assert "calls the referee since" in asking(page, 2)
    assert f'href="/t/{event.slug}/?round=1"' in asking(page, 2)
    assert not asking(page, 1)


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

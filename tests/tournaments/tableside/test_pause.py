"""A pause of a table: in the log with its reason, over with the next deal, and no table is late that has one."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from games.rules.entries import Pause, Resume
from tests.factories import stories
from tests.tournaments.tableside.conftest import text_of
from tournaments.models import Table
from tournaments.queries.boards import LONG_AGO, board


@pytest.fixture
def at(hand, line_judge):
    return hand(line_judge, 2)


def shown(table, minutes=0):
    """The table on the board, so long after its last line."""
    game = stories.table_of(table.round, table.number).game
    last = game.last_entry_at or game.opened_at
    view = board(table.round.event, Table.objects.all(), now=last + timedelta(minutes=minutes))
    return next(one for one in view.rounds[0].tables if one.now.number == table.number)


def test_a_line_judge_says_why_the_table_has_a_pause_and_that_it_goes_on(at):
    at.deal("A")
    assert at.post("pause", reason="dinner").status_code == 303
    assert at.payloads()[-1] == {"kind": "pause", "reason": "dinner"}
    assert "The table has a pause." in at.page()
    assert "dinner" in at.page()
    at.post("resume")
    assert at.kinds() == ["deal", "pause", "resume"]
    assert "It ends with the next deal" in hidden_in(at.page())


def hidden_in(page: str) -> str:
    """What the page has of a pause while there is none: only a script shows it."""
    found = re.search(r'<form[^>]* id="paused"[^>]* hidden\s*>.*?</form>', page, re.S)
    return found[0] if found else ""


def test_a_pause_needs_a_reason(at):
    assert at.post("pause", reason="").status_code == 422
    assert at.kinds() == []


def test_the_next_deal_ends_the_pause_by_itself(at):
    at.post("pause", reason="dinner")
    at.deal("B")
    assert at.kinds() == ["pause", "deal"]
    assert shown(at.table).pause is None
    assert hidden_in(at.page())


def test_what_cannot_be_is_said_in_words(at):
    refused = at.post("resume")
    assert refused.status_code == 409
    assert "The table has no pause." in text_of(refused)
    at.post("pause", reason="dinner")
    assert hidden_in(at.page()) == ""
    assert "The table has a pause already." in text_of(at.post("pause", reason="smoke"))


def test_a_pause_is_taken_back_like_any_last_line(at):
    at.post("pause", reason="dinner")
    at.post("undo", position=1)
    assert at.kinds() == ["pause", "strike"]
    assert shown(at.table).pause is None


def test_a_table_that_has_a_pause_is_not_late_and_says_why_on_the_board(at):
    late = LONG_AGO.total_seconds() / 60 + 1
    at.deal("A")
    assert shown(at.table, late).is_late
    at.post("pause", reason="dinner")
    table = shown(at.table, late)
    assert (table.is_late, table.pause, table.needs_referee) == (False, "dinner", False)
    at.post("resume")
    assert not shown(at.table, 1).is_late
    assert shown(at.table, late).is_late


def test_a_pause_names_nobody_in_the_log_and_somebody_on_the_board(at):
    nick = stories.seats_of(at.table)["C"].nick
    at.post("pause", reason=f"{nick} smokes")
    assert at.payloads()[-1]["reason"] == "[C1] smokes"
    assert shown(at.table).pause == f"{nick} smokes"
    assert f"{nick} smokes" in at.page()


@pytest.mark.django_db
def test_the_public_log_tells_the_pause_with_its_sentence(evening, client):
    table = stories.table_of(evening, 1)
    for entry in (Pause("dinner"), Resume()):
        stories.record_line(table, entry)
    page = client.get(f"/e/{evening.event.slug}/round/1/table/1/").content.decode()
    assert "The table has a pause" in page
    assert "The table goes on" in page

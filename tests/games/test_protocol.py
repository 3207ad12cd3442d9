"""Writing the table log (games/protocol.py)."""

import datetime as dt
import uuid

import pytest
from django.db import connection, transaction

from games import protocol, queries
from games.models import Entry, Game
from games.rules.notation import parse_log
from tests.factories.base import NOW
from tests.factories.games import a_game
from tests.games.logs import append, line, written
from tests.refusals import refusal

pytestmark = pytest.mark.django_db


@pytest.fixture
def game():
    return a_game("KAMIL ABCDE")


# --- A line and its answer --------------------------------------------------------------------------------------------


def test_a_line_stands_at_the_next_position_and_the_game_follows(game):
    answer = append(game, "A /E")
    assert (answer.position, answer.repeated, answer.state.seats["A"].letters) == (1, False, 1)
    game.refresh_from_db()
    assert (game.length, game.finished, game.last_entry_at) == (1, False, NOW)
    assert game.state == queries.summary(queries.state_of(game))
    assert game.state["seats"]["A"]["letters"] == 1


def test_the_game_knows_how_long_its_deals_took_also_when_it_is_over(game):
    """From the opening on; a pause and what is struck leave no trace, a line from a phone came when it was tapped."""
    for minutes, text in [(5, "A /E"), (7, "pause"), (20, "resume"), (23, "B /A"), (24, "x4"), (25, "C /A")]:
        append(game, text, now=NOW + dt.timedelta(minutes=minutes))
    game.refresh_from_db()
    assert (game.timed_deals, game.timed_seconds) == (2, 12 * 60)
    append(game, "B /D", now=NOW + dt.timedelta(minutes=50), tapped_at=NOW + dt.timedelta(minutes=30))
    game.refresh_from_db()
    assert (game.timed_deals, game.timed_seconds) == (3, 17 * 60)
    append(game, "close", now=NOW + dt.timedelta(minutes=60))
    game.refresh_from_db()
    assert (game.timed_deals, game.timed_seconds) == (3, 17 * 60)


def test_the_same_line_again_gets_the_same_answer_and_is_written_once(game):
    key = uuid.uuid4()
    first = append(game, "A /E", id=key)
    again = append(game, "A /E", id=key, at=1)
    assert (again.position, again.repeated, again.state) == (first.position, True, first.state)
    assert written(game) == ["1 deal"]


def test_the_same_line_is_known_whatever_came_after_it(game):
    key = uuid.uuid4()
    append(game, "A /E", id=key)
    append(game, "B /A")
    again = append(game, "A /E", id=key, at=1)
    assert (again.position, again.repeated, again.state.deals) == (1, True, 2)


def test_an_id_cannot_be_used_for_something_else(game):
    key = uuid.uuid4()
    append(game, "A /E", id=key)
    assert refusal(append, game, "B /E", id=key).code == "id_reused"
    assert written(game) == ["1 deal"]


@pytest.mark.parametrize("at", [1, 3, 4])
def test_a_line_written_for_another_position_is_refused_with_what_is_there(game, at):
    append(game, "A /E")
    stale = refusal(append, game, "B /A", at=at)
    assert (stale.code, stale.values) == ("stale_position", {"expected": at, "length": 1})
    assert written(game) == ["1 deal"]


def test_appending_needs_a_transaction(game, monkeypatch):
    monkeypatch.setattr(transaction.get_connection(), "in_atomic_block", False)
    draft = protocol.Draft(id=uuid.uuid4(), entry=line("A /E"), expected_position=1)
    with pytest.raises(RuntimeError):
        protocol.append(game, draft, by="referee", now=NOW)


def test_a_line_costs_three_statements_under_the_lock_however_long_the_log_is(game, django_assert_num_queries):
    for log in ("A /E", "B /A", "C /B"):
        with transaction.atomic():
            held = protocol.lock(game.pk)
            draft = protocol.Draft(id=uuid.uuid4(), entry=line(log), expected_position=held.length + 1)
            with django_assert_num_queries(3):
                protocol.append(held, draft, by="referee", now=NOW)


# --- Lines that cannot be ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("G /E", "unknown_seat"),
        ("A", "not_four"),
        ("E /E", "loser_not_playing"),
        ("x2", "malformed_entry"),
        ("x9", "malformed_entry"),
        ("~1 seat=B", "malformed_entry"),
        ("~1 loser=E", "loser_not_playing"),
        ("~1 bench=", "not_four"),
        ("~1 loser=G", "unknown_seat"),
    ],
)
def test_a_line_that_cannot_be_is_refused_and_leaves_nothing(game, text, code):
    append(game, "A /E")
    before = Game.objects.values().get(pk=game.pk)
    assert refusal(append, game, text).code == code
    assert Game.objects.values().get(pk=game.pk) == before
    assert written(game) == ["1 deal"]


def test_nothing_is_played_once_the_game_is_over_but_it_can_be_corrected():
    game = a_game("AB ABCD")
    append(game, "A")
    assert append(game, "A").state.finished
    assert refusal(append, game, "B").code == "game_over"
    undone = append(game, "x2")
    assert not undone.state.finished
    game.refresh_from_db()
    assert not game.finished
    assert append(game, "B").position == 4


def test_what_a_correction_makes_impossible_stays_as_a_finding(game):
    for deal in ("A /E", "A /E", "A /E", "A /E", "B /E"):
        append(game, deal)
    answer = append(game, "~5 loser=A")  # A completes KAMIL in deal 5 instead of B taking a letter
    append(game, "C")
    answer = append(game, "~5 loser=B")
    assert [(finding.position, finding.code) for finding in answer.state.findings] == [(7, "not_four")]
    game.refresh_from_db()
    assert game.state["findings"] == 1


def test_a_correction_of_a_correction_is_judged_by_the_line_that_it_ends_at(game):
    append(game, "A /E")
    append(game, "~1 loser=B")
    assert refusal(append, game, "~2 loser=E").code == "loser_not_playing"
    assert append(game, "~2 loser=C").state.seats["C"].letters == 1


def test_what_is_struck_is_struck_once_until_it_counts_again(game):
    """A second strike would take nothing out, and keep it out when the first is struck."""
    append(game, "A /E")
    append(game, "x1")
    assert refusal(append, game, "x1").code == "struck_already"
    assert append(game, "x2").state.seats["A"].letters == 1
    assert refusal(append, game, "x2").code == "struck_already"
    assert append(game, "x1").state.seats["A"].letters == 0


def test_points_are_asked_for_or_kept_out_as_the_event_says():
    required, off = a_game("KAMIL ABCD points_entry=required"), a_game("KAMIL ABCD points_entry=off")
    assert refusal(append, required, "A").code == "points_required"
    assert append(required, "A (A20 B13)").position == 1
    assert refusal(append, off, "A (A20 B13)").code == "points_off"


# --- The pen ----------------------------------------------------------------------------------------------------------


def pens(game):
    return list(game.entries.order_by("position").values_list("pen", flat=True))


def test_the_first_writer_holds_the_pen(game):
    append(game, "A /E", by="ann", pen=0)
    game.refresh_from_db()
    assert (game.pen_holder, game.pen_epoch, pens(game)) == ("ann", 1, [1])


def test_who_takes_the_pen_over_begins_an_epoch(game):
    append(game, "A /E", by="ann")
    game.refresh_from_db()
    assert protocol.take_pen(game, by="ben", now=NOW) == 2
    assert protocol.take_pen(game, by="ben", now=NOW) == 2
    append(game, "B /A", by="ben", pen=2)
    game.refresh_from_db()
    assert (game.pen_holder, pens(game)) == ("ben", [1, 2])


@pytest.mark.parametrize(("by", "pen"), [("ann", 1), ("ann", None), ("ann", 2), ("ben", 1), ("ben", 7)])
def test_a_line_without_the_pen_or_from_before_it_moved_on_counts_and_is_marked(game, by, pen):
    append(game, "A /E", by="ann")
    game.refresh_from_db()
    protocol.take_pen(game, by="ben", now=NOW)
    assert append(game, "B /A", by=by, pen=pen).state.seats["B"].letters == 1
    assert pens(game) == [1, 0]


# --- The hash chain ---------------------------------------------------------------------------------------------------


def tampered(sql, *values):
    """Somebody with the database in his hands: past the triggers."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("DROP TRIGGER append_only_entry_update")
            cursor.execute("DROP TRIGGER append_only_entry_delete")
        else:
            cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(sql, values)


@pytest.fixture
def long_game(game):
    for deal in ("A /E", "B /A", "C /B", "x2"):
        append(game, deal)
    game.refresh_from_db()
    return game


def test_the_chain_vouches_for_an_honest_log(long_game):
    assert protocol.broken_link(long_game) is None
    assert protocol.broken_link(a_game()) is None


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("payload", '{"kind": "deal", "loser": "D", "bench": ["A"]}'),
        ("kind", "close"),
        ("by", "somebody else"),
        ("at_server", "2026-03-14 18:00:01+00:00"),
        ("digest", "0" * 64),
        ("pen", 9),
    ],
)
def test_a_changed_byte_is_found_at_its_line(long_game, column, value):
    tampered(f'UPDATE games_entry SET "{column}" = %s WHERE position = 2', value)  # noqa: S608 - a column of the list above
    assert protocol.broken_link(long_game) == 2


def test_a_line_that_was_taken_out_is_found(long_game):
    tampered("DELETE FROM games_entry WHERE position = 3")
    assert protocol.broken_link(long_game) == 3


def test_lines_cut_off_at_the_end_are_found(long_game):
    tampered("DELETE FROM games_entry WHERE position = 4")
    assert protocol.broken_link(long_game) == 4


def test_the_chain_does_not_ask_in_which_zone_a_time_was_given(game):
    prague = dt.timezone(dt.timedelta(hours=1))
    append(game, "A /E", at_device=NOW.astimezone(prague))
    assert protocol.broken_link(Game.objects.get(pk=game.pk)) is None


# --- Archives ---------------------------------------------------------------------------------------------------------


def test_an_archive_is_taken_in_as_it_is_with_its_findings(django_assert_max_num_queries):
    _, log = parse_log("AB ABCD\nA\nA\nB")
    games = [a_game("AB ABCD"), a_game("AB ABCD")]
    with django_assert_max_num_queries(4):
        states = protocol.take_in([(games[0], log), (games[1], log[:1])], by="import", now=NOW)
    assert [state.finished for state in states] == [True, False]
    game = Game.objects.get(pk=games[0].pk)
    assert (game.length, game.finished, game.state["findings"]) == (3, True, 1)
    assert protocol.broken_link(game) is None
    assert queries.state_of(game) == states[0]
    assert Entry.objects.count() == 4

"""One act on an event: held first, bumped once, its lines last of all; a refused one leaves nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.rules.refusals import Refused
from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.tournaments import AccountFactory, EventFactory
from tests.refusals import refusal
from tournaments.models import Event, JournalLine, Round
from tournaments.operations.acting import act_on
from tournaments.operations.evening import reseating, rounds
from tournaments.operations.holding import EVENT_FIELDS
from tournaments.operations.results import publishing_standings
from tournaments.operations.seating import arranging, promises
from tournaments.queries.seating import mark_of, occupants_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return stories.an_event(players=9)


def version_of(event: Event) -> int:
    return Event.objects.get(pk=event.pk).version


def _refused(event: Event) -> None:
    with act_on(event, by=None, now=NOW) as act:
        act.note("seen")
        raise Refused("round_step")


def lines_of(event: Event) -> list[str]:
    return list(JournalLine.objects.filter(chain__event=event).order_by("number").values_list("act", flat=True))


def test_the_event_is_held_before_the_act_looks_at_anything(event):
    """What a page fetched some time ago is brought up to date by the first statement after the transaction's own."""
    page = Event.objects.get(pk=event.pk)
    Event.objects.filter(pk=event.pk).update(capacity=7)
    with (
        CaptureQueriesContext(
            connection,
        ) as asked,
        act_on(page, by=None, now=NOW),
    ):
        seen = page.capacity
    wanted = [query["sql"] for query in asked if "SAVEPOINT" not in query["sql"]]
    assert seen == 7
    assert len(wanted) == 1
    assert all(f'"{field}"' in wanted[0] for field in EVENT_FIELDS)


def test_an_act_is_a_line_in_the_chain_of_the_event_and_one_new_version(event):
    somebody, before = AccountFactory.create(), version_of(event)
    with act_on(event, by=somebody, now=NOW) as act:
        act.note("seen", subject="entry:p1", old={"place": 5}, new={"place": 4}, reason=" misread ")
        act.note("heard")
    first, second = JournalLine.objects.filter(chain__event=event).order_by("number").reverse()[:2][::-1]
    assert (first.act, first.subject, first.old, first.new) == ("seen", "entry:p1", {"place": 5}, {"place": 4})
    assert (first.reason, first.by, first.at, second.act) == ("misread", somebody.key, NOW, "heard")
    assert version_of(event) == event.version == before + 1


def test_what_nobody_sees_makes_no_new_version(event):
    before = version_of(event)
    with act_on(event, by=None, now=NOW) as act:
        act.note("word_set", bump=False)
    assert (lines_of(event)[-1], version_of(event)) == ("word_set", before)


def test_an_act_that_did_nothing_leaves_nothing(event):
    before, lines = version_of(event), lines_of(event)
    with act_on(event, by=None, now=NOW):
        pass
    assert (version_of(event), lines_of(event)) == (before, lines)


def test_a_refused_act_leaves_neither_line_nor_version(event):
    before, lines = version_of(event), lines_of(event)
    assert refusal(_refused, event).code == "round_step"
    assert (version_of(event), lines_of(event)) == (before, lines)
    with act_on(event, by=None, now=NOW) as act:  # and nothing of it comes up in the next one
        act.note("heard")
    assert lines_of(event) == [*lines, "heard"]


def test_acts_inside_an_act_join_it_with_their_lines_in_order_and_one_version(event):
    before, lines = version_of(event), lines_of(event)
    with act_on(event, by=None, now=NOW) as outer:
        outer.note("first")
        with act_on(Event.objects.get(pk=event.pk), by=None, now=NOW) as inner:
            inner.note("second")
        assert lines_of(event) == lines, "nobody waits for the head of the chain yet"
        outer.note("third")
    assert lines_of(event) == [*lines, "first", "second", "third"]
    assert version_of(event) == before + 1


def test_an_act_goes_on_without_one_inside_that_was_refused(event):
    lines = lines_of(event)
    with act_on(event, by=None, now=NOW) as outer:
        outer.note("first")
        assert refusal(_refused, event).code == "round_step"
        outer.note("third")
    assert lines_of(event) == [*lines, "first", "third"]


def test_an_act_on_another_event_is_one_of_its_own(event):
    other = EventFactory.create()
    before = version_of(event), version_of(other)
    with act_on(event, by=None, now=NOW) as act:
        act.note("first")
        with act_on(other, by=None, now=NOW) as elsewhere:
            elsewhere.note("second")
            with act_on(event, by=None, now=NOW) as inner:
                inner.note("third")
        assert lines_of(other) == ["second"]
    assert lines_of(event)[-2:] == ["first", "third"]
    assert (version_of(event), version_of(other)) == (before[0] + 1, before[1] + 1)


# --- The acts of the house --------------------------------------------------------------------------------------------


def start(event: Event) -> Callable[[], object]:
    round_ = stories.a_drawn_round(event)
    Round.objects.filter(pk=round_.pk).update(status="drawn", published_at=None)
    return lambda: rounds.start_round(round_=Round.objects.get(pk=round_.pk), now=NOW)


def swap_twice(event: Event) -> Callable[[], object]:
    round_ = stories.a_drawn_round(event, sizes=(5, 4))
    mark = mark_of(occupants_of(round_))
    swaps = [("1A", "2A"), ("1B", "2B")]
    by = stories.director_of(event)
    return lambda: arranging.swap_seats(round_=round_, swaps=swaps, mark=mark, by=by, now=NOW)


def leave_two(event: Event) -> Callable[[], object]:
    stories.add_players(event, 5)
    round_ = stories.a_drawn_round(event)
    mark, by = mark_of(occupants_of(round_)), stories.director_of(event)
    leaving = [stories.registration(event, key) for key in ("p1", "p2")]
    return lambda: reseating.reseat_without(round_=round_, leaving=leaving, mark=mark, by=by, now=NOW, reason="flu")


def override_twice(event: Event) -> Callable[[], object]:
    round_ = stories.a_running_round(event)
    stories.play_round(round_)
    one, by = stories.registration(event, "p1"), stories.director_of(event)
    publishing_standings.override_place(registration=one, place=1, note="misread", by=by, now=NOW)
    return lambda: publishing_standings.override_place(registration=one, place=2, note="again", by=by, now=NOW)


def plan_with_a_word(event: Event) -> Callable[[], object]:
    return lambda: rounds.plan_round(event=event, kind="basic", word="KOCKA", now=NOW)


def open_registration(event: Event) -> Callable[[], object]:
    stories.a_planned_round(event)
    Event.objects.filter(pk=event.pk).update(status="announced")
    return lambda: promises.open_registration(event=event, now=NOW)


NICKS = 'SELECT "tournaments_registration"."key"'  # what a reason is masked with when its line is written

ACTS = [
    (start, ["seating_published", "word_revealed", "round_started"]),
    (swap_twice, ["seats_swapped", "seats_swapped"]),
    (leave_two, ["seat_left", "player_withdrawn", "seat_left", "player_withdrawn"]),
    (override_twice, ["override_withdrawn", "place_overridden"]),
    (plan_with_a_word, ["round_planned", "word_set"]),
    (open_registration, ["draw_announced", "event_status"]),
]


@pytest.mark.parametrize(("prepared", "lines"), ACTS, ids=lambda value: getattr(value, "__name__", None))
def test_acts_made_of_acts_are_their_lines_in_order_and_one_version(
    event: Event, prepared: Callable[[Event], Callable[[], object]], lines: list[str]
):
    act = prepared(event)
    before, said = version_of(event), len(lines_of(event))
    with CaptureQueriesContext(connection) as asked:
        act()
    assert lines_of(event)[said:] == lines
    assert version_of(event) == before + 1
    wanted = [query["sql"] for query in asked if "SAVEPOINT" not in query["sql"]]
    first = next(place for place, sql in enumerate(wanted) if "tournaments_journal" in sql)
    later = [sql for sql in wanted[first:] if "tournaments_journal" not in sql and not sql.startswith(NICKS)]
    assert later == [], "whoever holds the head of a chain keeps everybody waiting"


def test_a_refused_act_of_the_house_leaves_the_version_as_it_was(event):
    round_ = stories.a_planned_round(event, word="")
    before, lines = version_of(event), lines_of(event)
    assert refusal(rounds.start_round, round_=round_, now=NOW).code == "round_step"
    assert (version_of(event), lines_of(event)) == (before, lines)

"""A round is drawn, and then an earlier one is changed: the figures of the draw are those of tables that were."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.stories import a_planned_round, director_of, registration
from tests.tournaments.console.conftest import signed_in_as, words_of
from tests.tournaments.operations.seating.test_arranging import mark, restore, swap
from tests.tournaments.operations.seating.test_ceremonies import opened
from tests.tournaments.public.test_query_budget import MOST, statements
from tournaments.models import Event, Round
from tournaments.operations.evening import rounds
from tournaments.operations.evening.reseating import reseat_without
from tournaments.operations.evening.substitutions import substitute_player
from tournaments.operations.seating import drawing, seats

pytestmark = pytest.mark.django_db
SAID = "An earlier round was changed after this draw: what the draw read, and the figures here, are those of the tables"
DESK = "An earlier round was changed after this draw. What is counted here"
KNOWS = "Round 2 is drawn already and knows these tables as they were then."
HERE = "/e/harbour/"
FACES = [f"{HERE}round/2/", f"{HERE}round/2/fragment/", f"{HERE}round/2/draw/"]


@pytest.fixture
def event(db: None) -> Event:
    return stories.an_event(players=10, status="closed", slug="harbour")


@pytest.fixture
def first(event: Event) -> Round:
    round_ = a_planned_round(event)
    opened(round_, sizes=(5, 5))
    return round_


@pytest.fixture
def second(first: Round) -> Round:
    round_ = a_planned_round(first.event)
    opened(round_, sizes=(5, 5))
    return round_


def privately(first: Round) -> Round:
    round_ = a_planned_round(first.event)
    drawing.draw_round(round_=round_, seed="ab", by=director_of(first.event), now=NOW, sizes=(5, 5))
    seats.publish_seating(round_=round_, now=NOW)
    return round_


def swapped(round_: Round) -> None:
    swap(round_, ("1A", "2A"))


def other_dealer(round_: Round) -> None:
    swap(round_, ("1A", "1B"))


def somebody_left(round_: Round) -> None:
    one, by = registration(round_.event, "p3"), director_of(round_.event)
    reseat_without(round_=round_, leaving=[one], mark=mark(round_), by=by, now=NOW)


def stood_in(round_: Round) -> None:
    stories.add_players(round_.event, 1)
    out, stand_in = registration(round_.event, "p3"), registration(round_.event, "p11")
    substitute_player(out=out, stand_in=stand_in, by=director_of(round_.event), now=NOW)


def swapped_and_back(round_: Round) -> None:
    swapped(round_)
    restore(round_)


def nothing(_: Round) -> None:
    pass


def started(round_: Round) -> None:
    round_.refresh_from_db()
    rounds.start_round(round_=round_, now=NOW)


def replaced_while_it_ran(round_: Round) -> None:
    """The draw reads who was seated, and so it does not matter."""
    started(round_)
    stories.add_players(round_.event, 1)
    out, stand_in = registration(round_.event, "p3"), registration(round_.event, "p11")
    substitute_player(out=out, stand_in=stand_in, by=director_of(round_.event), now=NOW)


def said_on(client: Client) -> list[bool]:
    return [SAID in words_of(client.get(path)) for path in FACES]


@pytest.mark.parametrize("made", [swapped, other_dealer, somebody_left, stood_in])
def test_the_pages_of_a_later_round_say_that_an_earlier_one_was_changed_since(client: Client, first, second, made):
    desk = signed_in_as(director_of(first.event))
    assert (said_on(client), DESK in words_of(desk.get("/desk/harbour/round/2/"))) == ([False] * 3, False)
    made(first)
    assert (said_on(client), DESK in words_of(desk.get("/desk/harbour/round/2/"))) == ([True] * 3, True)
    assert SAID not in words_of(client.get(f"{HERE}round/1/")), "it has read no earlier round"
    started(first)
    assert said_on(client) == [True] * 3, "nor does it come true by playing"


@pytest.mark.parametrize("made", [nothing, swapped_and_back, started, replaced_while_it_ran])
def test_nothing_is_said_where_the_draw_has_read_what_stands_there(client: Client, first, second, made):
    made(first)
    assert said_on(client) == [False] * 3


def test_the_same_is_said_of_a_draw_without_a_ceremony(client: Client, first):
    privately(first)
    assert said_on(client) == [False] * 3
    swapped(first)
    assert said_on(client) == [True] * 3


def test_at_the_desk_it_is_said_before_the_swap_is_kept_and_when_it_is(first):
    desk, path = signed_in_as(director_of(first.event)), "/desk/harbour/round/1/"
    assert KNOWS not in words_of(desk.get(f"{path}seats/"))
    assert KNOWS not in words_of(desk.get(f"{path}late/"))
    privately(first)
    assert KNOWS in words_of(desk.get(f"{path}seats/"))
    assert KNOWS in words_of(desk.get(f"{path}late/"))
    sent = {"swaps": "1A-2A", "mark": mark(first)}
    assert f"1 swap is saved. {KNOWS}" in words_of(desk.post(f"{path}seats/", sent, follow=True))
    assert KNOWS in words_of(desk.post(f"{path}seats/drawn/", {"mark": mark(first)}, follow=True))
    sent = {"leaving": "p3", "mark": mark(first)}
    assert KNOWS in words_of(desk.post(f"{path}late/leaving/", sent, follow=True))
    assert KNOWS not in words_of(desk.get("/desk/harbour/round/2/seats/"))


def test_it_costs_one_statement_and_that_only_where_a_round_was_read(client: Client, first, second):
    for page in ("", "draw/"):
        costs = [statements(client, f"{HERE}round/{number}/{page}") for number in (1, 2)]
        assert costs[1] <= costs[0] + 1 + (page == "draw/"), "that of the draw reads the transcripts before it as well"
    assert statements(client, f"{HERE}round/1/") <= MOST

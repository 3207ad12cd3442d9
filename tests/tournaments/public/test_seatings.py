"""A round without lots tells on the page of its draw who was seated each time, also where it left the plan."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client

from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.stories import a_planned_round, director_of, registration
from tests.refusals import refusal
from tests.tournaments.console.conftest import signed_in_as, words_of
from tests.tournaments.operations.seating.test_arranging import mark
from tests.tournaments.operations.seating.test_arranging import swap as swap_seats
from tests.tournaments.operations.seating.test_ceremonies import announce
from tests.tournaments.public.test_line_ups import nick
from tests.tournaments.queries.test_finals import ranked, two_tables
from tournaments.models import Draw, Event, Round
from tournaments.operations.evening import reseating, rounds
from tournaments.operations.events.making import change_status
from tournaments.operations.people.erasing import erase_person
from tournaments.operations.seating import drawing, seats
from tournaments.queries.finals import final_proposal

pytestmark = pytest.mark.django_db
AT = [NOW + timedelta(minutes=minute) for minute in range(20)]
SHEET = "Taken out of the plan after everybody had seen the seating"


@pytest.fixture
def ten() -> Event:
    event: Event = two_tables(slug="harbour")
    return event


@pytest.fixture
def ladder() -> Event:
    return a_ladder()


def a_ladder() -> Event:
    rules = {"seating": "ladder", "private_redraws": 1}
    event = stories.an_event(players=12, status="closed", slug="harbour", regulations=rules)
    stories.play_round(stories.a_running_round(event, sizes=(4, 4, 4)))
    return Event.objects.get(pk=event.pk)


def seat(round_: Round, at: int, reason: str = "", chosen: list[str] | None = None, *, publish: bool = True) -> Draw:
    by = {"by": director_of(round_.event), "now": AT[at]}
    drawn = drawing.draw_round(round_=round_, seed=f"{at:02}" * 16, chosen=chosen, reason=reason, **by)
    if publish:
        seats.publish_seating(round_=round_, **by)
    return drawn


def swap(round_: Round, at: int, reason: str = "") -> str:
    """Two change seats; as everybody reads it."""
    tables = round_.tables.order_by("number").values_list("pk", flat=True)
    first, last = (round_.occupants.filter(table=pk).order_by("seat") for pk in (tables[0], tables[len(tables) - 1]))
    one, other = first[0], last[3]
    swap_seats(round_, (f"{one.table.number}A", f"{other.table.number}D"), reason=reason, now=AT[at])
    return f"{one.registration.nick} ⇄ {other.registration.nick}"


def remove(round_: Round, at: int) -> None:
    rounds.remove_round(round_=round_, by=director_of(round_.event), now=AT[at])


def page(number: int = 2, name: str = "draw/") -> str:
    return markless(words_of(Client().get(f"/e/harbour/round/{number}/{name}")))


def markless(text: str) -> str:
    return " ".join(re.sub(r'<span\s+class="nick"\s*>|</span>', "", text).split()).replace(" ,", ",")


def attempts(number: int = 2) -> dict[int, str]:
    """What the page says of each attempt that has no transcript."""
    parts = page(number).split('<section class="attempt"> <h2>Attempt ')[1:]
    return {int(part.partition("<")[0]): part.partition("</section>")[0] for part in parts}


def seated_so(event: Event, drawn: Draw) -> str:
    """The first table, as the page has it."""
    return ", ".join(f"{letter} {nick(event, key)}" for letter, key in zip("ABCDEF", drawn.tables[0], strict=False))


# --- As long as the round is in the plan ------------------------------------------------------------------------------


def test_changes_by_hand_stand_under_the_seating_that_they_belong_to(ten: Event):
    order, final = ranked(ten), a_planned_round(ten, kind="final")
    first = seat(final, 1)
    swapped = swap(final, 2, reason="the best wants to sit by the door")
    second = seat(final, 3, "her birthday", [*order[:5], order[9]])
    told = attempts()
    assert list(told) == [2, 1]
    assert f"<p>Changed by hand afterwards:</p> <ul> <li> {swapped}: the best wants to sit by the door" in told[1]
    assert "Changed by hand" not in told[2]
    assert (seated_so(ten, first) in told[1], seated_so(ten, second) in told[2]) == (True, True)
    assert f"Plays without having qualified: {nick(ten, order[9])}." in told[2]
    assert "Plays without" not in told[1]


def test_of_a_ladder_they_stand_there_as_well_with_the_seed(ladder: Event):
    """Also who left: its tables hold no neighbours in the standings any more."""
    round_ = a_planned_round(ladder)
    drawn = seat(round_, 1)
    swapped = swap(round_, 2)
    gone = registration(ladder, drawn.tables[-1][0])
    by = {"by": director_of(ladder), "now": AT[3]}
    reseating.reseat_without(round_=round_, leaving=[gone], mark=mark(round_), **by)
    told = attempts()[1]
    assert (swapped in told, f"{gone.nick} left" in told, drawn.seed in told) == (True, True, True)
    assert seated_so(ladder, drawn) in told


@pytest.mark.parametrize("kind", ["basic", "final"])
def test_no_page_says_of_a_seating_changed_by_hand_that_it_follows_the_standings(kind: str):
    event = a_ladder() if kind == "basic" else two_tables(slug="harbour")
    round_ = a_planned_round(event, kind=kind)
    seat(round_, 1)
    swap(round_, 2)
    assert not any(
        said in shown
        for shown in (page(), page(name=""))
        for said in ("share a table", "The seats of this round follow", "The seats follow", "best sits in the last")
    )
    if kind == "final":
        assert "It was changed by hand since, as stands below." in page(name="")
        assert 'href="/e/harbour/round/2/draw/"' in page(name=""), "where every seating stands"


def test_nothing_of_a_draft_is_told_and_what_was_published_before_it_stays(ten: Event):
    final = a_planned_round(ten, kind="final")
    seat(final, 1, publish=False)
    assert attempts() == {}
    seats.publish_seating(round_=final, now=AT[2])
    assert list(attempts()) == [1]
    seat(final, 3, "another order", publish=False)
    assert list(attempts()) == [1]
    assert "The seating that was published does not count" in page()
    seats.publish_seating(round_=final, now=AT[4])
    assert list(attempts()) == [2, 1]
    assert "The seating that was published does not count" not in page()
    assert "another order" in attempts()[2]


# --- When it has left the plan ----------------------------------------------------------------------------------------


def test_a_final_that_everybody_saw_stays_to_be_read_when_it_leaves_the_plan(client: Client, ten: Event):
    order, final = ranked(ten), a_planned_round(ten, kind="final")
    drawn = seat(final, 1, "her birthday", [*order[:5], order[9]])
    swapped = swap(final, 2)
    remove(final, 3)
    told = attempts()[1]
    assert (seated_so(ten, drawn) in told, swapped in told) == (True, True)
    assert f"Plays without having qualified: {nick(ten, order[9])}." in told
    assert "The director's reason when it was seated: her birthday" in told
    assert "was taken out of the plan Saturday 14 March" in told
    assert 'href="/e/harbour/round/2/"' not in page(), "its own page is gone"
    event = words_of(client.get("/e/harbour/"))
    assert "Who is in the final" not in event
    assert "taken out of the plan. Its draw stays" in event
    assert 'href="/e/harbour/round/2/draw/"' in words_of(client.get("/e/harbour/draws/")).partition(SHEET)[2]
    assert not Round.objects.filter(event=ten, number=2).exists()


@pytest.mark.parametrize("between", [0, 1])
def test_seated_again_after_that_it_needs_a_reason_and_is_counted_on(ten: Event, between: int):
    """Also where another round has taken its number."""
    final = a_planned_round(ten, kind="final")
    seat(final, 1)
    seat(final, 2, "another order")
    remove(final, 3)
    for _ in range(between):
        a_planned_round(ten, kind="small_final")
    again, number = a_planned_round(ten, kind="final"), 2 + between
    desk = markless(words_of(signed_in_as(director_of(ten)).get("/desk/harbour/finals/")))
    assert 'name="reason" maxlength="500" required' in desk.partition("/finals/final/")[2].partition("</form>")[0]
    assert refusal(seat, again, 4).code == "reason_required"
    assert list(attempts(2)) == [2, 1]
    seat(again, 5, "one more time")
    assert list(attempts(number)) == [3, 2, 1]
    assert "Seated 3 times." in page(number)
    told = attempts(number)
    assert ["was taken out of the plan" in told[attempt] for attempt in (3, 2, 1)] == [False, True, True]
    assert "one more time" in told[3]


def test_a_ladder_that_everybody_saw_stays_to_be_read_with_every_seed(ladder: Event):
    """And is counted on, whatever was stated: so it may leave the plan, for a final waits for it."""
    round_ = a_planned_round(ladder)
    first = seat(round_, 1)
    swapped = swap(round_, 2)
    remove(round_, 3)
    assert (first.seed in attempts()[1], seated_so(ladder, first) in attempts()[1]) == (True, True)
    assert swapped in attempts()[1]
    again = a_planned_round(ladder)
    assert refusal(seat, again, 4).code == "reason_required"
    second = seat(again, 5, "a latecomer")
    told = attempts()
    assert [(one, drawn.seed in told[one]) for one, drawn in ((1, first), (2, second))] == [(1, True), (2, True)]
    assert "Drawn 2 times." in page()
    assert "It was seated as often as was stated before, so it could not be seated again." in words_of(
        signed_in_as(director_of(ladder)).get("/desk/harbour/round/2/")
    )
    remove(again, 6)
    assert list(attempts()) == [2, 1]
    assert not final_proposal(ladder).unfinished
    assert refusal(seat, a_planned_round(ladder), 7, "once more").code == "ladder_spent"


def test_a_change_by_hand_stays_beside_the_lots_of_a_round_that_left_the_plan():
    event = stories.an_event(players=12, status="closed", slug="harbour")
    round_ = a_planned_round(event)
    announce(round_)
    seat(round_, 1)
    swapped = swap(round_, 2)
    remove(round_, 3)
    assert f"<p>Changed by hand afterwards:</p> <ul> <li> {swapped}" in page(1)
    again = a_planned_round(event)
    seat(again, 4, "a latecomer")
    later = swap(again, 5)
    first = page(1).partition("Attempt 1</h2>")[2]
    assert (swapped in first, later in first) == (True, False)
    assert later in page(1).partition("Attempt 1</h2>")[0]


def test_who_fills_the_table_of_a_play_off_that_left_the_plan_stays():
    event = two_tables(slug="harbour", regulations={"final_size": 5})
    proposal = final_proposal(event)
    play_off = a_planned_round(event, kind="play_off", word="")
    seat(play_off, 1, chosen=[*proposal.play_off.between, *proposal.qualified[:2]])
    remove(play_off, 2)
    names = ", ".join(sorted(nick(event, key) for key in proposal.qualified[:2]))
    assert f"Fills the table, with nothing to win: {names}." in page()


def test_a_round_that_nobody_has_seen_leaves_nothing(ten: Event):
    final = a_planned_round(ten, kind="final")
    seat(final, 1, publish=False)
    remove(final, 2)
    assert Client().get("/e/harbour/round/2/draw/").status_code == 404
    assert not Round.with_removed.filter(event=ten, kind="final").exists()
    again = a_planned_round(ten, kind="final")
    seat(again, 3)
    assert "Seated once." in page()


def test_its_number_its_word_and_its_questions_are_free_again(ten: Event):
    final = a_planned_round(ten, kind="final", word="FLICK")
    seat(final, 1)
    ten.questions.create(kind="redraw", round=final, asked_at=NOW)
    remove(final, 2)
    kept = Round.with_removed.get(pk=final.pk)
    assert (kept.sealed_word, kept.playing_word, ten.questions.count()) == (None, None, 0)
    assert a_planned_round(ten, kind="final", word="FLICK").number == 2
    assert refusal(rounds.remove_round, round_=final, now=AT[3]).code == "round_step"


def test_who_is_forgotten_is_forgotten_there_as_well(ten: Event):
    order, final = ranked(ten), a_planned_round(ten, kind="final")
    her = registration(ten, order[9])
    seat(final, 1, f"{her.nick} came by train", [*order[:5], order[9]])
    remove(final, 2)
    assert page().count(her.nick) == 3
    change_status(event=ten, status="finished", now=AT[3])
    erase_person(player=her.player, by=director_of(ten), now=AT[4])
    assert her.nick not in page()


def test_an_event_ends_without_a_final_that_was_seated_and_never_played(client: Client, ten: Event):
    """With the standings of the basic rounds."""
    seat(a_planned_round(ten, kind="final"), 1)
    change_status(event=ten, status="finished", now=AT[2])
    first, *_, last = ranked(ten)
    shown = words_of(client.get("/e/harbour/standings/"))
    assert shown.index(nick(ten, first)) < shown.index(nick(ten, last))

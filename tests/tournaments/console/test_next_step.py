"""The desk says in one box what to do next: an evening of a Classic from the draft to the published results. Pure."""

from __future__ import annotations

from typing import Any

import pytest

from tournaments.console.next_step import NextStep, RoundNow, Situation, next_step
from tournaments.lifecycle import EVENT_STEPS, ROUND_STEPS


def a(status: str, *rounds: str, **fields: Any) -> NextStep:
    """The next step of a Classic. A round is written `kind status`, then `+word`, `+frozen`, `+barred`, `after=1` (it
    waits for round 1), `asked=ban`, then tables finished/all."""
    return next_step(Situation(status=status, rounds=_rounds(rounds), **{"basic_rounds": 2, **fields}))


def _rounds(texts: tuple[str, ...]) -> tuple[RoundNow, ...]:
    found = []
    for number, text in enumerate(texts, start=1):
        kind, status, *rest = text.split()
        finished, _, tables = next((word for word in rest if "/" in word), "0/0").partition("/")
        found.append(
            RoundNow(
                number=number,
                kind=kind,
                status=status,
                has_word="+word" in rest,
                is_frozen="+frozen" in rest,
                is_barred="+barred" in rest,
                tables=int(tables),
                finished=int(finished),
                waits_for=next((int(word[6:]) for word in rest if word.startswith("after=")), 0),
                asked=next((word[6:] for word in rest if word.startswith("asked=")), ""),
            )
        )
    return tuple(found)


def test_a_draft_is_announced_and_a_cancelled_event_can_be_taken_up_again():
    assert a("draft").code == "announce"
    assert a("cancelled").code == "revive"


@pytest.mark.parametrize(
    ("status", "people", "expected"),
    [
        ("announced", {}, NextStep("open_registration")),
        ("open", {"applied": 3, "confirmed": 9}, NextStep("decide", count=3)),
        ("open", {"confirmed": 2}, NextStep("wait_for_players", count=2)),
        ("open", {"applied": 1, "confirmed": 9, "moves_up": "p3"}, NextStep("move_up", entry="p3")),
        ("closed", {"confirmed": 2}, NextStep("add_players", count=2)),
        ("open", {"confirmed": 15}, NextStep("check_in", count=15)),
        ("closed", {"confirmed": 2, "checked_in": 13}, NextStep("check_in_rest", count=2)),
        ("announced", {"checked_in": 15}, NextStep("draw", 1, 15)),
        ("closed", {"checked_in": 15}, NextStep("draw", 1, 15)),
        ("closed", {"checked_in": 7}, NextStep("seven", 1, 7)),
    ],
)
def test_before_the_first_round_it_is_about_people(status: str, people: dict[str, int], expected: NextStep):
    assert a(status, "basic planned", "basic planned", **people) == expected


@pytest.mark.parametrize(
    ("round_", "expected"),
    [
        ("basic planned", NextStep("draw", 1, 15)),
        ("basic drawn 0/3", NextStep("publish", 1)),
        ("basic published 0/3", NextStep("word", 1)),
        ("basic published +word 0/3", NextStep("start", 1)),
        ("basic running +word 1/3", NextStep("play", 1, 2)),
        ("basic running +word 3/3", NextStep("close_round", 1)),
    ],
)
def test_a_round_is_drawn_published_given_its_word_started_played_and_closed(round_: str, expected: NextStep):
    assert a("closed", round_, "basic planned", checked_in=15) == expected


def test_a_round_that_is_on_its_way_comes_before_applications_and_before_planned_rounds():
    assert a("open", "basic planned", "basic drawn 0/3", applied=2, checked_in=15) == NextStep("publish", 2)


def test_a_frozen_list_is_drawn_in_public_whoever_comes_meanwhile():
    draw = NextStep("draw_in_public", 1)
    assert a("closed", "basic planned +frozen", applied=1, confirmed=2, checked_in=13) == draw
    assert a("closed", "basic drawn +frozen 0/3", checked_in=15) == draw
    assert a("closed", "basic published +word +frozen 0/3", checked_in=15) == draw
    assert a("running", "basic running +word 1/3", "basic planned +frozen", checked_in=15) == NextStep("play", 1, 2)


def test_tables_that_do_not_count_are_drawn_anew():
    assert a("closed", "basic drawn +barred 0/3", checked_in=15) == NextStep("draw_anew", 1)
    assert a("closed", "basic published +word +barred 0/3", checked_in=15) == NextStep("draw_anew", 1)


def test_what_a_round_waits_for_is_done_before_it_is_started():
    waits = "final published +word after=1"
    assert a("running", "basic closed", waits, checked_in=15) == NextStep("answer", 1)
    assert a("running", "basic running 2/3", waits, checked_in=15) == NextStep("play", 1, 1)
    assert a("running", "basic closed", "final published after=1", checked_in=15) == NextStep("word", 2)
    later = ("basic closed", "final published +word after=3")
    assert a("running", *later, "basic planned", checked_in=15) == NextStep("draw", 3, 15)
    assert a("running", *later, "basic running 1/3", checked_in=15) == NextStep("play", 3, 2)


def test_what_the_director_is_asked_about_a_round_is_answered_before_it_is_started():
    for kind in ("drawn_round", "ban"):
        asked = f"final published +word asked={kind}"
        assert a("running", "basic closed", asked, checked_in=15) == NextStep(f"answer_{kind}", 2)
        assert a("running", "basic running 2/3", f"{asked} after=1", checked_in=15) == NextStep("play", 1, 1)
        assert a("running", "basic closed", asked.replace("+word ", ""), checked_in=15) == NextStep("word", 2)


def test_the_next_basic_round_is_drawn_or_planned_first():
    assert a("running", "basic closed", "basic planned", checked_in=14) == NextStep("draw", 2, 14)
    assert a("running", "basic closed", checked_in=14) == NextStep("plan_round", 2)
    assert a("running", "basic closed", "basic planned", checked_in=3) == NextStep("add_players", 2, 3)


def test_after_the_basic_rounds_it_is_about_the_final():
    basics = ("basic closed", "basic closed")
    assert a("running", *basics, checked_in=15) == NextStep("finals")
    assert a("running", *basics, "play_off running +word 0/1", checked_in=15) == NextStep("play", 3, 1)
    assert a("running", *basics, "play_off closed", checked_in=15) == NextStep("finals")
    assert a("running", *basics, "final planned", checked_in=15) == NextStep("finals")
    assert a("running", *basics, "final closed", checked_in=15) == NextStep("publish_final")


def test_a_small_final_is_asked_for_where_the_series_has_one_and_four_could_play_it():
    rounds = ("basic closed", "final closed")
    nationals = {"basic_rounds": 1, "has_small_final": True}
    assert a("running", *rounds, checked_in=12, **nationals) == NextStep("small_final")
    assert a("running", *rounds, checked_in=9, **nationals) == NextStep("publish_final")
    assert a("running", *rounds, "small_final closed", checked_in=12, **nationals) == NextStep("publish_final")


def test_a_friendly_evening_has_no_final():
    assert a("running", "basic closed", basic_rounds=1, has_final=False, checked_in=6) == NextStep("publish_final")


def test_at_the_end_results_are_published_and_nothing_is_left():
    assert a("finished", "basic closed") == NextStep("publish_final")
    assert a("finished", "basic closed", published_final=True) == NextStep("done")


@pytest.mark.parametrize("status", sorted(EVENT_STEPS))
@pytest.mark.parametrize("round_status", [None, *sorted(ROUND_STEPS)])
@pytest.mark.parametrize("checked_in", [0, 3, 7, 15])
def test_every_state_has_a_next_step(status: str, round_status: str | None, checked_in: int):
    rounds = [f"basic {round_status}"] if round_status else []
    assert a(status, *rounds, checked_in=checked_in).code


def test_smear_asks_for_no_word_and_for_as_many_as_fill_its_tables():
    """Where no round needs a word, each counts as having one; the sizes of the tables are the variant's."""
    smear = {"sizes": (4, 6), "has_final": False, "basic_rounds": 1}
    assert a("running", "basic published +word", **smear) == NextStep("start", 1)
    assert a("closed", "basic planned", checked_in=9, **smear) == NextStep("unseatable", 1, 9)
    assert a("closed", "basic planned", checked_in=14, **smear) == NextStep("draw", 1, 14)
    assert a("closed", "basic planned", checked_in=3, **{**smear, "sizes": (3,)}) == NextStep("draw", 1, 3)
    assert a("closed", "basic planned", confirmed=2, **{**smear, "sizes": (3,)}) == NextStep("add_players", count=2)

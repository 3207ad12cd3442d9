"""Which scene the big screen shows: a table of evenings."""

from __future__ import annotations

import pytest

from tournaments.scenes import SCENES, HallFacts, RoundFacts, scene_of, wanted_of

KINDS = {"b": "basic", "f": "final", "s": "small_final", "p": "play_off"}
STATES = {".": "planned", "P": "published", "R": "running", "C": "closed"}


def rounds(text: str) -> tuple[RoundFacts, ...]:
    """'bC bR* f.': a basic round closed, one running at whose tables somebody still plays, a final planned."""
    return tuple(
        RoundFacts(number=number, kind=KINDS[told[0]], status=STATES[told[1]], unfinished=told.count("*"))
        for number, told in enumerate(text.split(), start=1)
    )


def shown(text: str, status: str = "running", **facts: object) -> str:
    """'round 2 1': the scene and the rounds that it shows."""
    scene = scene_of(HallFacts(status=status, rounds=rounds(text), **facts))
    return " ".join((scene.code, *map(str, scene.rounds)))


@pytest.mark.parametrize(
    ("status", "evening", "expected"),
    [
        ("announced", "", "before"),
        ("open", "b.", "before"),
        ("closed", "b. b.", "before"),
        ("closed", "bP b.", "seating 1"),
        ("running", "bR b.", "round 1"),
        ("running", "bC b.", "between"),
        ("running", "bC bP", "seating 2"),
        ("running", "bC bR", "round 2"),
        ("closed", "bP bP bP", "seating 1"),
        ("running", "bR bP bP", "seating 2"),
        ("running", "bR* bP bP", "round 1"),
        ("running", "bC bR* fP", "round 2"),
        ("running", "bC bC fR* sP", "seating 4"),
        ("running", "bC bC", "between"),
        ("running", "bC bC pP", "seating 3"),
        ("running", "bC bC pR", "round 3"),
        ("running", "bC bC fP", "seating 3"),
        ("running", "bC bC fR", "final 3"),
        ("running", "bC bC fR sP", "seating 4"),
        ("running", "bC bC fR sR", "final 4 3"),
        ("running", "bC bC fP sR", "final 4"),
        ("running", "bC bC fC s.", "between"),
        ("running", "bC bC fC", "end"),
        ("finished", "bC bC", "end"),
        ("finished", "", "end"),
        ("cancelled", "bC bR", "before"),
    ],
)
def test_the_screen_follows_the_evening(status: str, evening: str, expected: str):
    assert shown(evening, status) == expected


@pytest.mark.parametrize("evening", ["b. b.", "bP b.", "bC b.", "bR b."])
def test_a_public_draw_comes_before_everything_that_goes_by_itself(evening: str):
    assert shown(evening, draw=2) == "draw 2"
    assert shown(evening, "finished", draw=2) == "end"


@pytest.mark.parametrize(
    ("wanted", "evening", "expected"),
    [
        ("before", "bR", "before"),
        ("between", "bR", "between"),
        ("end", "bR", "end"),
        ("seating", "bR", "seating 1"),
        ("seating", "bR* bP bP", "seating 2"),
        ("seating", "bP bP", "seating 1"),
        ("round", "bC b.", "round 1"),
        ("final", "bC fC", "final 2"),
        ("draw", "bC b.", "draw 2"),
        ("draw", "bP bP b.", "draw 2"),
        ("draw", "bR bP b.", "draw 2"),
        # nothing to show of it: it goes by itself
        ("final", "bR", "round 1"),
        ("round", "bP", "seating 1"),
        ("seating", "bC b.", "between"),
        ("nonsense", "bR", "round 1"),
        ("", "bR", "round 1"),
    ],
)
def test_what_is_wanted_is_shown_as_far_as_there_is_anything_to_show(wanted: str, evening: str, expected: str):
    assert shown(evening, pinned=wanted, promised=True) == expected
    assert shown(evening, asked=wanted, promised=True) == expected
    assert shown(evening, asked=wanted, pinned="before", promised=True) in (expected, "before")


def test_a_draw_that_was_never_promised_is_no_scene():
    assert shown("b.", pinned="draw") == "before"


def test_the_address_of_a_second_screen_goes_before_what_is_pinned():
    assert shown("bR", pinned="between", asked="seating") == "seating 1"
    assert shown("b.", pinned="between", asked="seating") == "between", "nothing of it: then what is pinned"


def test_addresses_of_older_posters_stay_valid():
    assert wanted_of("names") == ("seating", "names")
    assert wanted_of("tables") == ("seating", "tables")
    assert wanted_of("<b>") == ("", "")
    assert [wanted_of(code)[0] for code in SCENES] == list(SCENES)

"""What counts as a feat of a game: each kind by the shortest game that has it."""

import pytest

from games.rules.course import course
from games.rules.notation import parse_log
from games.simulation.pace import Pace
from tournaments.standings.feats import KINDS, feats

# Four at a table, KO: A is out with the third deal, after B and C have one letter each.
SHORT = "KO ABCD\nB\nC\nA\nA"


def told(text: str, kind: str) -> list[str]:
    """Such as "A1 2 at 4": who, how much, at which line."""
    found = feats(*course(*parse_log(text)))
    return [
        f"{feat.who or 'table'}{'>' + feat.to if feat.to else ''} {feat.value} at {feat.position}"
        for feat in found
        if feat.kind == kind
    ]


@pytest.mark.parametrize(
    ("kind", "held"),
    [
        ("match_ball", ["B1 3 at 4", "C1 2 at 4"]),
        ("first_letter", ["B1 1 at 1", "C1 2 at 2", "A1 3 at 3"]),
        ("no_letter", ["D1 4 at 4"]),
        ("safe_row", ["A1 2 at 2", "C1 2 at 4", "D1 4 at 4", "B1 3 at 4"]),
        ("lost_row", ["B1 1 at 1", "C1 1 at 2", "A1 2 at 4"]),
        ("left_early", ["A1 4 at 4"]),
        ("own_deals", ["A1 4 at 4", "B1 4 at 4", "C1 4 at 4", "D1 4 at 4"]),
        ("short_game", ["table 4 at 4"]),
        ("long_game", ["table 4 at 4"]),
        ("close_finish", ["table 3 at 4"]),
        ("last_letter", []),
    ],
)
def test_a_short_game_has_each_feat(kind, held):
    assert sorted(told(SHORT, kind)) == sorted(held)


def test_a_short_game_has_every_kind_but_one():
    found = feats(*course(*parse_log(SHORT)), Pace(4, 1300))
    assert {feat.kind for feat in found} == set(KINDS) - {"last_letter"}


def by_clock(text: str, pace: Pace) -> list[str]:
    found = feats(*course(*parse_log(text)), pace)
    return [f"{feat.kind} {feat.value} at {feat.position}" for feat in found if feat.kind in ("fast_game", "slow_game")]


def test_a_game_has_its_minutes_where_the_time_of_every_deal_is_known():
    assert by_clock(SHORT, Pace(4, 1300)) == ["slow_game 21 at 4", "fast_game 21 at 4"]
    assert by_clock(SHORT, Pace(4, 59 + 60)) == by_clock(SHORT, Pace()) == [], "written down together afterwards"
    assert by_clock(SHORT, Pace(3, 1300)) == [], "one of them was dealt in a pause"
    assert by_clock("KOT ABCD\nB\nC\nclose", Pace(2, 1300)) == ["slow_game 21 at 2"], "it was over too soon"


def test_a_game_that_goes_on_has_none():
    assert feats(*course(*parse_log("KO ABCD\nB\nC\nA"))) == ()


def test_a_game_that_was_closed_is_no_short_one_and_no_close_finish():
    closed = "KOT ABCD\nB\nC\nclose"
    assert told(closed, "long_game") == ["table 2 at 2"]
    assert told(closed, "short_game") == told(closed, "close_finish") == []


def test_the_last_letter_is_dealt_by_who_lost_the_deal_before():
    assert told("KO ABCD\nB\nA\nB", "last_letter") == ["A1>B1 1 at 3"]


def test_nobody_deals_himself_a_last_letter():
    assert told("KO ABCD\nA\nA", "last_letter") == []


def test_a_penalty_letter_ends_a_row_without_one_and_is_no_deal():
    assert "A1 2 at 4" in told("KOT ABCD\nB\n+A\nB\nB", "safe_row")
    assert told("KOT ABCD\n+A\nB\nB\nB", "no_letter") == ["C1 3 at 4", "D1 3 at 4"]


def test_who_sits_out_keeps_his_row():
    assert "D1 3 at 4" in told("KO ABCDE\nA /E\nB /D\nA /B\nB", "safe_row")


def test_a_stand_in_begins_a_row_of_his_own_on_the_letters_of_the_seat():
    game = "KO ABCD\nA\nA>X\nB\nC\nB"
    assert "X 3 at 5" in told(game, "match_ball")
    assert told(game, "no_letter") == ["D1 4 at 5"]


def test_a_correction_changes_the_feat():
    assert told(SHORT + "\n~4 loser=B", "left_early") == ["B1 4 at 4"]

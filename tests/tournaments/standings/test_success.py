"""competition.md 2.4 and 3.3: success as exact fractions, and as percent for people."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.standings.events import fraction, tallies
from tournaments.standings.success import display, mean, over_rounds, success


@pytest.mark.parametrize(
    ("tally", "value"),
    [("8/5", "3/8"), ("9/0", "1"), ("5/5", "0"), ("2/3", "0"), ("0/0", "–"), ("0/2", "–")],
)
def test_success_is_what_is_left_of_one_and_never_below_zero(tally, value):
    assert success(*tallies(tally)) == fraction(value)


@pytest.mark.parametrize(
    ("rounds", "pooled", "averaged"),
    [
        ("10/5 30/3", "32/40", "7/10"),
        ("10/5 0/0", "1/2", "1/2"),
        ("0/0 0/1", "–", "–"),
        ("", "–", "–"),
        ("2/3 2/0", "1/4", "1/2"),  # the round below 0 counts as 0 in the mean, in full in the heap
    ],
)
def test_rounds_are_pooled_or_averaged(rounds, pooled, averaged):
    assert over_rounds(tallies(rounds), "pooled") == fraction(pooled)
    assert over_rounds(tallies(rounds), "mean") == mean(tallies(rounds)) == fraction(averaged)


@pytest.mark.parametrize(
    ("value", "decimals", "floor", "half_up"),
    [
        ("3/8", 0, "37", "38"),
        ("3/8", 1, "37.5", "37.5"),
        ("2/3", 0, "66", "67"),
        ("2/3", 3, "66.666", "66.667"),
        ("3/4", 1, "75.0", "75.0"),
        ("1", 2, "100.00", "100.00"),
        ("0", 0, "0", "0"),
        ("1/200", 1, "0.5", "0.5"),
        ("1/2000", 1, "0.0", "0.1"),
        ("–", 1, None, None),
    ],
)
def test_percent_is_cut_off_or_rounded_half_up(value, decimals, floor, half_up):
    assert display(fraction(value), decimals=decimals, mode="floor") == floor
    assert display(fraction(value), decimals=decimals, mode="half_up") == half_up


@given(st.fractions(0, 1), st.integers(0, 3))
def test_what_is_shown_is_the_nearest_figure_from_the_right_side(value, decimals):
    step = Fraction(1, 10**decimals)
    cut = Fraction(display(value, decimals=decimals, mode="floor") or "")
    rounded = Fraction(display(value, decimals=decimals, mode="half_up") or "")
    assert 0 <= value * 100 - cut < step
    assert -step / 2 <= value * 100 - rounded < step / 2

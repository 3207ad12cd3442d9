"""Who loses a deal: RULES C6, C7, C8, C9, C10, C49, C50, C51."""

from collections import Counter
from itertools import permutations

import pytest

from games.rules.cards import HEJMA
from games.rules.smoking_cat.points import ALL_POINTS, LAST_TRICK, POINTS, SURE_TO_LOSE, certain_loser, loser_of

SEATS = "ABCD"


def verdict(points, hejma=None, last_trick="A", **settings):
    return tuple(loser_of(dict(zip(SEATS, points, strict=True)), hejma=hejma, last_trick=last_trick, **settings))


def test_ten_things_carry_the_33_points():
    assert {card: points for card, points in POINTS.items() if points} == {
        "7h": 1, "8h": 1, "9h": 1, "Th": 1, "Uh": 2, "Oh": 3, "Kh": 4, "Ah": 5, "Ol": 10,
    }  # fmt: skip
    assert sum(POINTS.values()) + LAST_TRICK == ALL_POINTS == 33
    assert SURE_TO_LOSE == ALL_POINTS // 2 + 1
    assert POINTS[HEJMA] == 10


@pytest.mark.parametrize(
    ("points", "hejma", "expected"),
    [
        ((20, 13, 0, 0), "B", ("A", "most_points")),
        ((16, 16, 1, 0), "B", ("B", "hejma")),
        ((11, 11, 11, 0), "C", ("C", "hejma")),
        ((11, 11, 10, 1), "C", (None, "undecided")),
    ],
)
def test_most_points_lose_and_hejma_breaks_a_tie(points, hejma, expected):
    assert verdict(points, hejma) == expected


@pytest.mark.parametrize(
    ("setting", "expected"),
    [
        ("ask", (None, "undecided")),
        ("hejma_taker", ("C", "hejma_taker")),
        ("last_trick", ("B", "last_trick")),
        ("void", (None, "void")),
    ],
)
def test_a_tie_without_hejma_goes_by_the_setting(setting, expected):
    assert verdict((11, 11, 10, 1), hejma="C", last_trick="B", tie_without_hejma=setting) == expected
    assert verdict((16, 16, 1, 0), hejma="B", tie_without_hejma=setting) == ("B", "hejma")


def test_all_distributions_of_the_points_have_so_many_ties_and_so_few_undecided():
    """Each of the ten things goes to one of four seats: 4^10 ways, counted by their sums and the taker of Hejma."""
    ways = Counter({((0, 0, 0, 0), None): 1})
    for worth in (1, 1, 1, 1, 2, 3, 4, 5, LAST_TRICK, POINTS[HEJMA]):
        grown = Counter()
        for (points, _), times in ways.items():
            for taker in range(4):
                sums = tuple(taken + worth * (seat == taker) for seat, taken in enumerate(points))
                grown[sums, SEATS[taker]] += times
        ways = Counter()
        for (sums, taker), times in grown.items():  # the last of the ten is Hejma: only its taker matters
            ways[sums, taker if worth == POINTS[HEJMA] else None] += times
    decided = Counter()
    undecided = set()
    for (points, hejma), times in ways.items():
        how = verdict(points, hejma)[1]
        tied = points.count(max(points)) > 1
        decided["tie" if tied else "no tie"] += times
        decided[how] += times
        if how == "undecided":
            undecided.add(tuple(sorted(points, reverse=True)))
    assert sum(ways.values()) == 4**10
    assert decided == {
        "tie": 55_728,
        "no tie": 4**10 - 55_728,
        "undecided": 1_056,
        "hejma": 55_728 - 1_056,
        "most_points": 4**10 - 55_728,
    }
    assert undecided == {(11, 11, 10, 1)}


def test_whoever_has_17_has_lost_whatever_is_still_to_come():
    assert certain_loser({"A": 17, "B": 0, "C": 16, "D": 0}) == ("A", "most_points")
    assert certain_loser({"A": 16, "B": 0, "C": 16, "D": 0}) == (None, None)


@pytest.mark.parametrize("order", list(permutations(SEATS))[::5])
def test_the_loser_does_not_depend_on_the_order_of_the_seats(order):
    points = {"A": 14, "B": 14, "C": 3, "D": 2}
    turned = {seat: points[seat] for seat in order}
    assert loser_of(turned, hejma="B", last_trick="A") == ("B", "hejma")

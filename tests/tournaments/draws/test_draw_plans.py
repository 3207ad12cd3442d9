"""What the plans reach: for every field from 8 to 64 players over two to eight rounds, at the default sizes.

Coincidences count before shares of large tables, and where tables are fewer than players at one, both cannot be had: a
table of five that is spread over five tables leaves one of them at each large table again. So over two and three rounds
the differences below are the price of as few repeats as can be (`large_tables`); over more, they are the best found,
and where some pairs must meet again, of as few as can be who meet in two rounds running, which counts more.
"""

from collections import Counter

import pytest

from tournaments.draws.plans import plan
from tournaments.draws.sizes import least_repeats, splits
from tournaments.draws.stored import coincidences_of

REACHED = {
    2: {
        9: (0, 2),
        11: (0, 2),
        13: (0, 2),
        14: (0, 2),
        17: (0, 2),
        18: (0, 2),
        19: (0, 2),
        21: (0, 2),
        22: (0, 2),
        23: (0, 2),
        26: (0, 2),
        27: (0, 2),
        31: (0, 2),
    },
    3: {
        9: (0, 3),
        11: (0, 2),
        13: (0, 2),
        14: (0, 2),
        17: (0, 3),
        18: (0, 3),
        19: (0, 3),
        21: (0, 3),
        22: (0, 3),
        23: (0, 2),
        26: (0, 2),
    },
    4: {9: (0, 3), 11: (0, 3), 14: (0, 3), 17: (0, 4), 18: (0, 4), 19: (0, 4), 21: (0, 4), 22: (0, 3), 23: (0, 2)},
    5: {
        9: (0, 4),
        11: (0, 3),
        14: (0, 4),
        17: (0, 4),
        18: (0, 4),
        19: (0, 4),
        21: (0, 4),
        22: (0, 3),
        23: (0, 2),
        27: (0, 2),
    },
    6: {
        9: (0, 5),
        11: (0, 3),
        14: (0, 3),
        17: (0, 4),
        18: (0, 5),
        19: (0, 5),
        20: (6, 0),
        21: (6, 4),
        22: (3, 4),
        23: (3, 2),
        26: (0, 4),
        27: (3, 4),
        31: (0, 4),
    },
    7: {
        9: (0, 5),
        11: (0, 3),
        13: (1, 2),
        14: (0, 2),
        18: (0, 3),
        19: (0, 3),
        21: (2, 4),
        22: (0, 2),
        25: (4, 6),
        26: (8, 5),
        27: (12, 4),
        29: (0, 6),
        30: (0, 5),
        31: (0, 4),
    },
    8: {
        9: (3, 5),
        11: (0, 3),
        13: (1, 2),
        14: (1, 5),
        15: (2, 0),
        17: (0, 4),
        18: (1, 3),
        19: (2, 2),
        22: (0, 5),
        23: (0, 2),
        24: (6, 0),
        25: (6, 7),
        26: (7, 5),
        27: (9, 5),
        29: (4, 7),
        30: (8, 6),
        31: (10, 4),
        33: (0, 7),
        34: (0, 6),
        35: (0, 5),
        38: (0, 2),
    },
}
"""Rounds, players: coincidences above the bound, most less fewest times at a large table. Others: 0, at most 1."""


def reached(n: int, rounds: int) -> tuple[int, int]:
    sizes = splits(n, rounds)[0].sizes
    schedule = plan(sizes, rounds)
    large = Counter(one for tables in schedule for table in tables if len(table) > min(sizes) for one in table)
    times = [large[one] for one in range(n)]
    return coincidences_of(schedule) - least_repeats(sizes, rounds), max(times) - min(times)


@pytest.mark.parametrize("rounds", range(2, 9))
def test_no_field_falls_behind_what_was_reached(rounds):
    worse = {}
    for n in range(8, 65):
        above, spread = reached(n, rounds)
        best_above, best_spread = REACHED[rounds].get(n, (0, 1))
        if (above, spread) > (best_above, best_spread) or above > best_above:
            worse[n] = above, spread
    assert worse == {}


def test_fields_of_more_than_36_have_no_repeat_in_eight_rounds_and_fair_shares():
    assert all(reached(n, 8)[0] == 0 for n in range(37, 65))
    assert all(reached(n, 8)[1] <= 1 for n in range(37, 65))


def test_a_default_plan_is_known_and_not_searched_for(monkeypatch):
    """Somebody who draws a usual event waits for nothing."""
    plan.cache_clear()
    monkeypatch.setattr("tournaments.draws.plans.mend", lambda *_, **__: pytest.fail("a plan is searched for"))
    for n in range(8, 65):
        for rounds in range(2, 9):
            plan(splits(n, rounds)[0].sizes, rounds)

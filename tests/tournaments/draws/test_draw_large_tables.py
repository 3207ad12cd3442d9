"""How equal times at large tables can be: bounds that nothing known goes below, and that many plans reach."""

from itertools import combinations_with_replacement
from math import comb

import pytest

from tournaments.draws import Options, Player, draw_event
from tournaments.draws.large_tables import _most_pairs, least_spread
from tournaments.draws.plans import plan
from tournaments.draws.sizes import forced_repeats, splits
from tournaments.draws.stored import FILE, read, worth_of

REACHED = [(17, 2), (19, 3), (21, 2), (21, 3), (22, 2), (22, 3), (23, 3), (13, 3), (14, 3), (18, 3), (9, 3), (11, 3)]


def bound_and_value(players: int, rounds: int) -> tuple[int, int]:
    sizes = splits(players, rounds)[0].sizes
    worth = worth_of(plan(sizes, rounds))
    assert worth.coincidences == forced_repeats(sizes, rounds)
    return least_spread(sizes, rounds, spread_evenly=True), worth.spread


@pytest.mark.parametrize(("players", "rounds"), REACHED)
def test_where_repeats_forbid_less_it_is_said_and_reached(players, rounds):
    bound, value = bound_and_value(players, rounds)
    assert bound == value >= 2


def test_the_smallest_field_is_counted_by_hand():
    """Nine at two tables: the four go two and two, the five as three and two, so two or three of the five sit at the
    larger table again. Of ten seats for nine a fair share would be one player's second.
    """
    assert least_spread((5, 4), 2, spread_evenly=False) == 1
    assert least_spread((5, 4), 2, spread_evenly=True) == 2


def test_nothing_known_goes_below():
    for line in FILE.read_text(encoding="ascii").splitlines()[1:]:
        schedule = read(line)
        sizes, worth = [len(table) for table in schedule[0]], worth_of(schedule)
        evenly = worth.coincidences == forced_repeats(sizes, len(schedule))
        assert worth.spread >= least_spread(sizes, len(schedule), spread_evenly=evenly), line


def test_where_tables_are_alike_or_many_nothing_forbids_fair_shares():
    assert least_spread((4,) * 5, 8, spread_evenly=True) == 0
    assert least_spread((5,) * 2 + (4,) * 7, 8, spread_evenly=True) == 1


@pytest.mark.parametrize(
    ("seats", "players", "spread", "rounds"), [(5, 4, 1, 3), (7, 5, 2, 3), (6, 5, 3, 4), (9, 4, 2, 4)]
)
def test_the_most_pairs_are_those_of_all_ways_to_share_out(seats, players, spread, rounds):
    ways = [
        times
        for times in combinations_with_replacement(range(rounds + 1), players)
        if sum(times) == seats and times[-1] - times[0] <= spread
    ]
    assert _most_pairs(seats, players, spread, rounds) == max(sum(comb(c, 2) for c in times) for times in ways)


def test_the_quality_of_an_event_says_it_is_proved():
    everybody = [Player(f"p{number:02}") for number in range(1, 23)]
    shares = draw_event(everybody, 3, Options(), "5c").quality["large_tables"]
    assert (shares.value, shares.bound) == (2, 2)

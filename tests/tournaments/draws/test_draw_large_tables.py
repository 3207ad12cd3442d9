"""How equal times at large tables can be: bounds that nothing known goes below, and that many plans reach."""

from itertools import combinations, combinations_with_replacement, product
from math import comb

import pytest

from tournaments.draws import Options, Player, draw_event
from tournaments.draws.large_tables import TRIED_OUT, _kept_with, _most_pairs, least_spread
from tournaments.draws.plans import plan
from tournaments.draws.sizes import forced_repeats, splits
from tournaments.draws.stored import FILE, read, worth_of

REACHED = [(17, 2), (19, 3), (21, 2), (21, 3), (22, 2), (22, 3), (23, 3), (13, 3), (14, 3), (18, 3), (9, 3), (11, 3)]


def bound_and_value(players: int, rounds: int) -> tuple[int, int]:
    sizes = splits(players, rounds)[0].sizes
    worth = worth_of(plan(sizes, rounds))
    assert worth.coincidences == forced_repeats(sizes, rounds)
    return least_spread(sizes, rounds, worth.coincidences), worth.spread


@pytest.mark.parametrize(("players", "rounds"), REACHED)
def test_where_repeats_forbid_less_it_is_said_and_reached(players, rounds):
    bound, value = bound_and_value(players, rounds)
    assert bound == value >= 2


def test_the_smallest_field_is_counted_by_hand():
    """Nine at two tables: the four go two and two, the five as three and two, so two or three of the five sit at the
    larger table again. Of ten seats for nine a fair share would be one player's second.
    """
    assert least_spread((5, 4), 2, None) == 1
    assert [least_spread((5, 4), 2, repeats) for repeats in (6, 11, 12)] == [2, 2, 1]


def test_nothing_known_goes_below():
    for line in FILE.read_text(encoding="ascii").splitlines()[1:]:
        schedule = read(line)
        sizes, worth = [len(table) for table in schedule[0]], worth_of(schedule)
        assert worth.spread >= least_spread(sizes, len(schedule), worth.coincidences), line


def fairest_of_nine(rounds):
    """Over all families of so many fives of nine players, each two of which share three: most less fewest times."""
    fives = list(map(frozenset, combinations(range(9), 5)))

    def families(chosen, left):
        if len(chosen) == rounds:
            yield chosen
        for at, five in enumerate(left):
            yield from families([*chosen, five], [other for other in left[at + 1 :] if len(five & other) == 3])

    spreads = set()
    for family in families(fives[:1], [five for five in fives[1:] if len(five & fives[0]) == 3]):
        times = [sum(player in five for five in family) for player in range(9)]
        spreads.add(max(times) - min(times))
    return min(spreads, default=None)


def test_all_ways_for_nine_players_were_gone_through():
    """Which five sit together first does not matter. Eight such fives there are not, so eight rounds cost more."""
    assert [fairest_of_nine(rounds) for rounds in range(3, 9)] == [2, 3, 4, 4, 4, None]
    assert [least_spread((5, 4), rounds, forced_repeats((5, 4), rounds)) for rounds in range(3, 8)] == [2, 3, 4, 4, 4]
    assert [worth_of(plan((5, 4), rounds)).spread for rounds in range(3, 8)] == [2, 3, 4, 4, 4]


@pytest.mark.parametrize(("sizes", "rounds"), TRIED_OUT)
def test_what_all_ways_were_gone_through_for_is_reached(sizes, rounds):
    worth = worth_of(plan(sizes, rounds))
    assert worth.coincidences == forced_repeats(sizes, rounds)
    assert worth.spread == TRIED_OUT[sizes, rounds]


def test_where_tables_are_alike_or_many_nothing_forbids_fair_shares():
    assert least_spread((4,) * 5, 8, 0) == 0
    assert least_spread((5,) * 2 + (4,) * 7, 8, 0) == 1


def test_how_many_repeats_fair_shares_cost():
    """If fourteen sit at the four twice or three times in eight rounds, the fours of 28 pairs of rounds share 22
    players in all; a pair of rounds in which they share none costs a repeat, so there are six more than the 140.
    """
    assert [least_spread((5, 5, 4), 8, repeats) for repeats in (143, 145, 146)] == [2, 2, 1]


@pytest.mark.parametrize("sizes", [(5, 4), (6, 4), (5, 4, 4), (5, 5, 4), (6, 5, 4)])
def test_the_fewest_that_meet_again_are_those_of_all_ways_to_go_to_the_next_round(sizes):
    """Counted over all tables of numbers: so many of each table go to each table."""

    def ways(left, room):
        if not left:
            yield []
            return
        for row in product(*(range(min(left[0], space) + 1) for space in room)):
            if sum(row) == left[0]:
                for others in ways(left[1:], [space - taken for space, taken in zip(room, row, strict=True)]):
                    yield [row, *others]

    fewest = {}
    for way in ways(list(sizes), list(sizes)):
        large = [at for at, size in enumerate(sizes) if size > min(sizes)]
        shared = sum(way[one][other] for one in large for other in large)
        kept = sum(comb(number, 2) for row in way for number in row)
        fewest[shared] = min(kept, fewest.get(shared, kept))
    assert fewest.keys() == _kept_with(sizes).keys()
    assert all(fewest[shared] >= least for shared, least in _kept_with(sizes).items())
    assert min(_kept_with(sizes).values()) >= forced_repeats(sizes, 2)


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

"""Seats over all rounds: whatever the tables, everybody has his share rounded up or down."""

from collections import Counter
from fractions import Fraction
from math import ceil, floor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.draws.dealers import seat_rounds, share_out


@settings(max_examples=150, deadline=None)
@given(st.data(), st.lists(st.sampled_from([4, 5, 6]), min_size=1, max_size=5), st.integers(1, 9))
def test_everybody_deals_first_his_share_rounded_up_or_down(data, sizes, rounds):
    """Tables by lot, however badly mixed: the theorem holds for all."""
    players = sum(sizes)
    drawn = []
    for _ in range(rounds):
        order = data.draw(st.permutations(range(players)))
        drawn.append([[order.pop() for _ in range(size)] for size in sizes])
    seated = seat_rounds(drawn, players)
    assert [[sorted(table) for table in tables] for tables in seated] == [
        [sorted(table) for table in tables] for tables in drawn
    ]
    first = Counter(table[0] for tables in seated for table in tables)
    for one in range(players):
        share = sum(Fraction(1, len(table)) for tables in drawn for table in tables if one in table)
        assert floor(share) <= first[one] <= ceil(share)


@pytest.mark.parametrize("rounds", [4, 8])
def test_in_four_rounds_of_fours_everybody_has_every_seat_once(rounds):
    tables = [
        [[place * 4 + (table + place * number) % 4 for place in range(4)] for table in range(4)]
        for number in range(rounds)
    ]
    seated = seat_rounds(tables, 16)
    for start in range(0, rounds, 4):
        for seat in range(4):
            had = [table[seat] for tables in seated[start : start + 4] for table in tables]
            assert sorted(had) == list(range(16))


def test_a_chain_of_tables_is_followed_to_its_end():
    """A ring of tables of two: everybody is chosen exactly once."""
    tables = [[0, 1], [1, 2], [2, 3], [3, 4], [4, 0]]
    assert sorted(share_out(tables, 5)) == [0, 1, 2, 3, 4]

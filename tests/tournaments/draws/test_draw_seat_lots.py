"""Seats over all rounds: whatever the tables, everybody has his share rounded up or down."""

from collections import Counter
from fractions import Fraction
from math import ceil, floor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.draws.seat_lots import by_lot
from tournaments.draws.seeding import Stream
from tournaments.draws.shares import Shares


def seat_rounds(rounds, seed="ab"):
    """All rounds of an event, the seats of each by its own lots."""
    for number in range(len(rounds)):
        rounds = by_lot(rounds, number, Stream(f"{seed}{number:02x}"))
    return rounds


@settings(max_examples=150, deadline=None)
@given(st.data(), st.lists(st.sampled_from([4, 5, 6]), min_size=1, max_size=5), st.integers(1, 9))
def test_everybody_deals_first_his_share_rounded_up_or_down(data, sizes, rounds):
    """Tables by lot, however badly mixed: the theorem holds for all."""
    players = sum(sizes)
    drawn = []
    for _ in range(rounds):
        order = data.draw(st.permutations(range(players)))
        drawn.append([[order.pop() for _ in range(size)] for size in sizes])
    seated = seat_rounds(drawn)
    assert [sorted(map(sorted, tables)) for tables in seated] == [sorted(map(sorted, tables)) for tables in drawn]
    first = Counter(table[0] for tables in seated for table in tables)
    for one in range(players):
        share = sum(Fraction(1, len(table)) for tables in drawn for table in tables if one in table)
        assert floor(share) <= first[one] <= ceil(share)


@pytest.mark.parametrize("rounds", [4, 8])
def test_in_four_rounds_of_fours_everybody_deals_first_once_and_no_seat_is_often(rounds):
    tables = [
        [[place * 4 + (table + place * number) % 4 for place in range(4)] for table in range(4)]
        for number in range(rounds)
    ]
    seated = seat_rounds(tables)
    for start in range(0, rounds, 4):
        assert sorted(table[0] for tables in seated[start : start + 4] for table in tables) == list(range(16))
    for seat in range(1, 4):
        had = Counter(table[seat] for tables in seated for table in tables)
        assert max(had.values()) <= rounds // 4 + 1


def test_rounds_played_stay_as_they_are_and_tables_keep_their_people():
    rounds = seat_rounds([[[0, 1, 2, 3, 4], [5, 6, 7, 8]]])
    later = by_lot([*rounds, [[0, 2, 5, 7, 8], [1, 3, 4, 6]]], 1, Stream("cd"))
    assert later[0] == rounds[0]
    assert [sorted(table) for table in later[1]] == [[0, 2, 5, 7, 8], [1, 3, 4, 6]]


def test_who_came_for_somebody_else_does_not_have_his_seats():
    """9 came for 0, who had dealt first: he may deal first himself, and somebody at every table does."""
    first = [[0, 1, 2, 3], [4, 5, 6, 7]]
    dealers = {by_lot([first, [[9, 4, 2, 6], [1, 5, 3, 7]]], 1, Stream(f"{seed:02x}"))[1][0][0] for seed in range(20)}
    assert 9 in dealers
    assert 4 not in dealers


def test_a_chain_of_tables_is_followed_to_its_end():
    """A ring of tables of two: everybody is chosen exactly once; who is given one table has had his."""
    once = dict.fromkeys(range(5), 1)
    ring = Shares([[0, 1], [1, 2], [2, 3], [3, 4], [4, 0]], once, once)
    assert ring.solved()
    assert sorted(ring.chosen) == [0, 1, 2, 3, 4]
    assert ring.give(0, 1)
    assert ring.chosen == [1, 2, 3, 4, 0]
    assert not ring.give(1, 1)
    assert ring.chosen == [1, 2, 3, 4, 0]

"""Tables that follow from ranks: the ladder (competition.md 3.2) and the seats of finals (3.6)."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.refusals import Refused
from tournaments.draws import History, Options, Player, draw_ladder, ladder, seats_of_final


def ranks(n):
    """Rank 1 is the best."""
    return [str(rank) for rank in range(1, n + 1)]


@pytest.mark.parametrize(("n", "seats"), [(4, "4321"), (5, "54321"), (6, "654321")])
def test_in_a_final_the_best_has_the_last_seat(n, seats):
    assert seats_of_final(ranks(n)) == (tuple(seats),)


def test_more_than_six_sit_at_two_tables_in_a_snake():
    assert seats_of_final(ranks(8)) == (tuple("8541"), tuple("7632"))
    assert seats_of_final(ranks(9)) == (tuple("98541"), tuple("7632"))


def test_thirteen_sit_at_three_tables():
    first, second, third = seats_of_final(ranks(13))
    assert first == ("13", "12", "7", "6", "1")
    assert second == ("11", "8", "5", "2")
    assert third == ("10", "9", "4", "3")


@given(st.integers(min_value=4, max_value=60).filter(lambda n: n != 7))
def test_finals_seat_everybody_once_at_as_few_tables_as_can_be(n):
    tables = seats_of_final(ranks(n))
    assert sorted(key for table in tables for key in table) == sorted(ranks(n))
    assert len(tables) == -(-n // 6)
    assert all(4 <= len(table) <= 6 for table in tables)
    for table in tables:
        assert [int(key) for key in table] == sorted(map(int, table), reverse=True)


@pytest.mark.parametrize(("n", "code"), [(0, "too_few_players"), (3, "too_few_players"), (7, "seven_players")])
def test_finals_that_cannot_be_seated(n, code):
    with pytest.raises(Refused) as refusal:
        seats_of_final(ranks(n))
    assert refusal.value.code == code


def test_in_a_ladder_neighbours_in_the_standings_share_a_table():
    assert ladder(ranks(9), (4, 5)) == (tuple("12345"), tuple("6789"))


def test_in_a_ladder_only_the_seats_are_by_lot():
    players = [Player(key) for key in ranks(8)]
    history = History(dealt_first=dict.fromkeys("1234567", 1) | {"4": 0})
    drawn = draw_ladder(players, history, Options(sizes=(4, 4)), "ab")
    assert [set(table) for table in drawn.tables] == [set("1234"), set("5678")]
    assert [table[0] for table in drawn.tables] == ["4", "8"]
    assert drawn == draw_ladder(players, history, Options(sizes=(4, 4)), "ab")
    assert drawn.tables != draw_ladder(players, history, Options(sizes=(4, 4)), "ac").tables


def test_in_a_ladder_equal_ones_are_ordered_by_lot_among_themselves():
    """Else whoever types the list chooses who of them sits at the better table."""
    players, options = [Player(key) for key in ranks(8)], Options(sizes=(4, 4))
    first = Counter(
        frozenset(draw_ladder(players, History(), options, f"{seed:04x}", equal=(2, 4, 2)).tables[0])
        for seed in range(60)
    )
    assert set(first) == {frozenset({"1", "2", *two}) for two in combinations("3456", 2)}
    assert min(first.values()) >= 3


@pytest.mark.parametrize("seat", [seats_of_final, lambda keys: ladder(keys, (4,))])
def test_nobody_sits_twice(seat):
    with pytest.raises(Refused) as refusal:
        seat(["1", "2", "3", "2"])
    assert (refusal.value.code, refusal.value.values) == ("player_twice", {"key": "2"})

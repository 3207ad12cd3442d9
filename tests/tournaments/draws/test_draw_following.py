"""Rounds drawn one by one go on with the plan, as far as the rounds played show that they follow it."""

from collections import Counter
from dataclasses import replace

import pytest

from tournaments.draws import History, Options, Player, draw, history_of
from tournaments.draws.checker import recount


def field(n, club_size=0):
    return [Player(f"p{i + 1:02}", f"c{i // club_size}" if club_size else None) for i in range(n)]


def one_by_one(players, rounds, **options):
    """Every round with a seed of its own, knowing the tables before it and the plan as the last draw left it."""
    return [drawing.tables for drawing in drawings(players, rounds, **options)]


def drawings(players, rounds, **options):
    drawn, plan = [], None
    for number in range(rounds):
        history = history_of([drawing.tables for drawing in drawn], plan)
        drawn.append(draw(players, history, Options(rounds=rounds, **options), f"{number:02x}"))
        plan = drawn[-1].plan
    return drawn


@pytest.mark.parametrize(("n", "rounds"), [(16, 5), (20, 5), (24, 7), (28, 9), (40, 8), (46, 8), (23, 5)])
def test_no_round_spoils_a_later_one(n, rounds):
    """A search that only sees the next round cannot reach this."""
    counted = recount(one_by_one(field(n), rounds))
    assert counted.coincidences == 0
    assert counted.spread("A") <= 1


def test_clubs_stay_apart_all_the_way():
    players = field(28, 7)
    counted = recount(one_by_one(players, 7, clubs="require"), {player.key: player.club for player in players})
    assert (counted.coincidences, counted.club_pairs) == (0, 0)


def test_lots_still_decide_who_meets_whom_in_the_second_round():
    first = draw(field(16), History(), Options(rounds=3), "00").tables
    seconds = {draw(field(16), history_of([first]), Options(rounds=3), f"{seed:02x}").tables for seed in range(20)}
    assert len(seconds) > 10


def continued(players, drawn, rounds):
    """The rest of an event by the plan, with these players."""
    tables, plan = [drawing.tables for drawing in drawn], drawn[-1].plan
    while len(tables) < rounds:
        drawing = draw(players, history_of(tables, plan), Options(rounds=rounds), f"a{len(tables)}")
        tables, plan = [*tables, drawing.tables], drawing.plan
    return tables


def test_who_comes_in_goes_on_where_the_other_left():
    players = [*field(16)[1:], Player("new")]
    assert recount(continued(players, drawings(field(16), 5)[:3], 5)).coincidences == 0


def test_who_comes_in_has_dealt_first_for_nobody_else():
    """p01 leaves after he dealt first; who comes for him may deal first as early as anybody."""
    dealt = set()
    first = drawings(field(16), 3)[:1]
    dealer = first[0].tables[0][0]
    players = [player for player in field(16) if player.key != dealer] + [Player("new")]
    for seed in range(40):
        second = draw(players, history_of([first[0].tables], first[0].plan), Options(rounds=3), f"{seed:02x}")
        dealt |= {table[0] for table in second.tables}
    assert "new" in dealt
    assert dealt.isdisjoint(table[0] for table in first[0].tables)


def test_a_swap_by_hand_in_the_first_round_exchanges_two_numbers():
    (first,) = drawings(field(16), 5)[:1]
    swapped = [list(table) for table in first.tables]
    swapped[0][0], swapped[1][2] = swapped[1][2], swapped[0][0]
    drawn = [replace(first, tables=tuple(map(tuple, swapped)))]
    assert recount(continued(field(16), drawn, 5)).coincidences == 0


def test_without_the_plan_that_was_left_the_round_is_searched_for():
    first = draw(field(24), History(), Options(rounds=3), "ab")
    second = draw(field(24), history_of([first.tables]), Options(rounds=3), "cd")
    assert first.plan is not None
    assert second.plan is None
    assert second.quality.proved_optimal


@pytest.mark.parametrize("spoilt", [1, 2])
def test_where_the_plan_was_left_the_round_is_searched_for(spoilt):
    drawn = [[list(table) for table in tables] for tables in one_by_one(field(20), 3)]
    drawn[spoilt][0][0], drawn[spoilt][1][2] = drawn[spoilt][1][2], drawn[spoilt][0][0]
    fourth = draw(field(20), history_of(drawn), Options(rounds=5), "ab")
    assert fourth.quality.coincidences <= 6
    assert Counter(key for table in fourth.tables for key in table) == Counter(player.key for player in field(20))


def test_other_players_or_sizes_end_the_plan():
    first = draw(field(20), History(), Options(rounds=3), "ab").tables
    for players, sizes in ((field(21), None), (field(19), None), (field(20), (5, 5, 5, 5))):
        second = draw(players, history_of([first]), Options(rounds=3, sizes=sizes), "cd")
        assert second.quality.proved_optimal

"""Rounds drawn one by one go on with the plan, as far as the rounds played show that they follow it."""

from collections import Counter

import pytest

from tournaments.draws import History, Options, Player, choices_of_lots, draw, history_of
from tournaments.draws.checker import recount


def field(n, club_size=0):
    return [Player(f"p{i + 1:02}", f"c{i // club_size}" if club_size else None) for i in range(n)]


def one_by_one(players, rounds, **options):
    """Every round with a seed of its own, knowing the tables before it and nothing else."""
    drawn = []
    for number in range(rounds):
        wishes = Options(rounds=rounds, **options)
        drawn.append(draw(players, history_of(drawn), wishes, f"{number:02x}").tables)
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


def test_it_is_said_how_much_is_left_to_the_lot():
    """Sixteen over five rounds: 16!, then the order of four tables, then nothing, as drawing again and again shows."""
    drawn, left = one_by_one(field(16), 4), []
    for number in range(5):
        history = history_of(drawn[:number])
        left.append(choices_of_lots(field(16), history, Options(rounds=5)))
        if number > 1:
            assert len({draw(field(16), history, Options(rounds=5), f"{seed:02x}").tables for seed in range(5)}) == 1
    assert left == [20922789888000, 24, 1, 1, 1]


def test_a_searched_round_and_clubs_in_the_first_are_not_counted():
    swapped = [[list(table) for table in tables] for tables in one_by_one(field(20), 3)]
    swapped[2][0][0], swapped[2][1][2] = swapped[2][1][2], swapped[2][0][0]
    assert choices_of_lots(field(20), history_of(swapped), Options(rounds=5)) is None
    assert choices_of_lots(field(20, 5), History(), Options(rounds=3, clubs="prefer")) is None


def test_who_comes_in_takes_the_number_of_who_left():
    drawn = one_by_one(field(16), 4)[:3]
    players = [*field(16)[1:], Player("new")]
    fourth = draw(players, history_of(drawn), Options(rounds=5), "ab").tables
    assert recount([*drawn, fourth]).coincidences == 0
    fifth = draw(players, history_of([*drawn, fourth]), Options(rounds=5), "cd").tables
    assert recount([*drawn, fourth, fifth]).coincidences == 0


def test_a_swap_by_hand_in_the_first_round_changes_who_has_which_number():
    first = [list(table) for table in draw(field(16), History(), Options(rounds=5), "00").tables]
    first[0][0], first[1][2] = first[1][2], first[0][0]
    drawn = [first]
    for number in range(4):
        drawn.append(draw(field(16), history_of(drawn), Options(rounds=5), f"{number:02x}").tables)
    assert recount(drawn).coincidences == 0


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

"""A simulation is told by its seed: the same deals, whoever counts them and however many there are."""

import pytest

from games.rules.smoking_cat.bulk import AT_ONCE, BLOCK, play_block
from games.simulation.deals import simulated
from games.simulation.tally import Tally, tally_of_block

RANDOM = ("random",) * 4
MIXED = ("random", "cautious", "random", "cautious")


def total(players, seed, deals):
    return sum(simulated(players, seed=seed, deals=deals), Tally())


@pytest.mark.parametrize(("players", "deals"), [(RANDOM, 9000), (MIXED, 12)])
def test_the_same_seed_gives_the_same_counts_and_another_one_others(players, deals):
    assert total(players, "one", deals) == total(players, "one", deals)
    assert total(players, "one", deals) != total(players, "two", deals)


@pytest.mark.parametrize(("players", "few", "many"), [(RANDOM, 8300, 16500), (MIXED, 5, 9)])
def test_more_deals_go_on_from_where_fewer_end(players, few, many):
    """What is counted is a sum over deals, so no count of the longer simulation is smaller."""
    shorter, longer = total(players, "go on", few), total(players, "go on", many)
    assert (shorter.deals, longer.deals) == (few, many)
    assert shorter.points <= longer.points
    assert shorter.lost <= longer.lost


def test_a_simulation_plays_block_after_block_however_many_at_once():
    blocks = [(number, BLOCK) for number in range(AT_ONCE // BLOCK)] + [(AT_ONCE // BLOCK, 21)]
    expected = sum((tally_of_block(play_block("blocks", *block)) for block in blocks), Tally())
    assert total(RANDOM, "blocks", AT_ONCE + 21) == expected


def test_equal_players_lose_equally_often_and_cautious_ones_less():
    equal = total(RANDOM, "equal", 40_000)
    lost = [sum(equal.lost[player, place] for place in range(4)) for player in range(4)]
    assert all(9_600 < times < 10_300 for times in lost)  # 10,000 less a share of the undecided ones, ± 4 deviations
    mixed = total(MIXED, "mixed", 60)
    lost = [sum(mixed.lost[player, place] for place in range(4)) for player in range(4)]
    assert lost[1] + lost[3] < lost[0] + lost[2]

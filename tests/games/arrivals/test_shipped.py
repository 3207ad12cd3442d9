"""The histories with the phones that ship: their scripts in node, the decision of the site, the same judge.

`bench/histories.py --phones shipped` plays thousands. Which bugs planted into the scripts it sees: tests/phone.
"""

import pytest

from tests.games.arrivals.histories import NORMAL
from tests.games.arrivals.shipped import node, shipped_history, shipped_restored
from tests.phone.conftest import without_node

pytestmark = pytest.mark.skipif(without_node() is not None, reason=without_node() or "")

HISTORIES, PARTS = 200, 2


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_no_history_loses_a_deal_or_counts_one_twice_unasked(part):
    step = HISTORIES // PARTS
    first = part * step
    with node() as phones:
        seeds = range(first, first + step)
        broken = {seed: found for seed in seeds if (found := shipped_history(seed, phones).faults)}
    assert broken == {}


@pytest.mark.slow
def test_in_a_normal_evening_hardly_a_game_needs_the_referee():
    with node() as phones:
        outcomes = [shipped_history(seed, phones, NORMAL) for seed in range(200)]
    assert [outcome.faults for outcome in outcomes if outcome.faults] == []
    assert sum(outcome.is_flagged for outcome in outcomes) <= 2


def test_three_phones_bring_an_older_copy_the_twenty_deals_that_it_lacks_once():
    with node() as phones:
        assert [seed for seed in range(12) if shipped_restored(seed, phones).faults] == []


def test_the_same_seed_is_the_same_history():
    with node() as phones:
        assert shipped_history(7, phones) == shipped_history(7, phones)

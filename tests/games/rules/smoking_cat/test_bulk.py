"""The bulk engine agrees with the step engine, card by card, in every deal of every seed."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.players.smoking_cat.deals import PLAYERS, play_out
from games.rules.smoking_cat.bulk import BLOCK, DEALER, SEATS, chance_of, losers, play_block, record_of
from games.rules.smoking_cat.planes import value_of
from games.rules.smoking_cat.play import deal
from games.rules.smoking_cat.points import loser_of
from games.rules.smoking_cat.record import record_of as written_down
from games.rules.smoking_cat.record import replay

RANDOM = dict.fromkeys(SEATS, PLAYERS["random"])


def stepped(seed, number, which):
    """The same deal, played by four random players with the step engine."""
    chance = chance_of(seed, number, which)
    return play_out(deal(chance, seats=SEATS, dealer=DEALER), RANDOM, chance)


def agree(block, lost, seed, number, which):
    state = stepped(seed, number, which)
    record = record_of(block, which)
    assert record == written_down(state)
    assert replay(record) == state  # every card of the bulk engine is legal
    for trick, told in zip(block.tricks, state.tricks, strict=True):
        assert [SEATS[place] for place in range(4) if trick.led[place] >> which & 1] == [told.leader]
        assert [SEATS[place] for place in range(4) if trick.taken[place] >> which & 1] == [told.taker]
    assert [value_of(points, which) for points in block.tricks[-1].points] == list(state.points.values())
    verdict = loser_of(state.points, hejma=state.hejma, last_trick=state.last_trick)
    assert [SEATS[place] for place in range(4) if lost.lost[place] >> which & 1] == [verdict.loser] * bool(
        verdict.loser
    )
    assert bool(lost.by_hejma >> which & 1) == (verdict.decided_by == "hejma")
    assert bool(lost.undecided >> which & 1) == (verdict.decided_by == "undecided")


@settings(max_examples=25, deadline=None)
@given(st.text(max_size=6), st.integers(0, 5), st.integers(1, 40))
def test_any_deal_of_any_seed_is_played_alike_by_both_engines(seed, number, deals):
    block = play_block(seed, number, deals)
    agree(block, losers(block), seed, number, deals - 1)


def test_three_hundred_deals_are_played_alike_by_both_engines():
    block = play_block("twins", 1, 300)
    lost = losers(block)
    for which in range(300):
        agree(block, lost, "twins", 1, which)


@pytest.mark.parametrize("which", [0, BLOCK // 2, BLOCK - 1])
def test_a_whole_block_begins_with_the_same_deals_as_a_part_of_it(which):
    whole = play_block("whole", 0)
    assert record_of(play_block("whole", 0, which + 1), which) == record_of(whole, which)
    agree(whole, losers(whole), "whole", 0, which)


def test_more_deals_than_a_block_holds_are_those_of_the_blocks_after_it():
    both, second = play_block("span", 4, BLOCK + 3), play_block("span", 5, 3)
    assert [record_of(both, BLOCK + which) for which in range(3)] == [record_of(second, which) for which in range(3)]
    agree(both, losers(both), "span", 4, BLOCK + 1)


def test_every_deal_of_a_block_gives_33_points_and_one_loser_or_none():
    block = play_block("sums")
    lost = losers(block)
    assert sum(plane.bit_count() for plane in lost.lost) + lost.undecided.bit_count() == BLOCK
    points = (sum(value_of(own, which) for own in block.tricks[-1].points) for which in range(0, BLOCK, 37))
    assert set(points) == {33}  # RULES C10

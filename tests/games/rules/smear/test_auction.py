"""The bidding: one call each, higher or pass, the moon above all."""

from dataclasses import replace

import pytest

from games.rules.refusals import Refused
from games.rules.smear.auction import bid, legal_bids
from games.rules.smear.variants import VARIANTS
from tests.games.rules.smear.deals import SEATS, dealt


def called(state, *calls):
    for call in calls:
        state = bid(state, call)
    return state


def test_calls_go_round_once_from_the_dealers_left():
    """RULES S22, S26"""
    state = dealt("ten_point", 4, "a")  # the second seat deals
    assert (state.dealer, state.to_act) == ("B", "C")
    state = called(state, None, 3, None)
    assert (state.to_act, state.phase) == ("B", "bidding")
    state = called(state, 4)
    assert (state.phase, state.to_act, state.contract) == ("naming", "B", ("B", 4))


@pytest.mark.parametrize(
    ("name", "first", "after_five"),
    [
        ("ten_point", [None, *range(1, 11)], [None, *range(6, 11)]),
        ("nine_cards", [None, *range(1, 11)], [None, *range(6, 11)]),
        ("widow", [None, *range(4, 11), "moon"], [None, *range(6, 11), "moon"]),
        ("cutthroat", [None, *range(3, 11), "moon"], [None, *range(6, 11), "moon"]),
        ("five_point", [None, *range(1, 6)], [None]),
    ],
)
def test_a_bid_is_higher_than_all_before(name, first, after_five):
    """RULES S23, S24, S25, S27"""
    state = dealt(name, VARIANTS[name].players[0], "a")
    assert list(legal_bids(state)) == first
    assert list(legal_bids(called(state, 5))) == after_five


def test_the_moon_goes_over_the_highest_number_and_nothing_over_the_moon():
    """RULES S27"""
    state = dealt("widow", 4, "a")
    assert legal_bids(called(state, 10)) == (None, "moon")
    assert legal_bids(called(state, "moon")) == (None,)


@pytest.mark.parametrize("call", [0, 3, -1, 11, "moon", True, "3"])
def test_an_illegal_call_is_refused(call):
    with pytest.raises(Refused) as refused:
        called(dealt("ten_point", 4, "a"), 3, call)
    assert refused.value.code == "bid_not_allowed"


def test_a_deal_without_a_bid_is_over():
    """RULES S28"""
    state = called(dealt("ten_point", 4, "a"), None, None, None, None)
    assert (state.phase, state.to_act, state.contract) == ("over", None, None)
    with pytest.raises(Refused, match="other_act_due"):
        bid(state, 3)


def test_where_the_dealer_must_bid_he_may_not_pass_after_three_passes():
    """RULES S28"""
    state = dealt("ten_point", 4, "a")._replace(variant=replace(VARIANTS["ten_point"], dealer_must_bid=True))
    assert legal_bids(called(state, None, None, None)) == tuple(range(1, 11))
    assert legal_bids(called(state, None, 1, None))[0] is None


def test_the_pitcher_takes_the_widow_up_before_naming_trumps():
    """RULES S36"""
    state = dealt("widow", 4, "a")
    after = called(state, 4, None, None, None)
    place = SEATS.index(state.to_act)
    assert after.hands[place] == state.hands[place] + state.stock[:4]
    assert after.left == state.stock[4:]

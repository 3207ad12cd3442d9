"""The bidding: one call for each seat, from the dealer's left (RULES S22, S23, S24, S25, S27, S28).

`bid` is for the legal; `take_calls` takes the bidding as it was done, for whoever replays what really happened.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.rules.refusals import Refused
from games.rules.smear.cards import SUITS, Suit
from games.rules.smear.state import MOON, PASS, Bid, Call, State, height_of, with_hand
from games.rules.tricks import next_seat


def legal_bids(state: State) -> tuple[Bid, ...]:
    """What the seat to call may say: pass, or more than anybody before (RULES S23, S24, S25)."""
    variant = state.variant
    highest = max((height_of(variant, call.bid) for call in state.calls), default=0)
    numbers = range(max(highest + 1, variant.lowest_bid), variant.highest_bid + 1)
    moon = (MOON,) if variant.moon and highest < height_of(variant, MOON) else ()
    forced = variant.dealer_must_bid and state.to_act == state.dealer and not highest  # RULES S28
    return (*(() if forced else (PASS,)), *numbers, *moon)


def bid(state: State, call: Bid) -> State:
    """The state after the seat to act has called. Raises Refused: `other_act_due`, `bid_not_allowed`."""
    if state.phase != "bidding":
        raise Refused("other_act_due")
    if isinstance(call, bool) or call not in legal_bids(state):
        raise Refused("bid_not_allowed", seat=state.to_act, bid=call)
    seat = state.seats[state.turn]
    calls = (*state.calls, Call(seat, call))
    if len(calls) == len(state.seats):
        return take_calls(state, calls)
    return state._replace(calls=calls, turn=state.seats.index(next_seat(state.seats, seat)))


def take_calls(state: State, calls: Iterable[Call]) -> State:
    """The state after a whole bidding, whatever was called. With nothing but passes the deal is over (RULES S28)."""
    state = state._replace(calls=tuple(calls))
    if state.contract is None:
        return state._replace(phase="over")
    place = state.seats.index(state.pitcher)
    if state.variant.first_lead == "names_trump":  # RULES S30
        return state._replace(phase="playing", turn=place)
    widow, left = state.left[: state.variant.widow], state.left[state.variant.widow :]  # RULES S36
    hands = with_hand(state.hands, place, state.hands[place] + widow)
    return state._replace(phase="naming", turn=place, hands=hands, left=left)


def legal_trumps(state: State) -> tuple[Suit, ...]:
    """The pitcher may name any suit, also one that he does not hold (RULES S29)."""
    return tuple(SUITS) if state.phase == "naming" else ()

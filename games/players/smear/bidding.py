"""How high a careful player of Smear bids: as high as his best suit promises, and no higher than he has to."""

from __future__ import annotations

from games.players.smear.worth import POINT, best_suit, promise
from games.rules.smear.auction import legal_bids
from games.rules.smear.cards import Hand
from games.rules.smear.state import PASS, Bid, State


def call_for(view: State, hand: Hand) -> Bid:
    """The lowest legal bid if it is promised, else a pass; a dealer who must bid bids the least."""
    legal = legal_bids(view)
    numbers = [call for call in legal if isinstance(call, int)]
    limit = promise(view.variant, hand, best_suit(view.variant, hand)) // POINT
    if numbers and numbers[0] <= limit:
        return numbers[0]
    return PASS if PASS in legal else numbers[0]

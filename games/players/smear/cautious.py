"""`cautious`: bids what its hand promises, names the best suit, and plays the tricks with its partners in mind.

It never shoots the moon. Chance has no part in what it does.
"""

from __future__ import annotations

from games.players.smear.bidding import call_for
from games.players.smear.tricks import card_to_play
from games.players.smear.worth import best_suit, height
from games.rules.chance import Chance
from games.rules.smear.cards import Hand
from games.rules.smear.exchange import discards
from games.rules.smear.moves import Move
from games.rules.smear.points import scoring_trumps
from games.rules.smear.state import State


class Cautious:
    def choose(self, view: State, chance: Chance) -> Move:
        hand = view.hands[view.turn]
        if view.phase == "bidding":
            return call_for(view, hand)
        if view.phase == "naming":
            return best_suit(view.variant, hand)
        return _put_away(view) if view.phase == "discarding" else card_to_play(view)


def _put_away(view: State) -> Hand:
    """Beside what must go the weakest cards, but such as bring points last of all."""
    choice, variant, trump = discards(view), view.variant, view.trump or ""
    scoring = scoring_trumps(variant, trump)
    weakest = sorted(choice.pool, key=lambda card: (card in scoring, height(variant, trump, card)))
    return choice.forced + tuple(weakest[: choice.number])

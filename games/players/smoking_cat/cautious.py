"""`cautious`: plays by rules of thumb, so as to take few points (thumb.py says which). Chance has no part in it.

He packs as soon as he has 17 points.
"""

from __future__ import annotations

from games.players.smoking_cat.bits import CARD_OF_BIT
from games.players.smoking_cat.moves import PACK, Move, is_lost
from games.players.smoking_cat.table import table_of
from games.players.smoking_cat.thumb import card_to_play, three_to_pass
from games.rules.chance import Chance
from games.rules.smoking_cat.hands import to_bits, to_cards
from games.rules.smoking_cat.view import View


class Cautious:
    def choose(self, view: View, chance: Chance) -> Move:
        hand = to_bits(view.hand)
        if view.must_pass:
            return to_cards(three_to_pass(hand))
        if is_lost(view):
            return PACK
        return CARD_OF_BIT[card_to_play(hand, table_of(view))]

"""`random`: any legal move, all alike. He never packs.

The three cards that he passes take one number of the stream, and so does every card that he plays, also where he has no
choice. The bulk twin of the rules draws in the same way (`games.rules.smoking_cat.bulk`), so it plays the same deals.
"""

from __future__ import annotations

from games.players.smoking_cat.moves import Move
from games.rules.chance import Chance
from games.rules.smoking_cat.play import CARDS_PASSED
from games.rules.smoking_cat.view import View


class Random:
    def choose(self, view: View, chance: Chance) -> Move:
        if view.must_pass:
            return chance.some_of(view.hand, CARDS_PASSED)
        return chance.one_of(view.legal_plays)

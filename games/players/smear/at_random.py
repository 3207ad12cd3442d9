"""`random`: any legal move, all alike, whatever is asked."""

from __future__ import annotations

from games.rules.chance import Chance
from games.rules.smear.moves import Move, any_move
from games.rules.smear.state import State


class Random:
    def choose(self, view: State, chance: Chance) -> Move:
        return any_move(view, chance)

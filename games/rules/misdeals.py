"""How often each player has dealt wrongly in a game (competition.md 2.7, RULES C64, C24).

A void deal counts against whoever dealt it: the dealer written down with it, else the one who had to deal by the
rules. The count is the person's, not the seat's: a stand-in begins at nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from games.rules.bench import propose
from games.rules.entries import Correction, VoidDeal
from games.rules.replay import GameState, replay
from games.rules.ruled import occupant_at


def misdeals(state: GameState, *, but: Collection[int] = ()) -> Counter[str]:
    """Label of the occupant → void deals that he dealt. `but`: positions of void deals that were no misdeals."""
    found: Counter[str] = Counter()
    for line in state.lines:
        if line.applied and isinstance(line.entry, VoidDeal) and line.position not in but:
            dealer = line.entry.dealer or _dealer_before(state, line.position)
            if dealer in state.seats:
                found[occupant_at(state, dealer, line.position)] += 1
    return found


def _dealer_before(state: GameState, position: int) -> str:
    before = [line.entry for line in state.lines[: position - 1] if line.applied]
    proposal = propose(replay(state.setup, [entry for entry in before if not isinstance(entry, Correction)]))
    return proposal.dealer if proposal else ""

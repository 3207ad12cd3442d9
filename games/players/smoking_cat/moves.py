"""One shape for all acts of a deal of Smoking Cat: three cards to pass, a card to play, or packing.

`act` does a move with the functions of the rules, so nobody can make an illegal one. It is the twin of
`games.rules.smear.moves`.
"""

from __future__ import annotations

from typing import Literal

from games.rules.cards import Card
from games.rules.smoking_cat.play import Hand, State, give, pack, play
from games.rules.smoking_cat.points import SURE_TO_LOSE
from games.rules.smoking_cat.view import View

PACK: Literal["pack"] = "pack"

Move = Card | Hand
"""A card, which is a text, or PACK; or the three cards to pass on."""


def to_act(state: State) -> str | None:
    """The seat that is asked next: in the pass the first that has not passed, then the one to play; else None."""
    if state.is_passing:
        return state.seats[state.given.index(())]
    return state.to_play


def act(state: State, seat: str, move: Move) -> State:
    """The state after the seat has made the move; raises Refused if it is not legal."""
    if isinstance(move, tuple):
        return give(state, seat, move)
    return pack(state, seat) if move == PACK else play(state, move)


def is_lost(view: View) -> bool:
    """Whether the seat has taken so much that it can pack (RULES C44)."""
    return view.points[view.seats.index(view.seat)] >= SURE_TO_LOSE

"""What a player is, in either game: whoever makes a move out of a view.

A player sees nothing but the view of his seat (`seen_by` of the game's rules), keeps nothing in mind from one move to
the next, and takes all his chance from the stream that he is handed. So the same seed gives the same game on every
machine, and a page may ask for one move at a time, in whatever process.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

from games.rules.chance import Chance

ViewT = TypeVar("ViewT", contravariant=True)
MoveT = TypeVar("MoveT", covariant=True)


class Player(Protocol[ViewT, MoveT]):
    """One of the two games' players; which moves there are says `moves.py` of that game."""

    def choose(self, view: ViewT, chance: Chance) -> MoveT:
        """A legal move. Only asked when it is this seat's turn."""
        ...

"""What all trick-taking games share: the led suit, who takes a trick, who sits next.

A trick is one card of each seat in the order in which they fell. How high a card counts is a question for the game:
it hands in a mapping or function in which the higher number takes the trick.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from games.rules.cards import Card


class Trick(NamedTuple):
    """A complete trick. `cards` fell in the order of `seats`, whose first led; `points` are those of its cards."""

    seats: tuple[str, ...]
    cards: tuple[Card, ...]
    taker: str
    points: int

    @property
    def leader(self) -> str:
        return self.seats[0]


def follow(hand: Sequence[Card], led: str) -> tuple[Card, ...]:
    """The cards of the led suit, or none."""
    return tuple([card for card in hand if card[1] == led])


def highest(cards: Sequence[Card], height: Callable[[Card], int]) -> int:
    """Which of the cards of a trick takes it, counted from 0; of equals the first."""
    return max(range(len(cards)), key=lambda place: (height(cards[place]), -place))


def from_seat(seats: Sequence[str], first: str) -> tuple[str, ...]:
    """The seats clockwise, beginning with `first`."""
    place = seats.index(first)
    return (*seats[place:], *seats[:place])


def next_seat(seats: Sequence[str], after: str) -> str:
    return seats[(seats.index(after) + 1) % len(seats)]

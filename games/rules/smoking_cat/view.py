"""What one seat may know of a deal: the ground on which a player decides, be it a person at a page or a computer.

A seat knows its own hand, the three cards that it gave to the left and, once all have passed, the three it got from the
right (RULES C30); of the others only what fell on the table. Looking at older tricks is forbidden (RULES C43), but
remembering them is not, so a view holds them all. Two states that differ only in hidden cards give equal views.
"""

from __future__ import annotations

from typing import NamedTuple

from games.rules.cards import PACK, Card
from games.rules.smoking_cat.play import CARDS_EACH, Hand, State
from games.rules.tricks import Trick, follow, from_seat, next_seat


class View(NamedTuple):
    """A deal as `seat` sees it. `points`: those of each of the `seats` so far.

    `passed`: the seats that have laid out their three cards; `gave` and `got` are () until that has happened.
    """

    seat: str
    seats: tuple[str, ...]
    dealer: str
    hand: Hand
    passed: tuple[str, ...]
    gave: Hand
    got: Hand
    to_play: str | None
    table: Hand
    tricks: tuple[Trick, ...]
    points: tuple[int, ...]
    packed_by: str | None
    ended_early: bool

    @property
    def must_pass(self) -> bool:
        return self.seat not in self.passed

    @property
    def legal_plays(self) -> Hand:
        """What this seat may play now (RULES C33, C36, C37); () when it is not its turn."""
        if self.to_play != self.seat:
            return ()
        return (follow(self.hand, self.table[0][1]) if self.table else ()) or self.hand

    @property
    def leader(self) -> str:
        """The seat that leads the open trick, or did (RULES C32, C40)."""
        return self.tricks[-1].taker if self.tricks else next_seat(self.seats, self.dealer)

    @property
    def left(self) -> str:
        """The seat that got the cards this one gave."""
        return next_seat(self.seats, self.seat)

    @property
    def played(self) -> tuple[tuple[str, Card], ...]:
        """Every card that has fallen, with the seat that played it, in that order."""
        fallen = [pair for trick in self.tricks for pair in zip(trick.seats, trick.cards, strict=True)]
        return (*fallen, *zip(self._on_the_table(), self.table, strict=True))

    @property
    def unseen(self) -> Hand:
        """The cards that others hold or have laid out for passing."""
        seen = {*self.hand, *(card for _, card in self.played)}
        return tuple(card for card in PACK if card not in seen)

    @property
    def left_holds(self) -> Hand:
        """The cards given to the left that are still there."""
        fallen = {card for _, card in self.played}
        return tuple(card for card in self.gave if card not in fallen)

    @property
    def cards_held(self) -> dict[str, int]:
        """Seat → how many cards it holds; those laid out for passing are still its own."""
        held = dict.fromkeys(self.seats, CARDS_EACH)
        for seat, _ in self.played:
            held[seat] -= 1
        return held

    @property
    def voids(self) -> dict[str, str]:
        """Seat → the suits that it has shown it does not hold, by not following."""
        shown = dict.fromkeys(self.seats, "")
        tricks = [*((trick.seats, trick.cards) for trick in self.tricks), (self._on_the_table(), self.table)]
        for seats, cards in tricks:
            for seat, card in zip(seats, cards, strict=True):
                led = cards[0][1]
                if card[1] != led and led not in shown[seat]:
                    shown[seat] += led
        return shown

    def _on_the_table(self) -> tuple[str, ...]:
        return from_seat(self.seats, self.leader)[: len(self.table)]


def seen_by(state: State, seat: str) -> View:
    place = state.seats.index(seat)
    gave = state.given[place]
    return View(
        seat=seat,
        seats=state.seats,
        dealer=state.dealer,
        hand=tuple(card for card in state.hands[place] if not state.is_passing or card not in gave),
        passed=tuple(seat for seat, given in zip(state.seats, state.given, strict=True) if given),
        gave=gave,
        got=() if state.is_passing else state.given[place - 1],
        to_play=state.to_play,
        table=state.table,
        tricks=state.tricks,
        points=tuple(state.points.values()),
        packed_by=state.packed_by,
        ended_early=state.ended_early,
    )

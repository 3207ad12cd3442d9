"""The open side of a deal in numbers: what lies on the table, what has fallen, who has taken how much.

A twin of the rules for playing on in one's head, hundreds of deals for one card: places 0 to 3 instead of seats, bits
instead of cards, and it changes in place. What it says agrees with the rules; a test plays the same deals on both.
"""

from __future__ import annotations

from games.players.smoking_cat.bits import HEJMA_BIT, POINTS_OF_BIT, SUIT_OF_BIT
from games.rules.smoking_cat.hands import BIT, Bits
from games.rules.smoking_cat.play import CARDS_EACH, PLAYERS
from games.rules.smoking_cat.points import LAST_TRICK
from games.rules.smoking_cat.view import View
from games.rules.tricks import next_seat


class Table:
    """`led`: the suit of the open trick, 0 before the lead; `best`: its highest card so far, which `taker` played.

    `at_stake`: the points of the open trick; `lying`: its cards; `fallen`: all cards since the pass; `hejma`: the place
    that took her, or None.
    """

    __slots__ = ("at_stake", "best", "fallen", "hejma", "led", "lying", "points", "taker", "tricks", "turn")

    def __init__(self, leader: int) -> None:
        self.turn = self.taker = leader
        self.led = self.best = self.fallen = 0
        self.lying = self.at_stake = self.tricks = 0
        self.points = [0] * PLAYERS
        self.hejma: int | None = None

    def copy(self) -> Table:
        twin = Table.__new__(Table)
        twin.turn, twin.taker = self.turn, self.taker
        twin.led, twin.best, twin.fallen = self.led, self.best, self.fallen
        twin.lying, twin.at_stake, twin.tricks = self.lying, self.at_stake, self.tricks
        twin.points, twin.hejma = self.points.copy(), self.hejma
        return twin

    def lay(self, card: Bits) -> None:
        """The place whose turn it is plays the card."""
        if not self.led:
            self.led, self.best, self.taker = SUIT_OF_BIT[card], card, self.turn
        elif card & self.led and card > self.best:
            self.best, self.taker = card, self.turn
        self.fallen |= card
        self.at_stake += POINTS_OF_BIT[card]
        self.lying += 1
        self.turn = (self.turn + 1) % PLAYERS
        if self.lying == PLAYERS:
            self._take()

    def _take(self) -> None:
        self.tricks += 1
        if self.tricks == CARDS_EACH:
            self.at_stake += LAST_TRICK
        self.points[self.taker] += self.at_stake
        if self.hejma is None and self.fallen & HEJMA_BIT:
            self.hejma = self.taker
        self.turn = self.taker
        self.led = self.best = self.lying = self.at_stake = 0


def table_of(view: View) -> Table:
    """The table as it lies, played again from the first card."""
    table = Table(view.seats.index(next_seat(view.seats, view.dealer)))
    for _, card in view.played:
        table.lay(BIT[card])
    return table

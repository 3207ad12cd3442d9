"""What there is to know of a single card that is a bit of a hand, for thinking fast.

Hands are numbers here as in the state of a deal (`games.rules.smoking_cat.hands`): suits lie side by side, each from
its seven up to its ace. So within a suit the higher card is the higher number, and the lowest card of a hand its
lowest bit.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.rules.cards import HEJMA, Card
from games.rules.smoking_cat.hands import BIT, SUIT_OF, Bits
from games.rules.smoking_cat.points import POINTS

CARD_OF_BIT: dict[Bits, Card] = {bit: card for card, bit in BIT.items()}
SUIT_OF_BIT: dict[Bits, Bits] = {bit: SUIT_OF[card] for card, bit in BIT.items()}
POINTS_OF_BIT: dict[Bits, int] = {bit: POINTS[card] for card, bit in BIT.items()}
HEJMA_BIT: Bits = BIT[HEJMA]


def each(hand: Bits) -> Iterator[Bits]:
    """The cards one by one, in the order of the pack."""
    while hand:
        bit = hand & -hand
        yield bit
        hand ^= bit


def highest(hand: Bits) -> Bits:
    return 1 << hand.bit_length() - 1


def lowest(hand: Bits) -> Bits:
    return hand & -hand

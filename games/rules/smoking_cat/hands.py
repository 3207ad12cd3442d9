"""A hand as a number: the card at place n of the pack is bit n, so a hand is a set that costs nothing to change.

`hand & SUIT_OF[card]` are its cards of that suit, `hand ^ BIT[card]` is the hand without the card, and `to_cards` gives
them back in the order of the pack. The state of a deal keeps hands like this; whoever looks at it sees tuples of cards.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.rules.cards import PACK, RANKS, SUITS, Card

Bits = int

BIT: dict[Card, Bits] = {card: 1 << place for place, card in enumerate(PACK)}
SUIT_OF: dict[Card, Bits] = {card: sum(BIT[other] for other in PACK if other[1] == card[1]) for card in PACK}
HEARTS, LEAVES, ACORNS, BELLS = (SUIT_OF["A" + suit] for suit in SUITS)
WHOLE_PACK: Bits = sum(BIT.values())


def to_bits(cards: Iterable[Card]) -> Bits:
    """The hand of these cards of the pack; what stands there twice is in it once."""
    hand = 0
    for card in cards:
        hand |= BIT[card]
    return hand


def to_cards(hand: Bits) -> tuple[Card, ...]:
    """The cards of a hand in the order of the pack."""
    return _OF_HEARTS[hand & 255] + _OF_LEAVES[hand >> 8 & 255] + _OF_ACORNS[hand >> 16 & 255] + _OF_BELLS[hand >> 24]


def _choices(suit: str) -> tuple[tuple[Card, ...], ...]:
    """Every choice of cards of a suit, at the place that its eight bits say."""
    choices: tuple[tuple[Card, ...], ...] = ((),)
    for rank in RANKS:
        choices += tuple((*cards, rank + suit) for cards in choices)
    return choices


_OF_HEARTS, _OF_LEAVES, _OF_ACORNS, _OF_BELLS = map(_choices, SUITS)

SAME_SUIT = {
    card: (choices, shift)
    for choices, shift in ((_OF_HEARTS, 0), (_OF_LEAVES, 8), (_OF_ACORNS, 16), (_OF_BELLS, 24))
    for card in choices[-1]
}
"""Card → where to find the cards of its suit in a hand: `choices[hand >> shift & 255]`."""

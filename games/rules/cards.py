"""Cards and packs: a card is its text of two characters, rank and suit, such as `Ol` or `7h`.

Smoking Cat is played with 32 cards (formats/deal-file.md): ranks `7 8 9 T U O K A`, suits `h l a b` for hearts,
leaves, acorns and bells. Smear has its own ranks and suits, and jokers (formats/smear-file.md); both games share
the text. A hand, a trick, a pack is a tuple of cards; nothing here knows what a card is worth or who may play it.
"""

from __future__ import annotations

from collections.abc import Iterable

Card = str

RANKS = "789TUOKA"  # lowest first
SUITS = "hlab"
PACK = tuple(rank + suit for suit in SUITS for rank in RANKS)  # RULES C1
HEJMA: Card = "Ol"  # RULES C7

STRENGTH = {card: RANKS.index(card[0]) for card in PACK}  # RULES C2
"""How high a card stands in its suit, from 0 for the seven to 7 for the ace."""


def read_cards(text: str) -> tuple[Card, ...]:
    """The cards of "7h Ol": whatever stands between blanks, unjudged."""
    return tuple(text.split())


def write_cards(cards: Iterable[Card]) -> str:
    return " ".join(cards)


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Cards of the pack sorted as a hand is held: by suit, the lowest first."""
    return tuple(sorted(cards, key=PACK.index))

"""The cards of Smear: packs, what is trump, which card takes a trick, what a card counts for Game.

A card is its rank and suit, `2`–`9 T J Q K A` and `h s c d`; the jokers are `X1` and `X2` (formats/smear-file.md). Once
trumps are named, the Jack of the other suit of the same colour is the Jick, and it and the jokers belong to the trump
suit (RULES S9, S10): they follow it, and are no cards of any other. `??` is a card that whoever looks cannot know.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from games.rules.cards import Card
from games.rules.smear.variants import Variant

Hand = tuple[Card, ...]
Suit = str

RANKS = "23456789TJQKA"  # RULES S8
SUITS = "hscd"
JOKERS: Hand = ("X1", "X2")
HIDDEN: Card = "??"

_OTHER_OF_COLOUR = {"h": "d", "d": "h", "s": "c", "c": "s"}
_CARD_POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1, "T": 10}  # RULES S13
_ABOVE_SUITS = len(RANKS)


def pack(variant: Variant, players: int) -> Hand:
    """The cards with which so many play (RULES S6, S7)."""
    left_out = variant.table(players).left_out
    suited = tuple(rank + suit for suit in SUITS for rank in RANKS if rank not in left_out)
    return suited + JOKERS[: variant.jokers]


def jick_of(trump: Suit) -> Card:
    """The Left Bower (RULES S9)."""
    return "J" + _OTHER_OF_COLOUR[trump]


@cache
def trump_heights(variant: Variant, trump: Suit | None) -> Mapping[Card, int]:
    """Every trump with its height, the lowest first; none before they are named.

    Jokers that rank by the order in which they fall share a height (RULES S11); a single one is the lowest trump of
    all where the variant says so (RULES S12).
    """
    if trump is None:
        return {}
    suited = [rank + trump for rank in RANKS]
    jokers, jack = list(JOKERS[: variant.jokers]), RANKS.index("J")
    between = [*([] if variant.joker_is_lowest else jokers), *([jick_of(trump)] if variant.jick else [])]
    order = [*(jokers if variant.joker_is_lowest else []), *suited[:jack], *between, *suited[jack:]]
    heights = {card: height for height, card in enumerate(order)}
    if variant.jokers_by_order:
        heights |= dict.fromkeys(jokers, heights[jokers[0]])
    return heights


def trumps_among(variant: Variant, cards: Iterable[Card], trump: Suit | None) -> Hand:
    heights = trump_heights(variant, trump)
    return tuple(card for card in cards if card in heights)


def suit_of(variant: Variant, card: Card, trump: Suit | None) -> Suit | None:
    """The suit that the card follows; a joker has none before trumps are named."""
    if card in trump_heights(variant, trump):
        return trump
    return None if card in JOKERS else card[1]


def taken_by(variant: Variant, cards: Sequence[Card], trump: Suit | None) -> int:
    """Which card of a trick takes it, from 0: the highest trump, else the highest of the led suit (RULES S46).

    Only jokers can be equal; the second of them is the higher (RULES S11).
    """
    heights, led = trump_heights(variant, trump), suit_of(variant, cards[0], trump)

    def height(place: int) -> tuple[int, int]:
        card = cards[place]
        if card in heights:
            return _ABOVE_SUITS + heights[card], place
        return (RANKS.index(card[0]) if card[1] == led else -1), place

    return max(range(len(cards)), key=height)


def card_points(cards: Iterable[Card]) -> int:
    """What cards count for Game, in any suit (RULES S13)."""
    return sum(_CARD_POINTS.get(card[0], 0) for card in cards)

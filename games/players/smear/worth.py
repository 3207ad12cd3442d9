"""What cards are worth in Smear: to whoever takes them in a trick, and to whoever would name a suit trumps.

Everything is counted in hundredths of a point.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from games.rules.cards import Card
from games.rules.smear.cards import JOKERS, RANKS, SUITS, Suit, card_points, jick_of, trump_heights, trumps_among
from games.rules.smear.variants import Point, Variant

POINT = 100
CARD_POINT = 3  # Game goes to whoever has most of them; about thirty are in play

_RANK_FOR = {"high": "A", "low": "2", "deuce": "2", "jack": "J", "ten": "T", "trey": "3"}
_JOKER_FOR = {"joker": JOKERS[0], "joker_1": JOKERS[0], "joker_2": JOKERS[1]}


def card_for(point: Point, trump: Suit) -> Card | None:
    """The card that as a rule brings the point; None for Game."""
    if point.name in _JOKER_FOR:
        return _JOKER_FOR[point.name]
    if point.name == "jick":
        return jick_of(trump)
    return _RANK_FOR[point.name] + trump if point.name in _RANK_FOR else None


@cache
def _points_taken_with(variant: Variant, trump: Suit) -> Mapping[Card, int]:
    """The cards that bring their points to the taker of the trick."""
    return {
        card: POINT * point.worth
        for point in variant.points
        if (card := card_for(point, trump)) and point.to == "taker"
    }


@cache
def _counts_for_game(variant: Variant) -> bool:
    return any(point.to == "most" for point in variant.points)


def worth(variant: Variant, trump: Suit, cards: Iterable[Card]) -> int:
    """What cards in a trick are worth to its taker."""
    cards = tuple(cards)
    taken = _points_taken_with(variant, trump)
    for_game = CARD_POINT * card_points(cards) if _counts_for_game(variant) else 0
    return for_game + sum(taken.get(card, 0) for card in cards)


def height(variant: Variant, trump: Suit, card: Card) -> int:
    """How strong a card is: every trump stands above all others."""
    heights = trump_heights(variant, trump)
    return len(RANKS) + heights[card] if card in heights else RANKS.index(card[0])


def promise(variant: Variant, hand: Iterable[Card], trump: Suit) -> int:
    """What the party of a hand may hope to win if it names this suit."""
    hand = tuple(hand)
    trumps = trumps_among(variant, hand, trump)
    return sum(point.worth * _hope(point, trumps, trump) for point in variant.points)


def _hope(point: Point, trumps: tuple[Card, ...], trump: Suit) -> int:
    card = card_for(point, trump)
    if card is None:
        return min(POINT, 15 * len(trumps))
    if point.to == "owner":
        return POINT if card in trumps else 40
    return min(90, 40 + 10 * len(trumps)) if card in trumps else 20 + 6 * len(trumps)


def best_suit(variant: Variant, hand: Iterable[Card]) -> Suit:
    """The suit that promises most as trumps; of equal ones the first."""
    hand = tuple(hand)
    return max(SUITS, key=lambda suit: promise(variant, hand, suit))

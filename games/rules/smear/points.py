"""What a deal brings: who has won which of the points (sentences S50 to S62 of RULES.md).

Only what fell on the table counts: a card that sleeps in the stock or was put away brings nobody anything (RULES S41).
High, Low and the Deuce stay with whoever played them, the others go to the taker of their trick; a variant says which.
A point that nobody won, because its card did not fall or card points are tied, is not listed at all. Every party can
win points, whoever pitched (RULES S61).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from games.rules.cards import Card
from games.rules.smear.cards import JOKERS, Suit, jick_of, trump_heights
from games.rules.smear.variants import Point, Variant, party_of
from games.rules.tricks import Trick


class Played(NamedTuple):
    """A card that fell: `owner` played it, `taker` took its trick."""

    card: Card
    owner: str
    taker: str


def won(variant: Variant, parties: Sequence[str], trump: Suit, tricks: Sequence[Trick]) -> dict[str, list[str]]:
    """Party → the points it has won, by their names in order of the alphabet."""
    names: dict[str, list[str]] = {party: [] for party in sorted(parties)}
    for point in variant.points:
        party = _winner(point, variant, parties, trump, tricks)
        if party is not None:
            names[party].append(point.name)
    return {party: sorted(found) for party, found in names.items()}


def worth(variant: Variant, names: Iterable[str]) -> int:
    """What the points of these names are worth together."""
    found = set(names)
    return sum(point.worth for point in variant.points if point.name in found)


def scoring_trumps(variant: Variant, trump: Suit) -> frozenset[Card]:
    """The trumps that bring a point to somebody when they are played; the ace is always High (RULES S39)."""
    names = {point.name for point in variant.points}
    cards = {rank + trump for name, rank in _RANKS.items() if name in names}
    if "jick" in names:
        cards.add(jick_of(trump))
    if names & _JOKERS.keys():
        cards.update(JOKERS[: variant.jokers])
    return frozenset(cards)


def _winner(point: Point, variant: Variant, parties: Sequence[str], trump: Suit, tricks: Sequence[Trick]) -> str | None:
    if point.to == "most":
        return _most_card_points(parties, tricks)
    played = [
        Played(card, owner, trick.taker)
        for trick in tricks
        for owner, card in zip(trick.seats, trick.cards, strict=True)
    ]
    found = _card_of(point.name, variant, trump, played)
    if found is None:
        return None
    return party_of(parties, found.owner if point.to == "owner" else found.taker)


def _most_card_points(parties: Sequence[str], tricks: Sequence[Trick]) -> str | None:
    """More than every other party, or nobody (RULES S57)."""
    counted = Counter(dict.fromkeys(parties, 0))
    for trick in tricks:
        counted[party_of(parties, trick.taker)] += trick.points
    (best, most), (_, second) = counted.most_common(2)
    return best if most > second else None


def _card_of(name: str, variant: Variant, trump: Suit, played: Sequence[Played]) -> Played | None:
    """The card that the point is for, if it fell."""
    if name == "high":
        return _last(_by_height(variant, trump, played))  # RULES S51
    if name == "low":
        return _first(_by_height(variant, trump, played, jokers=variant.low_may_be_joker))  # RULES S52
    if name in _JOKERS:
        return _joker(_JOKERS[name], variant, played)
    card = jick_of(trump) if name == "jick" else _RANKS[name] + trump
    return _first([fallen for fallen in played if fallen.card == card])


def _by_height(variant: Variant, trump: Suit, played: Sequence[Played], *, jokers: bool = True) -> list[Played]:
    """The trumps that fell, the lowest first; equal jokers as they fell, so the second is the higher (RULES S11)."""
    heights = trump_heights(variant, trump)
    trumps = [fallen for fallen in played if fallen.card in heights and (jokers or fallen.card not in JOKERS)]
    return sorted(trumps, key=lambda fallen: heights[fallen.card])


def _joker(number: int, variant: Variant, played: Sequence[Played]) -> Played | None:
    """The first or second to fall; the low or the high one where they are told apart (RULES S55)."""
    if variant.jokers_by_order:
        jokers = [fallen for fallen in played if fallen.card in JOKERS]
        return jokers[number] if number < len(jokers) else None
    return _first([fallen for fallen in played if fallen.card == JOKERS[number]])


def _first(played: Sequence[Played]) -> Played | None:
    return played[0] if played else None


def _last(played: Sequence[Played]) -> Played | None:
    return played[-1] if played else None


_RANKS = {"high": "A", "jack": "J", "ten": "T", "trey": "3", "deuce": "2"}
_JOKERS = {"joker": 0, "joker_1": 0, "joker_2": 1}

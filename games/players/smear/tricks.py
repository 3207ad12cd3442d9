"""How a careful player of Smear plays a trick: what he leads, takes, gives to a partner and keeps from opponents.

- He leads the dearest card that nobody can beat any more, a trump if he can; if he has none, his cheapest.
- To a trick that a partner has for certain he gives his dearest card: he smears.
- A trick that he can have for certain he takes, with the card that brings most home, the weakest of equal ones.
- For a trick that is worth a point and still open he tries with his strongest card.
- Otherwise he plays his cheapest.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.players.smear.worth import POINT, best_suit, height, worth
from games.rules.cards import Card
from games.rules.smear.cards import Hand, Suit, pack, taken_by
from games.rules.smear.play import legal_plays
from games.rules.smear.state import State
from games.rules.smear.variants import party_of


def card_to_play(view: State) -> Card:
    legal = legal_plays(view)
    if view.trump is None:  # the first lead names the trumps
        suit = best_suit(view.variant, view.hands[view.turn])
        view = view._replace(trump=suit)
        legal = tuple(card for card in legal if card[1] == suit) or legal
    trick = _trick_in(view)
    return _follow(trick, legal) if trick.cards else _lead(trick, legal)


@dataclass(frozen=True, slots=True)
class _Trick:
    """The open trick as a seat sees it. `unseen`: what others may hold; `to_come`: opponents who play after it."""

    view: State
    trump: Suit
    cards: Hand
    unseen: Hand
    is_ours: bool
    to_come: tuple[str, ...]

    def worth(self, cards: Iterable[Card]) -> int:
        return worth(self.view.variant, self.trump, cards)

    def height(self, card: Card) -> int:
        return height(self.view.variant, self.trump, card)

    def takes(self, card: Card) -> bool:
        return self._taken_by((*self.cards, card)) == len(self.cards)

    def is_safe_with(self, *cards: Card) -> bool:
        """Whether no opponent to come can take the trick as it will lie."""
        lying = (*self.cards, *cards)
        return not self.to_come or not any(self._taken_by((*lying, card)) == len(lying) for card in self.unseen)

    def cheapest(self, cards: Iterable[Card]) -> Card:
        return min(cards, key=lambda card: (self.worth([card]), self.height(card)))

    def dearest(self, cards: Iterable[Card]) -> Card:
        """The weakest of those that are worth most."""
        return max(cards, key=lambda card: (self.worth([card]), -self.height(card)))

    def _taken_by(self, cards: Hand) -> int:
        return taken_by(self.view.variant, cards, self.trump)


def _trick_in(view: State) -> _Trick:
    seats, cards = [fallen.seat for fallen in view.table], tuple(fallen.card for fallen in view.table)
    me, variant, trump = view.seats[view.turn], view.variant, view.trump or ""
    party = party_of(view.parties, me)
    return _Trick(
        view=view,
        trump=trump,
        cards=cards,
        unseen=_unseen(view),
        is_ours=bool(cards) and seats[taken_by(variant, cards, trump)] in party,
        to_come=tuple(seat for seat in view.seats if seat not in party and seat not in seats),
    )


def _unseen(view: State) -> Hand:
    """The cards that may still be in other hands."""
    seen = {*view.hands[view.turn], *(view.discards[view.turn] or ()), *(fallen.card for fallen in view.table)}
    seen.update(card for trick in view.tricks for card in trick.cards)
    return tuple(card for card in pack(view.variant, len(view.seats)) if card not in seen)


def _lead(trick: _Trick, legal: Hand) -> Card:
    unbeaten = [card for card in legal if trick.is_safe_with(card)]
    return max(unbeaten, key=trick.height) if unbeaten else trick.cheapest(legal)


def _follow(trick: _Trick, legal: Hand) -> Card:
    if trick.is_ours and trick.is_safe_with():
        return trick.dearest(legal)
    taking = [card for card in legal if trick.takes(card)]
    certain = [card for card in taking if trick.is_safe_with(card)]
    if certain:
        return trick.dearest(certain)
    if taking and not trick.is_ours and trick.worth(trick.cards) >= POINT:
        return max(taking, key=trick.height)
    return trick.cheapest(legal)

"""Hidden hands as they might be: dealt out by chance, but in keeping with all that a seat knows.

The cards that were given to the left are there until they fall, nobody holds a suit that he did not follow, and every
hand has its number of cards. A dealing that leaves a card without a place is begun again. Should no dealing be found,
somebody must have revoked, and what hands have shown not to hold is no longer believed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.players.smoking_cat.table import Table
from games.players.smoking_cat.thumb import card_to_play
from games.rules.chance import Chance
from games.rules.smoking_cat.hands import BIT, Bits, to_bits
from games.rules.smoking_cat.view import View

_ATTEMPTS = 200

Hands = list[Bits]
"""The hands of the four places."""


class Unknown(NamedTuple):
    """`known`: what is known of each hand; `room`: how many cards it holds besides; `loose`: every other card with the
    places that can hold it, those with fewest places first.
    """

    known: tuple[Bits, ...]
    room: tuple[int, ...]
    loose: tuple[tuple[Bits, tuple[int, ...]], ...]


def unknown_to(view: View, *, believe_voids: bool = True) -> Unknown:
    voids = view.voids
    known = {view.seat: view.hand, view.left: view.left_holds}
    loose = [
        (
            BIT[card],
            tuple(
                place
                for place, seat in enumerate(view.seats)
                if seat != view.seat and not (believe_voids and card[1] in voids[seat])
            ),
        )
        for card in view.unseen
        if card not in view.left_holds
    ]
    return Unknown(
        tuple(to_bits(known.get(seat, ())) for seat in view.seats),
        tuple(held - len(known.get(seat, ())) for seat, held in view.cards_held.items()),
        tuple(sorted(loose, key=lambda card: len(card[1]))),
    )


def imagine(view: View, chance: Chance, number: int) -> list[Hands]:
    """So many possible deals of the hidden cards."""
    unknown = unknown_to(view)
    found = []
    for _ in range(number):
        hands = _attempts(unknown, chance)
        if hands is None:
            unknown = unknown_to(view, believe_voids=False)
            hands = _attempts(unknown, chance) or list(unknown.known)
        found.append(hands)
    return found


def _attempts(unknown: Unknown, chance: Chance) -> Hands | None:
    for _ in range(_ATTEMPTS):
        hands = _deal_out(unknown, chance)
        if hands is not None:
            return hands
    return None


def _deal_out(unknown: Unknown, chance: Chance) -> Hands | None:
    """Every card goes to one of its places, the likelier the more room there is; None if there is none."""
    hands, room = list(unknown.known), list(unknown.room)
    for card, places in unknown.loose:
        free = sum([room[place] for place in places])
        if not free:
            return None
        drawn = chance.below(free)
        for place in places:
            drawn -= room[place]
            if drawn < 0:
                hands[place] |= card
                room[place] -= 1
                break
    return hands


def plausibility(hands: Hands, played: Sequence[tuple[int, Bits]], *, me: int) -> int:
    """How well hands explain what fell: twice as well for each card of others that rules of thumb would have played.

    `played`: every card since the pass, with the place that played it.
    """
    before = hands.copy()
    for place, card in played:
        before[place] |= card
    table, explained = Table(played[0][0] if played else me), 0
    for place, card in played:
        if place != me and card_to_play(before[place], table) == card:
            explained += 1
        before[place] ^= card
        table.lay(card)
    return 1 << explained

"""A deal of Smoking Cat while it is being entered: what is due next, and the draft after each act.

A draft is a record like any other, only with cards missing: hands first, seat by seat, then the three that each passes,
then the cards as they fell. Hands are full with eight cards; when three are full the fourth holds the rest. Where
nobody knows what was passed, the hands are those with which the tricks began, and a pass is made up that leads there:
each seat is said to have got the last three cards that it holds. Whoever shows such a deal says that it was made up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal

from games.rules.cards import PACK, Card, in_order
from games.rules.refusals import Refused
from games.rules.smoking_cat.play import CARDS_EACH, CARDS_PASSED, PLAYERS, Hand, State, lay
from games.rules.smoking_cat.record import DealRecord
from games.rules.tricks import next_seat

Due = Literal["hand", "pass", "card", "nothing"]


def new_draft(seats: Sequence[str], dealer: str) -> DealRecord:
    """A deal of which only the players are known. Raises Refused: `four_seats`, `dealer_plays`."""
    if len(set(seats)) != PLAYERS:
        raise Refused("four_seats")
    if dealer not in seats:
        raise Refused("dealer_plays")
    return DealRecord(dealer=dealer, hands=dict.fromkeys(sorted(seats), ()))


def seats_without_hand(draft: DealRecord) -> tuple[str, ...]:
    return tuple(seat for seat in draft.seats if len(draft.hands[seat]) != CARDS_EACH)


def seats_without_pass(draft: DealRecord) -> tuple[str, ...]:
    return tuple(seat for seat in draft.seats if len(draft.passes.get(seat, ())) != CARDS_PASSED)


def is_draft(record: DealRecord) -> bool:
    """It is still being entered: hands are whole or empty, or passes are missing, and no card has fallen yet."""
    held = [card for hand in record.hands.values() for card in hand]
    is_sound = all(len(hand) in (0, CARDS_EACH) for hand in record.hands.values()) and len(held) == len(set(held))
    return is_sound and not record.plays and bool(seats_without_hand(record) or seats_without_pass(record))


def due(draft: DealRecord, state: State | None) -> Due:
    """What has to be entered next. `state`: what the draft has come to, None if that cannot be said."""
    if seats_without_hand(draft):
        return "hand"
    if seats_without_pass(draft):
        return "pass"
    return "nothing" if state is None or state.is_over else "card"


def with_hand(draft: DealRecord, seat: str, cards: Sequence[Card], *, passes_known: bool = True) -> DealRecord:
    """The seat holds these eight cards, whoever held them before; a last hand fills itself.

    Raises Refused `eight_cards`. A pass that is not of the hand any more is forgotten.
    """
    chosen = in_order(set(cards) & set(PACK))
    if len(chosen) != CARDS_EACH:
        raise Refused("eight_cards", chosen=len(chosen))
    before = draft if passes_known else without_pass(draft)
    hands = {other: tuple(card for card in hand if card not in chosen) for other, hand in before.hands.items()}
    hands = _filled({**hands, seat: chosen})
    passes = {other: gave for other, gave in before.passes.items() if set(gave) <= set(hands[other])}
    changed = replace(before, hands=hands, passes=passes)
    return changed if passes_known or seats_without_hand(changed) else with_made_up_pass(changed)


def _filled(hands: Mapping[str, Hand]) -> dict[str, Hand]:
    """If one hand alone is not full, it holds the rest of the pack."""
    open_seats = [seat for seat, hand in hands.items() if len(hand) != CARDS_EACH]
    if len(open_seats) != 1:
        return dict(hands)
    held = {card for seat, hand in hands.items() if seat not in open_seats for card in hand}
    return {**hands, open_seats[0]: tuple(card for card in PACK if card not in held)}


def with_pass(draft: DealRecord, seat: str, cards: Sequence[Card]) -> DealRecord:
    """The seat passes these three; raises Refused `three_cards`."""
    chosen = in_order(set(cards) & set(draft.hands[seat]))
    if len(chosen) != CARDS_PASSED:
        raise Refused("three_cards", chosen=len(chosen))
    passes = {**draft.passes, seat: chosen}
    return replace(draft, passes={other: passes[other] for other in draft.seats if other in passes})


def with_made_up_pass(draft: DealRecord) -> DealRecord:
    """The same hands as those after a pass: each got the last three that it holds, from its right."""
    got = {seat: hand[-CARDS_PASSED:] for seat, hand in draft.hands.items()}
    passes = {seat: got[next_seat(draft.seats, seat)] for seat in draft.seats}
    hands = {seat: in_order((*draft.hands[seat][:-CARDS_PASSED], *passes[seat])) for seat in draft.seats}
    return replace(draft, hands=hands, passes=passes)


def without_pass(draft: DealRecord) -> DealRecord:
    """The hands with which the tricks begin, as if they had been dealt so; the other way of `with_made_up_pass`."""
    if seats_without_pass(draft):
        return draft
    hands = {}
    for giver in draft.seats:
        getter = next_seat(draft.seats, giver)
        kept = tuple(card for card in draft.hands[getter] if card not in draft.passes[getter])
        hands[getter] = in_order((*kept, *draft.passes[giver]))
    return replace(draft, hands={seat: hands[seat] for seat in draft.seats}, passes={})


def with_card(draft: DealRecord, state: State, card: Card) -> DealRecord:
    """The seat to play puts down this card of its hand; the last trick, where nobody has a choice, plays itself."""
    plays, state = (*draft.plays, card), lay(state, card)
    while len(state.tricks) == CARDS_EACH - 1:
        card = state.hands[state.turn][0]
        plays, state = (*plays, card), lay(state, card)
    return replace(draft, plays=plays)


def undone(draft: DealRecord, *, passes_known: bool = True) -> DealRecord | None:
    """The draft before the last act; None if only the players are known."""
    if draft.packed_by is not None or draft.ended_early:
        return replace(draft, packed_by=None, ended_early=False)
    if draft.plays:
        forced = PLAYERS if len(draft.plays) == CARDS_EACH * PLAYERS else 0
        return replace(draft, plays=draft.plays[: -1 - forced])
    if draft.passes and passes_known:
        last = list(draft.passes)[-1]
        return replace(draft, passes={seat: gave for seat, gave in draft.passes.items() if seat != last})
    return _without_last_hand(draft if passes_known else without_pass(draft))


def _without_last_hand(draft: DealRecord) -> DealRecord | None:
    """The hand that was entered last is open again, and the one that filled itself."""
    full = [seat for seat in draft.seats if draft.hands[seat]]
    if not full:
        return None
    emptied = full[-2:] if len(full) == PLAYERS else full[-1:]
    return replace(draft, hands={seat: () if seat in emptied else hand for seat, hand in draft.hands.items()})

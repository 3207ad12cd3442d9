"""What is written down of a deal of Smear: the game it belongs to, the hands, what was said, put away and played.

A record says what happened, not what should have: it may hold a misdeal, a bid too low, a revoke; ruling.py judges it.
Who played a card, and who was served which from the stock, follows from the rest. `replay` and `record_of` go between
the record of a legal deal and its state.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.rules.cards import Card
from games.rules.smear.auction import bid
from games.rules.smear.cards import Hand, Suit
from games.rules.smear.exchange import discard, name_trump
from games.rules.smear.play import play
from games.rules.smear.state import Call, State, start
from games.rules.smear.variants import Variant, parties


@dataclass(frozen=True, slots=True)
class DealRecord:
    """One deal. `scores`: party → score before it; `hands` as dealt; `stock`: the cards not dealt, the widow first.

    `trump` is None where the lead names it, and before it is named; `discards` holds the seats that have put away.
    """

    variant: Variant
    target: int
    scores: Mapping[str, int]
    dealer: str
    hands: Mapping[str, Hand]
    stock: Hand
    calls: tuple[Call, ...] = ()
    trump: Suit | None = None
    discards: Mapping[str, Hand] = field(default_factory=dict)
    plays: tuple[Card, ...] = ()

    @property
    def seats(self) -> tuple[str, ...]:
        return tuple(sorted(self.hands))

    @property
    def parties(self) -> tuple[str, ...]:
        return parties(self.variant, self.seats)


def record_of(state: State, *, target: int, scores: Mapping[str, int]) -> DealRecord:
    """The record of a state, also of a deal that still goes on."""
    named_by_lead = state.variant.first_lead == "names_trump"
    return DealRecord(
        variant=state.variant,
        target=target,
        scores=dict(sorted(scores.items())),
        dealer=state.dealer,
        hands=dict(zip(state.seats, state.dealt, strict=True)),
        stock=state.stock,
        calls=state.calls,
        trump=None if named_by_lead else state.trump,
        discards={seat: cards for seat, cards in zip(state.seats, state.discards, strict=True) if cards is not None},
        plays=(*(card for trick in state.tricks for card in trick.cards), *(fallen.card for fallen in state.table)),
    )


def replay(record: DealRecord) -> State:
    """The state that a legal deal has come to; raises Refused at the first act that the rules forbid."""
    state = start(record.variant, record.hands, dealer=record.dealer, stock=record.stock)
    for call in record.calls:
        state = bid(state, call.bid)
    if record.trump is not None:
        state = name_trump(state, record.trump)
    while state.to_act in record.discards and state.phase == "discarding":
        state = discard(state, record.discards[str(state.to_act)])
    for card in record.plays:
        state = play(state, card)
    return state

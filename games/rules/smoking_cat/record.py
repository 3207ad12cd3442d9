"""What is written down of a deal: who dealt, the hands, the passes, the cards in the order in which they fell.

A record says what happened, not what should have: it may hold a misdeal, a wrong pass, a revoke; ruling.py judges it.
`replay` and `record_of` go between the record of a legal deal and its state.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.rules.cards import Card
from games.rules.smoking_cat.play import Hand, State, end_early, give, pack, play, start


@dataclass(frozen=True, slots=True)
class DealRecord:
    """One deal. `hands` as dealt and `passes` by seat, in the order of the seats; who played follows from `plays`."""

    dealer: str
    hands: Mapping[str, Hand]
    passes: Mapping[str, Hand] = field(default_factory=dict)
    plays: tuple[Card, ...] = ()
    packed_by: str | None = None
    ended_early: bool = False

    @property
    def seats(self) -> tuple[str, ...]:
        return tuple(sorted(self.hands))


def record_of(state: State) -> DealRecord:
    """The record of a state: its hands, passes and cards, also of a deal that still goes on."""
    return DealRecord(
        dealer=state.dealer,
        hands=dict(zip(state.seats, state.dealt, strict=True)),
        passes={seat: cards for seat, cards in zip(state.seats, state.given, strict=True) if cards},
        plays=(*(card for trick in state.tricks for card in trick.cards), *state.table),
        packed_by=state.packed_by,
        ended_early=state.ended_early,
    )


def replay(record: DealRecord) -> State:
    """The state that a legal deal has come to; raises Refused at the first act that the rules forbid."""
    state = start(record.hands, dealer=record.dealer)
    for seat, cards in record.passes.items():
        state = give(state, seat, cards)
    for card in record.plays:
        state = play(state, card)
    if record.packed_by is not None:
        state = pack(state, record.packed_by)
    return end_early(state) if record.ended_early else state

"""A recorded deal of Smear, position by position: what lies where."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate

from django.utils.translation import gettext as _

from games import smear_texts
from games.rules.cards import Card
from games.rules.smear.cards import JOKERS, Hand
from games.rules.smear.notation import format_deal
from games.rules.smear.play import legal_plays, playable
from games.rules.smear.points import won, worth
from games.rules.smear.record import DealRecord
from games.rules.smear.ruling import Finding, Ruling, rule_on
from games.rules.smear.state import State
from games.rules.tricks import Trick, from_seat
from tournaments.public.card_faces import RANKS_OF, SUITS_OF
from tournaments.public.deal_desk.scenes import BEFORE_THE_CARDS, Held, Laid, Line, Scene, Seat, Tally


@dataclass(frozen=True)
class SmearScenes:
    """One deal with its ruling."""

    record: DealRecord

    @cached_property
    def ruling(self) -> Ruling:
        return rule_on(self.record)

    @cached_property
    def notation(self) -> str:
        return format_deal(self.record)

    @cached_property
    def seats(self) -> tuple[str, ...]:
        return self.record.seats

    @property
    def first(self) -> int:
        return BEFORE_THE_CARDS

    @cached_property
    def last(self) -> int:
        """The position after the last card that could be followed."""
        state = self.ruling.state
        if state is None or state.phase not in ("playing", "over") or state.contract is None:
            return BEFORE_THE_CARDS
        return sum(len(trick.cards) for trick in state.tricks) + len(state.table)

    @cached_property
    def revokes(self) -> Mapping[int, Finding]:
        """Number of the card → the revoke that it was."""
        return {
            int(str(finding.values["play"])): finding for finding in self.ruling.findings if finding.code == "revoke"
        }

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """All the tricks, the last one perhaps unfinished."""
        state = self.ruling.state
        if state is None:
            return ()
        ends = accumulate(len(trick.cards) for trick in state.tricks)
        ended = zip(state.tricks, ends, strict=True)
        lines = tuple(self._line(number, trick, end) for number, (trick, end) in enumerate(ended, 1))
        return (*lines, self._open_trick(state)) if state.table else lines

    def _line(self, number: int, trick: Trick, end: int) -> Line:
        first = end - len(trick.cards) + 1
        laid = tuple(
            self._laid(seat, card, first + place, leads=not place, takes=seat == trick.taker)
            for place, (seat, card) in enumerate(zip(trick.seats, trick.cards, strict=True))
        )
        return Line(number, laid, trick.taker, trick.points, end)

    def _laid(self, seat: str, card: Card, number: int, *, leads: bool, takes: bool = False) -> Laid:
        return Laid(seat, self.seats.index(seat), card, number, leads, takes, number in self.revokes)

    def _open_trick(self, state: State) -> Line:
        """The trick that is not complete, or that is about to be led to, with gaps for those who still have to play."""
        before = sum(len(trick.cards) for trick in state.tricks)
        laid = [
            self._laid(fallen.seat, fallen.card, before + place, leads=place == 1)
            for place, fallen in enumerate(state.table, 1)
        ]
        there = {fallen.seat for fallen in state.table} - {state.to_act or ""}
        waiting = [
            seat
            for seat in from_seat(state.seats, state.to_act or state.seats[0])
            if seat not in there and playable(state, state.seats.index(seat))
        ]
        gaps = [Laid(seat, self.seats.index(seat), leads=not laid and not place) for place, seat in enumerate(waiting)]
        return Line(len(state.tricks) + 1, (*laid, *gaps), None, 0, before + len(laid))

    def scene(self, position: int, *, hand: str = "") -> Scene:
        """What lies on the table at a position. `hand`: the one seat whose cards lie open, "" for all."""
        if position == BEFORE_THE_CARDS:
            return Scene(position, tuple(self._dealt(seat, hand) for seat in self.seats))
        state = rule_on(replace(self.record, plays=self.record.plays[:position])).state
        if state is None:
            raise ValueError("a misdeal has no cards to be played")
        is_complete = bool(state.tricks) and not state.table
        to_play = state.to_act if state.phase == "playing" else None
        legal = legal_plays(state) if to_play else ()
        return Scene(
            at=position,
            seats=tuple(self._seat(state, seat, hand, to_play, is_new=position == 0) for seat in self.seats),
            trick=self.lines[len(state.tricks) - 1] if is_complete else self._open_trick(state),
            tallies=tuple(self._tally(state, party, to_play) for party in state.parties),
            to_play=to_play,
            may_play=_in_order(legal),
            is_bound=to_play is not None and len(legal) < len(state.hands[state.turn]),
        )

    def _dealt(self, name: str, hand: str) -> Seat:
        """A seat as it was dealt, with the cards that it puts away marked."""
        away, sign = self.record.discards.get(name, ()), _("puts away")
        cards = _in_order(self.record.hands[name])
        return Seat(
            name=name,
            place=self.seats.index(name),
            hand=tuple(Held(card, "away", sign) if card in away else Held(card) for card in cards),
            deals=name == self.record.dealer,
            is_open=hand in ("", name),
        )

    def _seat(self, state: State, name: str, hand: str, to_play: str | None, *, is_new: bool) -> Seat:
        """A seat while cards are played; those that it took up are marked as long as they are new."""
        dealt, sign = self.record.hands[name], _("took up")
        cards = _in_order(state.hands[self.seats.index(name)])
        return Seat(
            name=name,
            place=self.seats.index(name),
            hand=tuple(Held(card, "new", sign) if is_new and card not in dealt else Held(card) for card in cards),
            deals=name == state.dealer,
            is_open=hand in ("", name),
            to_play=to_play == name,
        )

    def _tally(self, state: State, party: str, to_play: str | None) -> Tally:
        """The points that the party would have if the deal ended now."""
        variant, contract = self.record.variant, state.contract
        names = won(variant, state.parties, state.trump, state.tricks)[party] if state.trump and state.tricks else []
        is_pitcher = contract is not None and contract.seat in party
        return Tally(
            name=party,
            points=worth(variant, names),
            beside=", ".join(str(smear_texts.POINTS[name]) for name in names),
            most=variant.highest_bid,
            enough=contract.bid if is_pitcher and contract and isinstance(contract.bid, int) else 0,
            is_next=to_play is not None and to_play in party,
        )


def _in_order(cards: Hand) -> Hand:
    """As a hand is held: by suit, the lowest first, jokers last."""
    order = (*(rank + suit for suit in SUITS_OF["smear"] for rank in RANKS_OF["smear"]), *JOKERS)
    return tuple(sorted(cards, key=order.index))

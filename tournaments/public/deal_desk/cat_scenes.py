"""A recorded deal of Smoking Cat, position by position: what lies where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import zip_longest

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.cards import Card, in_order
from games.rules.smoking_cat.notation import format_deal
from games.rules.smoking_cat.play import PLAYERS, State, legal_plays
from games.rules.smoking_cat.points import ALL_POINTS, SURE_TO_LOSE, TieWithoutHejma
from games.rules.smoking_cat.record import DealRecord
from games.rules.smoking_cat.ruling import Revoke, Ruling, adjudicate
from games.rules.tricks import from_seat
from tournaments.public.deal_desk.scenes import BEFORE_THE_CARDS, Held, Laid, Line, Scene, Seat, Tally


@dataclass(frozen=True)
class CatScenes:
    """One deal with its ruling. Where nobody knows what was passed, it begins with the hands after the pass."""

    record: DealRecord
    tie: TieWithoutHejma = "ask"
    passes_known: bool = True

    @cached_property
    def ruling(self) -> Ruling:
        return adjudicate(self.record, tie_without_hejma=self.tie)

    @cached_property
    def notation(self) -> str:
        return format_deal(self.record)

    @cached_property
    def seats(self) -> tuple[str, ...]:
        return self.record.seats

    @cached_property
    def played(self) -> int:
        """How many cards fell as far as the deal could be followed."""
        state = self.ruling.state
        return len(state.tricks) * PLAYERS + len(state.table) if state else 0

    @cached_property
    def first(self) -> int:
        return BEFORE_THE_CARDS if self.passes_known or self.ruling.state is None else 0

    @cached_property
    def last(self) -> int:
        """The position of the ruling; of a deal that was packed or ended early it comes after the last card."""
        if self.ruling.state is None:
            return BEFORE_THE_CARDS
        has_end = self.record.packed_by is not None or self.record.ended_early
        return self.played + int(has_end and not self.ruling.obstacles)

    def until(self, position: int) -> DealRecord:
        """The record as it was when so many cards had fallen."""
        plays = self.record.plays[: max(position, 0)]
        return replace(self.record, plays=plays, packed_by=None, ended_early=False)

    def revoke_at(self, number: int) -> Revoke | None:
        """The revoke that the card with this number is."""
        return next((revoke for revoke in self.ruling.revokes if revoke.play == number), None)

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """All the tricks, the last one perhaps unfinished."""
        state = self.ruling.state
        if state is None:
            return ()
        lines = tuple(
            Line(
                number, self._laid(number, trick.seats, trick.cards, trick.taker), trick.taker, trick.points, number * 4
            )
            for number, trick in enumerate(state.tricks, 1)
        )
        return (*lines, self._open_trick(state)) if state.table else lines

    def _open_trick(self, state: State) -> Line:
        """The trick that is not complete, or that is about to be led to."""
        leader = state.seats[(state.turn - len(state.table)) % PLAYERS]
        number = len(state.tricks) + 1
        cards = self._laid(number, from_seat(state.seats, leader), state.table, None)
        return Line(number, cards, None, 0, len(state.tricks) * PLAYERS + len(state.table))

    def _laid(self, trick: int, order: Sequence[str], cards: Sequence[Card], taker: str | None) -> tuple[Laid, ...]:
        """The four places of a trick in the order in which its cards fall."""
        first = (trick - 1) * PLAYERS + 1
        return tuple(
            Laid(
                seat,
                place=self.seats.index(seat),
                card=card,
                number=number,
                leads=number == first,
                takes=seat == taker,
                is_revoke=card is not None and self.revoke_at(number) is not None,
            )
            for number, (seat, card) in enumerate(zip_longest(order, cards), first)
        )

    def scene(self, position: int, *, hand: str = "") -> Scene:
        """What lies on the table at a position. `hand`: the one seat whose cards lie open, "" for all."""
        state = self._state_at(position)
        if state is None:
            return Scene(BEFORE_THE_CARDS, tuple(_dealt(self.record, seat, hand) for seat in self.seats))
        is_complete = bool(state.tricks) and not state.table
        is_new = position == 0 and self.passes_known
        legal = in_order(legal_plays(state)) if state.to_play is not None else ()
        return Scene(
            at=position,
            seats=tuple(_seat(state, place, hand, is_new=is_new) for place in range(PLAYERS)),
            trick=self.lines[len(state.tricks) - 1] if is_complete else self._open_trick(state),
            tallies=tuple(_tally(state, seat) for seat in state.seats),
            to_play=state.to_play,
            may_play=legal,
            is_bound=bool(state.table) and legal[:1] != () and legal[0][1] == state.table[0][1],
        )

    def _state_at(self, position: int) -> State | None:
        """The deal at this position; None before the pass, or where there is none."""
        if position == BEFORE_THE_CARDS:
            return None
        if position > self.played:
            return self.ruling.state
        return adjudicate(self.until(position)).state


def _dealt(record: DealRecord, name: str, hand: str) -> Seat:
    """A seat before the pass, with the cards that it gives away marked."""
    gives = record.passes.get(name, ())
    sign = _("passes")
    return Seat(
        name=name,
        place=record.seats.index(name),
        hand=tuple(Held(card, "away", sign) if card in gives else Held(card) for card in in_order(record.hands[name])),
        deals=name == record.dealer,
        is_open=hand in ("", name),
    )


def _seat(state: State, place: int, hand: str, *, is_new: bool) -> Seat:
    """A seat after the pass; the cards that it got are marked as long as they are new."""
    name = state.seats[place]
    got = state.given[place - 1] if is_new else ()
    sign = _("got")
    return Seat(
        name=name,
        place=place,
        hand=tuple(Held(card, "new", sign) if card in got else Held(card) for card in in_order(state.hands[place])),
        deals=name == state.dealer,
        is_open=hand in ("", name),
        to_play=state.to_play == name,
    )


def _tally(state: State, seat: str) -> Tally:
    tricks = sum(trick.taker == seat for trick in state.tricks)
    return Tally(
        name=seat,
        points=state.points[seat],
        beside=ngettext("%(n)d trick", "%(n)d tricks", tricks) % {"n": tricks},
        most=ALL_POINTS,
        enough=SURE_TO_LOSE,
        is_next=state.to_play == seat,
    )

"""What phones bring: each line is judged, goes into its log or is kept beside it, and is answered after the commit.

All lines of one game are one transaction, in the order in which they came: hold the event, lock the game, decide each
(games/arrivals/decide.py), append or put aside, let go what was held for it, bring the projections in line once;
commit; then answer. One line costs what a form costs. The answer is read from what is stored then, so the same lines
brought again get the same answer, for ever.

A line that cannot be is quarantined and stops no other. That is known before anything of it is written; only what
nobody expected (an id of another table, a bug) shows while writing. Then nothing of the batch was kept, and it is taken
in once more with a savepoint a line.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any
from uuid import UUID

from django.db import InterfaceError, OperationalError, transaction
from django.http import Http404
from django.utils.crypto import constant_time_compare

from games import protocol, queries
from games.arrivals.decide import Decision, Standing, decide, next_released
from games.arrivals.known import Known, Pen
from games.arrivals.sent import Sent, Undo, Unread, read_sent
from games.models import Entry as StoredEntry
from games.models import Game
from games.once_more import once_more
from games.prepared import together
from games.protocol import Draft
from games.rules.entries import Accept, Amend, Entry
from games.rules.payload import LONGEST_REASON
from games.rules.refusals import Refused
from games.rules.replay import GameState
from tournaments import access, instances, projections
from tournaments.facts.masking import masked
from tournaments.models import Account, Occupant, Phone, RoundStatus, Table
from tournaments.operations.evening import recording
from tournaments.operations.evening.phones import takeover_code
from tournaments.operations.journal import note_rest

MOST_OF_STRANGERS = 100  # lines of one game that are kept of somebody who may not record there
TEXTS = re.compile(r'"(?:[^"\\]|\\.)*"')  # of JSON
ASIDE = frozenset({"applied", "merged"})  # what nobody has to look at

# Asked before the first correction of an exchange is written; what it returns is done when all of it is kept.
BeforeCorrection = Callable[[Table], Callable[[], None]]

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Brought:
    """A line as it came: as it was read, and its bytes."""

    sent: Sent | Unread
    raw: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of a line. `position`: where it stands, if it has an effect."""

    id: UUID
    status: str
    code: str = ""
    position: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenIn:
    """What became of the lines of one game, and the game as it is now; a page is made from it without asking again.

    `occupants`: None if nothing was written, and so nobody asked who sits there.
    """

    held: access.PhonesTable
    log: tuple[StoredEntry, ...]
    known: Known
    answers: tuple[Answer, ...]
    occupants: tuple[Occupant, ...] | None


@once_more
def take_lines(
    *,
    by: Account,
    device: UUID,
    game: int,
    lines: Sequence[Brought],
    now: datetime,
    before_correction: BeforeCorrection | None = None,
) -> TakenIn:
    """Take in what the phone `device` brings to one game. Raises Http404 if there is no such game."""
    try:
        return _take(by, device, game, lines, now, before_correction, careful=False)
    except (Http404, OperationalError, InterfaceError):
        raise
    except Exception:  # whatever it is, the other lines are not to suffer from it
        logger.exception("Lines for game %s are taken in one by one", game)
        return _take(by, device, game, lines, now, before_correction, careful=True)


def release_held(*, table: Table, by: Account, now: datetime) -> None:
    """Decide anew what waited for what a referee has settled, in his transaction; the game of `table` is locked."""
    held = access.PhonesTable(table=table, may_record=True, is_referee=True, is_revoked=False)
    desk = _Desk(held, by=by, device=None, lines=(), now=now, careful=False)
    desk.release()
    desk.keep()


def _take(
    by: Account,
    device: UUID,
    game: int,
    lines: Sequence[Brought],
    now: datetime,
    before_correction: BeforeCorrection | None,
    *,
    careful: bool,
) -> TakenIn:
    with together(), transaction.atomic():
        next_asked = (queries.log_of_game, recording.occupants_of_game)
        held = access.table_of_game(by, game, device=device, lock=True, ahead=next_asked)
        desk = _Desk(
            held, by=by, device=device, lines=lines, now=now, careful=careful, before_correction=before_correction
        )
        lines = [desk.nameless(line) for line in lines]
        for line in lines:
            desk.take(line)
        desk.keep()
        note_rest(by=by, now=now)
    return desk.taken_in(lines)


def _nothing() -> None:
    """Nobody asked what a correction changes, or there was none."""


class _Desk:
    """A locked game while lines are taken in."""

    def __init__(
        self,
        held: access.PhonesTable,
        *,
        by: Account,
        device: UUID | None,
        lines: Sequence[Brought],
        now: datetime,
        careful: bool,
        before_correction: BeforeCorrection | None = None,
    ) -> None:
        self._before_correction, self._after_all = before_correction, _nothing
        self._held, self._by, self._now, self._careful = held, by, now, careful
        self._device = str(device) if device else ""
        self._table: Table = held.table
        self._game: Game = held.game
        self._log = queries.log_of(self._game)
        self._kept_before = self._game.kept
        if device and self._game.pen_holder == by.key:  # taken by a form: from now on it is with his phone
            self._game.pen_holder = self._device
        self._known = queries.known_of(
            self._game,
            self._log,
            queries.arrivals_of(self._game),
            holder=self._game.pen_holder,
            is_closed=self._table.round.status != RoundStatus.RUNNING,
        )
        self._revoked = self._revoked_among(lines)
        self._elsewhere = self._ids_elsewhere(lines) if careful else frozenset()
        self._changed: dict[int, Occupant] = {}  # who was seated or freed
        self._state: GameState | None = None  # after the last line that was written here
        self._needs_somebody = False

    @cached_property
    def _occupants(self) -> tuple[Occupant, ...]:
        return recording.occupants_of(self._table)

    # --- Line by line -------------------------------------------------------------------------------------------------

    def nameless(self, line: Brought) -> Brought:
        """The line without the nicks of those who sit here, in its digest too: what is kept for ever names nobody, and
        nobody finds a name by guessing. One that is known as it came stays as it is.
        """
        sent = line.sent
        reason = str(getattr(sent.entry, "reason", "")) if isinstance(sent, Sent) else line.raw
        if not reason or self._is_known(sent):
            return line
        nicks = {occupant.label: occupant.registration.nick for occupant in self._occupants}
        if isinstance(sent, Sent):
            value = json.loads(line.raw)
            value["entry"]["reason"] = masked(reason, nicks)[:LONGEST_REASON]
            raw = json.dumps(value, separators=(",", ":"))
        else:
            raw = TEXTS.sub(lambda text: json.dumps(masked(json.loads(text[0]), nicks)), line.raw)
        return line if raw == line.raw else Brought(read_sent(json.loads(raw)), raw)

    def _is_known(self, sent: Sent | Unread) -> bool:
        """Whether just these bytes came before."""
        line = self._known.by_id.get(sent.id)
        kept = (one.said for one in self._known.arrivals if one.id == sent.id)
        return sent.said in {line.said if line else "", *kept}

    def take(self, line: Brought) -> None:
        """Decide one line, do what was decided, and let go what has waited for it."""
        sent = line.sent
        decision = decide(sent, self._known, standing=self._standing(sent), now=self._now)
        if decision.is_repeat:
            return
        self._carry_out(sent, decision, raw=line.raw, turn=1)
        self.release()

    def release(self) -> None:
        """Decide anew what need not wait any more. Each wait is asked about once."""
        asked: set[tuple[UUID, str]] = set()
        while (arrival := next_released(self._known, but=asked)) is not None and isinstance(sent := arrival.sent, Sent):
            asked.add((arrival.id, arrival.code))
            rest = self._known.without(arrival)
            decision = decide(sent, rest, standing=self._standing_of_held(sent), now=self._now)
            if (decision.status, decision.code) != (arrival.status, arrival.code):
                self._known = rest
                self._carry_out(sent, decision, raw="", turn=self._turns_of(sent) + 1)

    def _turns_of(self, sent: Sent) -> int:
        """How often it was put aside."""
        return self._game.arrivals.filter(line=sent.id, said=sent.said).count()

    def _carry_out(self, sent: Sent | Unread, decision: Decision, *, raw: str, turn: int) -> None:
        try:
            with self._savepoint():
                self._write(sent, decision, raw=raw, turn=turn)
        except (OperationalError, InterfaceError):
            raise
        except Exception:
            if not self._careful:
                raise
            logger.exception("Line %s of game %s is put aside", sent.id, self._game.pk)
            self._put_aside(sent, Decision(status="quarantined", code="fault"), raw=raw, turn=turn)

    def _savepoint(self) -> AbstractContextManager[Any]:
        return transaction.atomic() if self._careful else nullcontext()

    def _write(self, sent: Sent | Unread, decision: Decision, *, raw: str, turn: int) -> None:
        if decision.entry is None or decision.state is None or not isinstance(sent, Sent):
            self._put_aside(sent, decision, raw=raw, turn=turn)
            return
        try:
            self._append(sent, decision, decision.entry, decision.state)
        except Refused as refused:
            refusing = replace(decision, status="quarantined", code=refused.code, entry=None)
            self._put_aside(sent, refusing, raw=raw, turn=turn)

    def _append(self, sent: Sent, decision: Decision, entry: Entry, state: GameState) -> None:
        if isinstance(entry, recording.CORRECTING) and self._before_correction is not None:
            self._after_all, self._before_correction = self._before_correction(self._table), None
        game, before = self._game, recording.seated(self._game)
        as_it_was = {name: getattr(game, name) for name in (*protocol.PROJECTED, *protocol.PEN)}
        try:
            with transaction.atomic() if self._moves_somebody(entry, state) else nullcontext():
                line = self._line(sent, decision, entry, state)
                changed = recording.seat_people(
                    self._table, self._occupants, entry, state, log=self._log, before=before, now=self._now
                )
        except BaseException:
            for name, value in as_it_was.items():
                setattr(game, name, value)
            vars(self).pop("_occupants", None)  # who was to be seated is not
            raise
        self._changed |= {occupant.pk: occupant for occupant in changed}
        self._state = state
        self._log.append(line)
        pen = Pen(epoch=game.pen_epoch, holder=game.pen_holder, heard=game.pen_heard_at, since=game.pen_since)
        self._known = replace(self._known, log=(*self._known.log, queries.written(line)), pen=pen)
        vars(self._known)["state"] = state  # folded already, to judge the line

    def _line(self, sent: Sent, decision: Decision, entry: Entry, state: GameState) -> StoredEntry:
        game = self._game
        if decision.pen is not None:
            game.pen_epoch, game.pen_holder, game.pen_by = decision.pen.epoch, decision.pen.holder, sent.by
            game.pen_since, game.pen_heard_at = decision.pen.since, decision.pen.heard
        draft = Draft(
            id=sent.id,
            entry=recording.nameless(entry, self._table),
            expected_position=game.length + 1,
            pen=None if game.pen_holder == sent.device else sent.pen,  # who has taken it writes with it
            slot=sent.slot,
            base=sent.base,
            device=sent.device,
            counter=sent.counter,
            at_device=sent.at,
            tapped_at=sent.tapped,
            said=sent.said,
            witness=sent.witness,
            seen=sent.seen,
        )
        return protocol.add(game, draft, state, self._log, by=sent.by, now=self._now)

    def _moves_somebody(self, entry: Entry, state: GameState) -> bool:
        """Whether the line may still be refused because of who would sit where, after it was written."""
        sits = {occupant.label: occupant.seat for occupant in self._occupants if occupant.active}
        here = {(seat.occupant, seat.left is None) for seat in state.seats.values()}
        names = isinstance(entry, Amend) or hasattr(entry, "occupant")
        moved = {one.occupant: one.seat for one in state.occupancies} != sits
        earlier = recording.may_seat_earlier(entry, state)
        return names or moved or earlier or not here <= recording.seated(self._game).items()

    def _put_aside(self, sent: Sent | Unread, decision: Decision, *, raw: str, turn: int) -> None:
        if not self._held.may_record and self._is_too_much():
            return
        raw = raw if turn == 1 else self._raw_of(sent)
        row = protocol.put_aside(self._game, sent, decision, raw=raw, turn=turn, brought_by=self._by.key, now=self._now)
        arrived = queries.arrived(row)
        self._known = replace(self._known, arrivals=(*self._known.arrivals, arrived))
        self._needs_somebody |= decision.status not in ASIDE

    # --- What is known of who brings it -------------------------------------------------------------------------------

    def _standing(self, sent: Sent | Unread) -> Standing:
        """What is proved about who brings the line now."""
        return Standing(
            refused=self._refused(self._held, sent),
            is_revoked=self._held.is_revoked or sent.device in self._revoked,
            is_same_person=isinstance(sent, Sent) and sent.by == self._by.key,
            is_referee=self._held.is_referee,
            is_elsewhere=sent.id in self._elsewhere,
            may_take_over=self._may_take_over(sent),
            height=instances.height(self._held.instance),
        )

    def _standing_of_held(self, sent: Sent) -> Standing:
        """The same of a line that was held: somebody else may have brought what it waited for."""
        if sent.by == self._by.key and sent.device == self._device:
            return self._standing(sent)
        key = sent.by.removeprefix("account:")
        account = Account.objects.filter(pk=int(key), is_active=True).first() if key.isdecimal() else None
        if account is None:
            return Standing(refused="no_right")
        held = access.table_of_game(account, self._game.pk, device=UUID(sent.device))
        return Standing(
            refused=self._refused(held, sent),
            is_revoked=held.is_revoked,
            is_referee=held.is_referee,
            may_take_over=self._may_take_over(sent),
            height=instances.height(held.instance),
        )

    def _refused(self, held: access.PhonesTable, sent: Sent | Unread) -> str:
        """The code with which whoever brings a line may not write it at this table; empty if he may."""
        if not held.may_record:
            return "no_right"
        if isinstance(sent, Sent) and isinstance(sent.entry, Accept):
            return recording.why_not_accept(held.table, sent.entry)
        if held.is_referee or not isinstance(sent, Sent):
            return ""
        if isinstance(sent.entry, Undo | Amend):
            return self._not_corrected(held, sent)
        return "needs_referee" if recording.is_for_a_referee(sent.entry) else ""

    def _not_corrected(self, held: access.PhonesTable, sent: Sent) -> str:
        """Why he may not correct the line; what a phone takes back is its own last line, which is seen where it is
        placed. An undo waits for a line that has not come.
        """
        if isinstance(sent.entry, Undo):
            line = self._known.by_id.get(sent.entry.line)
            position = line.position if line else 0
        else:
            position = sent.entry.position if isinstance(sent.entry, Amend) else 0
        asked = instances.Asked(
            hand=recording.hand_on(self._table, self._log, position, by=sent.by) if position else instances.TABLE,
            needed=self._game.ruled.get(str(position), 0),
            is_over=self._game.finished,
            is_own_last=isinstance(sent.entry, Undo),
        )
        return instances.why_not_correct(held.instance, asked)

    def _may_take_over(self, sent: Sent | Unread) -> bool:
        """Whether it says the code that referees read on their board."""
        said = sent.takeover if isinstance(sent, Sent) else ""
        return bool(said) and constant_time_compare(said, takeover_code(self._table.round.event))

    def _revoked_among(self, lines: Sequence[Brought]) -> frozenset[str]:
        """The devices besides this one, carried by it, that were revoked. One statement, none where it carries none."""
        others = {line.sent.device for line in lines} - {self._device, ""}
        if not others:
            return frozenset()
        revoked = Phone.objects.filter(pk__in=others, revoked_at__isnull=False).values_list("pk", flat=True)
        return frozenset(map(str, revoked))

    def _ids_elsewhere(self, lines: Sequence[Brought]) -> frozenset[UUID]:
        ids = [line.sent.id for line in lines]
        found = StoredEntry.objects.filter(pk__in=ids).exclude(game=self._game.pk)
        return frozenset(found.values_list("pk", flat=True))

    def _is_too_much(self) -> bool:
        return self._game.arrivals.filter(brought_by=self._by.key).count() >= MOST_OF_STRANGERS

    # --- What is kept -------------------------------------------------------------------------------------------------

    def _raw_of(self, sent: Sent | Unread) -> str:
        return self._game.arrivals.filter(said=sent.said).order_by("turn").values_list("raw", flat=True)[:1].get()

    def keep(self) -> None:
        """Bring the game and all that follows from it in line with what was written."""
        if self._state is not None:
            recording.keep_projections(self._table, self._occupants, self._state, list(self._changed.values()))
        elif self._needs_somebody:
            projections.bump(self._table.round.event)
        if self._state is not None or self._game.kept != self._kept_before:
            protocol.keep(self._game)
        self._after_all()

    def taken_in(self, lines: Sequence[Brought]) -> TakenIn:
        """What became of the lines, as it is stored now."""
        return TakenIn(
            held=self._held,
            log=tuple(self._log),
            known=self._known,
            answers=tuple(filter(None, (self._answer_to(line.sent) for line in lines))),
            occupants=vars(self).get("_occupants"),
        )

    def _answer_to(self, sent: Sent | Unread) -> Answer | None:
        """None for a line that was not kept: it stays where it is."""
        stored = decide(sent, self._known, standing=Standing(), now=self._now)
        if not stored.is_repeat:
            return None
        line = self._known.by_id[sent.id] if stored.status == "applied" else None
        return Answer(sent.id, stored.status, stored.code, line.position if line else None)

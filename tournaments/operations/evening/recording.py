"""Recording at a table: the one act that a referee does every five minutes with cards in his hand.

One transaction: hold the event and prove the right, append the line, keep the scores of those who sit there, bump the
event's version; commit; then answer. At most ten statements whatever the size of the event. The same line sent again
gets the same answer. What the line does to the tournament (who sits where, the order of a final) follows from the
state that `games.protocol` returns; nothing calls upward. Only what reaches beyond the table, such as a basic game
corrected while the final runs, orders the whole event anew.
"""

from __future__ import annotations

import uuid
from collections.abc import Collection, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, assert_never

from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet

from games import protocol
from games import queries as game_queries
from games.models import Entry as StoredEntry
from games.models import Game
from games.once_more import once_more
from games.prepared import prepared, together
from games.protocol import Draft
from games.rules.entries import (
    Accept,
    Amend,
    Close,
    Deal,
    Entry,
    Pause,
    PenaltyLetter,
    Resume,
    Seating,
    Settle,
    SmearDeal,
    Strike,
    Substitute,
    Swap,
    VoidDeal,
    Withdraw,
)
from games.rules.payload import LONGEST_REASON
from games.rules.refusals import Refused
from games.rules.replay import GameState, replay
from games.rules.ruled import correcting, moved, taken_from_oneself
from tournaments import access, instances, lifecycle, projections
from tournaments.facts.masking import masked
from tournaments.facts.nicks import is_said
from tournaments.models import Account, Occupant, Round, RoundKind, RoundStatus, Table
from tournaments.operations.bans.doors import refuse_returning
from tournaments.operations.holding import hold_round, hold_table
from tournaments.operations.results import scoring

CORRECTING = Amend | Strike | Swap


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """The answer to a recorded line: where it stands, the log and the game as they are now, who sits there.

    A page is made from this without asking the database again. `is_referee`: recorded by a referee or director.
    """

    table: Table
    occupants: tuple[Occupant, ...]
    position: int
    state: GameState
    log: tuple[StoredEntry, ...]
    repeated: bool
    is_referee: bool = False


@once_more
def record(
    *,
    by: Account,
    slug: str,
    round_number: int,
    table_number: int,
    draft: Draft,
    now: datetime,
    is_late: bool = False,
    even: Set[str] = lifecycle.NEVER,
) -> Recorded:
    """Append `draft` to the log of a table that `by` may record. `is_late`: also after the round was closed; `even`: in
    which states of an event that is over.

    Raises Http404, PermissionDenied; Refused `event_over`, `round_not_running`, `needs_referee`, `settled_by_flag`,
    `correction_needs_referee`, `line_of_higher`, `line_of_ruling`, `id_reused`, or what `record_at` raises.
    """
    try:
        with together(), transaction.atomic():
            held = hold_table(
                by, slug, round_number, table_number, even=even, is_done=lambda held: _is_known(held.game, draft)
            )
            if isinstance(draft.entry, Settle):
                raise Refused("settled_by_flag")
            _check(held, draft, by)
            written = replace(draft, height=instances.height(held.instance))
            recorded = record_at(table=held.table, draft=written, by=by, now=now, is_late=is_late)
            return replace(recorded, is_referee=held.is_referee)
    except IntegrityError:
        # The id is already a line of another game: a copied form. Nothing of this attempt was kept.
        if StoredEntry.objects.filter(pk=draft.id).exists():
            raise Refused("id_reused") from None
        raise


def record_at(*, table: Table, draft: Draft, by: Account, now: datetime, is_late: bool = False) -> Recorded:
    """Append `draft` to the log of a table whose right is proved and whose event is held, inside a transaction.

    `is_late`: also after the round was closed, which only a decision of a higher instance may.

    Raises Refused `round_not_running`, a code of `games.protocol.append`, or what `seat_people` raises.
    """
    round_, game = table.round, table.game
    if game is None or (round_.status != RoundStatus.RUNNING and not is_late and not _is_known(game, draft)):
        raise Refused("round_not_running", round=round_.number)
    draft = replace(draft, entry=nameless(draft.entry, table))
    if isinstance(draft.entry, Accept) and (refused := why_not_accept(table, draft.entry)):
        raise Refused(refused)
    before = seated(game)
    occupants_of_game.ahead(game.pk)  # none of it changes by a line
    appended = protocol.append(game, draft, by=by.key, now=now)
    occupants = occupants_of(table)
    if not appended.repeated:
        log = appended.log[:-1]
        changed = seat_people(table, occupants, draft.entry, appended.state, log=log, before=before, now=now)
        keep_projections(table, occupants, appended.state, changed)
    return Recorded(
        table=table,
        occupants=occupants,
        position=appended.position,
        state=appended.state,
        log=appended.log,
        repeated=appended.repeated,
    )


def seat_people(
    table: Table,
    occupants: tuple[Occupant, ...],
    entry: Entry,
    state: GameState,
    *,
    log: Sequence[StoredEntry],
    before: Mapping[str, bool],
    now: datetime,
) -> list[Occupant]:
    """Who was seated or freed by a line that was just written; `log`: the lines before it; `before`: who had a seat
    here until then (`seated`).

    Raises Refused `stand_in_unknown`, `same_player`, `stand_in_stays`, `stand_in_reason_required`,
    `substitute_elsewhere`, `banned`.
    """
    changed = _mark_sitting(occupants, entry, state, table.round.number)
    after = {seat.occupant: seat.left is None for seat in state.seats.values()}
    _refuse_unsaid(table.round, occupants, entry, _as_it_read(log, entry, state), state)
    if come := {label for label, plays in after.items() if plays and not before.get(label)}:
        refuse_returning([occupant.registration for occupant in occupants if occupant.label in come], now=now)
    return changed


def keep_projections(
    table: Table, occupants: tuple[Occupant, ...], state: GameState, changed: Collection[Occupant]
) -> None:
    """Bring scores, order and version of the event in line with a table. Two statements, if no others are touched."""
    if projections.keep_scores(table, occupants, state, changed):
        scoring.order_anew(table.round.event)
    projections.bump(table.round.event)


def occupants_of(table: Table) -> tuple[Occupant, ...]:
    """Who sits or sat at a table, with what a deal changes of theirs. One statement."""
    return tuple(occupants_of_game(table.game_id)) if table.game_id else ()


@prepared
def occupants_of_game(game: int) -> QuerySet[Occupant]:
    return (
        Occupant.objects.filter(table__game=game)
        .select_related("registration__score", "registration__club")
        .annotate(account=F("registration__player__account"))
        .order_by("label")
    )


def seated(game: Game) -> dict[str, bool]:
    """The label of whoever has each seat, as the game was kept last, and whether he plays on."""
    return {str(seat["occupant"]): seat["left"] is None for seat in game.state.get("seats", {}).values()}


def is_won(round_: Round) -> bool:
    """Whether a seat of it goes by rank (competition.md 3.3): why somebody else takes it is told to everybody."""
    return round_.kind != RoundKind.BASIC


def nameless(entry: Entry, table: Table) -> Entry:
    """The line without the nicks of those who sit here in its reason: a log names nobody, so that it need not change
    when somebody is forgotten. One statement, and none for a line without a reason.
    """
    reason = getattr(entry, "reason", "")
    if not reason:
        return entry
    nicks = dict(table.occupants.values_list("label", "registration__nick"))
    said: Any = {"reason": masked(reason, nicks)[:LONGEST_REASON]}
    return replace(entry, **said)


def write_line(
    *, table: Table, entry: Entry, by: Account, now: datetime, is_late: bool = False, instance: str = instances.TABLE
) -> Recorded:
    """Append a line that no form minted an id for, as the next one: a ruling's or a director's. `instance`: as which it
    is written, where it corrects what others wrote.

    Raises what `record_at` raises.
    """
    if table.game_id is None:
        raise Refused("round_not_running", round=table.round.number)
    game = protocol.lock(table.game_id)
    table.game = game
    draft = Draft(
        id=uuid.uuid4(),
        entry=entry,
        expected_position=game.length + 1,
        uncounted=True,
        height=instances.height(instance),
    )
    return record_at(table=table, draft=draft, by=by, now=now, is_late=is_late)


def agree(*, by: Account, slug: str, round_number: int, table_number: int, now: datetime) -> Recorded:
    """Agree with the end of the game in which `by` plays, on his own phone.

    Raises Http404, PermissionDenied; Refused `not_seated_here`, `event_over`, `not_over`, `accept_not_recorder`,
    `round_not_running`.
    """
    held = access.table_for_sitter(by, slug, round_number, table_number)
    if not held.seat:
        raise Refused("not_seated_here")
    with transaction.atomic():
        hold_round(held.table.round)
        lifecycle.check_not_over(held.table.round.event.status, lifecycle.NEVER)
        return write_line(table=held.table, entry=Accept(seat=held.seat), by=by, now=now)


def record_sheet(
    *,
    by: Account,
    slug: str,
    round_number: int,
    table_number: int,
    entries: Sequence[Entry],
    base: int,
    form: uuid.UUID,
    now: datetime,
) -> Recorded:
    """Record the lines of a score sheet of paper after the first `base` lines of the log: all of them, or none.

    The same sheet again (`form`) is the same lines. Points are not asked for: nobody has counted them.

    Raises what `record` raises.
    """
    with transaction.atomic():
        first = uuid.uuid5(form, "1")
        held = hold_table(
            by,
            slug,
            round_number,
            table_number,
            is_done=lambda held: StoredEntry.objects.filter(game=held.game, pk=first).exists(),
        )
        if not held.is_referee:
            raise Refused("needs_referee")
        for number, entry in enumerate(entries, 1):
            line = Draft(
                id=sheet_line(form, number),
                entry=entry,
                expected_position=base + number,
                base=base,
                uncounted=True,
                height=instances.height(held.instance),
            )
            recorded = record_at(table=held.table, draft=line, by=by, now=now)
        return replace(recorded, is_referee=True)


def sheet_line(form: uuid.UUID, number: int) -> uuid.UUID:
    """The id of a line of a score sheet, counted from 1."""
    return uuid.uuid5(form, str(number))


def take_pen(
    *, by: Account, slug: str, round_number: int, table_number: int, now: datetime, device: str = ""
) -> access.RecordedTable:
    """Take the pen of a table over, for a phone if one asks; `game.pen_epoch` of the answer is its epoch."""
    with transaction.atomic():
        held = hold_table(by, slug, round_number, table_number)
        protocol.take_pen(held.game, by=by.key, device=device, now=now)
        projections.bump(held.table.round.event)
        return held


def _mark_sitting(occupants: tuple[Occupant, ...], entry: Entry, state: GameState, round_number: int) -> list[Occupant]:
    """Who was seated or freed by the line: a struck or amended substitution frees the person it named; undoing that
    seats him again, if he is still free.

    Raises Refused `stand_in_unknown` if the log names somebody whom nobody has sent to this seat.
    """
    seats = {occupancy.occupant: occupancy.seat for occupancy in state.occupancies}
    if len(seats) < len(state.occupancies) or not {*seats, *_named(entry)} <= {
        occupant.label for occupant in occupants
    }:
        raise Refused("stand_in_unknown")
    now = {
        occupant.label: (occupant.label in seats, seats.get(occupant.label, occupant.seat)) for occupant in occupants
    }
    changed = [occupant for occupant in occupants if (occupant.active, occupant.seat) != now[occupant.label]]
    # Freed ones first: nobody may hold two seats of a round even for a moment.
    for occupant in sorted(changed, key=lambda occupant: occupant.label in seats):
        if occupant.label in seats and not occupant.active and _sits_elsewhere(occupant):
            raise Refused("substitute_elsewhere", nick=occupant.registration.nick, round=round_number)
        occupant.active, occupant.seat = now[occupant.label]
        occupant.save(update_fields=["active", "seat"])
    return changed


def may_seat_earlier(entry: Entry, state: GameState) -> bool:
    """Whether by the line somebody else may have sat here before it: only where somebody stood in or sat wrongly."""
    return isinstance(entry, CORRECTING | PenaltyLetter) and any(
        isinstance(line.entry, Seating) for line in state.lines
    )


def _as_it_read(log: Sequence[StoredEntry], entry: Entry, state: GameState) -> GameState:
    """The game before the last line of `state`, with the lines as they read then."""
    if may_seat_earlier(entry, state):
        return replay(state.setup, [game_queries.parsed(line) for line in log])
    return replace(state, lines=state.lines[:-1])


def _refuse_unsaid(
    round_: Round, occupants: Sequence[Occupant], entry: Entry, before: GameState, state: GameState
) -> None:
    """Refuse to let somebody take a seat over from himself, and one that is won to be taken without a reason, by whom
    and by whichever line ever, now or for what was played already.

    Raises Refused `same_player`, `stand_in_stays`, `stand_in_reason_required`.
    """
    line = state.lines[-1]
    while isinstance(line.entry, Amend):
        line = state.lines[line.entry.position - 1]
    over = line.entry if isinstance(line.entry, Seating) and line.applied else None
    known = taken_from_oneself(before)
    for position, label in taken_from_oneself(state).items():
        if position not in known:
            nick = next(one.registration.nick for one in occupants if one.label == label)
            if position == line.position:
                raise Refused("same_player", nick=nick)
            raise Refused("stand_in_stays", nick=nick, line=position)
    is_unsaid = moved(before, state) and not is_said(getattr(entry, "reason", ""))
    if is_won(round_) and (is_unsaid or (over and not is_said(over.reason))):
        raise Refused("stand_in_reason_required")


def why_not_accept(table: Table, entry: Accept) -> str:
    """The code with which nobody may agree in that seat; empty if he may. Where it is required, whoever agrees is not
    whoever wrote the game down.
    """
    if projections.regulations_of(table.round.event).acceptance != "required":
        return ""
    recorders = set(StoredEntry.objects.filter(game=table.game_id).values_list("by", flat=True))
    accounts = table.occupants.sitting().filter(seat=entry.seat).values_list("registration__player__account", flat=True)
    return "accept_not_recorder" if recorders & {f"account:{account}" for account in accounts if account} else ""


def _named(entry: Entry) -> set[str]:
    """The label that a line names, if it names one."""
    if isinstance(entry, Substitute):
        return {entry.occupant}
    return {str(entry.changes["occupant"])} if isinstance(entry, Amend) and "occupant" in entry.changes else set()


def _sits_elsewhere(occupant: Occupant) -> bool:
    seats = Occupant.objects.filter(round=occupant.round_id, registration=occupant.registration_id, active=True)
    return seats.exists()


def _is_known(game: Game, draft: Draft) -> bool:
    """Whether the line stands in the log already. A phone asks again whose answer was lost, however late that is."""
    return StoredEntry.objects.filter(game=game, pk=draft.id).exists()


def _check(held: access.RecordedTable, draft: Draft, by: Account) -> None:
    """Who sits down or leaves, and whether a game ends early, is for a referee; a correction for whom `instances` says.

    Raises Refused `needs_referee`, `line_of_ruling`, `correction_needs_referee`, `line_of_higher`.
    """
    game, entry = held.game, draft.entry
    refused = "needs_referee" if is_for_a_referee(entry) and not held.is_referee else ""
    if isinstance(entry, Amend | Strike):
        refused = why_not_correct(held, entry.position, by=by, is_undo=isinstance(entry, Strike))
    if refused and not _is_known(game, draft):
        raise Refused(refused)


def why_not_correct(held: access.RecordedTable, position: int, *, by: Account, is_undo: bool = True) -> str:
    """The code with which `by` may not correct the line at `position`; empty if he may. `is_undo`: take it back.

    No statement for a referee, else two at most.
    """
    game = held.game
    needed = game.ruled.get(str(position), 0)
    if held.is_referee:
        return instances.why_not_correct(held.instance, instances.Asked(needed=needed))
    log = game_queries.log_of(game)
    asked = instances.Asked(
        needed=needed,
        hand=hand_on(held.table, log, position, by=by.key),
        is_over=game.finished,
        is_closed=held.table.round.status != RoundStatus.RUNNING,
        is_own_last=is_undo and bool(log) and position == game.length and log[-1].by == by.key,
    )
    return instances.why_not_correct(held.instance, asked)


def hand_on(table: Table, log: Sequence[StoredEntry], position: int, *, by: str) -> str:
    """The highest instance beside `by` himself that wrote the line at `position` or has corrected it. One statement,
    none where nobody else did.
    """
    touching = correcting([game_queries.parsed(line) for line in log], position)
    others = {line.by for line in log if line.position in touching} - {by}
    return access.highest_hand(table.round.event, others) if others else instances.TABLE


def is_for_a_referee(entry: Entry) -> bool:
    """Whether no line judge may write such a line, whatever it says."""
    match entry:
        case Close() | Substitute() | Withdraw() | Settle() | Swap():
            return True
        case PenaltyLetter(after=after):
            return after is not None
        case Deal() | SmearDeal() | VoidDeal() | Amend() | Strike() | Pause() | Resume() | Accept():
            return False
        case _:
            assert_never(entry)

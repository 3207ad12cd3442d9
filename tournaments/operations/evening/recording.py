"""Recording at a table: the one act that a referee does every five minutes with cards in his hand.

One transaction: hold the event and prove the right, append the line, keep the scores of those who sit there, bump the
event's version; commit; then answer. At most ten statements whatever the size of the event. The same line sent again
gets the same answer. What the line does to the tournament (who sits where, the order of a final) follows from the
state that `games.protocol` returns; nothing calls upward. Only what reaches beyond the table, such as a basic game
corrected while the final runs, orders the whole event anew.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, assert_never

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from games import protocol
from games.models import Entry as StoredEntry
from games.models import Game
from games.prepared import prepared
from games.protocol import Draft
from games.rules.entries import (
    Amend,
    Close,
    Deal,
    Entry,
    PenaltyLetter,
    SmearDeal,
    Strike,
    Substitute,
    VoidDeal,
    Withdraw,
)
from games.rules.payload import LONGEST_REASON
from games.rules.refusals import Refused
from games.rules.replay import GameState
from tournaments import access, projections
from tournaments.facts.masking import masked
from tournaments.models import Account, Occupant, RoundStatus, Table
from tournaments.operations.bans.doors import refuse_returning
from tournaments.operations.results import scoring


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


def record(*, by: Account, slug: str, round_number: int, table_number: int, draft: Draft, now: datetime) -> Recorded:
    """Append `draft` to the log of a table that `by` may record.

    Raises Http404, PermissionDenied; Refused `round_not_running`, `needs_referee`, `correction_needs_referee`,
    `stand_in_unknown`, `substitute_elsewhere`, `banned`, `id_reused` or a code of `games.protocol.append`.
    """
    try:
        with transaction.atomic():
            held = access.table_for_recorder(by, slug, round_number, table_number, lock=True)
            if not held.is_referee:
                _check_line_judge(held.game, draft, by)
            recorded = record_at(table=held.table, draft=draft, by=by, now=now)
            return replace(recorded, is_referee=held.is_referee)
    except IntegrityError:
        # The id is already a line of another game: a copied form. Nothing of this attempt was kept.
        if StoredEntry.objects.filter(pk=draft.id).exists():
            raise Refused("id_reused") from None
        raise


def record_at(*, table: Table, draft: Draft, by: Account, now: datetime, is_late: bool = False) -> Recorded:
    """Append `draft` to the log of a table whose right is proved and whose event is held, inside a transaction.

    `is_late`: also after the round was closed, which only a decision of a higher instance may.

    Raises Refused `round_not_running`, `stand_in_unknown`, `substitute_elsewhere`, `banned` or a code of
    `games.protocol.append`.
    """
    round_, game = table.round, table.game
    if game is None or (round_.status != RoundStatus.RUNNING and not is_late and not _is_known(game, draft)):
        raise Refused("round_not_running", round=round_.number)
    draft = replace(draft, entry=_nameless(draft.entry, table))
    before = _sitting(game)
    appended = protocol.append(game, draft, by=by.key, now=now)
    occupants = tuple(_occupants(table.pk))
    if not appended.repeated:
        changed = _mark_sitting(occupants, draft.entry, appended.state, round_.number)
        if come := _sitting(game) - before:
            refuse_returning([occupant.registration for occupant in occupants if occupant.label in come], now=now)
        if projections.keep_scores(table, occupants, appended.state, changed):
            scoring.order_anew(round_.event)
        projections.bump(round_.event)
    return Recorded(
        table=table,
        occupants=occupants,
        position=appended.position,
        state=appended.state,
        log=appended.log,
        repeated=appended.repeated,
    )


@prepared
def _occupants(table: int) -> QuerySet[Occupant]:
    """Who sits or sat at a table, with what a deal changes of theirs."""
    return (
        Occupant.objects.filter(table=table)
        .select_related("registration__score", "registration__club")
        .order_by("label")
    )


def _sitting(game: Game) -> set[str]:
    """The labels of those who play on, as the game was kept last."""
    return {str(seat["occupant"]) for seat in game.state.get("seats", {}).values() if seat["left"] is None}


def _nameless(entry: Entry, table: Table) -> Entry:
    """The line without the nicks of those who sit here in its reason: a log names nobody, so that it need not change
    when somebody is forgotten. One statement, and none for a line without a reason.
    """
    reason = getattr(entry, "reason", "")
    if not reason:
        return entry
    nicks = dict(table.occupants.values_list("label", "registration__nick"))
    said: Any = {"reason": masked(reason, nicks)[:LONGEST_REASON]}
    return replace(entry, **said)


def write_line(*, table: Table, entry: Entry, by: Account, now: datetime, is_late: bool = False) -> Recorded:
    """Append a line that no form minted an id for, as the next one: a ruling's or a director's.

    Raises what `record_at` raises.
    """
    if table.game_id is None:
        raise Refused("round_not_running", round=table.round.number)
    game = protocol.lock(table.game_id)
    table.game = game
    draft = Draft(id=uuid.uuid4(), entry=entry, expected_position=game.length + 1, uncounted=True)
    return record_at(table=table, draft=draft, by=by, now=now, is_late=is_late)


def take_pen(*, by: Account, slug: str, round_number: int, table_number: int) -> int:
    """Take the pen of a table over; returns its new epoch."""
    with transaction.atomic():
        held = access.table_for_recorder(by, slug, round_number, table_number, lock=True)
        epoch = protocol.take_pen(held.game, by=by.key)
        projections.bump(held.table.round.event)
        return epoch


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


def _check_line_judge(game: Game, draft: Draft, by: Account) -> None:
    """A line judge records and corrects the game while it is played. Who sits down or leaves, and whether a game ends
    early, is for a referee; so is a finished game, but for undoing his own last line of it.
    """
    entry = draft.entry
    if _is_for_a_referee(entry) and not _is_known(game, draft):
        raise Refused("needs_referee")
    if not game.finished or not isinstance(entry, Amend | Strike):
        return
    last = StoredEntry.objects.filter(game=game).order_by("-position").first()
    if isinstance(entry, Strike) and last is not None and entry.position == last.position and last.by == by.key:
        return
    if not _is_known(game, draft):
        raise Refused("correction_needs_referee")


def _is_for_a_referee(entry: Entry) -> bool:
    """Whether no line judge may write such a line, whatever it says."""
    match entry:
        case Close() | Substitute() | Withdraw():
            return True
        case Deal() | SmearDeal() | VoidDeal() | PenaltyLetter() | Amend() | Strike():
            return False
        case _:
            assert_never(entry)

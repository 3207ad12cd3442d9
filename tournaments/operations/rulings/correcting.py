"""Correcting a log where more than the table rests on it: after its round was closed, or when a later one is drawn.

Whatever brings a correction, a form, the API or a phone, what rests on it is asked about here.

Nothing is opened again for it (competition.md 2.10, 5.5): a referee corrects the line, the standings follow, what is
drawn stays, and the director is asked. A game that is not over any more by it is played on only if he says so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from games.protocol import Draft
from games.rules.refusals import Refused
from tournaments import lifecycle
from tournaments.models import Account, RoundStatus, Table
from tournaments.operations.evening import intake, recording
from tournaments.operations.evening.intake import Brought, TakenIn
from tournaments.operations.evening.recording import CORRECTING, Recorded
from tournaments.operations.holding import hold_table
from tournaments.operations.journal import note, note_rest
from tournaments.operations.results import scoring
from tournaments.operations.rulings.questions import ask_about
from tournaments.queries.consequences import Consequences, consequences, is_drawn_after, picture


@dataclass(frozen=True, slots=True)
class Corrected:
    """What was recorded, and what it changed; nothing is worked out where only the table rests on it."""

    recorded: Recorded
    consequences: Consequences


def record(*, by: Account, slug: str, round_number: int, table_number: int, draft: Draft, now: datetime) -> Recorded:
    """Append a line that nobody has previewed to the log of a running round; what rests on a correction is asked about.

    Raises what `recording.record` raises.
    """
    place: dict[str, Any] = {"slug": slug, "round_number": round_number, "table_number": table_number}
    if not isinstance(draft.entry, CORRECTING):
        return recording.record(by=by, draft=draft, now=now, **place)
    return correct(by=by, draft=draft, now=now, also_late=False, **place).recorded


def take_lines(*, by: Account, device: UUID, game: int, lines: Sequence[Brought], now: datetime) -> TakenIn:
    """Take in what a phone brings; what rests on a correction among it is asked about. Raises what `intake` raises."""

    def before_correction(table: Table) -> Callable[[], None]:
        if not is_drawn_after(table.round):
            return lambda: None
        before = picture(table)

        def ask() -> None:
            scoring.order_anew(table.round.event)
            ask_about(table, consequences(table, before, picture(table)), now=now)

        return ask

    return intake.take_lines(by=by, device=device, game=game, lines=lines, now=now, before_correction=before_correction)


@transaction.atomic
def correct(
    *,
    by: Account,
    slug: str,
    round_number: int,
    table_number: int,
    draft: Draft,
    now: datetime,
    also_late: bool = True,
) -> Corrected:
    """Append a correction to the log of a table, if `also_late` also of a closed round. The same draft again changes
    nothing.

    Raises what `recording.record` raises; of a closed round Refused `correction_needs_referee` for who is none, and
    `round_not_running` for a line that corrects nothing.
    """
    place: dict[str, Any] = {"slug": slug, "round_number": round_number, "table_number": table_number}
    even = lifecycle.FINISHED if also_late and isinstance(draft.entry, CORRECTING) else lifecycle.NEVER
    held = hold_table(by, slug, round_number, table_number, even=lifecycle.OVER)  # the line itself asks
    round_ = held.table.round
    is_late = also_late and round_.status == RoundStatus.CLOSED and isinstance(draft.entry, CORRECTING)
    if is_late and not held.is_referee:
        raise Refused("correction_needs_referee")
    if held.table.game is None or not (is_late or is_drawn_after(round_)):
        recorded = recording.record(by=by, draft=draft, now=now, even=even, **place)
        note_rest(by=by, now=now)  # who sits where
        return Corrected(recorded, Consequences())
    before = picture(held.table)
    recorded = recording.record(by=by, draft=draft, now=now, is_late=is_late, even=even, **place)
    if recorded.repeated:
        return Corrected(recorded, Consequences())
    table = recorded.table
    scoring.order_anew(table.round.event)
    found = consequences(table, before, picture(table))
    ask_about(table, found, now=now)
    if is_late:
        said = {"table": f"{round_number}/{table_number}", "line": recorded.position}
        note("late_correction", by=by, now=now, event=table.round.event, subject=f"round:{round_number}", new=said)
    note_rest(by=by, now=now)
    return Corrected(recorded, found)


def preview_correction(
    *, by: Account, slug: str, round_number: int, table_number: int, draft: Draft, now: datetime
) -> Consequences:
    """What `correct` with the same draft would change; nothing of it is kept. Raises what `correct` raises."""
    with transaction.atomic():
        place: dict[str, Any] = {"slug": slug, "round_number": round_number, "table_number": table_number}
        found = correct(by=by, draft=draft, now=now, **place).consequences
        transaction.set_rollback(True)
    return found

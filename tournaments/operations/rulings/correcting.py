"""Correcting a log where more than the table rests on it: after its round was closed, or when a later one is drawn.

Nothing is opened again for it (competition.md 2.10, 5.5): a referee corrects the line, the standings follow, what is
drawn stays, and the director is asked. A game that is not over any more by it is played on only if he says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from games.protocol import Draft
from games.rules.entries import Amend, Strike, Swap
from games.rules.refusals import Refused
from tournaments import access
from tournaments.models import Account, RoundStatus
from tournaments.operations.evening import recording
from tournaments.operations.evening.recording import Recorded
from tournaments.operations.journal import note
from tournaments.operations.results import scoring
from tournaments.operations.rulings.questions import ask_about
from tournaments.queries.consequences import Consequences, consequences, is_drawn_after, picture

CORRECTING = Amend | Strike | Swap


@dataclass(frozen=True, slots=True)
class Corrected:
    """What was recorded, and what it changed; nothing is worked out where only the table rests on it."""

    recorded: Recorded
    consequences: Consequences


@transaction.atomic
def correct(*, by: Account, slug: str, round_number: int, table_number: int, draft: Draft, now: datetime) -> Corrected:
    """Append a correction to the log of a table, also of a closed round. The same draft again changes nothing.

    Raises what `recording.record` raises; of a closed round Refused `correction_needs_referee` for who is none, and
    `round_not_running` for a line that corrects nothing.
    """
    place: dict[str, Any] = {"slug": slug, "round_number": round_number, "table_number": table_number}
    held = access.table_for_recorder(by, slug, round_number, table_number, lock=True)
    round_ = held.table.round
    is_late = round_.status == RoundStatus.CLOSED and isinstance(draft.entry, CORRECTING)
    if is_late and not held.is_referee:
        raise Refused("correction_needs_referee")
    if held.table.game is None or not (is_late or is_drawn_after(round_)):
        return Corrected(recording.record(by=by, draft=draft, now=now, **place), Consequences())
    before = picture(held.table)
    recorded = recording.record(by=by, draft=draft, now=now, is_late=is_late, **place)
    if recorded.repeated:
        return Corrected(recorded, Consequences())
    table = recorded.table
    scoring.order_anew(table.round.event)
    found = consequences(table, before, picture(table))
    ask_about(table, found, now=now)
    if is_late:
        said = {"table": f"{round_number}/{table_number}", "line": recorded.position}
        note("late_correction", by=by, now=now, event=table.round.event, subject=f"round:{round_number}", new=said)
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

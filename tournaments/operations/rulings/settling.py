"""Settling what phones told twice, against each other or too late: a referee says what it is, and the log says so.

A line of the log names the arrival and the verdict; where the arrival counts after all, it follows under the id that
its phone gave it, so that the phone hears what became of it. What waited for it is decided anew. Where a later round is
drawn already, the director is asked, as after a ruling. All of it is one transaction. Nobody settles a game in which he
plays.
"""

from __future__ import annotations

import uuid
from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404

from games import protocol
from games import queries as game_queries
from games.arrivals.flags import Line, open_flags, settling
from games.arrivals.known import Arrival, Known
from games.models import Game
from games.protocol import Draft
from games.rules.refusals import Refused
from tournaments import instances, lifecycle
from tournaments.models import Account, RoundStatus, Table
from tournaments.operations.evening import intake, recording
from tournaments.operations.holding import hold_table
from tournaments.operations.journal import note
from tournaments.operations.rulings.judging import refuse_biased
from tournaments.operations.rulings.questions import ask_about
from tournaments.queries.consequences import consequences, is_drawn_after, picture

REFEREE = instances.height(instances.REFEREE)


@transaction.atomic
def settle(
    *,
    by: Account,
    slug: str,
    round_number: int,
    table_number: int,
    arrival: uuid.UUID,
    verdict: str,
    reason: str = "",
    now: datetime,
) -> None:
    """Say of what a phone brought that it does not count (`leave`), counts too (`take`), or in place of what stands
    (`instead`). The same again changes nothing.

    Raises Http404, PermissionDenied; Refused `judge_plays`, `verdict_impossible` (settled otherwise meanwhile) or what
    `recording.record_at` raises.
    """
    held = hold_table(by, slug, round_number, table_number, even=lifecycle.OVER)
    if not held.is_referee:
        raise PermissionDenied
    table = held.table
    table.game = protocol.lock(held.game.pk)
    known = known_at(table)
    if (settled := known.settled.get(str(arrival))) is not None:
        if settled != verdict:
            raise Refused("verdict_impossible")
        return
    refuse_biased(table, by)
    kept = next((flag.arrival for flag in open_flags(known) if flag.arrival.id == arrival), None)
    kept = kept or next((one for one in known.arrivals if one.id == arrival), None)
    if kept is None:
        raise Http404
    lines = list(settling(kept, verdict, known, reason))
    before = picture(table) if is_drawn_after(table.round) else None  # what waited for the verdict may correct too
    for line in lines:
        recording.record_at(table=table, draft=_draft(line, kept, table.game), by=by, now=now, is_late=True)
    intake.release_held(table=table, by=by, now=now)
    if before is not None:
        ask_about(table, consequences(table, before, picture(table)), now=now)
    said = {"table": f"{round_number}/{table_number}", "verdict": verdict}
    note("flag_settled", by=by, now=now, event=table.round.event, subject=f"line:{arrival}", new=said)


def known_at(table: Table) -> Known:
    """What is known of the game at a table."""
    assert table.game is not None  # noqa: S101 – `access` refuses a table without one; tells the type checker
    game = table.game
    is_closed = table.round.status != RoundStatus.RUNNING
    log, arrivals = game_queries.log_of(game), game_queries.arrivals_of(game)
    return game_queries.known_of(game, log, arrivals, holder=game.pen_holder, is_closed=is_closed)


def _draft(line: Line, kept: Arrival, game: Game) -> Draft:
    """A line of the verdict; one under the id of the arrival is the line that its phone brought."""
    at = game.length + 1
    if line.id is None or kept.sent is None:
        return Draft(id=uuid.uuid4(), entry=line.entry, expected_position=at, uncounted=True, height=REFEREE)
    sent = kept.sent
    return Draft(
        id=line.id,
        entry=line.entry,
        expected_position=at,
        slot=sent.slot,
        base=sent.base,
        device=sent.device,
        counter=sent.counter,
        at_device=sent.at,
        tapped_at=sent.tapped,
        said=kept.said,
        witness=sent.witness,
        seen=sent.seen,
        uncounted=True,
        height=REFEREE,
    )

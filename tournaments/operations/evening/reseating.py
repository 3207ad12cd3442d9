"""Somebody leaves or comes after the draw and before the start: as few people change seats as can be.

competition.md 7: late and mid-event replacements. Nobody draws again for it: the rule is published, the smallest table
takes who comes, and the engine proves how few have to move for who leaves (draws/reseating.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from games.rules.refusals import Refused
from tournaments import projections
from tournaments.models import Account, Registration, Round, SeatingChange, SeatingChangeKind
from tournaments.operations import journal
from tournaments.operations.bans.doors import refuse_banned
from tournaments.operations.evening.substitutions import withdraw_player
from tournaments.operations.seating.arranging import held_seating
from tournaments.operations.seating.seats import seat_all
from tournaments.queries.reseating import Proposal, late_comers, with_newcomer, without


@transaction.atomic
def reseat_without(
    *, round_: Round, leaving: Sequence[Registration], mark: str, by: Account, now: datetime, reason: str = ""
) -> Proposal:
    """Withdraw these from the event and close up what they leave behind in this round.

    Raises Refused `round_step`, `seating_changed`, `nobody_leaves`, or as the draw refuses, if too few stay.
    """
    seated = {one.registration_id for one in held_seating(round_, mark)}
    going = [one for one in leaving if one.pk in seated]
    if not going:
        raise Refused("nobody_leaves")
    found = without(round_, going)
    seat_all(round_, found.found.tables)
    for place, one in enumerate(going):
        moved = 0 if place else len(found.moves)  # told once, however many leave together
        _note(round_, SeatingChangeKind.LEFT, one, moved, by=by, now=now, reason=reason)
        withdraw_player(registration=one, by=by, now=now, reason=reason)
    projections.bump(round_.event)
    return found


@transaction.atomic
def seat_late_comer(*, round_: Round, newcomer: Registration, mark: str, by: Account, now: datetime) -> Proposal:
    """Give somebody who came late a seat, by the published rule.

    Raises Refused `round_step`, `seating_changed`, `not_here`, or as the draw refuses, if nobody more can be seated.
    """
    held_seating(round_, mark)
    if newcomer.pk not in {one.pk for one in late_comers(round_)}:
        raise Refused("not_here", nick=newcomer.nick)
    refuse_banned(newcomer.player, now=now)
    found = with_newcomer(round_, newcomer)
    seat_all(round_, found.found.tables)
    _note(round_, SeatingChangeKind.CAME, newcomer, len(found.moves), by=by, now=now, reason="")
    projections.bump(round_.event)
    return found


def _note(
    round_: Round,
    kind: SeatingChangeKind,
    registration: Registration,
    moved: int,
    *,
    by: Account,
    now: datetime,
    reason: str,
) -> None:
    SeatingChange.objects.create(
        round=round_, kind=kind, registration=registration, moved=moved, reason=reason.strip(), by=by, at=now
    )
    journal.note(
        f"seat_{kind}",
        by=by,
        now=now,
        event=round_.event,
        subject=f"round:{round_.number}",
        new={"registration": registration.key, "moved": moved},
        reason=reason,
    )

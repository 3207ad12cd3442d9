"""Somebody leaves or comes after the draw and before the start: as few people change seats as can be.

competition.md 7: late and mid-event replacements. Nobody draws again for it: the rule is published, the smallest table
takes who comes, and the engine proves how few have to move for who leaves (draws/reseating.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from games.rules.refusals import Refused
from tournaments.models import Account, Registration, Round, SeatingChange, SeatingChangeKind
from tournaments.operations.acting import Act, act_on
from tournaments.operations.bans.doors import refuse_banned
from tournaments.operations.evening.substitutions import withdraw_player
from tournaments.operations.seating.arranging import seating_looked_at
from tournaments.operations.seating.seats import seat_all
from tournaments.queries.reseating import Proposal, with_newcomer, without


def reseat_without(
    *, round_: Round, leaving: Sequence[Registration], mark: str, by: Account, now: datetime, reason: str = ""
) -> Proposal:
    """Withdraw these players from the event and close up what they leave behind in this round.

    Raises Refused as `seating_looked_at`, or `nobody_leaves`, `no_seat_here`, or as the draw refuses, if too few stay.
    """
    with act_on(round_, by=by, now=now) as act:
        seating_looked_at(round_, mark)
        if not leaving:
            raise Refused("nobody_leaves")
        found = without(round_, leaving)
        seat_all(round_, found.found.tables)
        for place, registration in enumerate(leaving):
            moved = 0 if place else len(found.moves)  # told once, however many leave together
            _keep(act, round_, SeatingChangeKind.LEFT, registration, moved, reason=reason)
            withdraw_player(registration=registration, by=by, now=now, reason=reason)
        return found


def seat_late_comer(*, round_: Round, newcomer: Registration, mark: str, by: Account, now: datetime) -> Proposal:
    """Give somebody who came late a seat, by the published rule.

    Raises Refused as `seating_looked_at`, or `banned`, or as `with_newcomer`.
    """
    with act_on(round_, by=by, now=now) as act:
        seating_looked_at(round_, mark)
        refuse_banned(newcomer.player, now=now)
        found = with_newcomer(round_, newcomer)
        seat_all(round_, found.found.tables)
        _keep(act, round_, SeatingChangeKind.CAME, newcomer, len(found.moves))
        return found


def _keep(
    act: Act, round_: Round, kind: SeatingChangeKind, registration: Registration, moved: int, *, reason: str = ""
) -> None:
    SeatingChange.objects.create(
        round=round_,
        kind=kind,
        registration=registration,
        moved=moved,
        reason=reason.strip(),
        by=act.by,
        at=act.now,
    )
    new = {"registration": registration.key, "moved": moved}
    act.note(f"seat_{kind}", subject=f"round:{round_.number}", new=new, reason=reason)

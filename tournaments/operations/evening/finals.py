"""A play-off, a final or a small final in one step: the round is planned, unless it is already, and seated.

competition.md 3.3–3.6. Who is proposed is `queries.finals`; whom the director chose is handed in.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from games.rules.refusals import Refused
from tournaments.models import Account, Event, Round, RoundStatus
from tournaments.operations.acting import act_on
from tournaments.operations.evening.rounds import plan_round
from tournaments.operations.seating.drawing import draw_round
from tournaments.operations.seating.seats import refuse_other_round
from tournaments.queries.finals import has_final

WAITING = (RoundStatus.PLANNED, RoundStatus.DRAWN, RoundStatus.PUBLISHED)


def seat_final(
    *,
    event: Event,
    kind: str,
    chosen: Sequence[str],
    seed: str,
    by: Account,
    now: datetime,
    reason: str = "",
    seen: str | None = None,
) -> Round:
    """Seat `chosen` (entry keys) in a round of this kind, by rank (competition.md 3.3–3.6).

    A round of the kind that has not started is taken and, where it is drawn already, drawn again with `reason`, which
    also says why others play than the rank says. `seen`: as the page has shown that round (`seen_as`).

    Raises Refused `no_final` where none is played, `round_otherwise`, and what `draw_round` raises.
    """
    with act_on(event, by=by, now=now):
        if not has_final(event):
            raise Refused("no_final")
        rounds = Round.objects.filter(event=event, kind=kind, status__in=WAITING).select_related("playing_word")
        there = rounds.order_by("number").first()
        refuse_other_round(there, seen)
        round_ = there or plan_round(event=event, kind=kind, by=by, now=now)
        round_.event = event
        draw_round(round_=round_, seed=seed, by=by, now=now, chosen=chosen, reason=reason)
        return round_

"""Arranging seats by hand before the start: several swaps at once, and back to what the engine drew.

Whoever arranges says of which seating he speaks (`mark` of queries/seating.py). If it is another by now, because
another tab or somebody else was faster, nothing is done. Every swap is kept beside the draw, which stays as it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from games.rules.refusals import Refused
from tournaments.models import Account, Draw, Occupant, Round, RoundStatus, SeatingChange, SeatingChangeKind
from tournaments.operations.acting import act_on
from tournaments.operations.seating.order import refuse_stale_history
from tournaments.operations.seating.seats import seat_all, swap_players
from tournaments.operations.seating.transcripts import refuse_other_seating
from tournaments.queries.seating import Swap, code_of, mark_of, occupants_of, tables_now

MOST_SWAPS = 200
ARRANGED = (RoundStatus.DRAWN, RoundStatus.PUBLISHED)


def swap_seats(*, round_: Round, swaps: Sequence[Swap], mark: str, by: Account, now: datetime, reason: str = "") -> int:
    """Swap the people in these seats (`1A`, `2C`), one pair after the other. Returns how many pairs.

    Raises Refused as `seating_looked_at`, or `nothing_swapped`.
    """
    with act_on(round_, by=by, now=now):
        at = {code_of(occupant): occupant.registration for occupant in seating_looked_at(round_, mark)}
        known = [swap for swap in swaps[:MOST_SWAPS] if at.keys() >= set(swap) and len(set(swap)) == 2]
        if not known:
            raise Refused("nothing_swapped")
        for one, other in known:
            swap_players(round_=round_, first=at[one], second=at[other], by=by, now=now, reason=reason)
            at[one], at[other] = at[other], at[one]
        return len(known)


def restore_draw(*, round_: Round, mark: str, by: Account, now: datetime, reason: str = "") -> Draw:
    """Seat everybody again exactly as the engine drew it.

    Raises Refused as `seating_looked_at`, or `nothing_drawn`, `as_drawn` if nothing was changed since,
    `others_were_drawn` if somebody has left or come in since.
    """
    with act_on(round_, by=by, now=now) as act:
        here = seating_looked_at(round_, mark)
        drawn = round_.draws.order_by("-attempt").first()
        if drawn is None:
            raise Refused("nothing_drawn")
        now_seated = [list(table) for table in tables_now(here)]
        if not seats_the_same(drawn, now_seated):
            raise Refused("others_were_drawn")
        if drawn.tables == now_seated:
            raise Refused("as_drawn")
        seat_all(round_, drawn.tables)
        SeatingChange.objects.create(
            round=round_, kind=SeatingChangeKind.RESTORED, reason=reason.strip(), by=by, at=now
        )
        act.note(
            "draw_restored",
            subject=f"round:{round_.number}",
            old={"tables": now_seated},
            new={"attempt": drawn.attempt},
            reason=reason,
        )
        return drawn


def seats_the_same(drawn: Draw, tables: Sequence[Sequence[str]]) -> bool:
    """Whether these tables, of keys, seat those who were drawn, wherever each of them sits."""
    return {key for table in drawn.tables for key in table} == {key for table in tables for key in table}


def seating_looked_at(round_: Round, mark: str) -> list[Occupant]:
    """Return the seating as it is now, if it is the one looked at.

    Raises Refused as `refuse_fixed`, or `seating_changed`.
    """
    refuse_fixed(round_)
    occupants = occupants_of(round_)
    if mark_of(occupants) != mark:
        raise Refused("seating_changed")
    return occupants


def refuse_fixed(round_: Round) -> None:
    """Refuse where nobody changes seats: before the draw, after the start, while a later draw has frozen them, and
    where the round is drawn again, so that they do not count.

    Raises Refused `round_step`, `draw_under_way`, `ceremony_begun`, `draw_known`.
    """
    if round_.status not in ARRANGED:
        raise Refused("round_step", before=round_.status, after="drawn")
    refuse_stale_history(round_)
    refuse_other_seating(round_)

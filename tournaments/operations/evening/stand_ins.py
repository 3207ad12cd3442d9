"""A stand-in out of the crowd: somebody who may never have registered takes a seat over, in one step.

competition.md 2.11, 3.7 and 7: an injured player is replaced by a spectator. Registering him and seating him is one
transaction: if the seat cannot be taken over, nobody was registered.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from tournaments.models import Account, Registration, RegistrationStatus
from tournaments.operations.acting import act_on
from tournaments.operations.evening.substitutions import substitute_player
from tournaments.operations.events.registrations import add_walk_in
from tournaments.operations.people.players import find_player


def send_in(
    *,
    out: Registration,
    line: str,
    by: Account,
    now: datetime,
    reason: str = "",
    keep_classified: bool = False,
    seen: str = "",
) -> Registration:
    """Put whom `line` names (`NICK` or `NICK, CLUB`) on the seats of `out`; returns his registration.

    Raises what `add_walk_in` and `substitute_player` raise.
    """
    how: dict[str, Any] = {"reason": reason, "keep_classified": keep_classified, "seen": seen}
    with act_on(out.event, by=by, now=now):
        player = find_player(line.partition(",")[0])
        here = Registration.objects.filter(event=out.event, player=player) if player else Registration.objects.none()
        stand_in = here.exclude(status=RegistrationStatus.WITHDRAWN).first()
        if stand_in is None:
            stand_in = add_walk_in(event=out.event, line=line, by=by, now=now, takes_a_place=False)
        substitute_player(out=out, stand_in=stand_in, by=by, now=now, **how)
        return stand_in

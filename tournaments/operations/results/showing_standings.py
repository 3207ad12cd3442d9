"""Showing standings that are hidden from the hall before their time, and hiding them again."""

from __future__ import annotations

from datetime import datetime

from games.rules.refusals import Refused
from tournaments.models import Account, Event, hides_standings
from tournaments.operations.acting import act_on


def show_standings(*, event: Event, shown: bool, by: Account, now: datetime) -> None:
    """Tell the hall the standings from now on; `shown` False: hide them again, as the regulations say.

    Raises Refused `standings_not_hidden` if they are not hidden, or were not shown by the director.
    """
    with act_on(event, by=by, now=now) as act:
        if not (hides_standings(event) if shown else event.standings_shown_at):
            raise Refused("standings_not_hidden")
        event.standings_shown_at = now if shown else None
        event.save(update_fields=["standings_shown_at"])
        act.note("standings_shown" if shown else "standings_hidden")

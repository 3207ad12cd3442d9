"""How long something will take, in words (games/simulation/forecast.py)."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.simulation.forecast import FIVES_FROM, Forecast
from tournaments.templatetags.event_times import clock, in_zone


def minutes_text(minutes: Forecast) -> str:
    """About 25–50 minutes."""
    n, most = _told(minutes)
    return ngettext("about %(n)s minute", "about %(n)s minutes", most) % {"n": n}


def end_text(what: str, minutes: Forecast, *, at: datetime, zone: str) -> str:
    """When a round or a table ends, on the clocks of `zone`; `what`: its name. `at`: from when the minutes count."""
    least, most = (at + timedelta(minutes=n) for n in minutes.rounded)
    if minutes.rounded[0] >= FIVES_FROM:
        least, most = _to_fives(least), _to_fives(most)
    if least == most:
        return _("%(what)s ends about %(time)s.") % {"what": what, "time": clock(most, zone)}
    return _("%(what)s ends about %(from)s–%(to)s.") % {
        "what": what,
        "from": f"{in_zone(least, zone):%H:%M}",
        "to": clock(most, zone),
    }


def _to_fives(moment: datetime) -> datetime:
    """The clock is no more exact than the minutes; where they are single ones, so is the clock."""
    return moment + timedelta(minutes=2 - (moment.minute + 2) % 5)


def _told(minutes: Forecast) -> tuple[str, int]:
    """One number, or from and to; and the last of them, which the noun follows."""
    least, most = minutes.rounded
    return (str(most) if least == most else f"{least}–{most}"), most

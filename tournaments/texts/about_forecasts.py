"""How long something will take, in words (games/simulation/forecast.py)."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import ngettext

from games.simulation.forecast import Forecast
from tournaments.templatetags.event_times import clock


def minutes_text(minutes: Forecast) -> str:
    """About 25–50 minutes."""
    n, most = _told(minutes)
    return ngettext("about %(n)s minute", "about %(n)s minutes", most) % {"n": n}


def end_text(what: str, minutes: Forecast, *, at: datetime, zone: str) -> str:
    """When a round or a table ends; `what`: its name. `at`: from when the minutes count."""
    n, most = _told(minutes)
    sentence = ngettext(
        "%(what)s ends about %(n)s minute after %(time)s.",
        "%(what)s ends about %(n)s minutes after %(time)s.",
        most,
    )
    return sentence % {"what": what, "n": n, "time": clock(at, zone)}


def _told(minutes: Forecast) -> tuple[str, int]:
    """One number, or from and to; and the last of them, which the noun follows."""
    least, most = minutes.rounded
    return (str(most) if least == most else f"{least}–{most}"), most

"""From the clock on the wall of the hall to the instant that is meant.

Times are stored as an instant and the event's IANA zone (issue, section 4), but people say what the clock shows. Twice
a year the clock does not say enough: in spring an hour of local times does not exist, in autumn an hour comes twice.
Neither is guessed: both are refused, with the hours before and after left to the person. Pure.
"""

from __future__ import annotations

from datetime import MAXYEAR, MINYEAR, UTC, datetime
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from games.rules.refusals import Refused


@cache
def zone_names() -> tuple[str, ...]:
    """The zones that a person would look for, Area/Place, in the order of the alphabet; and plain UTC."""
    places = [name for name in available_timezones() if "/" in name and not name.startswith(("Etc/", "posix", "right"))]
    return (*sorted(places), "UTC")


def instant(local: datetime, zone: str) -> datetime:
    """The instant at which the clocks of `zone` show `local` (a time without a zone).

    Raises Refused `unknown_zone`, `impossible_time` (the clock jumps over it), `ambiguous_time` (it comes twice).
    """
    if zone not in zone_names():
        raise Refused("unknown_zone", zone=zone[:64])
    early = local.replace(tzinfo=ZoneInfo(zone), fold=0)
    late = local.replace(tzinfo=ZoneInfo(zone), fold=1)
    values = {"time": f"{local:%H:%M}", "date": local.date(), "zone": zone}
    if local.year in (MINYEAR, MAXYEAR):  # the first and the last hours of all are beyond the calendar elsewhere
        raise Refused("impossible_time", **values)
    if early.astimezone(UTC).astimezone(ZoneInfo(zone)).replace(tzinfo=None, fold=0) != local.replace(fold=0):
        raise Refused("impossible_time", **values)
    if early.utcoffset() != late.utcoffset():
        raise Refused("ambiguous_time", **values)
    return early.astimezone(UTC)


def wall_clock(moment: datetime, zone: str) -> datetime:
    """What the clocks of `zone` show at `moment`: a time without a zone, as a form holds it."""
    return moment.astimezone(ZoneInfo(zone)).replace(tzinfo=None, fold=0)

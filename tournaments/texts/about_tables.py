"""What a table is called: its label if the director gave it one, else "Table 3"; in which room it stands, and for how
long nothing has come from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, ngettext

from tournaments.facts.places import place_of
from tournaments.models import Event

HOUR = 60
DAY = 24 * HOUR


def table_name(event: Event, number: int) -> str:
    """In a heading: "By the stove" or "Table 3"."""
    return place_of(event.places, number).label or gettext("Table %(n)s") % {"n": number}


def game_where(places: Mapping[str, Any], round_: int, number: int) -> str:
    """In a sentence: "round 2, By the stove" or "round 2, table 3". `places`: those of the event (`Event.places`)."""
    if label := place_of(places, number).label:
        return gettext("round %(round)s, %(label)s") % {"round": round_, "label": label}
    return gettext("round %(round)s, table %(table)s") % {"round": round_, "table": number}


def table_short(event: Event, number: int) -> str:
    """In a column of its own: "By the stove" or "3"."""
    return place_of(event.places, number).label or str(number)


def table_where(event: Event, number: int) -> str:
    """Beside a number: "By the stove · Salonek 2", or nothing."""
    return place_of(event.places, number).where


def table_room(event: Event, number: int) -> str:
    """The room of a table, empty where nobody has said it."""
    return place_of(event.places, number).room


def quiet_text(minutes: int) -> str:
    """For how long nothing was recorded: in minutes, from an hour on in hours, from two days on in days."""
    if minutes < HOUR:
        return gettext("nothing for %(n)s min") % {"n": minutes}
    if minutes < 2 * DAY:
        hours = minutes // HOUR
        return ngettext("nothing for %(n)s hour", "nothing for %(n)s hours", hours) % {"n": hours}
    days = minutes // DAY
    return ngettext("nothing for %(n)s day", "nothing for %(n)s days", days) % {"n": days}

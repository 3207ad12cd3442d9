"""Times as people in the hall read them: in the event's zone, with its name where it is not the site's own.

Pages, letters and journals have no other form of a day; files for programs write 2026-11-14. The orders of day and
month are msgids: a translator writes `j. E Y` where English has `j F Y`. Nothing here asks what time it is; pages that
live behind an ETag may not say "two minutes ago".
"""

from __future__ import annotations

from datetime import date, datetime
from zoneinfo import ZoneInfo

from django import template
from django.conf import settings
from django.utils import dateformat
from django.utils.translation import pgettext

register = template.Library()


def in_zone(moment: datetime, zone: str) -> datetime:
    """The same instant on the clocks of `zone`; a zone that is not known (any more) counts as the site's own."""
    try:
        return moment.astimezone(ZoneInfo(zone))
    except (KeyError, ValueError, OSError):
        return moment.astimezone(ZoneInfo(settings.TIME_ZONE))


@register.filter(expects_localtime=True)
def day(value: date | None) -> str:
    """14 November 2026; of a moment the day that it is where the site stands."""
    return dateformat.format(value, pgettext("order of a date", "j F Y")) if value else ""


def day_of_year(value: date) -> str:
    """14 Nov: where the year is said and there is little room."""
    return dateformat.format(value, pgettext("order of a date", "j M"))


@register.filter(expects_localtime=True)
def minute(value: datetime | None) -> str:
    """14 November 2026, 18:00; where the site stands."""
    return f"{day(value)}, {value:%H:%M}" if value else ""


@register.filter(expects_localtime=True)
def second(value: datetime | None) -> str:
    """14 November 2026, 18:00:05: where it matters what came first."""
    return f"{day(value)}, {value:%H:%M:%S}" if value else ""


@register.filter(expects_localtime=True)
def weekday(value: date | None) -> str:
    """Saturday 14 November 2026."""
    return dateformat.format(value, pgettext("order of a date", "l j F Y")) if value else ""


@register.filter
def moment(value: datetime | None, zone: str) -> str:
    """Saturday 14 November 2026, 18:00 (Pacific/Auckland)."""
    return _with_zone(_moment(value, zone), zone) if value else ""


@register.filter
def moment_anywhere(value: datetime | None, zone: str) -> str:
    """The same with the zone always, as a letter says it: it may be read far from the hall."""
    return f"{_moment(value, zone)} ({zone.replace('_', ' ')})" if value else ""


@register.filter
def clock(value: datetime | None, zone: str) -> str:
    """18:00 (Pacific/Auckland)."""
    return _with_zone(f"{in_zone(value, zone):%H:%M}", zone) if value else ""


def _moment(value: datetime, zone: str) -> str:
    return dateformat.format(in_zone(value, zone), pgettext("order of a date", "l j F Y, H:i"))


def _with_zone(text: str, zone: str) -> str:
    return text if zone == settings.TIME_ZONE else f"{text} ({zone.replace('_', ' ')})"

"""States and kinds of events, rounds and registrations in words, and the badges that they have on every page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.models import CUT_SHORT

EVENT_STATES: Mapping[str, Any] = {
    "draft": _("draft"),
    "announced": _("announced"),
    "open": _("registration open"),
    "closed": _("registration closed"),
    "running": _("running"),
    "finished": _("finished"),
    "cancelled": _("cancelled"),
}

ROUND_STATES: Mapping[str, Any] = {
    "planned": _("planned"),
    "drawn": _("drawn, not published"),
    "published": _("seating published"),
    "running": _("running"),
    "closed": _("closed"),
}

DRAWN_AGAIN = _("drawn again: this seating does not count")
SEATED_BY_RANK = _("seated by rank, not published")
"""A final that is `drawn`."""
SEATED_ANEW = _("seated anew: this seating does not count")
"""What is said of a final in place of that it is drawn again."""

ROUND_KINDS: Mapping[str, Any] = {
    "basic": _("basic round"),
    "play_off": _("play-off"),
    "final": _("final"),
    "small_final": _("small final"),
}

ROUND_TITLES: Mapping[str, Any] = {
    "basic": _("Round %(number)s"),
    "play_off": _("Play-off (round %(number)s)"),
    "final": _("Final (round %(number)s)"),
    "small_final": _("Small final (round %(number)s)"),
}

SCENES: Mapping[str, Any] = {
    "": _("follows the evening"),
    "before": _("who is in, code and countdown"),
    "draw": _("the public draw"),
    "seating": _("the seating"),
    "round": _("the tables of the round"),
    "between": _("the standings"),
    "final": _("the final"),
    "end": _("podium and records"),
}

EVENT_BADGES = {"open": "wait", "closed": "wait", "running": "live", "finished": "good", "cancelled": "bad"}

ROUND_BADGES = {"drawn": "wait", "published": "wait", "running": "live", "closed": "good"}

REGISTRATION_STATES: Mapping[str, Any] = {
    "applied": _("applied"),
    "confirmed": _("confirmed"),
    "waiting": _("waiting list"),
    "checked_in": _("checked in"),
    "withdrawn": _("withdrawn"),
}


def round_title(number: int, kind: str) -> str:
    """What people call a round: basic ones by their number, the others by what they are."""
    return str(ROUND_TITLES[kind]) % {"number": number}


def event_badge(status: str) -> str:
    """The kind of badge that an event's state has on every page."""
    return EVENT_BADGES.get(status, "plain")


def round_state(status: str, *, kind: str, is_drawn_again: bool) -> str:
    """The state of a round, of which it was asked whether its seating counts (models/drawn_again.py)."""
    by_rank = kind in ("final", "small_final")
    if is_drawn_again:
        return str(SEATED_ANEW if by_rank else DRAWN_AGAIN)
    return str(SEATED_BY_RANK if status == "drawn" and by_rank else ROUND_STATES[status])


def round_badge(status: str, *, is_drawn_again: bool) -> str:
    """The kind of badge that a round's state has on every page."""
    return "bad" if is_drawn_again else ROUND_BADGES.get(status, "plain")


def no_longer(number: int, newest: int, *, final: bool, status: str) -> str:
    """Why a publication of an event in this status does not count as it says; empty for one that does."""
    if number < newest:
        return gettext("superseded by publication %(n)s") % {"n": newest}
    return gettext("final no longer: the event went on afterwards") if final and status != "finished" else ""


def note_of_results(note: str) -> str:
    """What is said with published results: that the evening ended early in the reader's language, the rest as typed."""
    return note.replace(CUT_SHORT, gettext("The evening ended early."), 1)

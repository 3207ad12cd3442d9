"""Somebody arrives: the code on his phone, read by the camera of who checks people in, shows him and one button.

To look changes nothing. Whoever may not check in at this event is told what the code is for, and nothing of whom.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.rules.refusals import Refused
from tournaments import access
from tournaments.acts.face import Values
from tournaments.acts.visit import Visit
from tournaments.console.face import desk
from tournaments.console.person import person, person_of
from tournaments.lifecycle import REGISTRATION_STEPS
from tournaments.models import Account, Event, Registration, RegistrationStatus
from tournaments.operations.events import check_in_codes, registrations
from tournaments.queries import desk as queries

CHECKED_IN, CONFIRMED = RegistrationStatus.CHECKED_IN, RegistrationStatus.CONFIRMED


def who_arrives(by: Account, right: str, address: Mapping[str, Any]) -> tuple[Event, Registration | None]:
    """The event, and whose code this is; None if it is nobody's any more, or of another event."""
    try:
        event = access.event_for(by, address["slug"], right)
    except PermissionDenied:
        said = gettext("This is a code for the check-in of an event. Show it to whoever checks you in at the door.")
        raise PermissionDenied(said) from None
    one = queries.people(event).filter(pk=address["entry"]).first()
    if one is None or not check_in_codes.is_check_in_code(one, address["sign"]):
        return event, None
    one.event = event
    return event, one


@desk.page("<slug:slug>/in/<int:entry>/<str:sign>/", right="event.people", prove=who_arrives)
def arrival(event: Event, one: Registration | None, visit: Visit) -> HttpResponse:
    """Who it is, and the one button; or that the code is worth nothing any more, with the way to the list."""
    values = {
        "tab": "people",
        "event": event,
        "one": one,
        "counts": queries.status_counts(event),
        "may_come": one is not None and CHECKED_IN in REGISTRATION_STEPS[one.status] and not event.is_over,
        "is_here": one is not None and one.status == CHECKED_IN,
    }
    answer = visit.page("console/arrival.html", values)
    if one is None:
        answer.status_code = 404
    return answer


@desk.act(
    "<slug:slug>/in/<int:entry>/<str:sign>/",
    right="event.people",
    prove=who_arrives,
    page=arrival,
    wanted=_("Checking in by a code"),
)
def check_in(event: Event, one: Registration | None, visit: Visit) -> Values:
    """Check him in, or take that back. Who is what was asked for already stays so: two may tap at once."""
    if one is None:
        raise Refused("check_in_code_unknown")
    is_undone = bool(visit.text("undo"))
    if is_undone == (one.status == CHECKED_IN):
        after = CONFIRMED if is_undone else CHECKED_IN
        seen = visit.text("seen")
        registrations.change_status(registration=one, status=after, by=visit.by, now=visit.now, seen=seen)
    said = gettext("%(nick)s is not checked in any more.") if is_undone else gettext("%(nick)s is checked in.")
    return said % {"nick": one.nick}


@desk.act(
    "<slug:slug>/person-check-in-codes/<path:key>/",
    right="event.people",
    prove=person_of,
    page=person,
    wanted=_("Giving somebody a new code for the check-in"),
    done=_("%(nick)s has a new code. The former one finds nobody any more."),
)
def renew_code(registration: Registration, visit: Visit) -> Values:
    """Give somebody another code."""
    check_in_codes.renew_check_in_code(registration=registration, by=visit.by, now=visit.now)
    return {"nick": registration.nick}

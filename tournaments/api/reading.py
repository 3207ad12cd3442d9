"""What a reader may see of an event: what the public pages show, and the drafts of those who run it.

A draft of an event is for its staff; a draw that is not published is for its directors and referees, and so are
applications that nobody has confirmed. A stranger is told "not found" of all of these.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404

from tournaments import access
from tournaments.models import (
    Account,
    Event,
    Occupant,
    Registration,
    RegistrationStatus,
    Round,
    RoundStatus,
    with_state,
)

HIDDEN_DRAWS = (RoundStatus.PLANNED, RoundStatus.DRAWN)
TAKING_PART = (RegistrationStatus.CONFIRMED, RegistrationStatus.CHECKED_IN)


@dataclass(frozen=True, slots=True)
class Readable:
    """An event with what its reader may see. `sees_drafts`: he is a director or referee of it."""

    event: Event
    sees_drafts: bool


def readable_events(account: Account | None) -> QuerySet[Event]:
    """Events that anyone may see, and drafts at which `account` has a role; the newest first."""
    events = Event.objects.listed()
    if account is not None:
        events = Event.objects.filter(
            Q(pk__in=events.values("pk")) | Q(pk__in=access.events_with_role(account).values("pk"))
        )
    return events.select_related("series", "season").order_by("-date", "-pk")


def readable_event(account: Account | None, slug: str) -> Readable:
    """Raises Http404. One statement for a visitor, at most three otherwise."""
    if account is None:
        return Readable(access.public_event(slug), sees_drafts=False)
    try:
        event = access.event_for(account, slug, "event.watch")
    except PermissionDenied:
        return Readable(access.public_event(slug), sees_drafts=False)
    return Readable(event, sees_drafts=access.sees_drafts(account, event))


def readable_round(account: Account | None, slug: str, number: int) -> tuple[Round, Readable]:
    """A round that is planned at least. Raises Http404."""
    readable = readable_event(account, slug)
    rounds = Round.objects.filter(event=readable.event, number=number).select_related("playing_word")
    round_ = with_state(rounds).first()
    if round_ is None:
        raise Http404
    return round_, readable


def readable_draw(account: Account | None, slug: str, number: int) -> Round:
    """A round whose tables may be seen. Raises Http404."""
    round_, readable = readable_round(account, slug, number)
    if round_.status in HIDDEN_DRAWS and not readable.sees_drafts:
        raise Http404
    return round_


def readable_registrations(readable: Readable) -> QuerySet[Registration]:
    """Who is in, or has sat at a table of a round that began; for those who run the event everybody."""
    rows = Registration.objects.filter(event=readable.event)
    if not readable.sees_drafts:
        sat = Occupant.objects.filter(registration=OuterRef("pk"), round__started_at__isnull=False)
        rows = rows.filter(Q(status__in=TAKING_PART) | Exists(sat))
    return rows.select_related("club__federation").order_by("position", "pk")

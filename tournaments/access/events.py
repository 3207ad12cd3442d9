"""Events, rounds and registrations, clubs and federations, each fetched for one act of the matrix."""

from __future__ import annotations

from typing import Any, cast

from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404

from tournaments import rights
from tournaments.access.roles import flags_of, granted, may, prove
from tournaments.access.rows import asked, found
from tournaments.access.tables import roles_of
from tournaments.models import Account, Club, Event, Federation, Registration, Round, with_state


def events_with_role(account: Account) -> QuerySet[Event]:
    """Events at which `account` has a role, newest first. All of them for a superuser."""
    events = Event.objects.select_related("series").filter(Q(rehearses=None) | Q(rehearsal_until__isnull=False))
    if not flags_of(account) & rights.anywhere("event.watch"):
        roles = rights.where_held("event.watch")
        events = events.filter(Exists(roles_of(account, OuterRef("pk")).filter(role__in=roles)))
    return events.order_by("-date", "-pk")


def events_where(account: Account, act: str) -> QuerySet[Event]:
    """The events at which `account` may do `act`: a condition for statements about their rows."""
    return Event.objects.filter(granted(account, act, OuterRef("pk")))


def may_somewhere(account: Account, act: str) -> bool:
    """Whether `account` may do `act` everywhere, or at one event at least. At most two statements."""
    return may(account, act) or events_where(account, act).exists()


def event_for(account: Account, slug: str, act: str) -> Event:
    """The event, if `account` may do `act` at it."""
    events = Event.objects.select_related("series", "season", "hall_screen").filter(slug=slug)
    event: Any = found(events.annotate(may=granted(account, act, OuterRef("pk"))))
    if not event.may:
        raise PermissionDenied if event.status != "draft" else Http404
    return cast("Event", event)


def round_for(account: Account, slug: str, number: int, act: str) -> Round:
    """A round of an event at which `account` may do `act`."""
    event = event_for(account, slug, act)
    words = ("playing_word", "sealed_word__word")
    rounds = Round.objects.select_related(*words).filter(event=event, number=number)
    round_ = found(with_state(rounds))
    round_.event = event
    return round_


def registration_for(account: Account, slug: str, key: str, act: str) -> Registration:
    """A registration for an event at which `account` may do `act`."""
    event = event_for(account, slug, act)
    registration = found(Registration.objects.select_related("player", "club").filter(event=event, key=asked(key)))
    registration.event = event
    return registration


def sees_drafts(account: Account, event: Event) -> bool:
    """Whether `account` sees what is not published yet at `event`. One statement, for the keeper none."""
    return may(account, "event.drafts", event=event)


def club_for(account: Account, code: str, act: str) -> Club:
    """The club with this code, if `account` may do `act` in it."""
    club = found(Club.objects.select_related("federation").filter(code=asked(code)))
    prove(account, act, club=club)
    return club


def federation_for(account: Account, country: str, act: str) -> Federation:
    """The federation of a country, if `account` may do `act` in it."""
    federation = found(Federation.objects.filter(country=asked(country)))
    prove(account, act, federation=federation)
    return federation

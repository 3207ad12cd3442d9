"""What a person's own page shows: his events with seat and time, his roles. One statement each."""

from __future__ import annotations

from typing import Any

from tournaments.models import (
    Account,
    EventStatus,
    Occupant,
    Player,
    Registration,
    RoundStatus,
    Staff,
    is_promised_again,
    told_again,
)
from tournaments.queries.desk import with_seated

NEWEST = 30


def my_registrations(player: Player) -> list[Registration]:
    """His registrations for events that are not over, soonest first, then the newest of the others; `with_seated`."""
    over = (EventStatus.FINISHED, EventStatus.CANCELLED)
    mine = Registration.objects.filter(player=player).exclude(event__status=EventStatus.DRAFT)
    found = list(with_seated(mine).select_related("event", "club").order_by("-event__date", "-event__pk")[:NEWEST])
    ahead = [registration for registration in found if registration.event.status not in over]
    return ahead[::-1] + [registration for registration in found if registration.event.status in over]


def my_seats(player: Player) -> dict[int, list[dict[str, Any]]]:
    """Event → his seats in rounds whose seating is published and counts, or that are running. Drafts are not
    shown, nor a seat that somebody else has taken over.

    `is_promised_again`: a further draw of the round is promised.
    """
    seats: dict[int, list[dict[str, Any]]] = {}
    rows = (
        Occupant.objects.sitting()
        .filter(
            registration__player=player,
            round__status__in=(RoundStatus.PUBLISHED, RoundStatus.RUNNING),
        )
        .exclude(round__event__status=EventStatus.DRAFT)
        .exclude(round__in=told_again())
        .order_by("round__number")
        .values(
            "round__event_id",
            "round__number",
            "round__kind",
            "round__status",
            "round__starts_at",
            "round__started_at",
            "table__number",
            "seat",
            is_promised_again=is_promised_again("round"),
        )
    )
    for row in rows:
        seats.setdefault(row["round__event_id"], []).append(dict(row))
    return seats


def told_again_to(player: Player) -> dict[int, list[tuple[int, str]]]:
    """Event → number and kind of each round there whose seating was published and does not count, where he is in."""
    found: dict[int, list[tuple[int, str]]] = {}
    events = Registration.objects.filter(player=player).playing().exclude(event__status=EventStatus.DRAFT)
    rounds = told_again().filter(event__in=events.values("event")).order_by("number")
    for event, number, kind in rounds.values_list("event", "number", "kind"):
        found.setdefault(event, []).append((number, kind))
    return found


def my_roles(account: Account) -> list[Staff]:
    """The roles in force at events that are not cancelled, newest event first."""
    roles = Staff.objects.filter(account=account, ended_at=None).exclude(event__status=EventStatus.CANCELLED)
    return list(roles.select_related("event").order_by("-event__date", "-event__pk", "role")[:NEWEST])

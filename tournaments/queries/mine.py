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
    is_drawn_again,
)

NEWEST = 30


def my_registrations(player: Player) -> list[Registration]:
    """His registrations for events that are not over, soonest first, then the newest of the others."""
    over = (EventStatus.FINISHED, EventStatus.CANCELLED)
    mine = Registration.objects.filter(player=player).exclude(event__status=EventStatus.DRAFT)
    found = list(mine.select_related("event", "club").order_by("-event__date", "-event__pk")[:NEWEST])
    ahead = [registration for registration in found if registration.event.status not in over]
    return ahead[::-1] + [registration for registration in found if registration.event.status in over]


def my_seats(player: Player) -> dict[int, list[dict[str, Any]]]:
    """Event → his seats in rounds whose seating is published or that are running. Drafts of a draw are not shown.

    `is_drawn_again`: nobody is to sit down there.
    """
    seats: dict[int, list[dict[str, Any]]] = {}
    rows = (
        Occupant.objects.filter(
            registration__player=player,
            active=True,
            round__status__in=(RoundStatus.PUBLISHED, RoundStatus.RUNNING),
        )
        .exclude(round__event__status=EventStatus.DRAFT)
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
            is_drawn_again=is_drawn_again("round"),
        )
    )
    for row in rows:
        seats.setdefault(row["round__event_id"], []).append(dict(row))
    return seats


def my_roles(account: Account) -> list[Staff]:
    """The roles in force at events that are not cancelled, newest event first."""
    roles = Staff.objects.filter(account=account, ended_at=None).exclude(event__status=EventStatus.CANCELLED)
    return list(roles.select_related("event").order_by("-event__date", "-event__pk", "role")[:NEWEST])

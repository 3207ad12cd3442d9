"""Rooms of an event: which referee looks after which, and whose phone rings for a call from where."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tournaments.facts.places import place_of, rooms_of
from tournaments.models import Account, Event, Staff, StaffRole
from tournaments.queries.calls import OpenCall
from tournaments.queries.names import shown_name


def referees_of_rooms(event: Event) -> dict[str, list[str]]:
    """The rooms with those who look after them, nobody where nobody does. A statement only where there are rooms."""
    rooms: dict[str, list[str]] = {room: [] for room in rooms_of(event.places)}
    for staff in _with_rooms(event) if rooms else ():
        if staff.room in rooms:
            rooms[staff.room].append(shown_name(staff.account))
    return rooms


def referees_at(event: Event, number: int) -> list[str]:
    """Who looks after the room of a table. A statement only where it stands in one."""
    return referees_of_rooms(event).get(place_of(event.places, number).room, [])


def calls_for(account: Account, event: Event, calls: Iterable[OpenCall]) -> list[OpenCall]:
    """The same calls, those of his rooms first; `rings` says whether his phone does. A statement only where there are
    rooms and calls.

    Who has no room hears all. A call from a room that nobody looks after, or from no room, is everybody's.
    """
    found = list(calls)
    if not found or not rooms_of(event.places):
        return found
    kept = [(staff.account_id, staff.room) for staff in _with_rooms(event)]
    own, all_kept = {room for pk, room in kept if pk == account.pk}, {room for _, room in kept}
    there = [(call, place_of(event.places, call.table).room) for call in found]
    heard = [replace(call, rings=not own or room in own or room not in all_kept) for call, room in there]
    return sorted(heard, key=lambda call: bool(own) and place_of(event.places, call.table).room not in own)


def _with_rooms(event: Event) -> Iterable[Staff]:
    rows = Staff.objects.filter(event=event, ended_at=None).exclude(room="").exclude(role=StaffRole.LINE_JUDGE)
    return rows.select_related("account").order_by("account__name", "pk")

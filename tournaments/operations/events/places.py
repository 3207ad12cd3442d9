"""What the tables of an event are called, in which rooms they stand, and which referee looks after which room."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from games.rules.refusals import Refused
from tournaments.facts.places import Place, places_of, rooms_of, same_label, stored_as
from tournaments.models import Account, Event, Staff
from tournaments.operations.acting import act_on


def name_tables(
    *, event: Event, numbers: Sequence[int], label: str = "", room: str = "", by: Account, now: datetime
) -> None:
    """Say in which room tables stand, and what one is called; several keep the labels that they have. Empty: neither.

    Raises Refused `label_for_one`, `label_taken`.
    """
    label, room = " ".join(label.split()), " ".join(room.split())
    with act_on(event, by=by, now=now) as act:
        places = places_of(event.places)
        if label and len(numbers) > 1:
            raise Refused("label_for_one")
        if label and (other := same_label(places, numbers[0], label)):
            raise Refused("label_taken", table=other)
        for number in numbers:
            kept = places.get(number, Place()).label
            places[number] = Place(label if len(numbers) == 1 else kept, room)
        event.places = stored_as(places.items())
        event.save(update_fields=["places"])
        act.note("tables_named", new={"tables": sorted(numbers), "texts": ["label", "room"]})


def give_room(*, staff: Staff, room: str, by: Account, now: datetime) -> None:
    """Let a referee look after one room, or after all of them (""). Raises Refused `room_unknown`."""
    with act_on(staff.event, by=by, now=now) as act:
        if room and room not in rooms_of(staff.event.places):
            raise Refused("room_unknown")
        staff.room = room
        staff.save(update_fields=["room"])
        subject = f"account:{staff.account_id}"
        act.note("room_given", subject=subject, new={"texts": ["room"]})

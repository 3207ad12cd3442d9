"""Where the tables of an event stand: a label of a table, and the room it is in; by its number, so for every round.

Stored with the event as `{"3": {"label": "By the stove", "room": "Salonek 2"}}`; what is empty is left out, and so is a
table that has neither.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

LONGEST = 40
Stored = Mapping[str, Mapping[str, str]]


class Place(NamedTuple):
    """`label`: what the table is called instead of its number, `room`: where it stands; empty where nobody says so."""

    label: str = ""
    room: str = ""

    @property
    def where(self) -> str:
        """Both, beside a number."""
        return " · ".join(filter(None, self))


NOWHERE = Place()


def place_of(stored: Stored, number: int) -> Place:
    """Where a table stands."""
    found = stored.get(str(number))
    return Place(found.get("label", ""), found.get("room", "")) if found else NOWHERE


def places_of(stored: Stored) -> dict[int, Place]:
    """All tables of which something is said, by number."""
    return {number: place_of(stored, number) for number in sorted(map(int, stored))}


def rooms_of(stored: Stored) -> list[str]:
    """The rooms, in the order of their first tables."""
    return list(dict.fromkeys(place.room for place in places_of(stored).values() if place.room))


def stored_as(places: Iterable[tuple[int, Place]]) -> dict[str, dict[str, str]]:
    """The same as it is stored."""
    said = {number: {name: text for name, text in place._asdict().items() if text} for number, place in places}
    return {str(number): text for number, text in sorted(said.items()) if text}


def same_label(places: Mapping[int, Place], number: int, label: str) -> int | None:
    """Which other table is called so already: two of one name would send people to the wrong one."""
    wanted = label.casefold()
    others = (other for other, place in places.items() if other != number and place.label.casefold() == wanted)
    return next(others, None)

"""The event file, `scwu-event/1`: text to values and values to text (formats/event-file.md).

`parse` takes a whole file or refuses it whole, Refused("bad_event_file", faults=[Fault, …]), with every fault.
`dump` writes the one canonical text of an event: keys in the order of the format, seats sorted, what is
default left out (of the regulations nothing that was given), so that export, import and export give the same bytes.
In the file a stand-in is an `entry`; the rules, which know no entries, call the same an `occupant`.
"""

from __future__ import annotations

import json

from games.rules.documents.faults import Faults
from games.rules.documents.strict_json import MIB, decode
from games.rules.entries import Entry
from games.rules.payload import entry_payload
from tournaments.exchange.reader import FORMAT, read_event
from tournaments.exchange.shapes import EventFile, FileEntry, FileRound, FileTable
from tournaments.facts import regulations
from tournaments.facts.places import Place

MOST_MIB = 64
MAX_BYTES = MOST_MIB * MIB


def parse(data: bytes | str) -> EventFile:
    """The event in `data`; nothing of it if anything is wrong."""
    faults = Faults("bad_event_file")
    event = read_event(decode(data, faults, most_mib=MOST_MIB), faults)
    faults.refuse_if_any()
    if event is None:
        raise AssertionError("An event that could not be read without a fault to tell.")
    return event


def dump(event: EventFile) -> str:
    """The event file as canonical text, without a newline at the end."""
    return json.dumps(document(event), indent=1, ensure_ascii=False)


def document(event: EventFile) -> dict[str, object]:
    """The event file as a JSON value."""
    return {
        "format": FORMAT,
        "slug": event.slug,
        "name": event.name,
        "series": event.series,
        "date": event.date.isoformat(),
        **_stated(place=event.place, theme=event.theme),
        **_stated(tables=[_place(number, place) for number, place in sorted(event.places.items())]),
        "regulations": {name: event.given[name] for name in regulations.NAMES if name in event.given},
        "clubs": [{"code": club.code, "name": club.name, "country": club.country} for club in event.clubs],
        "entries": [_entry(entry) for entry in event.entries],
        "rounds": [_round(round_) for round_ in event.rounds],
    }


def _place(number: int, place: Place) -> dict[str, object]:
    return {"number": number, **_stated(label=place.label, room=place.room)}


def _entry(entry: FileEntry) -> dict[str, object]:
    unusual = {"classified": entry.classified, "earns_points": entry.earns_points}
    return {
        "id": entry.id,
        "nick": entry.nick,
        **_stated(club=entry.club),
        **{name: flag for name, flag in unusual.items() if not flag},
        **_stated(withdrawn=entry.withdrawn),
    }


def _round(round_: FileRound) -> dict[str, object]:
    return {
        "number": round_.number,
        "kind": round_.kind,
        **_stated(word=round_.word, caption=round_.caption, letters=round_.letters and list(round_.letters)),
        "tables": [_table(table) for table in round_.tables],
    }


def _table(table: FileTable) -> dict[str, object]:
    return {
        "number": table.number,
        "seats": dict(sorted(table.seats.items())),
        "log": [_line(entry) for entry in table.log],
    }


def _line(entry: Entry) -> dict[str, object]:
    return {"entry" if key == "occupant" else key: value for key, value in entry_payload(entry).items()}


def _stated(**values: object) -> dict[str, object]:
    return {key: value for key, value in values.items() if value}

"""Event files for the tests of reading: small sound ones, and copies with one thing changed."""

import copy
import json
from collections.abc import Sequence
from typing import Any

import pytest

from games.rules.documents.faults import Fault, faults_in
from games.rules.refusals import Refused
from tournaments.exchange.event_file import parse

SOUND: dict[str, Any] = {
    "format": "scwu-event/1",
    "slug": "harbour-open-2026",
    "name": "Harbour Open 2026",
    "series": "nationals",
    "date": "2026-02-03",
    "place": "Harbour Inn",
    "theme": "sea birds",
    "regulations": {"survivors": 3, "percent_decimals": 1},
    "clubs": [
        {"code": "HAR", "name": "Harbour Cats", "country": "PT"},
        {"code": "FEN", "name": "Fen", "country": "CZ"},
    ],
    "entries": [
        {"id": "p1", "nick": "HERON", "club": "HAR"},
        {"id": "p2", "nick": "PUFFIN", "classified": False, "earns_points": False},
        *({"id": f"p{number}", "nick": f"GULL {number}"} for number in range(3, 13)),
    ],
    "rounds": [
        {
            "number": 1,
            "kind": "basic",
            "word": "RACEK",
            "caption": "Mr RACEK",
            "tables": [
                {
                    "number": 1,
                    "seats": {"A": "p1", "B": "p2", "C": "p3", "D": "p4", "E": "p5"},
                    "log": [
                        {"kind": "deal", "loser": "A", "bench": ["E"]},
                        {
                            "kind": "deal",
                            "loser": "C",
                            "bench": ["A"],
                            "points": {"B": 0, "C": 20, "D": 13, "E": 0},
                            "packed": True,
                        },
                        {"kind": "void_deal", "bench": ["B"], "reason": "cards stuck"},
                        {"kind": "penalty_letter", "seat": "B", "reason": "second misdeal"},
                        {"kind": "amend", "position": 1, "loser": "B"},
                        {"kind": "strike", "position": 4, "reason": "ruling lifted"},
                        {"kind": "substitute", "seat": "D", "entry": "p9", "reason": "injury"},
                        {"kind": "withdraw", "seat": "E", "reason": "ill"},
                        {"kind": "close", "reason": "venue closes"},
                    ],
                },
                {"number": 2, "seats": {"A": "p6", "B": "p7", "C": "p8", "D": "p10"}, "log": []},
            ],
        },
        {"number": 2, "kind": "final", "word": "KAMIL", "tables": []},
    ],
}

SMEAR: dict[str, Any] = {
    "format": "scwu-event/1",
    "slug": "smear-at-the-mill",
    "name": "Smear at the Mill",
    "series": "smear",
    "date": "2026-02-04",
    "regulations": {"game": "smear", "smear_target": 12},
    "clubs": [],
    "entries": [{"id": f"p{number}", "nick": f"GULL {number}"} for number in range(1, 8)],
    "rounds": [
        {
            "number": 1,
            "kind": "basic",
            "tables": [
                {
                    "number": 1,
                    "seats": {"A": "p1", "B": "p2", "C": "p3", "D": "p4"},
                    "log": [
                        {"kind": "smear_deal", "pitcher": "B", "bid": 4, "points": {"AC": 3, "BD": 7}},
                        {"kind": "void_deal", "reason": "misdeal"},
                        {"kind": "smear_deal", "pitcher": "C", "bid": 5, "points": {"AC": 4, "BD": 6}, "dealer": "B"},
                        {"kind": "amend", "position": 1, "points": {"AC": 2, "BD": 8}, "pitcher": "A", "bid": 2},
                        {"kind": "substitute", "seat": "D", "entry": "p5", "reason": "injury"},
                        {"kind": "smear_deal", "pitcher": "A", "bid": 1, "points": {"AC": 11}},
                    ],
                }
            ],
        },
        {"number": 2, "kind": "basic", "tables": []},
    ],
}


def changed(event: dict[str, Any] | None = None, /, **places: Any) -> dict[str, Any]:
    """A copy with other values; `entries__0__nick="X"` is a path, and `...` takes the key away."""
    event = copy.deepcopy(SOUND if event is None else event)
    for path, value in places.items():
        *way, last = [int(part) if part.isdigit() else part for part in path.split("__")]
        holder: Any = event
        for part in way:
            holder = holder[part]
        if value is ...:
            del holder[last]
        elif isinstance(holder, list) and last == len(holder):
            holder.append(value)
        else:
            holder[last] = value
    return event


def refused(data: bytes | str | dict[str, Any]) -> list[tuple[str, str]]:
    """Path and code of the faults for which a file is refused."""
    return [(fault.path, fault.code) for fault in told(data)]


def told(data: bytes | str | dict[str, Any]) -> Sequence[Fault]:
    """The same with their values."""
    with pytest.raises(Refused) as refusal:
        parse(json.dumps(data) if isinstance(data, dict) else data)
    assert refusal.value.code == "bad_event_file"
    return faults_in(refusal.value)

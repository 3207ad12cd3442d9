"""One line of a log as JSON, both ways; shared by the event file, the API and the pages.

The shapes are those of formats/event-file.md. Reading is strict: an unknown key is refused (a typing mistake may not
be lost silently), `true` is no number, null is no value. All faults of a line are found at once, each with its path
within the line, `.bench[1]`, and a sentence. Only the shape is judged here: seat "G" at a table of five is well
formed, and a finding of the replay. Two things differ from the event file, which sees to them itself: a substitute
names the `occupant` (there `entry`), and `dealer` may be written down.

An amendment may name any field of any kind, because one line does not show what it amends; `check_amendments` looks
at the whole log for that. There null takes an optional field back to its default. Its `reason` becomes the reason
of the amended line if that line has one, else it is the amendment's own remark (corrections.py).

Points belong to seats in a deal of Smoking Cat, to parties ("AC") in one of Smear. An amendment alone does not show
which, so there a party is let pass, and `check_amendments` refuses it for a deal of Smoking Cat.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, fields
from typing import TypeGuard

from games.rules.corrections import changed_kinds, names_earlier_line
from games.rules.entries import KINDS, Amend, Correction, Deal, Entry, SmearDeal
from games.rules.refusals import Refused

Fault = tuple[str, str]

_PARTY = re.compile("[A-Z]{1,8}")

# More points than a deal has are a slip of the pen: kept, and found by the replay.
LONGEST_REASON, LONGEST_LABEL, MOST_POINTS, MOST_SEATS, HIGHEST_BID = 500, 100, 999, 26, 99

# The sentences of all faults. They hold no values (the path says where), so each is a msgid as it stands.
NOT_AN_OBJECT = "A line of the log must be an object."
MISSING_KEY = "This is missing."
UNKNOWN_KEY = "This key is not known here."
UNKNOWN_KIND = "There is no such kind of line."
NOT_A_SEAT = "A seat is one letter from A to Z."
NOT_A_PARTY = "A party is named by its seats in order, such as AC."
NOT_A_BID = "A bid is a whole number from 1 to 99."
NOT_A_LIST = "The bench is a list of seats."
NOT_POINTS = "Points are an object: seat and number."
NOT_A_NUMBER_OF_POINTS = "Points are whole numbers from 0 to 999."
NOT_A_FLAG = "This must be true or false."
NOT_A_REASON = "A reason is one line of text with at most 500 characters."
NOT_A_LABEL = "An occupant is named by a text of 1 to 100 characters."
NOT_A_POSITION = "A position is a whole number from 1."
NOTHING_AMENDED = "An amendment must name at least one field."
NOT_EARLIER = "A correction must name an earlier line."
WRONG_FIELD = "The line to be amended has no such field."

FAULTS = (
    NOT_AN_OBJECT,
    MISSING_KEY,
    UNKNOWN_KEY,
    UNKNOWN_KIND,
    NOT_A_SEAT,
    NOT_A_PARTY,
    NOT_A_BID,
    NOT_A_LIST,
    NOT_POINTS,
    NOT_A_NUMBER_OF_POINTS,
    NOT_A_FLAG,
    NOT_A_REASON,
    NOT_A_LABEL,
    NOT_A_POSITION,
    NOTHING_AMENDED,
    NOT_EARLIER,
    WRONG_FIELD,
)


def parse_entry(payload: object) -> Entry:
    """The entry that `payload` describes; raises Refused("malformed_entry", faults=[(path, sentence), …])."""
    faults: list[Fault] = []
    entry = _entry(payload, faults)
    if faults or entry is None:
        raise Refused("malformed_entry", faults=faults)
    return entry


def entry_payload(entry: Entry) -> dict[str, object]:
    """The canonical JSON of an entry: kind first, fields in their order, what is default left out."""
    payload: dict[str, object] = {"kind": entry.code}
    if isinstance(entry, Amend):
        remark = {"reason": entry.reason} if entry.reason else {}
        named = {**remark, **entry.changes}
        payload["position"] = entry.position
        return payload | {name: _plain(named[name]) for name in _AMENDABLE_NAMES if name in named}
    for field in fields(entry):
        value = getattr(entry, field.name)
        if value != field.default:
            payload[field.name] = _plain(value)
    return payload


def check_amendments(log: Sequence[Entry]) -> list[Fault]:
    """What is wrong with the corrections of a whole log; paths begin with the index in it: `[3].position`."""
    faults: list[Fault] = []
    kinds = changed_kinds(log)
    for index, entry in enumerate(log):
        if not isinstance(entry, Correction):
            continue
        if not names_earlier_line(entry, index + 1):
            faults.append((f"[{index}].position", NOT_EARLIER))
        elif isinstance(entry, Amend):
            # An amendment whose chain ends nowhere keeps its own kind; the fault is told where the chain breaks.
            possible = _AMENDABLE_NAMES if kinds[index] is Amend else kinds[index].amendable
            wrong = [name for name in entry.changes if name not in (*possible, "reason")]
            faults += [(f"[{index}].{name}", WRONG_FIELD) for name in wrong]
            faults += _points_faults(f"[{index}].points", entry.changes.get("points", ()), kinds[index])
    return faults


def _points_faults(path: str, points: object, kind: type[Entry]) -> list[Fault]:
    """Of points that an amendment gives to a line of this kind."""
    if kind is Deal and isinstance(points, Mapping):
        return [(path + key_path(named), NOT_A_SEAT) for named in points if len(named) != 1]
    return [(path, MISSING_KEY)] if kind is SmearDeal and points is None else []


def _entry(payload: object, faults: list[Fault]) -> Entry | None:
    if not isinstance(payload, Mapping):
        faults.append(("", NOT_AN_OBJECT))
        return None
    name = payload.get("kind")
    if not isinstance(name, str) or name not in KINDS:
        faults.append((".kind", UNKNOWN_KIND if "kind" in payload else MISSING_KEY))
        return None
    body = {key: value for key, value in payload.items() if key != "kind"}
    return _amendment(body, faults) if name == "amend" else _plain_entry(KINDS[name], body, faults)


def _plain_entry(kind: type[Entry], body: Mapping[object, object], faults: list[Fault]) -> Entry | None:
    required = _REQUIRED[kind]
    faults += [(key_path(key), UNKNOWN_KEY) for key in body if key not in required]
    values: dict[str, object] = {}
    for name, needed in required.items():
        if name in body:
            values[name] = _reader(kind, name)(body[name], f".{name}", faults)
        elif needed:
            faults.append((f".{name}", MISSING_KEY))
    return None if faults else kind(**values)  # type: ignore[arg-type]  # each reader returns its field's type or a fault


def _amendment(body: Mapping[object, object], faults: list[Fault]) -> Entry | None:
    position = _position(body.get("position"), ".position", faults) if "position" in body else 0
    if not position and "position" not in body:
        faults.append((".position", MISSING_KEY))
    changes: dict[str, object] = {}
    for key, value in body.items():
        if key in _AMENDABLE_NAMES:
            name = str(key)
            back = value is None and name in _OPTIONAL_NAMES
            changes[name] = None if back else _reader(Amend, name)(value, f".{name}", faults)
        elif key != "position":
            faults.append((key_path(key), UNKNOWN_KEY))
    if not set(body) - {"position"}:
        faults.append(("", NOTHING_AMENDED))
    reason = str(changes.pop("reason") or "") if changes.get("reason") else ""
    if "reason" in changes:
        changes["reason"] = None  # an empty reason takes the old one away, as null does
    in_order = {name: changes[name] for name in _AMENDABLE_NAMES if name in changes}  # databases keep keys in their own
    return None if faults else Amend(position, in_order, reason)


def key_path(key: object) -> str:
    """`.loser`; a key that is no word stands in brackets, and one that is too long to read is cut."""
    text = str(key)
    if re.fullmatch(r"[A-Za-z_]\w{0,39}", text, re.ASCII):
        return f".{text}"
    return f"[{json.dumps(text if len(text) <= 40 else text[:39] + '…')}]"


def _seat(value: object, path: str, faults: list[Fault]) -> str:
    if isinstance(value, str) and len(value) == 1 and "A" <= value <= "Z":
        return value
    faults.append((path, NOT_A_SEAT))
    return ""


def _bench(value: object, path: str, faults: list[Fault]) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or len(value) > MOST_SEATS:
        faults.append((path, NOT_A_LIST))
        return ()
    return tuple(_seat(seat, f"{path}[{index}]", faults) for index, seat in enumerate(value))


def _party(value: object, path: str, faults: list[Fault]) -> str:
    if _is_party(value):
        return value
    faults.append((path, NOT_A_PARTY))
    return ""


def _seat_or_party(value: object, path: str, faults: list[Fault]) -> str:
    return value if _is_party(value) else _seat(value, path, faults)


def _is_party(value: object) -> TypeGuard[str]:
    return isinstance(value, str) and bool(_PARTY.fullmatch(value)) and list(value) == sorted(set(value))


def _bid(value: object, path: str, faults: list[Fault]) -> int:
    if _is_number(value) and 1 <= value <= HIGHEST_BID:
        return value
    faults.append((path, NOT_A_BID))
    return 0


def _points(value: object, path: str, faults: list[Fault]) -> dict[str, int]:
    return _points_of(_seat, value, path, faults)


def _party_points(value: object, path: str, faults: list[Fault]) -> dict[str, int]:
    return _points_of(_party, value, path, faults)


def _amended_points(value: object, path: str, faults: list[Fault]) -> dict[str, int]:
    return _points_of(_seat_or_party, value, path, faults)


def _points_of(
    named: Callable[[object, str, list[Fault]], str], value: object, path: str, faults: list[Fault]
) -> dict[str, int]:
    if not isinstance(value, Mapping):
        faults.append((path, NOT_POINTS))
        return {}
    points: dict[str, int] = {}
    for name, number in value.items():
        where = path + key_path(name)
        if _is_number(number) and 0 <= number <= MOST_POINTS:
            points[named(name, where, faults)] = number
        else:
            faults.append((where, NOT_A_NUMBER_OF_POINTS))
    return points


def _flag(value: object, path: str, faults: list[Fault]) -> bool:
    if not isinstance(value, bool):
        faults.append((path, NOT_A_FLAG))
    return value is True


def _reason(value: object, path: str, faults: list[Fault]) -> str:
    if isinstance(value, str) and len(value) <= LONGEST_REASON and _is_one_line(value):
        return value
    faults.append((path, NOT_A_REASON))
    return ""


def _label(value: object, path: str, faults: list[Fault]) -> str:
    if isinstance(value, str) and 1 <= len(value) <= LONGEST_LABEL and _is_one_line(value):
        return value
    faults.append((path, NOT_A_LABEL))
    return ""


def _position(value: object, path: str, faults: list[Fault]) -> int:
    if _is_number(value) and value >= 1:
        return value
    faults.append((path, NOT_A_POSITION))
    return 0


def _is_number(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def one_line(text: str) -> str:
    """Text of any shape as a reason can hold it: line breaks become spaces, what is not to be seen goes."""
    return "".join(character for character in " ".join(text.split()) if _is_one_line(character))


def _is_one_line(text: str) -> bool:
    """No control character, no line break of any script, no half of a surrogate pair (it could not be stored)."""
    return not any(unicodedata.category(character) in {"Cc", "Cs", "Zl", "Zp"} for character in text)


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return dict(sorted(value.items()))
    return list(value) if isinstance(value, tuple) else value


def _names(kinds: Iterable[type[Entry]], *, optional_only: bool = False) -> tuple[str, ...]:
    """Each field once, in the order of the vocabulary, `reason` last."""
    found: dict[str, bool] = {}  # name → whether a line of some kind may do without it
    for kind in kinds:
        for f in fields(kind):
            if f.name in kind.amendable:
                found[f.name] = found.get(f.name, False) or f.default is not MISSING
    names = [name for name, is_optional in found.items() if is_optional or not optional_only]
    return (*(name for name in names if name != "reason"), "reason")


# The fields of each kind, and whether a line must have them; looked up once, as events bring lines by the 100,000.
_REQUIRED = {kind: {field.name: field.default is MISSING for field in fields(kind)} for kind in KINDS.values()}
_AMENDABLE_NAMES = _names(KINDS.values())
_OPTIONAL_NAMES = _names(KINDS.values(), optional_only=True)

_READERS: dict[str, Callable[[object, str, list[Fault]], object]] = {
    "loser": _seat,
    "seat": _seat,
    "dealer": _seat,
    "bench": _bench,
    "points": _points,
    "packed": _flag,
    "pitcher": _seat,
    "bid": _bid,
    "moon": _flag,
    "reason": _reason,
    "occupant": _label,
    "position": _position,
}
_POINTS_READERS = {SmearDeal: _party_points, Amend: _amended_points}


def _reader(kind: type[Entry], name: str) -> Callable[[object, str, list[Fault]], object]:
    """How the field of a line of this kind is read."""
    return _POINTS_READERS.get(kind, _points) if name == "points" else _READERS[name]

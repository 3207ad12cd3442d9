"""One line of a log as JSON, both ways; shared by the event file, the API and the pages.

The shapes are those of formats/event-file.md. Reading is strict: an unknown key is refused (a typing mistake may not
be lost silently), `true` is no number, null is no value. All faults of a line are found at once, each with its path
within the line, `.bench[1]`. Only the shape is judged here: seat "G" at a table of five is well formed, and a finding
of the replay. Two things differ from the event file, which sees to them itself: a substitute names the `occupant`
(there `entry`), and `dealer` and `after` may be written down.

An amendment may name any field of any kind, because one line does not show what it amends; `check_amendments` looks
at the whole log for that. There null takes an optional field back to its default. Its `reason` becomes the reason
of the amended line if that line has one, else it is the amendment's own remark (corrections.py).

Points belong to seats in a deal of Smoking Cat, to parties ("AC") in one of Smear. An amendment alone does not show
which, so there a party is let pass, and `check_amendments` refuses it for a deal of Smoking Cat.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, fields
from typing import TypeGuard

from games.rules.corrections import changed_kinds, names_earlier_line
from games.rules.documents.faults import Fault, key_path
from games.rules.entries import KINDS, VERDICTS, Amend, Correction, Deal, Entry, SmearDeal
from games.rules.refusals import Refused

_PARTY = re.compile("[A-Z]{1,8}")
_ID = re.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")

# More points than a deal has are a slip of the pen: kept, and found by the replay.
LONGEST_REASON, LONGEST_LABEL, MOST_POINTS, MOST_SEATS, HIGHEST_BID = 500, 100, 999, 26, 99


def parse_entry(payload: object) -> Entry:
    """The entry that `payload` describes; raises Refused("malformed_entry", faults=[Fault, …])."""
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
            faults.append(Fault("not_earlier", f"[{index}].position"))
        elif isinstance(entry, Amend):
            # An amendment whose chain ends nowhere keeps its own kind; the fault is told where the chain breaks.
            possible = _AMENDABLE_NAMES if kinds[index] is Amend else kinds[index].amendable
            wrong = [name for name in entry.changes if name not in (*possible, "reason")]
            faults += [Fault("wrong_field", f"[{index}].{name}") for name in wrong]
            faults += _points_faults(f"[{index}].points", entry.changes.get("points", ()), kinds[index])
    return faults


def _points_faults(path: str, points: object, kind: type[Entry]) -> list[Fault]:
    """Of points that an amendment gives to a line of this kind."""
    if kind is Deal and isinstance(points, Mapping):
        return [Fault("not_a_seat", path + key_path(named)) for named in points if len(named) != 1]
    return [Fault("missing", path)] if kind is SmearDeal and points is None else []


def _entry(payload: object, faults: list[Fault]) -> Entry | None:
    if not isinstance(payload, Mapping):
        faults.append(Fault("line_not_an_object", ""))
        return None
    name = payload.get("kind")
    if not isinstance(name, str) or name not in KINDS:
        faults.append(Fault("unknown_kind" if "kind" in payload else "missing", ".kind"))
        return None
    body = {key: value for key, value in payload.items() if key != "kind"}
    return _amendment(body, faults) if name == "amend" else _plain_entry(KINDS[name], body, faults)


def _plain_entry(kind: type[Entry], body: Mapping[object, object], faults: list[Fault]) -> Entry | None:
    required = _REQUIRED[kind]
    faults += [Fault("unknown_key", key_path(key)) for key in body if key not in required]
    values: dict[str, object] = {}
    for name, needed in required.items():
        if name in body:
            values[name] = _reader(kind, name)(body[name], f".{name}", faults)
        elif needed:
            faults.append(Fault("missing", f".{name}"))
    return None if faults else kind(**values)  # type: ignore[arg-type]  # each reader returns its field's type or a fault


def _amendment(body: Mapping[object, object], faults: list[Fault]) -> Entry | None:
    position = _position(body.get("position"), ".position", faults) if "position" in body else 0
    if not position and "position" not in body:
        faults.append(Fault("missing", ".position"))
    changes: dict[str, object] = {}
    for key, value in body.items():
        if key in _AMENDABLE_NAMES:
            name = str(key)
            back = value is None and name in _OPTIONAL_NAMES
            changes[name] = None if back else _reader(Amend, name)(value, f".{name}", faults)
        elif key != "position":
            faults.append(Fault("unknown_key", key_path(key)))
    if not set(body) - {"position"}:
        faults.append(Fault("nothing_amended", ""))
    reason = str(changes.pop("reason") or "") if changes.get("reason") else ""
    if "reason" in changes:
        changes["reason"] = None  # an empty reason takes the old one away, as null does
    in_order = {name: changes[name] for name in _AMENDABLE_NAMES if name in changes}  # databases keep keys in their own
    return None if faults else Amend(position, in_order, reason)


def _seat(value: object, path: str, faults: list[Fault]) -> str:
    if isinstance(value, str) and len(value) == 1 and "A" <= value <= "Z":
        return value
    faults.append(Fault("not_a_seat", path))
    return ""


def _bench(value: object, path: str, faults: list[Fault]) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or len(value) > MOST_SEATS:
        faults.append(Fault("bench_not_a_list", path))
        return ()
    return tuple(_seat(seat, f"{path}[{index}]", faults) for index, seat in enumerate(value))


def _party(value: object, path: str, faults: list[Fault]) -> str:
    if _is_party(value):
        return value
    faults.append(Fault("not_a_party", path))
    return ""


def _seat_or_party(value: object, path: str, faults: list[Fault]) -> str:
    return value if _is_party(value) else _seat(value, path, faults)


def _is_party(value: object) -> TypeGuard[str]:
    return isinstance(value, str) and bool(_PARTY.fullmatch(value)) and list(value) == sorted(set(value))


def _bid(value: object, path: str, faults: list[Fault]) -> int:
    if _is_number(value) and 1 <= value <= HIGHEST_BID:
        return value
    faults.append(Fault("not_a_bid", path))
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
        faults.append(Fault("not_points", path))
        return {}
    points: dict[str, int] = {}
    for name, number in value.items():
        where = path + key_path(name)
        if _is_number(number) and 0 <= number <= MOST_POINTS:
            points[named(name, where, faults)] = number
        else:
            faults.append(Fault("not_a_number_of_points", where))
    return points


def _flag(value: object, path: str, faults: list[Fault]) -> bool:
    if not isinstance(value, bool):
        faults.append(Fault("not_a_flag", path))
    return value is True


def _reason(value: object, path: str, faults: list[Fault]) -> str:
    if isinstance(value, str) and len(value) <= LONGEST_REASON and _is_one_line(value):
        return value
    faults.append(Fault("not_a_reason", path))
    return ""


def _label(value: object, path: str, faults: list[Fault]) -> str:
    if isinstance(value, str) and 1 <= len(value) <= LONGEST_LABEL and _is_one_line(value):
        return value
    faults.append(Fault("not_an_occupant", path))
    return ""


def _position(value: object, path: str, faults: list[Fault]) -> int:
    if _is_number(value) and value >= 1:
        return value
    faults.append(Fault("not_a_position", path))
    return 0


def _id(value: object, path: str, faults: list[Fault]) -> str:
    """An id as a log writes it: small letters, with hyphens."""
    if isinstance(value, str) and _ID.fullmatch(value):
        return value
    faults.append(Fault("not_an_id", path))
    return ""


def _verdict(value: object, path: str, faults: list[Fault]) -> str:
    if isinstance(value, str) and value in VERDICTS:
        return value
    faults.append(Fault("not_a_verdict", path))
    return ""


def _is_number(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def one_line(text: str) -> str:
    """Text of any shape as a reason can hold it: line breaks become spaces, what is not to be seen goes."""
    return "".join(character for character in " ".join(text.split()) if _is_one_line(character))


def _is_one_line(text: str) -> bool:
    """Whether the text has no control character, line break of any script or half a surrogate pair (not storable)."""
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
    "arrival": _id,
    "verdict": _verdict,
    "other": _seat,
    "since": _position,
    "after": _position,
}
_POINTS_READERS = {SmearDeal: _party_points, Amend: _amended_points}


def _reader(kind: type[Entry], name: str) -> Callable[[object, str, list[Fault]], object]:
    """How the field of a line of this kind is read."""
    return _POINTS_READERS.get(kind, _points) if name == "points" else _READERS[name]

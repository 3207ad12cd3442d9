"""A line as a phone sends it (docs/outbox.md, "A line on the wire"), read from any JSON without ever raising.

A line that cannot be read is no reason to lose it, nor to refuse the others of its batch: what came is kept raw, with
as much of its id, device and counter as could be made out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import TypeVar, cast
from uuid import UUID

from games.rules.documents.faults import Fault, key_path
from games.rules.entries import Entry, Strike
from games.rules.payload import entry_payload, parse_entry
from games.rules.refusals import Refused

VERSION = 1
LARGEST = 2_147_483_647  # what both databases store
LONGEST_KEY = 64
NOBODY = UUID(int=0)
LONGEST_WAIT_MS = 10 * 365 * 24 * 3600 * 1000
T = TypeVar("T")

_ID = re.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


@dataclass(frozen=True, slots=True)
class Undo:
    """A line taken back by its id: whoever is offline does not know at which position it stands."""

    line: UUID
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """A line on the wire. `tapped`: by the site's clock, if its phone could tell; `said`: digest of its bytes."""

    id: UUID
    game: int
    by: str
    device: str
    counter: int
    entry: Entry | Undo
    slot: int
    base: int
    head: str
    pen: int
    holds: bool
    said: str
    takeover: str = ""
    witness: str = ""
    seen: bool = False
    at: datetime | None = None
    tapped: datetime | None = None

    @property
    def payload(self) -> dict[str, object]:
        """The entry as JSON, an undo by the id of its line."""
        if not isinstance(self.entry, Undo):
            return entry_payload(self.entry)
        reason = {"reason": self.entry.reason} if self.entry.reason else {}
        return {"kind": Strike.code, "line": str(self.entry.line), **reason}


@dataclass(frozen=True, slots=True, kw_only=True)
class Unread:
    """What cannot be read as a line, with as much of its key as can be made out; without an id, one from its bytes."""

    faults: tuple[Fault, ...]
    said: str
    id: UUID
    game: int | None = None
    device: str = ""
    counter: int | None = None


def read_sent(value: object) -> Sent | Unread:
    """The line that `value`, any value of JSON, describes."""
    reader = _Reader(value)
    sent = reader.sent()
    if sent is not None:
        return sent
    digest = said(value)
    return Unread(
        faults=tuple(reader.faults),
        said=digest,
        id=_id_of(reader.value.get("id")) or UUID(digest[:32]),
        game=_number_of(reader.value.get("game")),
        device=str(_id_of(reader.value.get("device")) or ""),
        counter=_number_of(reader.value.get("counter")),
    )


def said(value: object) -> str:
    """The digest by which it is seen whether the same is brought again, whatever the order of its keys."""
    try:
        text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    except (RecursionError, TypeError, ValueError):
        text = "unspeakable"
    return sha256(text.encode()).hexdigest()


class _Reader:
    """One line while it is read; finds all its faults at once."""

    def __init__(self, value: object) -> None:
        self.faults: list[Fault] = []
        self.value: Mapping[object, object] = {}
        if isinstance(value, Mapping):
            self.value = value
        else:
            self.faults.append(Fault("line_not_an_object", ""))

    def sent(self) -> Sent | None:
        if self.faults:
            return None
        self.faults += [Fault("unknown_key", key_path(key)) for key in self.value if key not in _KEYS]
        if self.value.get("v") != VERSION:
            self.faults.append(Fault("unknown_version", ".v"))
        line, device, entry = self._id("id"), self._id("device"), self._entry(self.value.get("entry"))
        contact, since = self._optional("contact", self._moment), self._optional("since", self._wait)
        sent = Sent(
            id=line or NOBODY,
            game=self._number("game", least=1),
            by=self._text("by", least=1),
            device=str(device),
            counter=self._number("counter", least=1),
            entry=entry or Undo(NOBODY),
            slot=self._number("slot", least=1),
            base=self._number("base"),
            head=self._text("head"),
            pen=self._number("pen"),
            holds=self._flag("holds"),
            said=said(self.value),
            takeover=self._optional("takeover", self._text) or "",
            witness=self._optional("witness", self._seat) or "",
            seen=bool(self._optional("seen", self._flag)),
            at=self._optional("at", self._moment),
            tapped=None if contact is None or since is None else contact + since,
        )
        return None if self.faults else sent

    def _entry(self, value: object) -> Entry | Undo | None:
        if isinstance(value, Mapping) and value.get("kind") == Strike.code:
            return self._undo(value)
        try:
            entry = parse_entry(value)
        except Refused as refused:
            faults = cast("list[Fault]", refused.values["faults"])
            self.faults += [Fault(fault.code, f".entry{fault.path}", fault.values) for fault in faults]
            return None
        return entry

    def _undo(self, value: Mapping[object, object]) -> Undo | None:
        line, reason = _id_of(value.get("line")), value.get("reason", "")
        try:
            parse_entry({"kind": Strike.code, "position": 1, "reason": reason})
        except Refused:
            self.faults.append(Fault("not_a_reason", ".entry.reason"))
        self.faults += [
            Fault("unknown_key", f".entry{key_path(key)}") for key in value if key not in ("kind", "line", "reason")
        ]
        if line is None:
            self.faults.append(Fault("not_an_id", ".entry.line"))
            return None
        return Undo(line, str(reason))

    def _id(self, name: str) -> UUID | None:
        found = _id_of(self.value.get(name))
        if found is None:
            self.faults.append(Fault("not_an_id", f".{name}"))
        return found

    def _number(self, name: str, *, least: int = 0, most: int = LARGEST) -> int:
        value = _number_of(self.value.get(name), most)
        if value is None or value < least:
            self.faults.append(Fault("not_a_number", f".{name}"))
            return 0
        return value

    def _wait(self, name: str) -> timedelta:
        return timedelta(milliseconds=self._number(name, most=LONGEST_WAIT_MS))

    def _text(self, name: str, *, least: int = 0) -> str:
        value = self.value.get(name)
        if isinstance(value, str) and least <= len(value) <= LONGEST_KEY and value.isascii() and value.isprintable():
            return value
        self.faults.append(Fault("not_a_text", f".{name}"))
        return ""

    def _seat(self, name: str) -> str:
        value = self.value.get(name)
        if isinstance(value, str) and (value == "" or (len(value) == 1 and "A" <= value <= "Z")):
            return value
        self.faults.append(Fault("not_a_seat", f".{name}"))
        return ""

    def _flag(self, name: str) -> bool:
        value = self.value.get(name)
        if not isinstance(value, bool):
            self.faults.append(Fault("not_a_flag", f".{name}"))
        return value is True

    def _moment(self, name: str) -> datetime | None:
        value = self.value.get(name)
        try:
            moment = datetime.fromisoformat(value) if isinstance(value, str) else None
            if moment is not None and moment.tzinfo is not None and 2000 <= moment.year < 2200:
                return moment.astimezone(UTC)
        except ValueError:
            pass
        self.faults.append(Fault("not_a_moment", f".{name}"))
        return None

    def _optional(self, name: str, read: Callable[[str], T]) -> T | None:
        return None if self.value.get(name) is None else read(name)


def _id_of(value: object) -> UUID | None:
    return UUID(value) if isinstance(value, str) and _ID.fullmatch(value) else None


def _number_of(value: object, most: int = LARGEST) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most else None


_NAMES = "v id game by device counter entry slot base head pen holds takeover witness seen at contact since"
_KEYS = frozenset(_NAMES.split())

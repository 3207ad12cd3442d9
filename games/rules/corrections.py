"""What a log says once its own corrections are taken into account (competition.md 2.10, event-file.md "position").

Two things can happen to a line, and they do not touch each other: a *strike* takes it out until that strike is
struck itself; an *amendment* changes its fields. Every line keeps its place. Of two amendments of one field the
later counts; an amendment of an amendment changes what the first one sets. Since a correction may only name an
earlier line, one walk from the last line to the first settles everything. A correction that names itself, a later
line or none does nothing here; `payload.check_amendments` refuses it before it is stored.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields, replace

from games.rules.entries import KINDS, Amend, Correction, Entry, Strike

# The default to which null takes a field back, MISSING where it has none.
_DEFAULTS = {kind: {f.name: f.default for f in fields(kind)} for kind in KINDS.values()}


def corrected(log: Sequence[Entry]) -> tuple[list[Entry], frozenset[int]]:
    """Every line as it now reads, at its old place, and the positions of those that are struck."""
    if not any(isinstance(entry, Correction) for entry in log):
        return list(log), frozenset()
    kinds = changed_kinds(log)
    entries: list[Entry] = list(log)
    struck: set[int] = set()
    changes: dict[int, dict[str, object]] = {}  # position → what the live amendments after it make of it
    for position in range(len(log), 0, -1):
        entry = entries[position - 1] = _amended(log[position - 1], changes.get(position, {}))
        if position in struck or not isinstance(entry, Correction) or not names_earlier_line(entry, position):
            continue
        if isinstance(entry, Strike):
            struck.add(entry.position)
        else:
            later = changes.get(entry.position, {})
            changes[entry.position] = _all_changes(entry, kinds[position - 1]) | later
    return entries, frozenset(struck)


def names_earlier_line(entry: Correction, position: int) -> bool:
    return 1 <= entry.position < position


def changed_kinds(log: Sequence[Entry]) -> list[type[Entry]]:
    """The kind of each line; for an amendment the kind of the line at the end of its chain."""
    kinds: list[type[Entry]] = []
    for position, entry in enumerate(log, 1):
        follows = isinstance(entry, Amend) and names_earlier_line(entry, position)
        kinds.append(kinds[entry.position - 1] if follows and isinstance(entry, Amend) else type(entry))
    return kinds


def _all_changes(entry: Amend, kind: type[Entry]) -> dict[str, object]:
    """With the reason, where the line to be changed has one; otherwise that is the amendment's own remark."""
    changes = dict(entry.changes)
    if entry.reason and "reason" in kind.amendable:
        changes.setdefault("reason", entry.reason)
    return changes


def _amended(entry: Entry, changes: Mapping[str, object]) -> Entry:
    if not changes:
        return entry
    if isinstance(entry, Amend):
        return replace(entry, changes={**entry.changes, **changes})
    kind, values = type(entry), {}
    for name in kind.amendable:
        if name in changes:
            value = _DEFAULTS[kind][name] if changes[name] is None else changes[name]
            if value is not MISSING:  # a loser cannot be taken away, only replaced
                values[name] = tuple(value) if isinstance(value, list) else value
    return replace(entry, **values)  # type: ignore[arg-type]  # the names belong to this kind; payload.py typed the values

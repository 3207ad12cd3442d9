"""Bytes to a JSON value, strictly: what two readers could understand differently is refused.

A file of more than so many MiB is refused before anything is parsed (formats/event-file.md, last line). JSON as
Python reads it lets a key stand twice in one object (the last wins silently) and knows NaN and Infinity; both are
told as faults with their paths, here. A byte order mark at the beginning is let pass: editors on Windows write it.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from games.rules.documents.faults import Faults, key_path


class _NoNumber:
    """Stands where the file has NaN or Infinity; whatever reads it finds it of the wrong type."""


class _KeysTwice(dict[str, Any]):
    """An object with a key twice. `twice`: those keys."""

    twice: frozenset[str] = frozenset()


MIB = 1024 * 1024


def text_of(data: bytes | str, faults: Faults, *, most_mib: int) -> str:
    """The text of a file, without a byte order mark. Raises the refusal of `faults` if there is none."""
    if len(data) > most_mib * MIB:
        raise faults.refusal("too_many_bytes", n=most_mib)
    try:
        text = data if isinstance(data, str) else data.decode("utf-8")
    except UnicodeDecodeError:
        raise faults.refusal("not_utf_8") from None
    return text.removeprefix("\ufeff")


def decode(data: bytes | str, faults: Faults, *, most_mib: int) -> object:
    """The value in `data`. Raises the refusal of `faults` if there is none; tells it what else is wrong."""
    text = text_of(data, faults, most_mib=most_mib)
    odd: list[object] = []  # empty for nearly every file, so the walk for the paths is seldom needed

    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(items)
        if len(found) == len(items):
            return found
        repeated = _KeysTwice(found)
        repeated.twice = frozenset(key for key, times in Counter(key for key, _ in items).items() if times > 1)
        odd.append(repeated)
        return repeated

    def constant(_name: str) -> _NoNumber:
        odd.append(_NoNumber())
        return _NoNumber()

    try:
        value: object = json.loads(text, object_pairs_hook=pairs, parse_constant=constant)
    except json.JSONDecodeError as error:
        raise faults.refusal("not_json", line=error.lineno, column=error.colno, reason=error.msg) from None
    except RecursionError:
        raise faults.refusal("too_deep") from None
    except ValueError:  # int() of more digits than Python is willing to read
        raise faults.refusal("number_too_long") from None
    if odd:
        _tell_paths(value, faults)
    return value


def _tell_paths(value: object, faults: Faults) -> None:
    """In the order of the file, without recursion."""
    waiting: list[tuple[str, object]] = [("$", value)]
    while waiting:
        path, found = waiting.pop()
        if isinstance(found, _NoNumber):
            faults.add(path, "no_json_number")
        elif isinstance(found, list):
            waiting += [(f"{path}[{index}]", item) for index, item in reversed(list(enumerate(found)))]
        elif isinstance(found, dict):
            for key in sorted(found.twice) if isinstance(found, _KeysTwice) else ():
                faults.add(path + key_path(key), "key_twice")
            waiting += [(path + key_path(key), item) for key, item in reversed(found.items())]

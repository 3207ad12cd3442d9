"""What is wrong with a file, collected: every fault with its JSON path, and readers that find it.

The formats refuse a bad file whole, "with every fault listed, each with its JSON path", and unknown keys
too, so that a typing mistake cannot be lost silently. A reader takes a value and its path, tells its faults and
returns something of the right type, so reading goes on and finds the next one; what came back is thrown away in the
end if there was any fault. Sentences hold nothing that stood in the file (the path says where) and can be printed
anywhere. A hostile file can have millions of faults: the first `MOST_FAULTS` are kept, the rest only counted.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from games.rules.documents.one_line import is_one_line
from games.rules.payload import MISSING_KEY, UNKNOWN_KEY, key_path
from games.rules.refusals import Refused

MOST_FAULTS = 200
Fault = tuple[str, str]

NOT_AN_OBJECT = "This must be an object."
NOT_A_LIST = "This must be a list."
NOT_A_TEXT = "This must be a text."
EMPTY = "This may not be empty."
TOO_LONG = "This text is too long."
NOT_ONE_LINE = "This text holds control characters, invisible ones or half a character."
NOT_A_NUMBER = "This must be a whole number."
TOO_SMALL = "This number is too small."
TOO_LARGE = "This number is too large."
NOT_A_FLAG = "This must be true or false."
MORE_FAULTS = "Another %(n)d faults are not listed."


class Faults:
    """The faults of one file in order of finding; of one place only the first is told.

    `code`: that of the refusal, such as `bad_event_file`.
    """

    def __init__(self, code: str) -> None:
        self.code = code
        self.kept: list[Fault] = []
        self.count = 0
        self._paths: set[str] = set()

    def add(self, path: str, sentence: str) -> None:
        if path in self._paths:
            return
        self.count += 1
        if len(self.kept) < MOST_FAULTS:
            self.kept.append((path, sentence))
            self._paths.add(path)

    def refuse_if_any(self) -> None:
        """Raises Refused(code, faults=[(path, sentence), …]), with a last line for those not listed."""
        if self.count:
            more = self.count - len(self.kept)
            last = [("$", MORE_FAULTS % {"n": more})] if more else []
            raise Refused(self.code, faults=[*self.kept, *last])

    def refusal(self, sentence: str, path: str = "$") -> Refused:
        """Of a file that cannot be read any further, as a whole."""
        return Refused(self.code, faults=[(path, sentence)])


def object_at(
    value: object, path: str, faults: Faults, *, required: Sequence[str], optional: Sequence[str] = ()
) -> Mapping[str, Any]:
    """The object at `path`, with its unknown and missing keys told; an empty one if it is none."""
    if not isinstance(value, dict):
        faults.add(path, NOT_AN_OBJECT)
        return {}
    for key in value:
        if key not in required and key not in optional:
            faults.add(path + key_path(key), UNKNOWN_KEY)
    for key in required:
        if key not in value:
            faults.add(f"{path}.{key}", MISSING_KEY)
    return value


def list_at(holder: Mapping[str, Any], key: str, path: str, faults: Faults) -> list[Any]:
    """The list under `key`; empty if absent."""
    if key not in holder:
        return []
    if not isinstance(holder[key], list):
        faults.add(f"{path}.{key}", NOT_A_LIST)
        return []
    return list(holder[key])


def text_at(
    holder: Mapping[str, Any], key: str, path: str, faults: Faults, *, most: int, may_be_empty: bool = False
) -> str:
    """One line of text in NFC with at most `most` characters; "" if absent."""
    if key not in holder:
        return ""
    value = holder[key]
    sentence = _text_fault(value, most=most, may_be_empty=may_be_empty)
    if sentence:
        faults.add(f"{path}.{key}", sentence)
        return ""
    return value if value.isascii() else unicodedata.normalize("NFC", value)


def _text_fault(value: object, *, most: int, may_be_empty: bool) -> str | None:
    if not isinstance(value, str):
        return NOT_A_TEXT
    if len(value) > most:  # asked first: ten million characters need not be looked at
        return TOO_LONG
    if not may_be_empty and not value.strip():
        return EMPTY
    return None if is_one_line(value) else NOT_ONE_LINE


def number_at(holder: Mapping[str, Any], key: str, path: str, faults: Faults, *, most: int) -> int:
    """A whole number from 1; `true` is none, nor is 1.0. 0 if absent."""
    if key not in holder:
        return 0
    value = holder[key]
    if type(value) is not int:
        faults.add(f"{path}.{key}", NOT_A_NUMBER)
    elif value < 1:
        faults.add(f"{path}.{key}", TOO_SMALL)
    elif value > most:
        faults.add(f"{path}.{key}", TOO_LARGE)
    else:
        return value
    return 0


def flag_at(holder: Mapping[str, Any], key: str, path: str, faults: Faults) -> bool:
    """true or false; true if absent."""
    value = holder.get(key, True)
    if not isinstance(value, bool):
        faults.add(f"{path}.{key}", NOT_A_FLAG)
        return True
    return value

"""What is wrong with a file, collected: every fault with its JSON path, and readers that find it.

The formats refuse a bad file whole, "with every fault listed, each with its JSON path", and unknown keys
too, so that a typing mistake cannot be lost silently. A reader takes a value and its path, tells its faults and
returns something of the right type, so reading goes on and finds the next one; what came back is thrown away in the
end if there was any fault. A fault is a code with values, none of which stood in the file (the path says where); its
sentence is made where it is shown (games/fault_texts.py, texts/about_faults.py). A hostile file can have millions
of faults: the first `MOST_FAULTS` are kept, the rest only counted.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, TypeGuard, cast

from games.rules.documents.one_line import is_one_line
from games.rules.refusals import Refused

MOST_FAULTS = 200


class Fault(NamedTuple):
    """What is wrong at one place: `code` is a stable lower-case word, `values` fill the sentence that belongs to it."""

    code: str
    path: str
    values: Mapping[str, object] = MappingProxyType({})


class Faults:
    """The faults of one file in order of finding; of one place only the first is told.

    `code`: that of the refusal, such as `bad_event_file`.
    """

    def __init__(self, code: str) -> None:
        self.code = code
        self.kept: list[Fault] = []
        self.count = 0
        self._paths: set[str] = set()

    def add(self, path: str, code: str, /, **values: object) -> None:
        if path in self._paths:
            return
        self.count += 1
        if len(self.kept) < MOST_FAULTS:
            self.kept.append(Fault(code, path, values))
            self._paths.add(path)

    def refuse_if_any(self) -> None:
        """Raises Refused(code, faults=[Fault, …]), with a last one for those not listed."""
        if self.count:
            more = self.count - len(self.kept)
            last = [Fault("more_faults", "$", {"n": more})] if more else []
            raise Refused(self.code, faults=[*self.kept, *last])

    def refusal(self, code: str, path: str = "$", /, **values: object) -> Refused:
        """Of a file that cannot be read any further, as a whole."""
        return Refused(self.code, faults=[Fault(code, path, values)])


def faults_in(refused: Refused) -> Sequence[Fault]:
    """The faults that a refusal lists; none where it lists none."""
    return cast("Sequence[Fault]", refused.values.get("faults", ()))


def key_path(key: object) -> str:
    """`.loser`; a key that is no word stands in brackets, and one that is too long to read is cut."""
    text = str(key)
    if re.fullmatch(r"[A-Za-z_]\w{0,39}", text, re.ASCII):
        return f".{text}"
    return f"[{json.dumps(text if len(text) <= 40 else text[:39] + '…')}]"


def object_at(
    value: object, path: str, faults: Faults, *, required: Sequence[str], optional: Sequence[str] = ()
) -> Mapping[str, Any]:
    """The object at `path`, with its unknown and missing keys told; an empty one if it is none."""
    if not isinstance(value, dict):
        faults.add(path, "not_an_object")
        return {}
    for key in value:
        if key not in required and key not in optional:
            faults.add(path + key_path(key), "unknown_key")
    for key in required:
        if key not in value:
            faults.add(f"{path}.{key}", "missing")
    return value


def list_at(holder: Mapping[str, Any], key: str, path: str, faults: Faults) -> list[Any]:
    """The list under `key`; empty if absent."""
    if key not in holder:
        return []
    if not isinstance(holder[key], list):
        faults.add(f"{path}.{key}", "not_a_list")
        return []
    return list(holder[key])


def text_at(
    holder: Mapping[str, Any], key: str, path: str, faults: Faults, *, most: int, may_be_empty: bool = False
) -> str:
    """One line of text in NFC with at most `most` characters; "" if absent."""
    if key not in holder:
        return ""
    value = holder[key]
    if not _is_text(value, f"{path}.{key}", faults, most=most, may_be_empty=may_be_empty):
        return ""
    return value if value.isascii() else unicodedata.normalize("NFC", value)


def _is_text(value: object, path: str, faults: Faults, *, most: int, may_be_empty: bool) -> TypeGuard[str]:
    if not isinstance(value, str):
        faults.add(path, "not_a_text")
    elif len(value) > most:  # asked first: ten million characters need not be looked at
        faults.add(path, "too_long")
    elif not may_be_empty and not value.strip():
        faults.add(path, "empty")
    elif not is_one_line(value):
        faults.add(path, "not_one_line")
    else:
        return True
    return False


def number_at(holder: Mapping[str, Any], key: str, path: str, faults: Faults, *, most: int) -> int:
    """A whole number from 1; `true` is none, nor is 1.0. 0 if absent."""
    if key not in holder:
        return 0
    value = holder[key]
    if type(value) is not int:
        faults.add(f"{path}.{key}", "not_a_number")
    elif value < 1:
        faults.add(f"{path}.{key}", "too_small")
    elif value > most:
        faults.add(f"{path}.{key}", "too_large")
    else:
        return value
    return 0


def flag_at(holder: Mapping[str, Any], key: str, path: str, faults: Faults) -> bool:
    """The true or false under `key`; true if absent."""
    value = holder.get(key, True)
    if not isinstance(value, bool):
        faults.add(f"{path}.{key}", "not_a_flag")
        return True
    return value

"""Many proposals at once as text: one a line, `word; caption; theme; language; note`; only the word must be there.

A line that cannot be taken is kept with its faults, so that all of them are shown at once. A letter split that differs
is written into the word with `|` between the letters: `CH|R|T`. Empty lines and those that begin with `#` do not count.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from games.rules.word_checks import faults_of, skeleton
from games.rules.word_letters import split_word

MOST_LINES = 200
LENGTHS = {"caption": 120, "theme": 120, "language": 3, "note": 500}
LANGUAGE = re.compile(r"[a-z]{2,3}")
NAMES = ("caption", "theme", "language", "note")


@dataclass(frozen=True, slots=True)
class Listed:
    """One line. `letters` is empty where the word is split letter by letter."""

    line: int
    word: str
    letters: tuple[str, ...] = ()
    caption: str = ""
    theme: str = ""
    language: str = ""
    note: str = ""
    faults: tuple[str, ...] = field(default=())


def split_of(text: str) -> tuple[str, tuple[str, ...]]:
    """A word as it was typed, with its split if `|` or spaces stand between the letters."""
    plain = unicodedata.normalize("NFC", text.strip())
    if "|" not in plain:
        return plain, ()
    letters = tuple(part.strip() for part in plain.split("|"))
    return "".join(letters), letters


def read_list(text: str, languages: Mapping[str, str] = MappingProxyType({})) -> list[Listed]:
    """The lines that say something, in order. Faults: those of words, `too_many_parts`, `part_too_long`, `no_language`,
    `twice_in_list`, `too_many_lines`. `languages`: names in small letters that may stand for a code.
    """
    said = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    rows = [_row(number, line, languages) for number, line in said if not line.lstrip().startswith("#")]
    seen: dict[str, int] = {}
    checked = []
    for count, row in enumerate(rows, start=1):
        faults = list(row.faults)
        if seen.setdefault(skeleton(row.word), row.line) != row.line:
            faults.append("twice_in_list")
        if count > MOST_LINES:
            faults.append("too_many_lines")
        values = {name: getattr(row, name) for name in NAMES}
        checked.append(Listed(row.line, row.word, row.letters, **values, faults=tuple(faults)))
    return checked


def _row(number: int, line: str, languages: Mapping[str, str]) -> Listed:
    parts = [part.strip() for part in line.split(";")]
    word, letters = split_of(parts[0])
    values = dict(zip(NAMES, parts[1:], strict=False))
    if "language" in values:
        values["language"] = languages.get(values["language"].casefold(), values["language"])
    faults = faults_of(word, letters)
    if len(parts) > 1 + len(NAMES):
        faults.append("too_many_parts")
    return Listed(number, "".join(split_word(word)), letters, **values, faults=(*faults, *text_faults(values)))


def text_faults(values: dict[str, str]) -> list[str]:
    """What is wrong with the texts beside the word."""
    faults = []
    if any(len(value) > LENGTHS[name] for name, value in values.items() if name != "language"):
        faults.append("part_too_long")
    language = values.get("language", "")
    if language and not LANGUAGE.fullmatch(language):
        faults.append("no_language")
    return faults

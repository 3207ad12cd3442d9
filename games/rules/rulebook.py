"""Reads RULES.md, the one source of the rules of both games, into values; a fault in the file raises with its line.

A section has a heading with an id, `## Smear: bidding {#smear-bidding}`, its Czech title, paragraphs without a number
and numbered sentences. Both kinds are English first, `Česky:` below; a sentence has a source besides, and where it has
to be said, a setting, a choice, a reason why no program can enforce it, each with a Czech twin (a setting that is a
name in the code needs none). What the text means is nobody's business here; that code cites only numbers that exist
is asked by tests/games/rules/test_rulebook.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

FILE = Path(__file__).with_name("RULES.md")
HEADING = re.compile(r"## (?P<title>.+) \{#(?P<id>[a-z0-9-]+)\}")
NUMBERED = re.compile(r"\*\*(?P<number>(?P<letter>[CS])(?P<count>[1-9]\d*))\.\*\* (?P<text>.+)")

CZECH = "Česky"
FIELDS = (CZECH, "Source", "Setting", "Nastavení", "Choice", "Volba", "Not enforceable", "Nehlídá se")
"""The lines below a sentence, in this order; the first two always, the Czech twins only below their English."""
TWINS = {"Nastavení": "Setting", "Volba": "Choice", "Nehlídá se": "Not enforceable"}


class RulebookFault(ValueError):
    """The file is not as it should be. `line` counts from 1."""

    def __init__(self, line: int, fault: str) -> None:
        super().__init__(f"RULES.md, line {line}: {fault}")
        self.line = line


@dataclass(frozen=True, slots=True)
class Both:
    """One text in both languages; `cs` is empty where a note has no Czech twin."""

    en: str
    cs: str


@dataclass(frozen=True, slots=True)
class Sentence:
    """One rule. `number` is the one that code cites, such as C12."""

    number: str
    en: str
    cs: str
    source: str
    setting: Both | None = None
    choice: Both | None = None
    not_enforceable: Both | None = None

    @property
    def enforceable(self) -> bool:
        return self.not_enforceable is None


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what stands below it: paragraphs, then sentences. The id begins with the game, `cat` or `smear`."""

    id: str
    title_en: str
    title_cs: str
    paragraphs: tuple[Both, ...]
    sentences: tuple[Sentence, ...]

    @property
    def game(self) -> str:
        return self.id.partition("-")[0]


@cache
def rulebook() -> tuple[Section, ...]:
    """All sections of RULES.md, in its order."""
    return read(FILE.read_text(encoding="utf-8"))


@cache
def sentences() -> Mapping[str, Sentence]:
    """Number → sentence, both games."""
    return MappingProxyType({one.number: one for section in rulebook() for one in section.sentences})


def read(text: str) -> tuple[Section, ...]:
    """The sections of a rulebook. Raises RulebookFault."""
    blocks = list(_blocks(text))
    starts = [place for place, block in enumerate(blocks) if block[0][1].startswith("## ")]
    if not starts:
        raise RulebookFault(1, "there is no section")
    _check_order(blocks[starts[0] :])
    return tuple(_section(blocks[start:end]) for start, end in zip(starts, [*starts[1:], None], strict=True))


_Lines = Sequence[tuple[int, str]]


def _blocks(text: str) -> Iterator[_Lines]:
    """What stands between empty lines, every line with its number."""
    block: list[tuple[int, str]] = []
    for number, line in enumerate([*text.splitlines(), ""], 1):
        if line.strip():
            block.append((number, line))
        elif block:
            yield block
            block = []


def _section(blocks: Sequence[_Lines]) -> Section:
    (number, line), *rest = blocks[0]
    heading = HEADING.fullmatch(line)
    if heading is None:
        raise RulebookFault(number, "a heading is written ## Title {#id}")
    title_cs = _czech_only(number, rest)
    paragraphs, sentences = [], []
    for block in blocks[1:]:
        if NUMBERED.match(block[0][1]):
            sentences.append(_sentence(block))
        elif sentences:
            raise RulebookFault(block[0][0], "paragraphs stand before the sentences of a section")
        else:
            paragraphs.append(Both(block[0][1], _czech_only(block[0][0], block[1:])))
    return Section(heading["id"], heading["title"], title_cs, tuple(paragraphs), tuple(sentences))


def _czech_only(above: int, lines: _Lines) -> str:
    fields = _fields(lines)
    if set(fields) != {CZECH}:
        raise RulebookFault(above, "the line below has to be the Czech one, and the only one")
    return fields[CZECH]


def _sentence(block: _Lines) -> Sentence:
    (number, line), *rest = block
    numbered = NUMBERED.fullmatch(line)
    if numbered is None:
        raise RulebookFault(number, "a sentence is written **C1.** Text")
    fields = _fields(rest)
    for name in (CZECH, "Source"):
        if name not in fields:
            raise RulebookFault(number, f"{numbered['number']} has no line {name}:")
    notes = {
        english: Both(fields[english], fields.get(czech, "")) for czech, english in TWINS.items() if english in fields
    }
    return Sentence(
        number=numbered["number"],
        en=numbered["text"],
        cs=fields[CZECH],
        source=fields["Source"],
        setting=notes.get("Setting"),
        choice=notes.get("Choice"),
        not_enforceable=notes.get("Not enforceable"),
    )


def _fields(lines: _Lines) -> dict[str, str]:
    found: dict[str, str] = {}
    for number, line in lines:
        name, colon, text = line.partition(": ")
        if not colon or not text.strip() or name not in FIELDS:
            raise RulebookFault(number, f"a line begins with one of {', '.join(FIELDS)}, a colon and its text")
        if found and FIELDS.index(name) <= FIELDS.index(list(found)[-1]):
            raise RulebookFault(number, f"{name} stands in the wrong place or twice")
        if name in TWINS and TWINS[name] not in found:
            raise RulebookFault(number, f"{name} needs its English above")
        found[name] = text.strip()
    return found


def _check_order(blocks: Sequence[_Lines]) -> None:
    """Ids stand once; the numbers of each letter run from 1 without a gap."""
    seen: set[str] = set()
    counts = {"C": 0, "S": 0}
    for number, line in (block[0] for block in blocks):
        if heading := HEADING.fullmatch(line):
            if heading["id"] in seen:
                raise RulebookFault(number, f"the id {heading['id']} stands twice")
            seen.add(heading["id"])
        elif numbered := NUMBERED.fullmatch(line):
            counts[numbered["letter"]] += 1
            expected = f"{numbered['letter']}{counts[numbered['letter']]}"
            if numbered["number"] != expected:
                raise RulebookFault(number, f"{numbered['number']} stands where {expected} belongs")

"""Reads RULES.md, the one source of the rules of both games, into values; a fault in the file raises with its line.

A section has a heading with an id, `## Smear: bidding {#smear-bidding}`, paragraphs without a number and numbered
sentences. A sentence has a source, and where it has to be said, a setting, a choice, a reason why no program can
enforce it. Every language has a file of the same form in its folder of locale/, without the sources; what it lacks is
said in English. What the text means is nobody's business here; that code cites only numbers that exist is asked by
tests/games/rules/test_rulebook.py, that a language has every sentence by tests/test_languages.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType

FILE = Path(__file__).with_name("RULES.md")
LANGUAGES = Path(__file__).parents[2] / "locale"
HEADING = re.compile(r"## (?P<title>.+) \{#(?P<id>[a-z0-9-]+)\}")
NUMBERED = re.compile(r"\*\*(?P<number>(?P<letter>[CS])(?P<count>[1-9]\d*))\.\*\* (?P<text>.+)")

FIELDS = ("Source", "Setting", "Choice", "Not enforceable")
"""The lines below a sentence, in this order; the first one always, but in a translation."""


class RulebookFault(ValueError):
    """The file is not as it should be. `line` counts from 1."""

    def __init__(self, line: int, fault: str) -> None:
        super().__init__(f"RULES.md, line {line}: {fault}")
        self.line = line


@dataclass(frozen=True, slots=True)
class Sentence:
    """One rule. `number` is the one that code cites, such as C12; a note that need not be said is empty."""

    number: str
    text: str
    source: str = ""
    setting: str = ""
    choice: str = ""
    not_enforceable: str = ""

    @property
    def enforceable(self) -> bool:
        return not self.not_enforceable


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what stands below it: paragraphs, then sentences. The id begins with the game, `cat` or `smear`."""

    id: str
    title: str
    paragraphs: tuple[str, ...]
    sentences: tuple[Sentence, ...]

    @property
    def game(self) -> str:
        return self.id.partition("-")[0]


@cache
def rulebook(locale: str = "en") -> tuple[Section, ...]:
    """All sections of RULES.md, in its order, in the words of a folder of locale/ as far as it has them."""
    return in_words_of(read(FILE.read_text(encoding="utf-8")), translation(locale))


@cache
def sentences() -> Mapping[str, Sentence]:
    """The English sentences of both games by their numbers."""
    return MappingProxyType({sentence.number: sentence for section in rulebook() for sentence in section.sentences})


def translation(locale: str) -> tuple[Section, ...]:
    """What a language has of the rules; nothing where it has no file. Raises RulebookFault."""
    path = LANGUAGES / locale / FILE.name
    return read(path.read_text(encoding="utf-8"), is_translation=True) if path.is_file() else ()


def in_words_of(book: Sequence[Section], said: Sequence[Section]) -> tuple[Section, ...]:
    """The book with the titles, paragraphs and sentences of a translation in place of its own."""
    sections = {section.id: section for section in said}
    numbered = {sentence.number: sentence for section in said for sentence in section.sentences}
    return tuple(_section_in(section, sections.get(section.id, section), numbered) for section in book)


def _section_in(section: Section, said: Section, numbered: Mapping[str, Sentence]) -> Section:
    """Paragraphs are translated all or none: only together do they say the same."""
    return replace(
        section,
        title=said.title,
        paragraphs=said.paragraphs if len(said.paragraphs) == len(section.paragraphs) else section.paragraphs,
        sentences=tuple(
            _sentence_in(sentence, numbered.get(sentence.number, sentence)) for sentence in section.sentences
        ),
    )


def _sentence_in(sentence: Sentence, said: Sentence) -> Sentence:
    return replace(
        sentence,
        text=said.text,
        setting=sentence.setting and (said.setting or sentence.setting),
        choice=sentence.choice and (said.choice or sentence.choice),
        not_enforceable=sentence.not_enforceable and (said.not_enforceable or sentence.not_enforceable),
    )


def read(text: str, *, is_translation: bool = False) -> tuple[Section, ...]:
    """The sections of a rulebook; a translation may lack sentences and has no sources. Raises RulebookFault."""
    blocks = list(_blocks(text))
    starts = [place for place, block in enumerate(blocks) if block[0][1].startswith("## ")]
    if not starts:
        raise RulebookFault(1, "there is no section")
    _check_once(blocks[starts[0] :])
    if not is_translation:
        _check_whole(blocks[starts[0] :])
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
    line = _only_line(blocks[0])
    heading = HEADING.fullmatch(line)
    if heading is None:
        raise RulebookFault(blocks[0][0][0], "a heading is written ## Title {#id}")
    paragraphs, sentences = [], []
    for block in blocks[1:]:
        if NUMBERED.match(block[0][1]):
            sentences.append(_sentence(block))
        elif sentences:
            raise RulebookFault(block[0][0], "paragraphs stand before the sentences of a section")
        else:
            paragraphs.append(_only_line(block))
    return Section(heading["id"], heading["title"], tuple(paragraphs), tuple(sentences))


def _only_line(block: _Lines) -> str:
    (_, line), *rest = block
    if rest:
        raise RulebookFault(rest[0][0], "a heading and a paragraph are one line; only a sentence has lines below it")
    return line


def _sentence(block: _Lines) -> Sentence:
    (number, line), *rest = block
    numbered = NUMBERED.fullmatch(line)
    if numbered is None:
        raise RulebookFault(number, "a sentence is written **C1.** Text")
    return Sentence(numbered["number"], numbered["text"], **_fields(rest))


def _fields(lines: _Lines) -> dict[str, str]:
    found: dict[str, str] = {}
    last = -1
    for number, line in lines:
        name, colon, text = line.partition(": ")
        if not colon or not text.strip() or name not in FIELDS:
            raise RulebookFault(number, f"a line begins with one of {', '.join(FIELDS)}, a colon and its text")
        if FIELDS.index(name) <= last:
            raise RulebookFault(number, f"{name} stands in the wrong place or twice")
        last = FIELDS.index(name)
        found[name.lower().replace(" ", "_")] = text.strip()
    return found


def _check_once(blocks: Sequence[_Lines]) -> None:
    """Refuse a rulebook in which an id or a sentence number occurs twice."""
    seen: set[str] = set()
    for number, line in (block[0] for block in blocks):
        heading, numbered = HEADING.fullmatch(line), NUMBERED.fullmatch(line)
        name = heading["id"] if heading else numbered["number"] if numbered else ""
        if name in seen:
            raise RulebookFault(number, f"{name} stands twice")
        seen |= {name} - {""}


def _check_whole(blocks: Sequence[_Lines]) -> None:
    """The numbers of each letter run from 1 without a gap, and every sentence has a source."""
    counts = {"C": 0, "S": 0}
    for (number, line), *rest in blocks:
        if numbered := NUMBERED.fullmatch(line):
            counts[numbered["letter"]] += 1
            expected = f"{numbered['letter']}{counts[numbered['letter']]}"
            if numbered["number"] != expected:
                raise RulebookFault(number, f"{numbered['number']} stands where {expected} belongs")
            if not any(below.startswith("Source: ") for _, below in rest):
                raise RulebookFault(number, f"{expected} has no line Source")

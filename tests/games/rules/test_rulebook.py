"""RULES.md is whole: both languages, numbers without gaps, every rule cited or excused, every citation a rule.

Code and tests cite sentences by the word RULES and their numbers, with commas, in a docstring, comment or test.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games.rules import rulebook
from games.rules.rulebook import RulebookFault, Sentence, read, sentences

ROOT = Path(__file__).parents[3]
CITATION = re.compile(r"\bRULES ((?:[CS]\d+)(?:,\s+[CS]\d+)*)")
SMALL = """# Rules

An introduction that is not read.

## Smoking Cat: cards {#cat-cards}
Česky: Kouřící kočka: karty

Something to begin with.
Česky: Něco na začátek.

**C1.** There are cards.
Česky: Jsou karty.
Source: en 1.
Choice: cards, not stones.
Volba: karty, ne kameny.
"""


def cited() -> dict[str, set[str]]:
    """Number → the files that cite it."""
    found: dict[str, set[str]] = {}
    for folder in ("games", "tournaments", "tests", "bench"):
        for path in (ROOT / folder).rglob("*.py"):
            for numbers in CITATION.findall(path.read_text(encoding="utf-8")):
                for number in re.findall(r"[CS]\d+", numbers):
                    found.setdefault(number, set()).add(str(path.relative_to(ROOT)))
    return found


def test_every_number_that_is_cited_exists():
    unknown = {number: files for number, files in cited().items() if number not in sentences()}
    assert unknown == {}


def test_every_sentence_is_cited_or_says_why_nobody_can_enforce_it():
    mentioned = cited()
    assert [one.number for one in sentences().values() if one.enforceable and one.number not in mentioned] == []


def test_every_text_stands_in_both_languages():
    lacking = [section.id for section in rulebook.rulebook() if section.title_en == section.title_cs]
    for one in sentences().values():
        notes = (one.choice, one.not_enforceable, _words_only(one))
        lacking += [one.number for note in notes if note is not None and not note.cs]
        lacking += [one.number for note in notes if note is not None and note.en == note.cs]
    assert lacking == []


def _words_only(one: Sentence) -> rulebook.Both | None:
    """The setting, unless it is a name in the code, which is the same in every language."""
    return None if one.setting is None or re.fullmatch(r"(`[^`]+`(, )?)+\.?", one.setting.en) else one.setting


def test_sentences_refer_only_to_sentences_that_exist():
    for one in sentences().values():
        texts = (
            one.en,
            one.cs,
            *(text for note in (one.choice, one.not_enforceable) if note for text in (note.en, note.cs)),
        )
        assert {number for text in texts for number in re.findall(r"\b[CS]\d+\b", text)} <= set(sentences()), one.number


def test_numbers_that_the_cards_cite_keep_their_meaning():
    assert "32 cards" in sentences()["C1"].en
    assert "the ace is highest" in sentences()["C2"].en
    assert "Hejma" in sentences()["C7"].en


# --- The parser -------------------------------------------------------------------------------------------------------


def test_a_section_is_read_with_its_paragraphs_and_sentences():
    (section,) = read(SMALL)
    assert (section.id, section.game, section.title_cs) == ("cat-cards", "cat", "Kouřící kočka: karty")
    assert section.paragraphs == (rulebook.Both("Something to begin with.", "Něco na začátek."),)
    choice = rulebook.Both("cards, not stones.", "karty, ne kameny.")
    assert section.sentences == (Sentence("C1", "There are cards.", "Jsou karty.", "en 1.", choice=choice),)


@pytest.mark.parametrize(
    ("old", "new", "line", "fault"),
    [
        ("{#cat-cards}", "", 5, "## Title {#id}"),
        ("Česky: Kouřící kočka: karty\n", "", 5, "Czech"),
        ("Česky: Něco na začátek.\n", "", 8, "Czech"),
        ("Česky: Jsou karty.\n", "", 11, "C1 has no line Česky"),
        ("Source: en 1.\n", "", 11, "C1 has no line Source"),
        ("Source: en 1.", "Source:", 13, "begins with one of"),
        ("Source: en 1.", "Sorce: en 1.", 13, "begins with one of"),
        ("Choice: cards, not stones.\n", "", 14, "needs its English above"),
        ("Volba: karty, ne kameny.", "Setting: none.", 15, "wrong place"),
        ("Volba: karty, ne kameny.", "Choice: once more.", 15, "wrong place"),
        ("**C1.** There", "**C1** There", 11, "the only one"),
        ("**C1.** There", "**C2.** There", 11, "C2 stands where C1 belongs"),
        ("ne kameny.\n", "ne kameny.\n\nAfterthought.\nČesky: Dodatek.\n", 17, "before the sentences"),
        ("ne kameny.\n", "ne kameny.\n\n## Again {#cat-cards}\nČesky: Znovu\n", 17, "stands twice"),
        ("## Smoking Cat: cards {#cat-cards}\nČesky: Kouřící kočka: karty", "", 1, "no section"),
    ],
)  # fmt: skip  # one fault a line
def test_a_fault_is_told_with_its_line(old, new, line, fault):
    assert SMALL.count(old) == 1
    with pytest.raises(RulebookFault, match=re.escape(fault)) as told:
        read(SMALL.replace(old, new))
    assert told.value.line == line

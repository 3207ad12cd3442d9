"""RULES.md is whole: numbers without gaps, every rule cited or excused, every citation a rule.

Code and tests cite sentences by the word RULES and their numbers, with commas, in a docstring, comment or test.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games.rules import rulebook
from games.rules.rulebook import RulebookFault, Section, Sentence, in_words_of, read, sentences

ROOT = Path(__file__).parents[3]
CITATION = re.compile(r"\bRULES ((?:[CS]\d+)(?:,\s+[CS]\d+)*)")
SMALL = """# Rules

An introduction that is not read.

## Smoking Cat: cards {#cat-cards}

Something to begin with.

**C1.** There are cards.
Source: en 1.
Choice: cards, not stones.

**C2.** There are players.
Source: en 2.
Setting: `players`.
"""
CZECH = """## Kouřící kočka: karty {#cat-cards}

Něco na začátek.

**C1.** Jsou karty.
Choice: karty, ne kameny.
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


@pytest.mark.parametrize("locale", ["en", *(path.parent.name for path in (ROOT / "locale").glob("*/RULES.md"))])
def test_sentences_refer_only_to_sentences_that_exist(locale):
    for section in rulebook.rulebook(locale):
        for one in section.sentences:
            texts = (one.text, one.choice, one.not_enforceable)
            assert {number for text in texts for number in re.findall(r"\b[CS]\d+\b", text)} <= set(sentences()), one


def test_numbers_that_the_cards_cite_keep_their_meaning():
    assert "32 cards" in sentences()["C1"].text
    assert "the ace is highest" in sentences()["C2"].text
    assert "Hejma" in sentences()["C7"].text


# --- The parser -------------------------------------------------------------------------------------------------------


CARDS = Sentence("C1", "There are cards.", "en 1.", choice="cards, not stones.")
PLAYERS = Sentence("C2", "There are players.", "en 2.", setting="`players`.")


def test_a_section_is_read_with_its_paragraphs_and_sentences():
    (section,) = read(SMALL)
    assert section == Section("cat-cards", "Smoking Cat: cards", ("Something to begin with.",), (CARDS, PLAYERS))
    assert section.game == "cat"


def test_a_translation_puts_its_words_under_the_same_numbers_and_english_stays_where_it_lacks_some():
    (section,) = in_words_of(read(SMALL), read(CZECH, is_translation=True))
    cards = Sentence("C1", "Jsou karty.", "en 1.", choice="karty, ne kameny.")
    assert section == Section("cat-cards", "Kouřící kočka: karty", ("Něco na začátek.",), (cards, PLAYERS))


def test_of_a_translation_nothing_is_taken_that_the_book_does_not_say():
    czech = CZECH.replace("Něco na začátek.", "Něco.\n\nA ještě něco.").replace("Choice:", "Setting:")
    czech += "\n**C9.** Navíc.\n"
    (section,) = in_words_of(read(SMALL), read(czech, is_translation=True))
    assert section.paragraphs == ("Something to begin with.",)
    assert section.sentences == (Sentence("C1", "Jsou karty.", "en 1.", choice=CARDS.choice), PLAYERS)


def test_a_language_without_a_file_reads_the_rules_in_english():
    assert rulebook.rulebook("xx") == rulebook.rulebook()


@pytest.mark.parametrize(
    ("old", "new", "line", "fault"),
    [
        ("{#cat-cards}", "", 5, "## Title {#id}"),
        ("Something to begin with.", "Something.\nAnd more.", 8, "one line"),
        ("Source: en 1.\n", "", 9, "C1 has no line Source"),
        ("Source: en 1.", "Source:", 9, "C1 has no line Source"),
        ("Source: en 1.", "Source: en 1.\nSorce: en 1.", 11, "begins with one of"),
        ("Choice: cards, not stones.", "Choice: cards.\nSetting: none.", 12, "wrong place"),
        ("Choice: cards, not stones.", "Choice: cards.\nChoice: once more.", 12, "wrong place"),
        ("**C1.** There", "**C1** There", 13, "C2 stands where C1 belongs"),
        ("**C2.** There", "**C1.** There", 13, "C1 stands twice"),
        ("**C2.** There", "**C3.** There", 13, "C3 stands where C2 belongs"),
        ("`players`.\n", "`players`.\n\nAfterthought.\n", 17, "before the sentences"),
        ("`players`.\n", "`players`.\n\n## Again {#cat-cards}\n", 17, "stands twice"),
        ("## Smoking Cat: cards {#cat-cards}", "", 1, "no section"),
    ],
)  # fmt: skip  # one fault a line
def test_a_fault_is_told_with_its_line(old, new, line, fault):
    assert SMALL.count(old) == 1
    with pytest.raises(RulebookFault, match=re.escape(fault)) as told:
        read(SMALL.replace(old, new))
    assert told.value.line == line

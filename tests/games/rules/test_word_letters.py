"""Splitting and checking a playing word (competition.md 6)."""

import unicodedata

import pytest

from games.rules.word_letters import split_word, word_faults


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ("KAMIL", "K A M I L"),
        ("CHUDÁ", "C H U D Á"),  # CH is two letters, Á is one
        ("Loutka", "L o u t k a"),  # case stays
        (" RACEK\n", "R A C E K"),
        ("ЖЮЛИ", "Ж Ю Л И"),
        ("", ""),
    ],
)
def test_a_word_is_split_by_code_point(text, letters):
    assert split_word(text) == tuple(letters.split())


def test_an_accent_typed_as_a_character_of_its_own_belongs_to_its_letter():
    decomposed = unicodedata.normalize("NFD", "CHUDÁ")
    assert len(decomposed) == 6
    assert split_word(decomposed) == ("C", "H", "U", "D", "Á")


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("PES", []),
        ("HERMAFRODITI", []),
        ("OK", ["too_short"]),
        ("", ["too_short"]),
        ("HERMAFRODITIS", ["too_long"]),
        ("R2D2", ["not_letters"]),
        ("dva psi", ["not_letters"]),
        ("?", ["too_short", "not_letters"]),
    ],
)
def test_a_word_has_3_to_12_letters_and_nothing_else(text, faults):
    assert word_faults(text) == faults

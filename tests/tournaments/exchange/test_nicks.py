"""competition.md 4: a nick is unique compared without case and accents."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.facts.nicks import nick_faults, nick_key


@pytest.mark.parametrize(
    "spelling", ["ŽLUŤOUČKÝ kůň", "žluťoučký  Kůň ", "zlutoucky kun", "ZLUTOUCKY\u00a0KUN", "Z\u030cLUT\u030cOUCKY KUN"]
)
def test_spellings_of_one_nick(spelling):
    assert nick_key(spelling) == "zlutoucky kun"


@pytest.mark.parametrize(
    ("one", "other"), [("STRASSE", "Straße"), ("\uff43\uff41\uff54", "CAT"), ("İpek", "ipek"), ("ΐ", "Ϊ́")]
)
def test_the_same_letters_in_other_shapes(one, other):
    assert nick_key(one) == nick_key(other)


@pytest.mark.parametrize(("one", "other"), [("CAT", "\u0421\u0410\u0422"), ("AB", "A B"), ("P1", "P2")])
def test_different_nicks(one, other):
    assert nick_key(one) != nick_key(other)


@given(st.text())
def test_a_key_is_its_own_key(nick):
    assert nick_key(nick_key(nick)) == nick_key(nick)


@pytest.mark.parametrize(
    ("nick", "faults"),
    [
        ("HERON", []),
        ("猫 7", []),
        ("x" * 40, []),
        ("x" * 41, ["too_long"]),
        ("a\tb", ["not_one_line"]),
        ("a\u200bb", ["not_one_line"]),
        ("", ["unreadable"]),
        ("  ", ["unreadable"]),
        ("\u0301", ["unreadable"]),
        ("ﷺ" * 40, ["unreadable"]),
    ],
)
def test_what_cannot_be_a_nick(nick, faults):
    assert nick_faults(nick) == faults

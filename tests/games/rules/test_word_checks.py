"""What speaks against a word; competition.md 6."""

import pytest

from games.rules.word_checks import Doubt, alphabets, doubts_of, faults_of, skeleton
from games.rules.word_list import MOST_LINES, read_list, split_of
from games.rules.word_review import outcome


@pytest.mark.parametrize(
    ("word", "faults"),
    [
        ("KAT", []),
        ("KA", ["too_short"]),
        ("A" * 12, []),
        ("A" * 13, ["too_long"]),
        ("HERR FLICK", ["not_letters"]),
        ("KAT7", ["not_letters"]),
        ("", ["too_short", "not_letters"]),
        ("PA\u0301T", []),  # decomposed: three letters after NFC, A with its accent is one
        ("CHL", []),
    ],
)
def test_faults_of_a_word(word, faults):
    assert faults_of(word) == faults


@pytest.mark.parametrize(
    ("word", "letters", "faults"),
    [
        ("CHRT", ("CH", "R", "T"), []),
        ("CHRT", ("CH", "RT"), ["too_short"]),
        ("CHRT", ("CH", "R"), ["too_short", "bad_split"]),
        ("CHRTI", ("CH", "R", "T"), ["bad_split"]),
        ("CHRT", ("C", "", "HRT"), ["bad_split"]),
        ("Z" * 41, ("Z" * 40, "Z", ""), ["too_long", "bad_split"]),
    ],
)
def test_a_corrected_split_gives_the_word_again(word, letters, faults):
    assert faults_of(word, letters) == faults


@pytest.mark.parametrize(
    ("other", "code"),
    [
        ("KAMIL", "used_before"),
        ("Kamil", "other_case"),
        ("KA MIL", "other_spacing"),
        ("KA\u200bMIL", "other_spacing"),
        ("KAMÍL", "other_accents"),
        ("KAMI\u0301L", "other_accents"),
        ("kamíl", "other_accents"),
        ("\u041aAMIL", "other_alphabet"),  # Cyrillic K
        ("\u039aAMIL", "other_alphabet"),  # Greek K
        ("KAMIŁ", "other_alphabet"),
        ("KAM\u0406L", "other_alphabet"),  # Ukrainian I
    ],
)
def test_words_that_look_alike_are_named_with_what_differs(other, code):
    assert doubts_of("KAMIL", played=[other, "JINDRA"]) == [Doubt(code, other.replace("I\u0301", "Í"))]


def test_other_words_are_no_look_alikes():
    assert doubts_of("KAMIL", played=["KAMILA", "AMIL", "KMAIL", "JINDRA"]) == []
    assert skeleton("КОШКА") != skeleton("KOCKA")
    assert skeleton("straße") == skeleton("STRASSE")


def test_an_unusual_length_and_two_alphabets_are_doubts():
    assert [one.code for one in doubts_of("KAT")] == ["unusual_length"]
    assert [one.code for one in doubts_of("KATKAKA")] == ["unusual_length"]
    assert doubts_of("CHODBA", ("CH", "O", "D", "B", "A")) == doubts_of("KATA") == []
    assert [one.code for one in doubts_of("K\u0410MIL")] == ["two_alphabets"]
    assert alphabets("ЁЖИК") == {"CYRILLIC"}


def test_a_list_is_read_line_by_line_with_all_its_faults():
    text = "KAMIL; Herr; Allo Allo; cs; a note\n\n# nothing\nCH|R|T\nAB\nkamíl;;;english\nX Y Z;a;b;cs;n;more"
    rows = read_list(text)
    assert [(row.line, row.word, row.faults) for row in rows] == [
        (1, "KAMIL", ()),
        (4, "CHRT", ()),
        (5, "AB", ("too_short",)),
        (6, "kamíl", ("no_language", "twice_in_list")),
        (7, "X Y Z", ("not_letters", "too_many_parts")),
    ]
    assert (rows[0].caption, rows[0].theme, rows[0].language, rows[0].note) == ("Herr", "Allo Allo", "cs", "a note")
    assert rows[1].letters == ("CH", "R", "T")
    assert split_of(" CH | R|T ") == ("CHRT", ("CH", "R", "T"))


def test_a_list_has_an_end_and_its_parts_too():
    rows = read_list(
        "\n".join(f"{'ABCDEFGHIJ'[i % 10]}{'KLMNOPQRST'[i // 10 % 10]}{'UVWX'[i // 100]}" for i in range(201))
    )
    assert [row.faults for row in rows[:MOST_LINES]] == [()] * MOST_LINES
    assert rows[MOST_LINES].faults == ("too_many_lines",)
    assert read_list(f"KAMIL; {'a' * 121}")[0].faults == ("part_too_long",)


@pytest.mark.parametrize(
    ("votes", "quorum", "majority", "decided"),
    [
        ("", 1, 50, "open"),
        ("a", 2, 50, "open"),
        ("aa", 2, 50, "approved"),
        ("rr", 2, 50, "rejected"),
        ("ar", 2, 50, "open"),
        ("aar", 3, 50, "approved"),
        ("aar", 3, 66, "approved"),
        ("aar", 3, 67, "open"),
        ("aad", 3, 50, "approved"),
        ("ad", 2, 50, "open"),
        ("add", 3, 50, "open"),
        ("aaar", 2, 75, "open"),
        ("aaaa", 2, 99, "approved"),
        ("a", 1, 50, "approved"),
    ],
)
def test_a_vote_decides_by_quorum_and_majority(votes, quorum, majority, decided):
    said = {"a": "approve", "r": "reject", "d": "discuss"}
    assert outcome([said[one] for one in votes], quorum=quorum, majority=majority) == decided

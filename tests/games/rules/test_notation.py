"""The log as text: what each mark means, that nothing gets lost, and that slips of the pen are refused."""

import pytest
from hypothesis import given

from games.rules.entries import Amend, Close, Deal, PenaltyLetter, SmearDeal, Strike, Substitute, VoidDeal, Withdraw
from games.rules.notation import format_log, parse_log
from games.rules.refusals import Refused
from games.rules.setup import GameOptions, GameSetup
from tests.games.rules import logs

EVENING = """\
KAMIL ABCDE survivors=4 A=p1
1. A /E
2. C /A (B0 C20 D13 E0) packed @B
3. void /B @C "cards \\"stuck\\""
4. +B "second misdeal"
5. ~1 loser=B points=- "misread"
6. x4 "lifted"
7. D>"p 9" "injury"
8. -E "ill"
9. ~2 bench= points=(C33) packed=no dealer=A
10. ~7 occupant=p8 reason=-
11. close "venue closes"
"""


def test_every_mark_has_its_meaning():
    setup, log = parse_log(EVENING)
    assert setup == GameSetup(tuple("KAMIL"), tuple("ABCDE"), GameOptions(survivors=4), {"A": "p1"})
    assert log == [
        Deal("A", ("E",)),
        Deal("C", ("A",), {"B": 0, "C": 20, "D": 13, "E": 0}, packed=True, dealer="B"),
        VoidDeal(("B",), 'cards "stuck"', "C"),
        PenaltyLetter("B", "second misdeal"),
        Amend(1, {"loser": "B", "points": None}, "misread"),
        Strike(4, "lifted"),
        Substitute("D", "p 9", "injury"),
        Withdraw("E", "ill"),
        Amend(2, {"bench": (), "points": {"C": 33}, "packed": False, "dealer": "A"}),
        Amend(7, {"occupant": "p8", "reason": None}),
        Close("venue closes"),
    ]


SMEAR = """\
- ABCD game=smear smear_variant=widow smear_target=31 A=p1
1. B4 (AC3 BD7)
2. C10 (AC10) moon @B
3. ~1 points=(AC2 BD8) pitcher=D bid=5 moon=no
4. void @A "misdeal"
"""


def test_a_game_of_smear_has_no_word_and_deals_of_its_own():
    setup, log = parse_log(SMEAR)
    options = GameOptions(game="smear", smear_variant="widow", smear_target=31)
    assert setup == GameSetup((), tuple("ABCD"), options, {"A": "p1"})
    assert log == [
        SmearDeal("B", 4, {"AC": 3, "BD": 7}),
        SmearDeal("C", 10, {"AC": 10}, moon=True, dealer="B"),
        Amend(1, {"pitcher": "D", "bid": 5, "points": {"AC": 2, "BD": 8}, "moon": False}),
        VoidDeal(reason="misdeal", dealer="A"),
    ]


@pytest.mark.parametrize("text", [EVENING, SMEAR], ids=["Smoking Cat", "Smear"])
def test_the_canonical_text_is_written_as_it_is_read(text):
    assert format_log(*parse_log(text)) == text


def test_it_may_be_written_more_freely():
    free = """
        # an evening in the pub
        KAMIL ABCDE      # five of us

        A /E; C packed /A   # no numbers, details in any order
        3. void "cards stuck" /B;;x2
    """
    assert parse_log(free)[1] == [
        Deal("A", ("E",)),
        Deal("C", ("A",), packed=True),
        VoidDeal(("B",), "cards stuck"),
        Strike(2),
    ]


@pytest.mark.parametrize(
    ("word", "letters"),
    [("CHUDÁ", "C H U D Á"), ("CH-U-D-Á", "CH U D Á"), ("CH-", "CH"), ("K", "K")],
)
def test_a_word_whose_split_was_corrected_is_written_with_hyphens(word, letters):
    setup = parse_log(f"{word} ABCD")[0]
    assert setup.letters == tuple(letters.split())
    assert format_log(setup, []) == f"{word} ABCD\n"


def test_the_options_that_differ_stand_in_the_header():
    header = 'KAMIL ABCD survivors=5 penalty_letter_completes=no bench=loser_sits points_entry=required B="B 2"\n'
    setup, log = parse_log(header)
    assert setup.options == GameOptions(5, penalty_letter_completes=False, bench="loser_sits", points_entry="required")
    assert setup.occupants == {"A": "A1", "B": "B 2", "C": "C1", "D": "D1"}
    assert format_log(setup, log) == header


def test_a_semicolon_or_a_hash_in_quotes_is_text():
    assert parse_log('KAMIL ABCD; close "a; b # c"')[1] == [Close("a; b # c")]


@given(logs.setups | logs.smear_setups, logs.logs | logs.smear_logs)
def test_nothing_gets_lost_either_way(setup, log):
    text = format_log(setup, log)
    assert parse_log(text) == (setup, log)
    assert format_log(*parse_log(text)) == text


@pytest.mark.parametrize(
    "line",
    [
        "2. A",  # a wrong number
        "1.",
        "a",
        "AB",
        "A E",
        "A /E /F",
        "A /e",
        "A (B1000)",
        "A (B)",
        "A (B1",
        'A "no deal has a reason"',
        "void (B33)",
        "void packed",
        "+A /E",
        "x",
        "x0",
        "x1 loser=B",
        "A4 (AC3",
        "A4",  # no points
        "A0 (AC3)",
        "A4 (CA3)",
        "A4 /E (AC3)",
        "~1 bid=x",
        "~1",
        "~1 losser=B",
        "~1 loser=-",
        "~1 loser",
        "~1 packed=maybe",
        "~1 position=2",
        "D>",
        'close "unfinished',
        'close "one" "two"',
        "close venue",
    ],
)
def test_a_slip_of_the_pen_is_refused_with_its_line(line):
    with pytest.raises(Refused) as refusal:
        parse_log(f"KAMIL ABCDE\n\n  {line}\nA /E")
    assert refusal.value.code == "malformed_notation"
    assert refusal.value.values == {"line": 3, "text": line}


@pytest.mark.parametrize(
    "header", ["", "# nothing", "KAMIL", "KAMIL abc", "KAMIL ABCA", "KAMIL ABCD bench=sofa", "- ABCD game=bridge",
               "- ABCD smear_variant=pedro", "KAMIL ABCD survivors=x",
               "KAMIL ABCD G=p1", "KAMIL ABCD 1"],
)  # fmt: skip
def test_a_header_that_cannot_be_is_refused(header):
    with pytest.raises(Refused) as refusal:
        parse_log(header)
    assert refusal.value.values["line"] == 1

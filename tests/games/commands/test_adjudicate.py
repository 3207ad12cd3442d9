"""`manage.py adjudicate FILE`: the ruling on a deal of either game, or every fault of the file; never a traceback."""

import copy
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command
from hypothesis import given
from hypothesis import strategies as st

from games.fault_texts import fault_text
from games.management.commands.adjudicate import Command
from games.rules.cards import PACK
from games.rules.documents.faults import faults_in
from games.rules.documents.one_line import is_one_line
from games.rules.refusals import Refused
from games.rules.smear import notation as smear_notation
from games.rules.smear.deal_file import parse as parse_smear
from games.rules.smoking_cat.deal_file import parse
from games.rules.smoking_cat.notation import format_deal

ROOT = Path(__file__).parents[3]
EXAMPLES = ROOT / "tests" / "examples"
PLAIN, REVOKE, SMEAR = (
    json.loads((EXAMPLES / f"{name}.json").read_bytes()) for name in ("deal-plain", "deal-revoke", "smear-ten-point")
)


def answer(data, **options) -> str:
    """What the command prints on a terminal of 80 columns without colours."""
    text = data if isinstance(data, bytes) else json.dumps(data).encode()
    told = {"json": False, "tie_without_hejma": "ask", "language": "en", "force_color": False, "no_color": True}
    return Command(stdout=io.StringIO()).answer(text, told | options)


def flat(data, **options) -> str:
    """The same with all blanks made one, so that a sentence is found wherever its line breaks."""
    return " ".join(answer(data, **options).split())


def refusal(name, capsys, **options):
    with pytest.raises(SystemExit) as ended:
        call_command("adjudicate", str(name), **options)
    printed = capsys.readouterr()
    assert (ended.value.code, printed.out) == (2, "")
    return printed.err.splitlines()


@pytest.fixture
def written(tmp_path):
    """Writes a deal file and gives its name."""

    def write(content):
        file = tmp_path / "deal.json"
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        return file

    return write


# --- Documents --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["deal-plain", "deal-revoke"])
def test_the_examples_of_smoking_cat_give_their_rulings(name):
    printed = answer((EXAMPLES / f"{name}.json").read_bytes(), json=True)
    assert printed == (EXAMPLES / f"{name}.ruling.json").read_text(encoding="utf-8").rstrip("\n")


def test_the_example_of_smear_gives_its_result():
    printed = json.loads(answer(SMEAR, json=True))
    expected = json.loads((EXAMPLES / "smear-ten-point.result.json").read_bytes())
    assert printed["format"] == "scwu-smear-result/1"
    assert {name: printed[name] for name in expected} == expected


@pytest.mark.slow
def test_no_database_is_needed_and_symbols_survive_any_locale():
    done = subprocess.run(
        [sys.executable, ROOT / "manage.py", "adjudicate", "-"],
        input=json.dumps(REVOKE).encode(),
        capture_output=True,
        check=False,
        env={**os.environ, "DATABASE_URL": "sqlite:////nowhere/at/all.sqlite3", "LC_ALL": "C", "PYTHONUTF8": "0"},
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert "8a♣!" in done.stdout.decode()
    assert b"\x1b" not in done.stdout


@pytest.mark.parametrize(
    ("document", "line"),
    [
        (REVOKE, format_deal(parse(json.dumps(REVOKE)))),
        (SMEAR, smear_notation.format_deal(parse_smear(json.dumps(SMEAR)))),
    ],
    ids=["smoking cat", "smear"],
)
def test_a_line_of_notation_is_a_deal_too(document, line):
    assert answer(f"\ufeff{line}\n".encode(), json=True) == answer(document, json=True)


@pytest.mark.parametrize(
    ("setting", "loser", "sentence"),
    [
        ("ask", None, "None of those with most points took Hejma: the table decides who loses (rule C51)."),
        ("hejma_taker", "D", "None of those with most points took Hejma: seat D, who did, loses the deal (rule C51)."),
        ("last_trick", "C", "seat C, who took the last trick, loses the deal (rule C51)."),
        ("void", None, "None of those with most points took Hejma: the deal is void (rule C51)."),
    ],
)
def test_who_loses_a_tie_without_hejma_is_a_setting(setting, loser, sentence):
    """B and C have 11 points each, D took Hejma, A one heart."""
    line = (
        b"@A A:Ab8b7h9lOaOh7l7a>8b9l7l B:KlUh8aTbAh9a8hUa>9aUh8h C:Th8lKaOlUbAl9hAa>OlUbTh D:UlKbTaObKhTl9b7b>UlKhTa "
        b"Ah8hThKh Tb9hUbAb Ul7l8lOl Tl7aKlAl Uh7b7h8b 9a9bTa8a OaUaKaOb AaKbOh9l"
    )
    assert json.loads(answer(line, json=True, tie_without_hejma=setting))["loser"] == loser
    assert sentence in flat(line, tie_without_hejma=setting)


# --- The account for people -------------------------------------------------------------------------------------------


def test_the_account_marks_a_revoke_in_its_trick():
    shown = answer(REVOKE)
    [row] = [line for line in shown.splitlines() if "8a♣!" in line]
    assert row.split() == ["2", "D", "7h♥", "E", "8a♣!", "F", "Uh♥", "B", "Aa♣", "F", "3", "0", "0", "0", "3"]
    assert "! E held 8h♥ Th♥; came to light in trick 3" in flat(REVOKE)
    assert (
        "! Trick 2: seat E played 8a♣ and did not follow suit, but held 8h♥, Th♥ (renonc B, rule C36). "
        "It came to light in trick 3. Seat E loses the deal, because it did not follow suit though it could (rule C61)."
    ) in flat(REVOKE)


def test_the_account_shows_hands_passes_and_growing_points():
    lines = [line.split() for line in answer(PLAIN).splitlines()]
    assert ["B", "Uh♥", "Oh♥", "9l♠", "Kl♠", "Al♠", "Aa♣", "8b●", "Ob●", "Al♠", "Aa♣", "Ob●", "C"] in lines
    assert ["5", "C", "7l♠", "D", "Oa♣", "F", "Ol♠", "B", "9l♠", "F", "10", "3", "0", "6", "19"] in lines
    assert "Hejma: F Last trick: C Seat F loses the deal with most points, 19 (rule C49)." in flat(PLAIN)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"plays": PLAIN["plays"][:6]}, "The deal is not over, and nobody has lost it yet."),
        (
            {"plays": PLAIN["plays"][:6], "ended": "early"},
            "The deal ended early though nobody had 17 points (rule C47)",
        ),
        ({"plays": PLAIN["plays"][:20]}, "Seat F has lost the deal: with 19 points nobody else can have more"),
        ({"plays": PLAIN["plays"][:9], "packed": {"by": "F"}}, "Seat F packed and loses the deal (rule C46)."),
        ({"plays": PLAIN["plays"][:9], "packed": {"by": "F"}}, "all the rest: packed (rule C45) F 18 0 0 6 27"),
        (
            {"plays": PLAIN["plays"][:28], "packed": {"by": "D"}},
            "Seat D packed though it was not sure to lose: all cards make it 11 (rule C44).",
        ),
        (
            {"hands": PLAIN["hands"] | {"B": PLAIN["hands"]["C"]}},
            "7h♥ was dealt more than once: B, C (renonc C, rule C64). ! Uh♥ was dealt to nobody (renonc C, rule C64).",
        ),
        ({"hands": PLAIN["hands"] | {"B": "7h"}}, "Seat B should have been dealt 8 cards and got 1"),
        (
            {"passes": PLAIN["passes"] | {"B": ""}},
            "Seat B has to pass three cards of its own hand; it passed – (rule C27)",
        ),
        ({"plays": ["7h", "7h"]}, "Trick 1: seat F did not hold 7h♥; from there on nobody can say how the deal went."),
        ({"plays": ["7h", "7h"]}, "This deal cannot be ruled on, so nobody loses it."),
    ],
)
def test_the_account_says_what_is_odd(changes, sentence):
    assert sentence in flat(PLAIN | changes)


def test_the_account_of_smear_tells_bids_points_and_the_score():
    shown = flat(SMEAR)
    assert "Ten-point Smear: C dealt, played to 21" in shown
    assert "Bidding: D 2 A 3 B 5 C 6 Pitcher: C Trumps: diamonds ♦" in shown
    assert "5 C X1 D Ad♦ A 9h♥ B X2 D 4 5 18" in shown
    assert "BD 14 High, Low, Jick, first joker, +6 20 second joker, Game" in shown
    assert shown.endswith("AC bid 6 and won 0: set back (rule S64).")


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"plays": SMEAR["plays"][:7]}, "The deal has no result: it is not over, or cannot be followed to its end"),
        ({"plays": ["9d", "6d"]}, "1 C 9d♦ D 6d♦"),
        ({"plays": ["Td", "9s"]}, "Card 2: seat D played 9s♠, but held 4d♦, 6d♦, Ad♦, Jh♥ (revoke, rule S71)."),
        ({"plays": ["Td", "9s"]}, "1 C Td♦ D 9s♠! ! D held 4d♦ 6d♦ Ad♦ Jh♥"),
        ({"plays": ["Td", "2h"]}, "Card 2: seat D did not hold 2h♥"),
        ({"bids": [{"seat": "D", "bid": 2}, {"seat": "A", "bid": 1}]}, "Seat A could not bid 1 here (rule S72)."),
        ({"bids": [{"seat": "D", "bid": 2}]}, "Seat A passed out of turn or was not asked (rule S72)."),
        ({"stock": SMEAR["stock"] + " 9h"}, "9h♥ is there twice or not in this pack: A, stock (rule S73)."),
        ({"hands": SMEAR["hands"] | {"A": "7c"}}, "Seat A was dealt a wrong number of cards: 1 (rule S73)."),
        ({"discards": SMEAR["discards"] | {"A": "9c"}}, "Seat A should not have put away 9c♣ (rule S72)."),
    ],
)
def test_the_account_of_smear_says_what_is_odd(changes, sentence):
    assert sentence in flat(SMEAR | changes)


def test_the_account_fits_a_terminal_and_needs_no_colour(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    for deal in (PLAIN, REVOKE, SMEAR):
        coloured = answer(deal, force_color=True, no_color=False)
        assert "\x1b[" in coloured
        assert "\x1b" not in answer(deal)
        assert max(map(len, answer(deal).splitlines())) <= 80


def test_the_account_is_written_in_the_language_that_is_asked_for():
    english = {"bid", "cards", "dealt", "led", "of", "played", "points", "rule", "seat", "the", "trick"}
    for deal in (PLAIN, REVOKE, SMEAR, PLAIN | {"hands": PLAIN["hands"] | {"B": "7h"}}):
        words = re.findall(r"\w+", answer(deal).lower()), re.findall(r"\w+", answer(deal, language="cs").lower())
        assert english & set(words[0])
        assert not english & set(words[1])


@pytest.mark.parametrize(
    "deal",
    [
        PLAIN | {"hands": PLAIN["hands"] | {"B": "7h " * 300_000}},
        PLAIN | {"passes": PLAIN["passes"] | {"B": "7h " * 300_000}},
        SMEAR | {"stock": "7h " * 300_000},
        SMEAR | {"discards": SMEAR["discards"] | {"A": "7h " * 300_000}},
    ],
    ids=["hand", "pass", "stock", "discard"],
)
def test_the_account_of_endless_cards_is_short(deal):
    assert len(answer(deal)) < 20_000


# --- What is refused --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "lines"),
    [
        pytest.param("", ["$: This is not JSON: line 1, column 1: Expecting value."], id="empty"),
        pytest.param("[1, 2]", ["$: This must be an object."], id="list"),
        pytest.param("{}", ["$.format: This is missing."], id="no format"),
        pytest.param(
            '{"format": "scwu-event/1"}',
            ["$.format: This is neither a deal of Smoking Cat nor one of Smear."],
            id="another format",
        ),
        pytest.param(
            '{"format": ["scwu-deal/1"]}',
            ["$.format: This is neither a deal of Smoking Cat nor one of Smear."],
            id="format of a wrong type",
        ),
        pytest.param("[" * 100_000, ["$: The file is nested too deep."], id="deep"),
        pytest.param('{"a":' * 100_000, ["$: The file is nested too deep."], id="deep objects"),
        pytest.param(b"\x7fELF\xff\xfe\x00", ["$: The file is not UTF-8."], id="binary"),
        pytest.param("9" * 5000, ["$: A number in the file has too many digits."], id="number"),
        pytest.param(b" " * (1024 * 1024 + 1), ["$: The file is larger than 1 MiB."], id="huge"),
        pytest.param(
            "@A \x1b[31mB:7h", ['$["\\u001b[31mB:7h"]: This cannot be read as a part of a deal.'], id="escape"
        ),
        pytest.param(
            "@A A:7h", ["$: A deal needs four seats with their hands, and a dealer among them, such as @A."], id="line"
        ),
        pytest.param("ten_point 21 ?", ['$["?"]: This cannot be read as a part of a deal.'], id="line of smear"),
        pytest.param(
            json.dumps(PLAIN | {"dealer": 7, "plays": [float("nan"), "1z"], "extra": None}),
            [
                "$.plays[0]: NaN and Infinity are not JSON.",
                "$.extra: This key is not known here.",
                "$.dealer: This must be one of the four seats of the deal.",
                "$.plays[1]: There is no such card: rank 7 8 9 T U O K A, then suit h l a b.",
            ],
            id="every fault",
        ),
    ],
)
def test_a_hostile_file_is_refused_with_every_fault_and_its_path(written, capsys, content, lines):
    assert refusal(written(content), capsys) == lines


def test_a_fault_is_told_in_the_language_that_is_asked_for(written, capsys):
    assert refusal(written("[1, 2]"), capsys, language="cs") == ["$: Tady musí být objekt."]
    assert refusal(written(b" " * (1024 * 1024 + 1)), capsys, language="cs") == ["$: Soubor je větší než 1 MiB."]


def test_a_missing_file_and_a_directory_are_refused_in_one_line(tmp_path, capsys):
    missing = tmp_path / "missing.json"
    assert refusal(missing, capsys) == [f"{missing}: No such file or directory"]
    assert refusal(tmp_path, capsys) == [f"{tmp_path}: Is a directory"]


def test_a_file_that_may_not_be_read_is_refused_in_one_line(written, capsys, monkeypatch):
    def forbidden(*_args):
        raise PermissionError(13, "Permission denied")

    file = written(json.dumps(PLAIN))
    monkeypatch.setattr(Path, "open", forbidden)
    assert refusal(file, capsys) == [f"{file}: Permission denied"]


# --- Any document at all ----------------------------------------------------------------------------------------------

CARDS = st.sampled_from([*PACK, "X1", "2c", "Jd", "", "7h 7h", "Ol Ol Ol"])
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | CARDS
    | st.sampled_from("ABCDEFGHhscd"),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=4),
    max_leaves=8,
)


def places(value):
    """Every place in a document: what holds it, and its key or index."""
    for key, inner in list(value.items() if isinstance(value, dict) else enumerate(value)):
        yield value, key
        if isinstance(inner, dict | list):
            yield from places(inner)


def judged(data):
    """The ruling document or the faults; any other exception is a failure."""
    try:
        return json.loads(answer(data, json=True)), []
    except Refused as refused:
        return {}, [(fault.path, fault_text(fault)) for fault in faults_in(refused)]


WORDS = format_deal(parse(json.dumps(REVOKE))).split()
SMEAR_WORDS = smear_notation.format_deal(parse_smear(json.dumps(SMEAR))).split()
LINES = st.lists(st.sampled_from([*WORDS, *SMEAR_WORDS]) | st.text(max_size=4), max_size=30).map(" ".join)


@given(st.binary() | LINES.map(str.encode) | LINES.map(lambda line: f"ten_point {line}".encode()))
def test_whatever_is_in_a_line_it_is_ruled_on_or_refused(data):
    ruling, faults = judged(data)
    assert "findings" in ruling or faults


@st.composite
def damaged(draw, sound):
    """A document in which something was exchanged, taken away or overwritten, several times."""
    deal = copy.deepcopy(sound)
    for _ in range(draw(st.integers(1, 4))):
        holder, key = draw(st.sampled_from(list(places(deal))))
        other, other_key = draw(st.sampled_from(list(places(deal))))
        match draw(st.sampled_from(["exchange", "take away", "overwrite", "insert"])):
            case "exchange":
                taken = copy.deepcopy(other[other_key])
                other[other_key], holder[key] = copy.deepcopy(holder[key]), taken
            case "take away":
                del holder[key]
            case "overwrite":
                holder[key] = draw(VALUES)
            case "insert" if isinstance(holder, list):
                holder.insert(key, draw(CARDS | VALUES))
            case _:
                holder[draw(st.text(max_size=3))] = draw(VALUES)
        if not deal:
            break
    return deal


@pytest.mark.parametrize("sound", [PLAIN, REVOKE, SMEAR], ids=["plain", "revoke", "smear"])
def test_whatever_is_in_a_document_it_is_ruled_on_or_refused(sound):
    @given(damaged(sound))
    def holds(deal):
        ruling, faults = judged(deal)
        assert ("findings" in ruling) != bool(faults)
        assert all(path.startswith("$") and is_one_line(path) and is_one_line(said) for path, said in faults)
        assert faults or answer(deal).strip()

    holds()

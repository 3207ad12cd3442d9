"""A line of the log as JSON: strict reading with every fault at its path, canonical writing, corrections checked."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.entries import Amend, Close, Deal, PenaltyLetter, SmearDeal, Strike, Substitute, VoidDeal, Withdraw
from games.rules.notation import parse_log
from games.rules.payload import FAULTS, check_amendments, entry_payload, parse_entry
from games.rules.refusals import Refused
from tests.games.rules import logs

# The lines of the format's own example, with "occupant" for the event file's "entry", and what they mean.
LINES = [
    ('{"kind": "deal", "loser": "A", "bench": ["E"]}', Deal("A", ("E",))),
    (
        '{"kind": "deal", "loser": "C", "bench": ["A"], "points": {"B": 0, "C": 20, "D": 13, "E": 0}, "packed": true}',
        Deal("C", ("A",), {"B": 0, "C": 20, "D": 13, "E": 0}, packed=True),
    ),
    ('{"kind": "void_deal", "bench": ["B"], "reason": "cards stuck"}', VoidDeal(("B",), "cards stuck")),
    ('{"kind": "penalty_letter", "seat": "B", "reason": "second misdeal"}', PenaltyLetter("B", "second misdeal")),
    ('{"kind": "amend", "position": 1, "loser": "B"}', Amend(1, {"loser": "B"})),
    (
        '{"kind": "amend", "position": 1, "bench": ["D", "E"], "points": null}',
        Amend(1, {"bench": ("D", "E"), "points": None}),
    ),
    ('{"kind": "amend", "position": 3, "reason": "misdeal"}', Amend(3, {}, "misdeal")),
    ('{"kind": "strike", "position": 4, "reason": "ruling lifted"}', Strike(4, "ruling lifted")),
    ('{"kind": "substitute", "seat": "D", "occupant": "p9", "reason": "injury"}', Substitute("D", "p9", "injury")),
    ('{"kind": "withdraw", "seat": "E", "reason": "ill"}', Withdraw("E", "ill")),
    ('{"kind": "close", "reason": "venue closes"}', Close("venue closes")),
    (
        '{"kind": "smear_deal", "pitcher": "B", "bid": 4, "points": {"AC": 3, "BD": 7}}',
        SmearDeal("B", 4, {"AC": 3, "BD": 7}),
    ),
    (
        '{"kind": "smear_deal", "pitcher": "C", "bid": 10, "points": {"C": 10}, "moon": true, "dealer": "A"}',
        SmearDeal("C", 10, {"C": 10}, moon=True, dealer="A"),
    ),
    (
        '{"kind": "amend", "position": 1, "points": {"BD": 8}, "pitcher": "D", "bid": 5, "moon": null}',
        Amend(1, {"points": {"BD": 8}, "pitcher": "D", "bid": 5, "moon": None}),
    ),
]


def faults(payload):
    with pytest.raises(Refused) as refusal:
        parse_entry(payload)
    assert refusal.value.code == "malformed_entry"
    return refusal.value.values["faults"]


def paths(payload):
    return [path for path, _ in faults(payload)]


@pytest.mark.parametrize(("line", "entry"), LINES)
def test_every_kind_is_read_and_written_with_its_keys_in_order(line, entry):
    assert parse_entry(json.loads(line)) == entry
    assert json.dumps(entry_payload(entry)) == line


def test_defaults_are_left_out():
    assert entry_payload(Deal("A")) == {"kind": "deal", "loser": "A"}
    assert entry_payload(parse_entry({"kind": "void_deal", "bench": [], "reason": ""})) == {"kind": "void_deal"}


def test_points_are_written_by_seat():
    payload = entry_payload(Deal("C", (), {"D": 13, "C": 20}))
    assert list(payload["points"]) == ["C", "D"]


def test_a_dealer_may_be_written_down():
    """Not in the event file; the pages and the API know it."""
    payload = {"kind": "void_deal", "dealer": "C"}
    assert entry_payload(parse_entry(payload)) == payload


@pytest.mark.parametrize("reason", [None, ""])
def test_an_amendment_takes_a_reason_away_with_null_or_nothing(reason):
    entry = parse_entry({"kind": "amend", "position": 1, "reason": reason})
    assert entry == Amend(1, {"reason": None})
    assert entry_payload(entry) == {"kind": "amend", "position": 1, "reason": None}


def test_a_well_formed_seat_need_not_exist():
    """Whether there is a seat G the replay finds out."""
    assert parse_entry({"kind": "deal", "loser": "G", "bench": ["H"]}) == Deal("G", ("H",))


@given(logs.entries | logs.smear_deals | logs.smear_amendments)
def test_what_is_written_is_read_back(entry):
    assert parse_entry(json.loads(json.dumps(entry_payload(entry)))) == entry


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


@given(json_values)
def test_any_other_json_is_refused_not_crashed_on(payload):
    assert faults(payload)


# --- refused ----------------------------------------------------------------------------------------------------

DEAL = {"kind": "deal", "loser": "A"}
SMEAR = {"kind": "smear_deal", "pitcher": "B", "bid": 4, "points": {"AC": 3, "BD": 7}}
NO_PARTY = "A party is named by its seats in order, such as AC."
AMEND = {"kind": "amend", "position": 1}
CLOSE = {"kind": "close"}
SUBSTITUTE = {"kind": "substitute", "seat": "D"}
NO_REASON = "A reason is one line of text with at most 500 characters."


@pytest.mark.parametrize(
    ("payload", "path", "says"),
    [
        (["deal"], "", "A line of the log must be an object."),
        ({}, ".kind", "This is missing."),
        ({"kind": "trick"}, ".kind", "There is no such kind of line."),
        ({"kind": ["deal"]}, ".kind", "There is no such kind of line."),
        ({"kind": "deal"}, ".loser", "This is missing."),
        ({"kind": "strike"}, ".position", "This is missing."),
        (SUBSTITUTE, ".occupant", "This is missing."),
        (DEAL | {"losser": "B"}, ".losser", "This key is not known here."),
        (DEAL | {"reason": "x"}, ".reason", "This key is not known here."),
        (DEAL | {"no word": 1}, '["no word"]', "This key is not known here."),
        (DEAL | {"loser": "a"}, ".loser", "A seat is one letter from A to Z."),
        (DEAL | {"loser": "AB"}, ".loser", "A seat is one letter from A to Z."),
        (DEAL | {"loser": "Á"}, ".loser", "A seat is one letter from A to Z."),
        (DEAL | {"loser": "A\n"}, ".loser", "A seat is one letter from A to Z."),
        (DEAL | {"loser": None}, ".loser", "A seat is one letter from A to Z."),
        (DEAL | {"bench": "E"}, ".bench", "The bench is a list of seats."),
        (DEAL | {"bench": None}, ".bench", "The bench is a list of seats."),
        (DEAL | {"bench": ["E", 5]}, ".bench[1]", "A seat is one letter from A to Z."),
        (DEAL | {"points": [33]}, ".points", "Points are an object: seat and number."),
        (DEAL | {"points": None}, ".points", "Points are an object: seat and number."),
        (DEAL | {"points": {"B": 1000}}, ".points.B", "Points are whole numbers from 0 to 999."),
        (DEAL | {"points": {"B": -1}}, ".points.B", "Points are whole numbers from 0 to 999."),
        (DEAL | {"points": {"B": True}}, ".points.B", "Points are whole numbers from 0 to 999."),
        (DEAL | {"points": {"B": 33.0}}, ".points.B", "Points are whole numbers from 0 to 999."),
        (DEAL | {"points": {"b": 33}}, ".points.b", "A seat is one letter from A to Z."),
        (DEAL | {"packed": 1}, ".packed", "This must be true or false."),
        (DEAL | {"points": {"AC": 3}}, ".points.AC", "A seat is one letter from A to Z."),
        ({"kind": "smear_deal", "pitcher": "B", "bid": 4}, ".points", "This is missing."),
        (SMEAR | {"bench": []}, ".bench", "This key is not known here."),
        (SMEAR | {"pitcher": "BD"}, ".pitcher", "A seat is one letter from A to Z."),
        (SMEAR | {"bid": 0}, ".bid", "A bid is a whole number from 1 to 99."),
        (SMEAR | {"bid": True}, ".bid", "A bid is a whole number from 1 to 99."),
        (SMEAR | {"bid": 4.0}, ".bid", "A bid is a whole number from 1 to 99."),
        (SMEAR | {"points": {"CA": 3}}, ".points.CA", NO_PARTY),
        (SMEAR | {"points": {"AA": 3}}, ".points.AA", NO_PARTY),
        (SMEAR | {"points": {"": 3}}, '.points[""]', NO_PARTY),
        (SMEAR | {"points": {"AC": -1}}, ".points.AC", "Points are whole numbers from 0 to 999."),
        (SMEAR | {"moon": 1}, ".moon", "This must be true or false."),
        (CLOSE | {"reason": 5}, ".reason", NO_REASON),
        (CLOSE | {"reason": "x" * 501}, ".reason", NO_REASON),
        (CLOSE | {"reason": "a\nb"}, ".reason", NO_REASON),
        (CLOSE | {"reason": "\x00"}, ".reason", NO_REASON),
        (CLOSE | {"reason": "\u2028"}, ".reason", NO_REASON),
        (CLOSE | {"reason": "\ud800"}, ".reason", NO_REASON),
        (SUBSTITUTE | {"occupant": ""}, ".occupant", "An occupant is named by a text of 1 to 100 characters."),
        ({"kind": "strike", "position": 0}, ".position", "A position is a whole number from 1."),
        ({"kind": "strike", "position": True}, ".position", "A position is a whole number from 1."),
        ({"kind": "strike", "position": "4"}, ".position", "A position is a whole number from 1."),
        ({"kind": "amend", "loser": "B"}, ".position", "This is missing."),
        (AMEND | {"position": 1.0, "loser": "B"}, ".position", "A position is a whole number from 1."),
        (AMEND, "", "An amendment must name at least one field."),
        (AMEND | {"entry": "p9"}, ".entry", "This key is not known here."),
        (AMEND | {"points": {"CA": 3}}, ".points.CA", "A seat is one letter from A to Z."),
        (AMEND | {"bid": None}, ".bid", "A bid is a whole number from 1 to 99."),
        (AMEND | {"loser": None}, ".loser", "A seat is one letter from A to Z."),
        (AMEND | {"bench": [None]}, ".bench[0]", "A seat is one letter from A to Z."),
    ],
)
def test_one_fault_has_its_path_and_its_sentence(payload, path, says):
    assert faults(payload) == [(path, says)]
    assert says in FAULTS


def test_500_characters_are_a_reason():
    assert parse_entry(CLOSE | {"reason": "ř" * 500}) == Close("ř" * 500)


def test_all_faults_are_told_at_once():
    assert paths(DEAL | {"loser": 1, "bench": ["E", 2, "F", 3], "points": {"A": -1}, "x": 0}) == [
        ".x",
        ".loser",
        ".bench[1]",
        ".bench[3]",
        ".points.A",
    ]


def test_a_key_too_long_to_read_is_cut():
    [path] = paths(DEAL | {"k" * 10_000_000: 1})
    assert path == '["' + "k" * 39 + '\\u2026"]'


# --- corrections in a whole log ---------------------------------------------------------------------------------


def checked(text):
    return check_amendments(parse_log(text)[1])


def test_corrections_that_fit_their_lines_are_no_fault():
    lines = "KAMIL ABCDE; A /E; void /A; +A; A>p9; -B; close"
    of_the_lines = '~1 loser=B bench=D points=- packed=yes dealer=C; ~2 bench=B "r"; ~3 seat=B; ~4 occupant=p8; ~6 "r"'
    of_corrections = '~7 loser=C; x7; ~13 "r"'
    assert checked(f"{lines}; {of_the_lines}; {of_corrections}") == []


@pytest.mark.parametrize("correction", ["x2", "x3", "~2 loser=B", "~99 loser=B"])
def test_a_correction_must_name_an_earlier_line(correction):
    assert checked(f"KAMIL ABCD; A; {correction}") == [("[1].position", "A correction must name an earlier line.")]


@pytest.mark.parametrize(
    ("lines", "path"),
    [
        ("A; ~1 seat=B", "[1].seat"),
        ("void; ~1 loser=B", "[1].loser"),
        ("+A; ~1 bench=E", "[1].bench"),
        ("close; ~1 packed=yes", "[1].packed"),
        ("A; x1; ~2 loser=B", "[2].loser"),
        ("+A; ~1 seat=B; ~2 loser=C", "[2].loser"),
        ("+A; ~1 seat=B; ~2 seat=C; ~3 points=-", "[3].points"),
    ],
    ids=["deal", "void deal", "penalty letter", "close", "strike", "amendment", "amendment of an amendment"],
)
def test_an_amendment_may_only_name_fields_of_the_line_it_changes_in_the_end(lines, path):
    assert checked(f"KAMIL ABCD; {lines}") == [(path, "The line to be amended has no such field.")]


def test_the_remark_of_an_amendment_is_never_a_wrong_field():
    assert checked('KAMIL ABCD; A; ~1 loser=B "misread"; ~2 "misread indeed"; ~1 reason=-') == []


def test_an_amendment_gives_points_to_seats_in_smoking_cat_and_to_parties_in_smear():
    no_seat = "A seat is one letter from A to Z."
    assert checked("KAMIL ABCD; A; ~1 points=(AC3)") == [("[1].points.AC", no_seat)]
    assert checked("KAMIL ABCD; A; ~1 loser=B; ~2 points=(AC3 B30)") == [("[2].points.AC", no_seat)]
    assert checked("- ABCD game=smear; B4 (AC3 BD7); ~1 points=(AC4 BD6)") == []


def test_the_points_of_a_deal_of_smear_can_be_replaced_but_not_taken_away():
    assert checked("- ABCD game=smear; B4 (AC3 BD7); ~1 points=-") == [("[1].points", "This is missing.")]
    assert checked("- ABCD game=smear; B4 (AC3 BD7); ~1 loser=B") == [
        ("[1].loser", "The line to be amended has no such field.")
    ]


def test_an_amendment_reads_alike_whatever_the_order_of_its_keys():
    """PostgreSQL gives the keys of a stored line back in an order of its own."""
    given = {"kind": "amend", "position": 1, "pitcher": "C", "bid": 6, "points": {"AC": 4, "BD": 6}}
    turned = dict(reversed(given.items()))
    assert list(parse_entry(given).changes) == list(parse_entry(turned).changes) == ["points", "pitcher", "bid"]

"""A line of the log as JSON: strict reading with every fault at its path, canonical writing, corrections checked."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.documents.faults import faults_in
from games.rules.entries import Amend, Close, Deal, PenaltyLetter, SmearDeal, Strike, Substitute, VoidDeal, Withdraw
from games.rules.notation import parse_log
from games.rules.payload import check_amendments, entry_payload, parse_entry
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
    return told(faults_in(refusal.value))


def told(faults):
    return [(fault.path, fault.code) for fault in faults]


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
AMEND = {"kind": "amend", "position": 1}
CLOSE = {"kind": "close"}
SUBSTITUTE = {"kind": "substitute", "seat": "D"}


@pytest.mark.parametrize(
    ("payload", "path", "code"),
    [
        (["deal"], "", "line_not_an_object"),
        ({}, ".kind", "missing"),
        ({"kind": "trick"}, ".kind", "unknown_kind"),
        ({"kind": ["deal"]}, ".kind", "unknown_kind"),
        ({"kind": "deal"}, ".loser", "missing"),
        ({"kind": "strike"}, ".position", "missing"),
        (SUBSTITUTE, ".occupant", "missing"),
        (DEAL | {"losser": "B"}, ".losser", "unknown_key"),
        (DEAL | {"reason": "x"}, ".reason", "unknown_key"),
        (DEAL | {"no word": 1}, '["no word"]', "unknown_key"),
        (DEAL | {"loser": "a"}, ".loser", "not_a_seat"),
        (DEAL | {"loser": "AB"}, ".loser", "not_a_seat"),
        (DEAL | {"loser": "Á"}, ".loser", "not_a_seat"),
        (DEAL | {"loser": "A\n"}, ".loser", "not_a_seat"),
        (DEAL | {"loser": None}, ".loser", "not_a_seat"),
        (DEAL | {"bench": "E"}, ".bench", "bench_not_a_list"),
        (DEAL | {"bench": None}, ".bench", "bench_not_a_list"),
        (DEAL | {"bench": ["E", 5]}, ".bench[1]", "not_a_seat"),
        (DEAL | {"points": [33]}, ".points", "not_points"),
        (DEAL | {"points": None}, ".points", "not_points"),
        (DEAL | {"points": {"B": 1000}}, ".points.B", "not_a_number_of_points"),
        (DEAL | {"points": {"B": -1}}, ".points.B", "not_a_number_of_points"),
        (DEAL | {"points": {"B": True}}, ".points.B", "not_a_number_of_points"),
        (DEAL | {"points": {"B": 33.0}}, ".points.B", "not_a_number_of_points"),
        (DEAL | {"points": {"b": 33}}, ".points.b", "not_a_seat"),
        (DEAL | {"packed": 1}, ".packed", "not_a_flag"),
        (DEAL | {"points": {"AC": 3}}, ".points.AC", "not_a_seat"),
        ({"kind": "smear_deal", "pitcher": "B", "bid": 4}, ".points", "missing"),
        (SMEAR | {"bench": []}, ".bench", "unknown_key"),
        (SMEAR | {"pitcher": "BD"}, ".pitcher", "not_a_seat"),
        (SMEAR | {"bid": 0}, ".bid", "not_a_bid"),
        (SMEAR | {"bid": True}, ".bid", "not_a_bid"),
        (SMEAR | {"bid": 4.0}, ".bid", "not_a_bid"),
        (SMEAR | {"points": {"CA": 3}}, ".points.CA", "not_a_party"),
        (SMEAR | {"points": {"AA": 3}}, ".points.AA", "not_a_party"),
        (SMEAR | {"points": {"": 3}}, '.points[""]', "not_a_party"),
        (SMEAR | {"points": {"AC": -1}}, ".points.AC", "not_a_number_of_points"),
        (SMEAR | {"moon": 1}, ".moon", "not_a_flag"),
        (CLOSE | {"reason": 5}, ".reason", "not_a_reason"),
        (CLOSE | {"reason": "x" * 501}, ".reason", "not_a_reason"),
        (CLOSE | {"reason": "a\nb"}, ".reason", "not_a_reason"),
        (CLOSE | {"reason": "\x00"}, ".reason", "not_a_reason"),
        (CLOSE | {"reason": "\u2028"}, ".reason", "not_a_reason"),
        (CLOSE | {"reason": "\ud800"}, ".reason", "not_a_reason"),
        (SUBSTITUTE | {"occupant": ""}, ".occupant", "not_an_occupant"),
        ({"kind": "strike", "position": 0}, ".position", "not_a_position"),
        ({"kind": "strike", "position": True}, ".position", "not_a_position"),
        ({"kind": "strike", "position": "4"}, ".position", "not_a_position"),
        ({"kind": "amend", "loser": "B"}, ".position", "missing"),
        (AMEND | {"position": 1.0, "loser": "B"}, ".position", "not_a_position"),
        (AMEND, "", "nothing_amended"),
        (AMEND | {"entry": "p9"}, ".entry", "unknown_key"),
        (AMEND | {"points": {"CA": 3}}, ".points.CA", "not_a_seat"),
        (AMEND | {"bid": None}, ".bid", "not_a_bid"),
        (AMEND | {"loser": None}, ".loser", "not_a_seat"),
        (AMEND | {"bench": [None]}, ".bench[0]", "not_a_seat"),
    ],
)
def test_one_fault_has_its_path_and_its_code(payload, path, code):
    assert faults(payload) == [(path, code)]


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
    return told(check_amendments(parse_log(text)[1]))


def test_corrections_that_fit_their_lines_are_no_fault():
    lines = "KAMIL ABCDE; A /E; void /A; +A; A>p9; -B; close"
    of_the_lines = '~1 loser=B bench=D points=- packed=yes dealer=C; ~2 bench=B "r"; ~3 seat=B; ~4 occupant=p8; ~6 "r"'
    of_corrections = '~7 loser=C; x7; ~13 "r"'
    assert checked(f"{lines}; {of_the_lines}; {of_corrections}") == []


@pytest.mark.parametrize("correction", ["x2", "x3", "~2 loser=B", "~99 loser=B"])
def test_a_correction_must_name_an_earlier_line(correction):
    assert checked(f"KAMIL ABCD; A; {correction}") == [("[1].position", "not_earlier")]


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
    assert checked(f"KAMIL ABCD; {lines}") == [(path, "wrong_field")]


def test_the_remark_of_an_amendment_is_never_a_wrong_field():
    assert checked('KAMIL ABCD; A; ~1 loser=B "misread"; ~2 "misread indeed"; ~1 reason=-') == []


def test_an_amendment_gives_points_to_seats_in_smoking_cat_and_to_parties_in_smear():
    assert checked("KAMIL ABCD; A; ~1 points=(AC3)") == [("[1].points.AC", "not_a_seat")]
    assert checked("KAMIL ABCD; A; ~1 loser=B; ~2 points=(AC3 B30)") == [("[2].points.AC", "not_a_seat")]
    assert checked("- ABCD game=smear; B4 (AC3 BD7); ~1 points=(AC4 BD6)") == []


def test_the_points_of_a_deal_of_smear_can_be_replaced_but_not_taken_away():
    assert checked("- ABCD game=smear; B4 (AC3 BD7); ~1 points=-") == [("[1].points", "missing")]
    assert checked("- ABCD game=smear; B4 (AC3 BD7); ~1 loser=B") == [("[1].loser", "wrong_field")]


def test_an_amendment_reads_alike_whatever_the_order_of_its_keys():
    """PostgreSQL gives the keys of a stored line back in an order of its own."""
    given = {"kind": "amend", "position": 1, "pitcher": "C", "bid": 6, "points": {"AC": 4, "BD": 6}}
    turned = dict(reversed(given.items()))
    assert list(parse_entry(given).changes) == list(parse_entry(turned).changes) == ["points", "pitcher", "bid"]

"""Smear deal files are read strictly, and refused with every fault and its path."""

import contextlib
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.documents.faults import faults_in
from games.rules.documents.strict_json import MIB
from games.rules.refusals import Refused
from games.rules.smear.deal_file import document, parse
from games.rules.smear.notation import parse_deal
from tests.games.rules.smear import told
from tests.games.rules.smear.deals import TABLES, recorded

SOUND = json.loads((Path(__file__).parents[3] / "examples" / "smear-ten-point.json").read_text(encoding="utf-8"))
FIVE = document(parse_deal(told.FIVE_POINT))


def faults(deal):
    with pytest.raises(Refused) as refused:
        parse(deal if isinstance(deal, str | bytes) else json.dumps(deal))
    assert refused.value.code == "bad_deal_file"
    return [(fault.path, fault.code) for fault in faults_in(refused.value)]


def without(*keys):
    return {key: value for key, value in SOUND.items() if key not in keys}


def test_a_file_comes_back_as_it_was():
    assert document(parse(json.dumps(SOUND))) == SOUND
    assert document(parse(json.dumps(FIVE))) == FIVE
    begun = without("trump", "discards") | {"bids": [], "plays": []}
    assert document(parse(json.dumps(begun))) == begun


@given(st.sampled_from(TABLES), st.integers(0, 10**6).map(str), st.integers(0, 60))
def test_every_record_of_a_deal_goes_through_a_file(table, seed, moves):
    record = recorded(table, seed, moves)
    assert parse(json.dumps(document(record))) == record


def test_the_moon_is_a_bid():
    record = parse(json.dumps(document(parse_deal(told.WIDOW))))
    assert record.calls[2] == ("C", "moon")


@pytest.mark.parametrize(
    ("deal", "expected"),
    [
        (SOUND | {"format": "scwu-smear/2"}, [("$.format", "not_a_smear_file")]),
        (without("target", "stock"), [("$.target", "missing"), ("$.stock", "missing")]),
        (without("trump"), [("$.trump", "missing")]),
        (SOUND | {"note": ""}, [("$.note", "unknown_key")]),
        (SOUND | {"variant": "pitch"}, [("$.variant", "no_such_variant")]),
        (SOUND | {"variant": ["widow"]}, [("$.variant", "no_such_variant")]),
        (SOUND | {"variant": "cutthroat"}, [("$.hands", "wrong_seats")]),
        (SOUND | {"target": 0}, [("$.target", "too_small")]),
        (SOUND | {"target": 21.0}, [("$.target", "not_a_number")]),
        (SOUND | {"scores": {"AC": 1}}, [("$.scores.BD", "missing")]),
        (SOUND | {"scores": {"AC": 1, "BD": 1, "AB": 1}}, [("$.scores.AB", "unknown_key")]),
        (SOUND | {"scores": {"AC": True, "BD": 1}}, [("$.scores.AC", "not_a_number")]),
        (SOUND | {"scores": {"AC": 1, "BD": 10**9}}, [("$.scores.BD", "too_large")]),
        (SOUND | {"scores": [1, 2]}, [("$.scores", "not_an_object")]),
        (SOUND | {"dealer": "E"}, [("$.dealer", "not_a_seat_of_the_deal")]),
        (SOUND | {"dealer": ["A"]}, [("$.dealer", "not_a_seat_of_the_deal")]),
        (SOUND | {"hands": []}, [("$.hands", "not_an_object")]),
        (SOUND | {"hands": SOUND["hands"] | {"B": 5}}, [("$.hands.B", "not_a_text_of_smear_cards")]),
        (SOUND | {"hands": SOUND["hands"] | {"B": "7h X3"}}, [("$.hands.B[1]", "no_such_smear_card")]),
        (SOUND | {"stock": None}, [("$.stock", "not_a_text_of_smear_cards")]),
        (SOUND | {"bids": {}}, [("$.bids", "not_a_list")]),
        (SOUND | {"bids": SOUND["bids"] * 20}, [("$.bids", "too_many_bids")]),
        (SOUND | {"bids": [3]}, [("$.bids[0]", "not_an_object")]),
        (SOUND | {"bids": [{"seat": "D"}]}, [("$.bids[0].bid", "missing")]),
        (SOUND | {"bids": [{"seat": "D", "bid": "ten"}]}, [("$.bids[0].bid", "not_a_call")]),
        (SOUND | {"bids": [{"seat": "E", "bid": None}]}, [("$.bids[0].seat", "not_a_seat_of_the_deal")]),
        (SOUND | {"bids": [{"seat": "D", "bid": 10**6}]}, [("$.bids[0].bid", "too_large")]),
        (SOUND | {"trump": "x"}, [("$.trump", "not_a_suit")]),
        (SOUND | {"trump": ""}, [("$.trump", "not_a_suit")]),
        (SOUND | {"trump": {}}, [("$.trump", "not_a_suit")]),
        (FIVE | {"trump": "s"}, [("$.trump", "lead_names_trump")]),
        (SOUND | {"discards": {"E": ""}}, [("$.discards.E", "unknown_key")]),
        (SOUND | {"plays": "7h"}, [("$.plays", "not_a_list")]),
        (SOUND | {"plays": ["Kh", None, "kh"]}, [(f"$.plays[{n}]", "no_such_smear_card") for n in (1, 2)]),
        ([], [("$", "not_an_object")]),
    ],
)  # fmt: skip  # one fault a line
def test_every_fault_is_told_with_its_path(deal, expected):
    assert faults(deal) == expected


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (b" " * (MIB + 1), ("$", "too_many_bytes")),
        ("[" * 200_000, ("$", "too_deep")),
        ('{"a":' * 200_000, ("$", "too_deep")),
        ('{"target": ' + "9" * 5000 + "}", ("$", "number_too_long")),
        ('{"target": NaN}', ("$.target", "no_json_number")),
        ('{"dealer": "A", "dealer": "B"}', ("$.dealer", "key_twice")),
        ('{"\\ud800": 1}', ('$["\\ud800"]', "unknown_key")),
        (json.dumps(SOUND | {"dealer": "\ud800"}), ("$.dealer", "not_a_seat_of_the_deal")),
        (json.dumps(SOUND | {"stock": "\ud800"}), ("$.stock[0]", "no_such_smear_card")),
        (json.dumps(SOUND | {"hands": {"\ud800": ""}}), ("$.hands", "wrong_seats")),
        ('{"target": 1e999}', ("$.target", "not_a_number")),
    ],
)
def test_a_hostile_file_is_refused_like_any_other(text, fault):
    found = faults(text)
    assert fault in found
    assert all(path.isprintable() for path, _ in found)


json_values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5), st.sampled_from("ABCDhscd")),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=3), inner, max_size=4)),
    max_leaves=8,
)


@given(st.sampled_from([SOUND, FIVE]), st.dictionaries(st.sampled_from(list(SOUND)), json_values, min_size=1))
def test_whatever_stands_at_a_key_is_read_or_refused(sound, changes):
    """A lone surrogate, a wrong type, a number without end: no traceback."""
    with contextlib.suppress(Refused):
        parse(json.dumps(sound | changes))

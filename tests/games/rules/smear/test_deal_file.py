"""Smear deal files are read strictly, and refused with every fault and its path."""

import contextlib
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.documents.faults import NOT_A_LIST, NOT_A_NUMBER, NOT_AN_OBJECT, TOO_LARGE, TOO_SMALL
from games.rules.documents.strict_json import KEY_TWICE, MIB, NO_JSON_NUMBER, NUMBER_TOO_LONG, TOO_DEEP, TOO_MANY_BYTES
from games.rules.payload import MISSING_KEY, UNKNOWN_KEY
from games.rules.refusals import Refused
from games.rules.smear.deal_file import (
    LEAD_NAMES_TRUMP,
    NO_SUCH_CARD,
    NO_SUCH_VARIANT,
    NOT_A_BID,
    NOT_A_SEAT_HERE,
    NOT_A_SUIT,
    NOT_A_TEXT_OF_CARDS,
    TOO_MANY_BIDS,
    WRONG_FORMAT,
    WRONG_SEATS,
    document,
    parse,
)
from games.rules.smear.notation import parse_deal
from tests.games.rules.smear import told
from tests.games.rules.smear.deals import TABLES, recorded

SOUND = json.loads((Path(__file__).parents[3] / "examples" / "smear-ten-point.json").read_text(encoding="utf-8"))
FIVE = document(parse_deal(told.FIVE_POINT))


def faults(deal):
    with pytest.raises(Refused) as refused:
        parse(deal if isinstance(deal, str | bytes) else json.dumps(deal))
    assert refused.value.code == "bad_deal_file"
    return refused.value.values["faults"]


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
        (SOUND | {"format": "scwu-smear/2"}, [("$.format", WRONG_FORMAT)]),
        (without("target", "stock"), [("$.target", MISSING_KEY), ("$.stock", MISSING_KEY)]),
        (without("trump"), [("$.trump", MISSING_KEY)]),
        (SOUND | {"note": ""}, [("$.note", UNKNOWN_KEY)]),
        (SOUND | {"variant": "pitch"}, [("$.variant", NO_SUCH_VARIANT)]),
        (SOUND | {"variant": ["widow"]}, [("$.variant", NO_SUCH_VARIANT)]),
        (SOUND | {"variant": "cutthroat"}, [("$.hands", WRONG_SEATS)]),
        (SOUND | {"target": 0}, [("$.target", TOO_SMALL)]),
        (SOUND | {"target": 21.0}, [("$.target", NOT_A_NUMBER)]),
        (SOUND | {"scores": {"AC": 1}}, [("$.scores.BD", MISSING_KEY)]),
        (SOUND | {"scores": {"AC": 1, "BD": 1, "AB": 1}}, [("$.scores.AB", UNKNOWN_KEY)]),
        (SOUND | {"scores": {"AC": True, "BD": 10**9}}, [("$.scores.AC", NOT_A_NUMBER), ("$.scores.BD", TOO_LARGE)]),
        (SOUND | {"scores": [1, 2]}, [("$.scores", NOT_AN_OBJECT)]),
        (SOUND | {"dealer": "E"}, [("$.dealer", NOT_A_SEAT_HERE)]),
        (SOUND | {"dealer": ["A"]}, [("$.dealer", NOT_A_SEAT_HERE)]),
        (SOUND | {"hands": []}, [("$.hands", NOT_AN_OBJECT)]),
        (SOUND | {"hands": SOUND["hands"] | {"B": 5}}, [("$.hands.B", NOT_A_TEXT_OF_CARDS)]),
        (SOUND | {"hands": SOUND["hands"] | {"B": "1h 7h X3"}}, [(f"$.hands.B[{n}]", NO_SUCH_CARD) for n in (0, 2)]),
        (SOUND | {"stock": None}, [("$.stock", NOT_A_TEXT_OF_CARDS)]),
        (SOUND | {"bids": {}}, [("$.bids", NOT_A_LIST)]),
        (SOUND | {"bids": SOUND["bids"] * 20}, [("$.bids", TOO_MANY_BIDS)]),
        (SOUND | {"bids": [3]}, [("$.bids[0]", NOT_AN_OBJECT)]),
        (SOUND | {"bids": [{"seat": "D"}]}, [("$.bids[0].bid", MISSING_KEY)]),
        (SOUND | {"bids": [{"seat": "D", "bid": "ten"}]}, [("$.bids[0].bid", NOT_A_BID)]),
        (SOUND | {"bids": [{"seat": "E", "bid": None}]}, [("$.bids[0].seat", NOT_A_SEAT_HERE)]),
        (SOUND | {"bids": [{"seat": "D", "bid": 10**6}]}, [("$.bids[0].bid", TOO_LARGE)]),
        (SOUND | {"trump": "x"}, [("$.trump", NOT_A_SUIT)]),
        (SOUND | {"trump": ""}, [("$.trump", NOT_A_SUIT)]),
        (SOUND | {"trump": {}}, [("$.trump", NOT_A_SUIT)]),
        (FIVE | {"trump": "s"}, [("$.trump", LEAD_NAMES_TRUMP)]),
        (SOUND | {"discards": {"E": ""}}, [("$.discards.E", UNKNOWN_KEY)]),
        (SOUND | {"plays": "7h"}, [("$.plays", NOT_A_LIST)]),
        (SOUND | {"plays": ["Kh", None, "kh"]}, [("$.plays[1]", NO_SUCH_CARD), ("$.plays[2]", NO_SUCH_CARD)]),
        ([], [("$", NOT_AN_OBJECT)]),
    ],
)  # fmt: skip  # one fault a line
def test_every_fault_is_told_with_its_path(deal, expected):
    assert faults(deal) == expected


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (b" " * (MIB + 1), ("$", TOO_MANY_BYTES % {"n": 1})),
        ("[" * 200_000, ("$", TOO_DEEP)),
        ('{"a":' * 200_000, ("$", TOO_DEEP)),
        ('{"target": ' + "9" * 5000 + "}", ("$", NUMBER_TOO_LONG)),
        ('{"target": NaN}', ("$.target", NO_JSON_NUMBER)),
        ('{"dealer": "A", "dealer": "B"}', ("$.dealer", KEY_TWICE)),
        ('{"\\ud800": 1}', ('$["\\ud800"]', UNKNOWN_KEY)),
        (json.dumps(SOUND | {"dealer": "\ud800"}), ("$.dealer", NOT_A_SEAT_HERE)),
        (json.dumps(SOUND | {"stock": "\ud800"}), ("$.stock[0]", NO_SUCH_CARD)),
        (json.dumps(SOUND | {"hands": {"\ud800": ""}}), ("$.hands", WRONG_SEATS)),
        ('{"target": 1e999}', ("$.target", NOT_A_NUMBER)),
    ],
)
def test_a_hostile_file_is_refused_like_any_other(text, fault):
    found = faults(text)
    assert fault in found
    assert all(said.isprintable() and path.isprintable() for path, said in found)


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

"""Deal files are read strictly, and refused with every fault and its path."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.documents.faults import faults_in
from games.rules.documents.strict_json import MIB
from games.rules.refusals import Refused
from games.rules.smoking_cat import deal_file
from games.rules.smoking_cat.deal_file import document, parse
from games.rules.smoking_cat.ruling import adjudicate, ruling_document
from tests.games.rules.smoking_cat.deals import recorded

SOUND = json.loads((Path(__file__).parents[3] / "examples" / "deal-plain.json").read_text(encoding="utf-8"))


def faults(deal):
    with pytest.raises(Refused) as refused:
        parse(deal if isinstance(deal, str | bytes) else json.dumps(deal))
    assert refused.value.code == "bad_deal_file"
    return [(fault.path, fault.code) for fault in faults_in(refused.value)]


def without(*keys):
    return {key: value for key, value in SOUND.items() if key not in keys}


def test_a_file_comes_back_as_it_was():
    assert document(parse(json.dumps(SOUND))) == SOUND
    packed = SOUND | {"plays": SOUND["plays"][:9], "packed": {"by": "F"}}
    assert document(parse(json.dumps(packed))) == packed
    early = SOUND | {"ended": "early"}
    assert document(parse(json.dumps(early))) == early


@given(st.integers(0, 10**6).map(str), st.integers(0, 32))
def test_every_record_of_a_deal_goes_through_a_file(seed, plays):
    record = recorded(seed, plays)
    assert parse(json.dumps(document(record))) == record


@pytest.mark.parametrize(
    ("deal", "expected"),
    [
        (SOUND | {"format": "scwu-deal/2"}, [("$.format", "not_a_deal_file")]),
        (without("passes", "plays"), [("$.passes", "missing"), ("$.plays", "missing")]),
        (SOUND | {"note": ""}, [("$.note", "unknown_key")]),
        (SOUND | {"dealer": "A"}, [("$.dealer", "not_one_of_the_four")]),
        (SOUND | {"dealer": None}, [("$.dealer", "not_one_of_the_four")]),
        (SOUND | {"hands": []}, [("$.hands", "not_an_object")]),
        (SOUND | {"hands": {"B": "7h"}}, [("$.hands", "not_four_seats")]),
        (SOUND | {"hands": dict.fromkeys("BCDI", "")}, [("$.hands", "not_four_seats"), ("$.hands.I", "unknown_key")]),
        (SOUND | {"hands": SOUND["hands"] | {"B": 5}}, [("$.hands.B", "not_a_text_of_cards")]),
        (SOUND | {"hands": SOUND["hands"] | {"B": "1h 7h Qs"}}, [(f"$.hands.B[{n}]", "no_such_card") for n in (0, 2)]),
        (SOUND | {"passes": SOUND["passes"] | {"A": ""}}, [("$.passes.A", "unknown_key")]),
        (SOUND | {"plays": "7h"}, [("$.plays", "not_a_list")]),
        (SOUND | {"plays": ["Kh", None, "kh"]}, [("$.plays[1]", "no_such_card"), ("$.plays[2]", "no_such_card")]),
        (SOUND | {"packed": "F"}, [("$.packed", "not_an_object")]),
        (SOUND | {"packed": {"by": "A"}}, [("$.packed.by", "not_one_of_the_four")]),
        (SOUND | {"packed": {"by": "F"}, "ended": "early"}, [("$.ended", "packed_and_early")]),
        (SOUND | {"ended": True}, [("$.ended", "not_early")]),
        ([], [("$", "not_an_object")]),
        ('{"format": "scwu-deal/1", "format": "scwu-deal/1"}', [("$.format", "key_twice")]),
    ],
)  # fmt: skip
def test_every_fault_is_told_with_its_path(deal, expected):
    told = faults(deal)
    assert [fault for fault in told if fault in expected] == expected
    if isinstance(deal, dict):
        assert len(told) == len(expected)


def test_a_large_file_is_refused_before_it_is_read():
    assert faults(b" " * (deal_file.MOST_MIB * MIB + 1)) == [("$", "too_many_bytes")]


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from(["7h", "A"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["A", "by", "x"]), inner, max_size=4),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from(list(SOUND)), values, max_size=3))
def test_a_mutilated_file_gets_a_ruling_or_faults_and_nothing_else(changes):
    mutilated = json.dumps(SOUND | changes)
    try:
        record = parse(mutilated)
    except Refused:
        assert all(path.startswith("$") and code for path, code in faults(mutilated))
    else:
        assert ruling_document(adjudicate(record))["format"] == "scwu-ruling/1"


def test_a_file_with_every_part_wrong_gets_all_its_faults():
    told = dict(faults({"format": 1, "dealer": 2, "hands": {"A": 1}, "passes": 3, "plays": 4, "packed": 5, "ended": 6}))
    assert set(told) == {"$.format", "$.hands", "$.hands.A", "$.passes", "$.plays", "$.packed", "$.ended"}
    assert all(told.values())

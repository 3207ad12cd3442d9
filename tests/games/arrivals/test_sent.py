"""A line on the wire is read from any JSON, and nothing that is sent can stop the reading of the rest."""

import copy
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.arrivals.sent import Sent, Undo, Unread, read_sent, said
from games.rules.entries import Deal

ID, DEVICE = "7d0c0000-0000-4000-8000-000000000001", "0b5e0000-0000-4000-8000-000000000002"
LINE = {
    "v": 1,
    "id": ID,
    "game": 17,
    "by": "account:7",
    "device": DEVICE,
    "counter": 12,
    "entry": {"kind": "deal", "loser": "C", "bench": ["E"]},
    "slot": 12,
    "base": 11,
    "head": "5f",
    "pen": 3,
    "holds": True,
    "witness": "B",
    "seen": False,
    "at": "2026-11-21T20:14:05.120Z",
    "contact": "2026-11-21T20:02:00.000Z",
    "since": 725120,
}


def test_a_line_is_read_with_the_moment_of_its_tap_by_the_sites_clock():
    sent = read_sent(LINE)
    assert isinstance(sent, Sent)
    assert (str(sent.id), sent.device, sent.counter, sent.entry) == (ID, DEVICE, 12, Deal("C", ("E",)))
    assert sent.tapped == datetime(2026, 11, 21, 20, 14, 5, 120000, tzinfo=UTC)


def test_the_phones_own_clock_says_nothing_about_the_tap():
    sent = read_sent(LINE | {"at": "2031-01-01T00:00:00Z", "contact": None})
    assert (sent.tapped, sent.at.year) == (None, 2031)


def test_an_undo_names_its_line_by_id_and_never_by_position():
    assert read_sent(LINE | {"entry": {"kind": "strike", "line": ID}}).entry == Undo(read_sent(LINE).id)
    assert isinstance(read_sent(LINE | {"entry": {"kind": "strike", "position": 3}}), Unread)


def test_the_same_is_the_same_in_any_order_of_its_keys():
    assert said(dict(reversed(LINE.items()))) == said(LINE) != said(LINE | {"slot": 13})


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"v": 2}, ".v"),
        ({"id": "7D0C"}, ".id"),
        ({"counter": 0}, ".counter"),
        ({"counter": True}, ".counter"),
        ({"slot": "12"}, ".slot"),
        ({"base": -1}, ".base"),
        ({"head": "x" * 65}, ".head"),
        ({"by": ""}, ".by"),
        ({"holds": 1}, ".holds"),
        ({"witness": "b"}, ".witness"),
        ({"contact": "2026-11-21T20:02:00"}, ".contact"),
        ({"since": 10**15}, ".since"),
        ({"entry": {"kind": "deal"}}, ".entry.loser"),
        ({"entry": {"kind": "strike", "line": 5}}, ".entry.line"),
        ({"more": 1}, ".more"),
    ],
)
def test_each_fault_is_found_at_its_place_and_the_key_of_the_line_is_kept(change, path):
    unread = read_sent(LINE | change)
    assert isinstance(unread, Unread)
    assert path in [fault.path for fault in unread.faults]
    assert unread.device == DEVICE


def test_what_has_no_id_gets_one_from_its_bytes():
    first, again, other = read_sent([1]), read_sent([1]), read_sent([2])
    assert first.id == again.id != other.id


def test_nested_too_deep_to_be_written_is_kept_all_the_same():
    deep: object = []
    for _ in range(100_000):
        deep = [deep]
    assert isinstance(read_sent(LINE | {"entry": deep}), Unread)


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@given(values)
@settings(max_examples=200, deadline=None)
def test_any_json_is_read_without_raising(value):
    assert isinstance(read_sent(value), Unread)


@given(st.sampled_from(sorted(LINE)), values)
@settings(max_examples=300, deadline=None)
def test_any_value_in_any_field_is_read_without_raising(name, value):
    changed = copy.deepcopy(LINE)
    changed[name] = value
    assert isinstance(read_sent(changed), Sent | Unread)

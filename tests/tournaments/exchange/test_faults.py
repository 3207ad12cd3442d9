"""A bad file is refused whole, with every fault and its path (formats/event-file.md)."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.documents import strict_json
from games.rules.documents.faults import MOST_FAULTS, Fault
from games.rules.refusals import Refused
from tests.tournaments.exchange.files import SOUND, changed, refused, told
from tournaments.exchange import event_file
from tournaments.exchange.event_file import dump, parse

TABLE = "rounds__0__tables__0"
IN_TABLE = "$.rounds[0].tables[0]"


def one_table(**places):
    return changed(**{f"{TABLE}__{path}": value for path, value in places.items()})


@pytest.mark.parametrize(
    ("event", "path", "code"),
    [
        (changed(format="scwu-event/2"), "$.format", "not_an_event_file"),
        (changed(format=1), "$.format", "not_an_event_file"),
        (changed(format=...), "$.format", "missing"),
        (changed(rounds=...), "$.rounds", "missing"),
        (changed(them="x"), "$.them", "unknown_key"),
        (changed(**{"two words": 1}), '$["two words"]', "unknown_key"),
        (changed(slug="Harbour Open"), "$.slug", "not_a_slug"),
        (changed(slug="-x"), "$.slug", "not_a_slug"),
        (changed(slug="přístav"), "$.slug", "not_a_slug"),
        (changed(slug="x" * 81), "$.slug", "too_long"),
        (changed(slug=""), "$.slug", "empty"),
        (changed(series="a b"), "$.series", "not_a_slug"),
        (changed(name=7), "$.name", "not_a_text"),
        (changed(name="  "), "$.name", "empty"),
        (changed(name="a\nb"), "$.name", "not_one_line"),
        (changed(name="a\x00b"), "$.name", "not_one_line"),
        (changed(name="cats\u202estac"), "$.name", "not_one_line"),
        (changed(place="\ud800"), "$.place", "not_one_line"),
        (changed(theme="x" * 121), "$.theme", "too_long"),
        (changed(date="2026-02-30"), "$.date", "not_a_date"),
        (changed(date="20260203"), "$.date", "not_a_date"),
        (changed(date="2026-W05-2"), "$.date", "not_a_date"),
        (changed(date="٢٠٢٦-02-03"), "$.date", "not_a_date"),
        (changed(date=20260203), "$.date", "not_a_date"),
        (changed(regulations=[]), "$.regulations", "not_an_object"),
        (changed(regulations__survivors=True), "$.regulations.survivors", "setting_not_in_range"),
        (changed(regulations__survivers=3), "$.regulations.survivers", "no_such_setting"),
        (changed(clubs={}, entries__0__club=...), "$.clubs", "not_a_list"),
        (changed(clubs__0=[], entries__0__club=...), "$.clubs[0]", "not_an_object"),
        (changed(clubs__0__nick="x"), "$.clubs[0].nick", "unknown_key"),
        (changed(clubs__0__country="pt"), "$.clubs[0].country", "not_a_country"),
        (changed(clubs__0__country="PRT"), "$.clubs[0].country", "too_long"),
        (changed(clubs__1__code="F N"), "$.clubs[1].code", "not_a_code"),
        (changed(clubs__1__code="HAR"), "$.clubs[1].code", "code_twice"),
        (changed(entries="p1", rounds=[]), "$.entries", "not_a_list"),
        (changed(entries__11__id=...), "$.entries[11].id", "missing"),
        (changed(entries__0__klub="HAR"), "$.entries[0].klub", "unknown_key"),
        (changed(entries__11__id="p11"), "$.entries[11].id", "id_twice"),
        (changed(entries__1__nick="Héron "), "$.entries[1].nick", "nick_twice"),
        (changed(entries__1__nick="x" * 10_000_000), "$.entries[1].nick", "too_long"),
        (changed(entries__1__nick="\u0301"), "$.entries[1].nick", "nick_unreadable"),
        (changed(entries__1__nick="PUF\u00adFIN"), "$.entries[1].nick", "not_one_line"),
        (changed(name="Har\u200dbour"), "$.name", "not_one_line"),
        (changed(clubs__1__name="Fe\ufe0fn"), "$.clubs[1].name", "not_one_line"),
        (changed(entries__1__nick="ﷺ" * 40), "$.entries[1].nick", "nick_unreadable"),
        (changed(entries__1__club="XXX"), "$.entries[1].club", "no_such_club"),
        (changed(entries__1__club=None), "$.entries[1].club", "not_a_text"),
        (changed(entries__1__classified=1), "$.entries[1].classified", "not_a_flag"),
        (changed(entries__1__earns_points="no"), "$.entries[1].earns_points", "not_a_flag"),
        (changed(entries__1__withdrawn=1), "$.entries[1].withdrawn", "not_a_flag"),
        (changed(rounds__1__number=1), "$.rounds[1].number", "round_twice"),
        (changed(rounds__1__number=True), "$.rounds[1].number", "not_a_number"),
        (changed(rounds__1__number=2.0), "$.rounds[1].number", "not_a_number"),
        (changed(rounds__1__number=0), "$.rounds[1].number", "too_small"),
        (changed(rounds__1__number=10**100), "$.rounds[1].number", "too_large"),
        (changed(rounds__1__kind="semi_final"), "$.rounds[1].kind", "no_such_round_kind"),
        (changed(rounds__1__kind=["final"]), "$.rounds[1].kind", "no_such_round_kind"),
        (changed(rounds__1__word="x" * 41), "$.rounds[1].word", "too_long"),
        (changed(rounds__1__word="Herr FLICK"), "$.rounds[1].word", "word_with_blanks"),
        (changed(rounds__1__word=""), "$.rounds[1].word", "empty"),
        (changed(rounds__1__letters=["K", "A"]), "$.rounds[1].letters", "wrong_letters"),
        (changed(rounds__1__letters="KAMIL"), "$.rounds[1].letters", "wrong_letters"),
        (changed(rounds__1__letters=["KAMIL", ""]), "$.rounds[1].letters", "wrong_letters"),
        (changed(rounds__1__tables=None), "$.rounds[1].tables", "not_a_list"),
        (changed(rounds__0__tables__1__number=1), "$.rounds[0].tables[1].number", "table_twice"),
        (one_table(seats=[]), f"{IN_TABLE}.seats", "not_an_object"),
        (one_table(seats={"A": "p1", "B": "p2", "C": "p3"}), f"{IN_TABLE}.seats", "wrong_number_of_seats"),
        (one_table(seats__G="p11"), f"{IN_TABLE}.seats.G", "no_such_seat"),
        (one_table(seats__a="p11"), f"{IN_TABLE}.seats.a", "no_such_seat"),
        (one_table(seats__C="p99"), f"{IN_TABLE}.seats.C", "no_such_entry"),
        (one_table(seats__C=3), f"{IN_TABLE}.seats.C", "not_a_text"),
        (one_table(seats__C="p1"), f"{IN_TABLE}.seats.C", "entry_twice"),
        (changed(rounds__0__tables__1__seats__C="p1"), "$.rounds[0].tables[1].seats.C", "entry_twice"),
        (one_table(log__6__entry="p99"), f"{IN_TABLE}.log[6].entry", "no_such_entry"),
        (one_table(log__6__entry="p1"), f"{IN_TABLE}.log[6].entry", "entry_twice"),
        (one_table(log__6__entry="p6"), "$.rounds[0].tables[1].seats.A", "entry_twice"),
        (one_table(log__4={"kind": "amend", "position": 1, "entry": "p9"}), f"{IN_TABLE}.log[4].entry", "wrong_field"),
        (one_table(log__6={"kind": "substitute", "seat": "D"}), f"{IN_TABLE}.log[6].entry", "missing"),
        (one_table(log__6__occupant="p9"), f"{IN_TABLE}.log[6].occupant", "unknown_key"),
        (one_table(log__0=[]), f"{IN_TABLE}.log[0]", "line_not_an_object"),
        (one_table(log__0__kind="Deal"), f"{IN_TABLE}.log[0].kind", "unknown_kind"),
        (one_table(log__0__kind=...), f"{IN_TABLE}.log[0].kind", "missing"),
        (one_table(log__0__loser=...), f"{IN_TABLE}.log[0].loser", "missing"),
        (one_table(log__0__loser=["A"]), f"{IN_TABLE}.log[0].loser", "not_a_seat"),
        (one_table(log__0__bench="E"), f"{IN_TABLE}.log[0].bench", "bench_not_a_list"),
        (one_table(log__0__bench=[["E"]]), f"{IN_TABLE}.log[0].bench[0]", "not_a_seat"),
        (one_table(log__0__benhc=["E"]), f"{IN_TABLE}.log[0].benhc", "unknown_key"),
        (one_table(log__1__points__C=True), f"{IN_TABLE}.log[1].points.C", "not_a_number_of_points"),
        (one_table(log__1__packed=1), f"{IN_TABLE}.log[1].packed", "not_a_flag"),
        (one_table(log__4__position=5), f"{IN_TABLE}.log[4].position", "not_earlier"),
        (one_table(log__5__position=99), f"{IN_TABLE}.log[5].position", "not_earlier"),
        (one_table(log__4__seat="B"), f"{IN_TABLE}.log[4].seat", "wrong_field"),
        (one_table(log__2__reason="\u2066x"), f"{IN_TABLE}.log[2].reason", "not_one_line"),
        (one_table(log__2__reason="x" * 501), f"{IN_TABLE}.log[2].reason", "not_a_reason"),
    ],
)  # fmt: skip  # one fault, one line
def test_each_fault_is_told_with_its_path(event, path, code):
    assert refused(event) == [(path, code)]


def test_a_fault_brings_the_values_of_its_sentence():
    event = changed(regulations={"survivors": True, "pooling": "x"})
    assert told(event) == [
        Fault("setting_not_in_range", "$.regulations.survivors", {"least": 1, "most": 5}),
        Fault("setting_not_a_choice", "$.regulations.pooling", {"choices": "pooled, mean"}),
    ]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b'{"format":\n "scwu-event/1",}', "not_json"),
        (b"\xff{}", "not_utf_8"),
        (b'{"name": "\xed\xa0\x80"}', "not_utf_8"),
        ("[" * 100_000, "too_deep"),
        ('{"a":' * 100_000, "too_deep"),
        ("1" * 5000, "number_too_long"),
        ("[]", "not_an_object"),
        ("null", "not_an_object"),
        ('"scwu-event/1"', "not_an_object"),
    ],
)
def test_what_is_no_object_of_json_is_refused_at_once(data, code):
    assert refused(data) == [("$", code)]


@pytest.mark.parametrize(
    ("data", "column", "reason"), [(b"", 1, "Expecting value"), (b'{"format": "scwu-event/1"} x', 28, "Extra data")]
)
def test_what_is_not_json_is_told_with_its_place(data, column, reason):
    assert told(data) == [Fault("not_json", "$", {"line": 1, "column": column, "reason": reason})]


def test_a_file_that_is_too_large_is_refused_before_it_is_read(monkeypatch):
    too_many = [Fault("too_many_bytes", "$", {"n": 1})]
    monkeypatch.setattr(event_file, "MOST_MIB", 1)
    assert told(b"x" * (strict_json.MIB + 1)) == too_many
    assert told(b"x" * strict_json.MIB) != too_many


def test_keys_twice_are_told_wherever_they_are():
    text = json.dumps(SOUND).replace('"country": "PT"', '"country": "PT", "code": "HAR"')
    text = text.replace('"survivors": 3', '"survivors": 3, "survivors": 3').replace(
        '"kind": "close"', '"kind": 1, "kind": "close"'
    )
    assert refused(text) == [
        ("$.regulations.survivors", "key_twice"),
        ("$.clubs[0].code", "key_twice"),
        (f"{IN_TABLE}.log[8].kind", "key_twice"),
    ]


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity"])
def test_numbers_that_json_does_not_know_are_told(number):
    text = json.dumps(SOUND).replace('"survivors": 3', f'"survivors": {number}')
    assert refused(text) == [("$.regulations.survivors", "no_json_number")]


def test_all_faults_of_a_file_are_told_together():
    event = changed(slug="?", entries__1__nick="heron", rounds__1__word="a b", clubs__1__code="HAR")
    event["rounds"][0]["tables"][0]["seats"]["B"] = "p1"
    assert [path for path, _ in refused(event)] == [
        "$.clubs[1].code",
        "$.entries[1].nick",
        "$.slug",
        f"{IN_TABLE}.seats.B",
        "$.rounds[1].word",
    ]


def test_the_list_of_faults_ends_somewhere_and_says_how_many_there_are_more():
    found = told(changed(entries=[{}] * 1000, rounds=[]))
    assert len(found) == MOST_FAULTS + 1
    assert found[-1] == Fault("more_faults", "$", {"n": 1800})


def test_corrections_are_not_blamed_for_a_malformed_line_before_them():
    event = one_table(log__0__loser="?", log__4__position=4, log__4__loser=..., log__4__seat="B")
    assert refused(event) == [(f"{IN_TABLE}.log[0].loser", "not_a_seat")]


def test_a_file_of_results_is_no_event():
    paths = [path for path, _ in refused({"format": "scwu-results/1", "standings": []})]
    assert paths[0] == "$.standings"
    assert "$.format" in paths


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()) | st.sampled_from("ABG"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


def every_path(value, path=()):
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from every_path(inner, (*path, key))


@given(st.sampled_from(list(every_path(SOUND))), json_values)
def test_whatever_stands_anywhere_is_read_or_refused(path, value):
    event = changed(**{"__".join(str(part) for part in path): value}) if path else value
    text = json.dumps(event)
    try:
        written = dump(parse(text))
    except Refused:
        assert refused(text)
    else:
        assert dump(parse(written)) == written

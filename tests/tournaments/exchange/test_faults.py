"""A bad file is refused whole, with every fault and its path (formats/event-file.md)."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.documents import faults, strict_json
from games.rules.documents.faults import MOST_FAULTS
from games.rules.payload import MISSING_KEY, NOT_A_SEAT, NOT_EARLIER, UNKNOWN_KEY, UNKNOWN_KIND, WRONG_FIELD
from games.rules.refusals import Refused
from tests.tournaments.exchange.files import SOUND, changed, refused
from tournaments.exchange import event_file, reader
from tournaments.exchange.event_file import dump, parse

TABLE = "rounds__0__tables__0"
IN_TABLE = "$.rounds[0].tables[0]"


def one_table(**places):
    return changed(**{f"{TABLE}__{path}": value for path, value in places.items()})


@pytest.mark.parametrize(
    ("event", "path", "sentence"),
    [
        (changed(format="scwu-event/2"), "$.format", reader.WRONG_FORMAT),
        (changed(format=1), "$.format", reader.WRONG_FORMAT),
        (changed(format=...), "$.format", MISSING_KEY),
        (changed(rounds=...), "$.rounds", MISSING_KEY),
        (changed(them="x"), "$.them", UNKNOWN_KEY),
        (changed(**{"two words": 1}), '$["two words"]', UNKNOWN_KEY),
        (changed(slug="Harbour Open"), "$.slug", reader.NOT_A_SLUG),
        (changed(slug="-x"), "$.slug", reader.NOT_A_SLUG),
        (changed(slug="přístav"), "$.slug", reader.NOT_A_SLUG),
        (changed(slug="x" * 81), "$.slug", faults.TOO_LONG),
        (changed(slug=""), "$.slug", faults.EMPTY),
        (changed(series="a b"), "$.series", reader.NOT_A_SLUG),
        (changed(name=7), "$.name", faults.NOT_A_TEXT),
        (changed(name="  "), "$.name", faults.EMPTY),
        (changed(name="a\nb"), "$.name", faults.NOT_ONE_LINE),
        (changed(name="a\x00b"), "$.name", faults.NOT_ONE_LINE),
        (changed(name="cats\u202estac"), "$.name", faults.NOT_ONE_LINE),
        (changed(place="\ud800"), "$.place", faults.NOT_ONE_LINE),
        (changed(theme="x" * 121), "$.theme", faults.TOO_LONG),
        (changed(date="2026-02-30"), "$.date", reader.NOT_A_DATE),
        (changed(date="20260203"), "$.date", reader.NOT_A_DATE),
        (changed(date="2026-W05-2"), "$.date", reader.NOT_A_DATE),
        (changed(date="٢٠٢٦-02-03"), "$.date", reader.NOT_A_DATE),
        (changed(date=20260203), "$.date", reader.NOT_A_DATE),
        (changed(regulations=[]), "$.regulations", faults.NOT_AN_OBJECT),
        (changed(regulations__survivors=True), "$.regulations.survivors", "must be a whole number from 1 to 5"),
        (changed(regulations__survivers=3), "$.regulations.survivers", "there is no such setting"),
        (changed(clubs={}, entries__0__club=...), "$.clubs", faults.NOT_A_LIST),
        (changed(clubs__0=[], entries__0__club=...), "$.clubs[0]", faults.NOT_AN_OBJECT),
        (changed(clubs__0__nick="x"), "$.clubs[0].nick", UNKNOWN_KEY),
        (changed(clubs__0__country="pt"), "$.clubs[0].country", reader.NOT_A_COUNTRY),
        (changed(clubs__0__country="PRT"), "$.clubs[0].country", faults.TOO_LONG),
        (changed(clubs__1__code="F N"), "$.clubs[1].code", reader.NOT_A_CODE),
        (changed(clubs__1__code="HAR"), "$.clubs[1].code", reader.CODE_TWICE),
        (changed(entries="p1", rounds=[]), "$.entries", faults.NOT_A_LIST),
        (changed(entries__11__id=...), "$.entries[11].id", MISSING_KEY),
        (changed(entries__0__klub="HAR"), "$.entries[0].klub", UNKNOWN_KEY),
        (changed(entries__11__id="p11"), "$.entries[11].id", reader.ID_TWICE),
        (changed(entries__1__nick="Héron "), "$.entries[1].nick", reader.NICK_TWICE),
        (changed(entries__1__nick="x" * 10_000_000), "$.entries[1].nick", faults.TOO_LONG),
        (changed(entries__1__nick="\u0301"), "$.entries[1].nick", reader.NICK_UNREADABLE),
        (changed(entries__1__nick="ﷺ" * 40), "$.entries[1].nick", reader.NICK_UNREADABLE),
        (changed(entries__1__club="XXX"), "$.entries[1].club", reader.NO_SUCH_CLUB),
        (changed(entries__1__club=None), "$.entries[1].club", faults.NOT_A_TEXT),
        (changed(entries__1__classified=1), "$.entries[1].classified", faults.NOT_A_FLAG),
        (changed(entries__1__earns_points="no"), "$.entries[1].earns_points", faults.NOT_A_FLAG),
        (changed(rounds__1__number=1), "$.rounds[1].number", reader.ROUND_TWICE),
        (changed(rounds__1__number=True), "$.rounds[1].number", faults.NOT_A_NUMBER),
        (changed(rounds__1__number=2.0), "$.rounds[1].number", faults.NOT_A_NUMBER),
        (changed(rounds__1__number=0), "$.rounds[1].number", faults.TOO_SMALL),
        (changed(rounds__1__number=10**100), "$.rounds[1].number", faults.TOO_LARGE),
        (changed(rounds__1__kind="semi_final"), "$.rounds[1].kind", reader.NO_SUCH_KIND),
        (changed(rounds__1__kind=["final"]), "$.rounds[1].kind", reader.NO_SUCH_KIND),
        (changed(rounds__1__word="x" * 41), "$.rounds[1].word", faults.TOO_LONG),
        (changed(rounds__1__word="Herr FLICK"), "$.rounds[1].word", reader.WORD_WITH_BLANKS),
        (changed(rounds__1__word=""), "$.rounds[1].word", faults.EMPTY),
        (changed(rounds__1__letters=["K", "A"]), "$.rounds[1].letters", reader.WRONG_LETTERS),
        (changed(rounds__1__letters="KAMIL"), "$.rounds[1].letters", reader.WRONG_LETTERS),
        (changed(rounds__1__letters=["KAMIL", ""]), "$.rounds[1].letters", reader.WRONG_LETTERS),
        (changed(rounds__1__tables=None), "$.rounds[1].tables", faults.NOT_A_LIST),
        (changed(rounds__0__tables__1__number=1), "$.rounds[0].tables[1].number", reader.TABLE_TWICE),
        (one_table(seats=[]), f"{IN_TABLE}.seats", faults.NOT_AN_OBJECT),
        (one_table(seats={"A": "p1", "B": "p2", "C": "p3"}), f"{IN_TABLE}.seats", reader.WRONG_NUMBER_OF_SEATS),
        (one_table(seats__G="p11"), f"{IN_TABLE}.seats.G", reader.NO_SUCH_SEAT),
        (one_table(seats__a="p11"), f"{IN_TABLE}.seats.a", reader.NO_SUCH_SEAT),
        (one_table(seats__C="p99"), f"{IN_TABLE}.seats.C", reader.NO_SUCH_ENTRY),
        (one_table(seats__C=3), f"{IN_TABLE}.seats.C", faults.NOT_A_TEXT),
        (one_table(seats__C="p1"), f"{IN_TABLE}.seats.C", reader.ENTRY_TWICE),
        (changed(rounds__0__tables__1__seats__C="p1"), "$.rounds[0].tables[1].seats.C", reader.ENTRY_TWICE),
        (one_table(log__6__entry="p99"), f"{IN_TABLE}.log[6].entry", reader.NO_SUCH_ENTRY),
        (one_table(log__6__entry="p1"), f"{IN_TABLE}.log[6].entry", reader.ENTRY_TWICE),
        (one_table(log__6__entry="p6"), "$.rounds[0].tables[1].seats.A", reader.ENTRY_TWICE),
        (one_table(log__4={"kind": "amend", "position": 1, "entry": "p9"}), f"{IN_TABLE}.log[4].entry", WRONG_FIELD),
        (one_table(log__6={"kind": "substitute", "seat": "D"}), f"{IN_TABLE}.log[6].entry", MISSING_KEY),
        (one_table(log__6__occupant="p9"), f"{IN_TABLE}.log[6].occupant", UNKNOWN_KEY),
        (one_table(log__0=[]), f"{IN_TABLE}.log[0]", None),
        (one_table(log__0__kind="Deal"), f"{IN_TABLE}.log[0].kind", UNKNOWN_KIND),
        (one_table(log__0__kind=...), f"{IN_TABLE}.log[0].kind", MISSING_KEY),
        (one_table(log__0__loser=...), f"{IN_TABLE}.log[0].loser", MISSING_KEY),
        (one_table(log__0__loser=["A"]), f"{IN_TABLE}.log[0].loser", NOT_A_SEAT),
        (one_table(log__0__bench="E"), f"{IN_TABLE}.log[0].bench", None),
        (one_table(log__0__bench=[["E"]]), f"{IN_TABLE}.log[0].bench[0]", NOT_A_SEAT),
        (one_table(log__0__benhc=["E"]), f"{IN_TABLE}.log[0].benhc", UNKNOWN_KEY),
        (one_table(log__1__points__C=True), f"{IN_TABLE}.log[1].points.C", None),
        (one_table(log__1__packed=1), f"{IN_TABLE}.log[1].packed", faults.NOT_A_FLAG),
        (one_table(log__4__position=5), f"{IN_TABLE}.log[4].position", NOT_EARLIER),
        (one_table(log__5__position=99), f"{IN_TABLE}.log[5].position", NOT_EARLIER),
        (one_table(log__4__seat="B"), f"{IN_TABLE}.log[4].seat", WRONG_FIELD),
        (one_table(log__2__reason="\u2066x"), f"{IN_TABLE}.log[2].reason", faults.NOT_ONE_LINE),
        (one_table(log__2__reason="x" * 501), f"{IN_TABLE}.log[2].reason", None),
    ],
)  # fmt: skip  # one fault, one line
def test_each_fault_is_told_with_its_path(event, path, sentence):
    found = refused(event)
    assert [where for where, _ in found] == [path]
    assert sentence in (None, found[0][1])
    assert found[0][1].isprintable()


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "This is not JSON: line 1, column 1: Expecting value."),
        (b'{"format":\n "scwu-event/1",}', None),
        (b'{"format": "scwu-event/1"} x', "This is not JSON: line 1, column 28: Extra data."),
        (b"\xff{}", strict_json.NOT_UTF_8),
        (b'{"name": "\xed\xa0\x80"}', strict_json.NOT_UTF_8),
        ("[" * 100_000, strict_json.TOO_DEEP),
        ('{"a":' * 100_000, strict_json.TOO_DEEP),
        ("1" * 5000, strict_json.NUMBER_TOO_LONG),
        ("[]", faults.NOT_AN_OBJECT),
        ("null", faults.NOT_AN_OBJECT),
        ('"scwu-event/1"', faults.NOT_AN_OBJECT),
    ],
)
def test_what_is_no_object_of_json_is_refused_at_once(data, sentence):
    ((path, told),) = refused(data)
    assert path == "$"
    assert sentence in (None, told)


def test_a_file_that_is_too_large_is_refused_before_it_is_read(monkeypatch):
    too_many = ("$", strict_json.TOO_MANY_BYTES % {"n": 1})
    monkeypatch.setattr(event_file, "MOST_MIB", 1)
    assert refused(b"x" * (strict_json.MIB + 1)) == [too_many]
    assert refused(b"x" * strict_json.MIB) != [too_many]


def test_keys_twice_are_told_wherever_they_are():
    text = json.dumps(SOUND).replace('"country": "PT"', '"country": "PT", "code": "HAR"')
    text = text.replace('"survivors": 3', '"survivors": 3, "survivors": 3').replace(
        '"kind": "close"', '"kind": 1, "kind": "close"'
    )
    assert refused(text) == [
        ("$.regulations.survivors", strict_json.KEY_TWICE),
        ("$.clubs[0].code", strict_json.KEY_TWICE),
        (f"{IN_TABLE}.log[8].kind", strict_json.KEY_TWICE),
    ]


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity"])
def test_numbers_that_json_does_not_know_are_told(number):
    text = json.dumps(SOUND).replace('"survivors": 3', f'"survivors": {number}')
    assert refused(text) == [("$.regulations.survivors", strict_json.NO_JSON_NUMBER)]


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
    found = refused(changed(entries=[{}] * 1000, rounds=[]))
    assert len(found) == MOST_FAULTS + 1
    assert found[-1] == ("$", "Another 1800 faults are not listed.")


def test_corrections_are_not_blamed_for_a_malformed_line_before_them():
    event = one_table(log__0__loser="?", log__4__position=4, log__4__loser=..., log__4__seat="B")
    assert refused(event) == [(f"{IN_TABLE}.log[0].loser", NOT_A_SEAT)]


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

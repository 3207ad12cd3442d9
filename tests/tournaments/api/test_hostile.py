"""Hostile input: one clear answer in JSON, nothing stored, nothing that crashes."""

from __future__ import annotations

import json

import pytest

from games.models import Entry

pytestmark = pytest.mark.django_db

HUGE = 10**30


def changed(line, **fields):
    return json.dumps({**line, **fields})


@pytest.mark.parametrize(
    "fields",
    [
        {"expected_position": HUGE},
        {"expected_position": 2**31},
        {"expected_position": 0},
        {"expected_position": "1"},
        {"expected_position": 1.5},
        {"expected_position": True},
        {"expected_position": None},
        {"expected_position": [1]},
        {"id": 5},
        {"id": "not an id"},
        {"id": "{00000000-0000-4000-8000-000000000001}"},
        {"id": None},
        {"id": ["00000000-0000-4000-8000-000000000001"]},
        {"slot": -1},
        {"base": HUGE},
        {"counter": "12"},
        {"pen": 2**31},
        {"device": "x" * 65},
        {"device": "a\x00b"},
        {"device": "\ud800"},
        {"device": {"name": "phone"}},
        {"at_device": "2026-03-14T19:05:00"},
        {"at_device": "2026-03-14"},
        {"at_device": "0001-01-01T00:00:00+14:00"},
        {"at_device": "9999-12-31T23:59:59-14:00"},
        {"at_device": "2026-02-30T00:00:00Z"},
        {"at_device": 1773511500},
        {"surprise": 1},
        {"\x00": 1},
    ],
    ids=lambda fields: ascii(fields)[:50],
)
def test_a_wrong_field_is_400_and_named(fields, api, evening, referee, entries, line):
    answer = api(referee).post(entries(evening), changed(line(1), **fields), content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
    [name] = fields
    assert answer.json()["faults"][0]["path"] == f"$.{name}"
    assert not Entry.objects.exists()


@pytest.mark.parametrize(
    "entry",
    [
        None,
        "deal",
        [],
        {},
        {"kind": None},
        {"kind": ["deal"]},
        {"kind": "deal", "loser": None},
        {"kind": "deal", "loser": {"A": 1}},
        {"kind": "deal", "loser": "A", "bench": "E"},
        {"kind": "deal", "loser": "A", "bench": ["E"], "points": {"A": HUGE}},
        {"kind": "deal", "loser": "A", "bench": ["E"], "points": [33]},
        {"kind": "deal", "loser": "A", "bench": ["E"], "packed": "yes"},
        {"kind": "void_deal", "bench": ["E"], "reason": "nul\x00"},
        {"kind": "void_deal", "bench": ["E"], "reason": "half \ud800"},
        {"kind": "void_deal", "bench": ["E"], "reason": "x" * 501},
        {"kind": "strike", "position": HUGE},
        {"kind": "strike", "position": -1},
        {"kind": "amend", "position": 1, "kind2": "deal"},
        {"kind": "amend", "position": 1},
    ],
    ids=lambda entry: ascii(entry)[:50],
)
def test_a_wrong_line_is_refused_with_its_faults(entry, api, evening, referee, entries, line):
    answer = api(referee).post(entries(evening), changed(line(1), entry=entry), content_type="application/json")
    assert answer.status_code in {400, 422}
    assert answer.json()["faults"][0]["path"].startswith("$.entry")
    assert not Entry.objects.exists()


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"\xff\xfe",
        b'{"id": NaN}',
        b'{"expected_position": Infinity}',
        b'{"expected_position": 1, "expected_position": 2}',
        b'{"expected_position": ' + b"9" * 5000 + b"}",
        b"[" * 30_000,
        b'{"a":' * 12_000 + b"1" + b"}" * 4_000,
    ],
    ids=lambda body: ascii(body[:30]),
)
def test_what_is_no_json_is_400(body, api, evening, referee, entries):
    answer = api(referee).post(entries(evening), body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "parse_error")


@pytest.mark.parametrize("body", [b"", b"[]", b"null", b"5", b'"text"', b"[[[[[[]]]]]]"])
def test_what_is_no_object_is_400(body, api, evening, referee, entries):
    answer = api(referee).post(entries(evening), body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


def test_a_long_body_is_refused_before_it_is_parsed(api, evening, referee, entries):
    answer = api(referee).post(entries(evening), b"[" * 70_000, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


@pytest.mark.parametrize("content_type", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
def test_only_json_is_understood(content_type, api, evening, referee, entries):
    answer = api(referee).post(entries(evening), b"loser=A", content_type=content_type)
    assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_media_type")


@pytest.mark.parametrize(
    ("address", "status"),
    [
        (f"events/none/rounds/{HUGE}/tables/{HUGE}/entries/", 404),
        ("events/nowhere/", 404),
        ("events/%00/", 404),
        ("events/?page=%00", 400),  # a NUL of a query is dropped before anybody reads it (scwu/nulls.py): "" is no page
        ("events/?page=2147483647", 404),
        *((f"events/?page={wrong}", 400) for wrong in (HUGE, "-1", "0", "last", "1_0", "1.0", "+1", "")),
        *((f"events/?page_size={wrong}", 400) for wrong in (HUGE, "-1", "0", "501", "all", "%D9%A1", "%00")),
        ("events/?page_size=500&page=1", 200),
        ("events/%0A/", 404),
        ("%0A", 404),
        ("nothing/at/all", 404),
        ("events", 404),
        ("", 404),
    ],
)
def test_addresses_that_are_none_answer_in_json(address, status, api, event):
    answer = api(None).get(f"/api/v1/{address.replace('none', event.slug)}")
    assert answer.status_code == status
    assert answer["Content-Type"] == "application/json"
    if status != 200:
        assert set(answer.json()) - {"faults"} == {"code", "detail"}


@pytest.mark.parametrize("method", ["put", "patch", "delete", "options", "trace"])
def test_other_methods_are_none(method, api, evening, referee, entries):
    answer = getattr(api(referee), method)(entries(evening))
    assert (answer.status_code, answer.json()["code"]) == (405, "method_not_allowed")


def test_only_json_is_served(api, event):
    answer = api(None).get("/api/v1/events/", headers={"Accept": "text/html"})
    assert (answer.status_code, answer.json()["code"]) == (406, "not_acceptable")


def test_too_many_requests_are_told_to_wait(api, event, stranger, monkeypatch):
    rates = {"anon": "2/min", "user": "2/min"}
    monkeypatch.setattr("rest_framework.throttling.SimpleRateThrottle.THROTTLE_RATES", rates)
    for account in (None, stranger):
        client = api(account)
        answers = [client.get("/api/v1/events/") for _ in range(3)]
        assert [one.status_code for one in answers] == [200, 200, 429]
        assert answers[-1].json()["code"] == "throttled"
        assert 0 < int(answers[-1]["Retry-After"]) <= 60


def test_the_sentence_is_in_the_language_that_was_asked_for(api, evening, referee, entries, line):
    refused = api(referee).post("/api/v1/nothing", {}, headers={"Accept-Language": "cs"})
    assert refused.json() == {"code": "not_found", "detail": "Nenalezeno."}

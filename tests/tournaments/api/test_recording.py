"""Recording a line: once per id, only at the position that its sender expected, in few statements."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Entry, Game
from tests.factories import stories
from tests.factories.base import NOW
from tournaments.models import Event, Occupant
from tournaments.operations.evening import substitutions

pytestmark = pytest.mark.django_db


def test_a_line_is_recorded_and_answered_with_the_state(api, evening, referee, entries, line):
    answer = api(referee).post(entries(evening), line(1, loser="B"))
    body = answer.json()

    assert answer.status_code == 201
    assert (body["id"], body["position"], body["length"]) == (line(1)["id"], 1, 1)
    assert body["state"]["seats"]["B"]["letters"] == 1
    assert body["state"]["next"]["dealer"] == "B"
    stored = Entry.objects.get()
    assert (str(stored.id), stored.payload) == (body["id"], {"kind": "deal", "loser": "B", "bench": ["E"]})
    assert stored.by == referee.key


def test_what_the_device_knew_is_kept(api, evening, referee, entries, line):
    knew = {
        "slot": 1,
        "base": 0,
        "device": "phone 3",
        "counter": 12,
        "at_device": "2026-03-14T19:05:00+01:00",
        "pen": 0,
    }
    assert api(referee).post(entries(evening), {**line(1), **knew}).status_code == 201

    stored = Entry.objects.get()
    assert (stored.slot, stored.base, stored.device, stored.counter) == (1, 0, "phone 3", 12)
    assert stored.at_device.isoformat() == "2026-03-14T18:05:00+00:00"


def test_the_same_line_sent_again_gets_the_same_answer(api, evening, referee, entries, line):
    client = api(referee)
    first = client.post(entries(evening), line(1))
    version = Event.objects.get().version
    again = client.post(entries(evening), line(1))

    assert (first.status_code, again.status_code) == (201, 200)
    assert again.json() == first.json()
    assert Entry.objects.count() == 1
    assert Event.objects.get().version == version


def test_a_line_sent_again_later_still_has_its_position(api, evening, referee, entries, line):
    client = api(referee)
    client.post(entries(evening), line(1))
    client.post(entries(evening), line(2, loser="B", bench=("A",)))
    again = client.post(entries(evening), line(1))
    assert (again.status_code, again.json()["position"], again.json()["length"]) == (200, 1, 2)


def test_another_line_under_a_used_id_is_refused(api, evening, referee, entries, line):
    client = api(referee)
    client.post(entries(evening), line(1, loser="A"))
    for address in (entries(evening), entries(evening, 2)):
        refused = client.post(address, line(1, loser="B"))
        assert (refused.status_code, refused.json()["code"]) == (422, "id_reused")
    assert Entry.objects.count() == 1


def test_who_is_behind_is_told_what_he_lacks(api, evening, referee, entries, line):
    client = api(referee)
    client.post(entries(evening), line(1))
    client.post(entries(evening), line(2, loser="B", bench=("A",)))
    late = client.post(entries(evening), line(1, 9))
    body = late.json()

    assert (late.status_code, body["code"]) == (409, "stale_position")
    assert (body["expected_position"], body["length"]) == (1, 2)
    assert [(one["position"], one["payload"]["loser"]) for one in body["missing"]] == [(1, "A"), (2, "B")]
    assert body["state"]["deals"] == 2
    assert "record again" in body["detail"]
    assert Entry.objects.count() == 2


def test_who_is_ahead_lacks_nothing(api, evening, referee, entries, line):
    ahead = api(referee).post(entries(evening), line(7))
    assert (ahead.status_code, ahead.json()["missing"], ahead.json()["length"]) == (409, [], 0)


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        ({"kind": "deal", "loser": "A", "bench": []}, "not_four"),
        ({"kind": "deal", "loser": "E", "bench": ["E"]}, "loser_not_playing"),
        ({"kind": "deal", "loser": "F", "bench": ["E"]}, "unknown_seat"),
        ({"kind": "strike", "position": 5}, "malformed_entry"),
        ({"kind": "deal", "looser": "A"}, "malformed_entry"),
        ({"kind": "substitute", "seat": "A", "occupant": "A2"}, "malformed_entry"),
        ({"kind": "substitute", "seat": "A", "entry": "p99"}, "stand_in_unknown"),
        ({"kind": "substitute", "seat": "A", "entry": 7}, "malformed_entry"),
        ({"kind": "substitute", "seat": "A", "entry": ["p1"]}, "malformed_entry"),
    ],
)
def test_a_line_that_cannot_be_is_refused_with_a_sentence(entry, code, api, evening, referee, entries, line):
    refused = api(referee).post(entries(evening), {**line(1), "entry": entry})
    assert (refused.status_code, refused.json()["code"]) == (422, code)
    assert refused.json()["detail"].endswith(".")
    assert not Entry.objects.exists()


def test_every_fault_of_a_line_has_its_path(api, evening, referee, entries, line):
    wrong = {"kind": "deal", "loser": "AB", "bench": ["E", 5], "points": {"A": "x"}}
    body = api(referee).post(entries(evening), {**line(1), "entry": wrong}).json()
    assert [one["path"] for one in body["faults"]] == ["$.entry.loser", "$.entry.bench[1]", "$.entry.points.A"]


@pytest.mark.parametrize(
    ("language", "detail", "seat", "unknown"),
    [
        (
            "en",
            "This line of the log cannot be read.",
            "A seat is one letter from A to Z.",
            "This key is not known here.",
        ),
        (
            "cs",
            "Tento řádek zápisu nejde přečíst.",
            "Pozice je jedno písmeno od A do Z.",
            "Takový klíč tu není známý.",
        ),
    ],
)
def test_a_fault_is_told_in_the_language_of_the_request(
    language, detail, seat, unknown, api, evening, referee, entries, line
):
    wrong = {**line(1), "entry": {"kind": "deal", "loser": "AB", "looser": "A"}}
    answer = api(referee).post(entries(evening), wrong, headers={"Accept-Language": language})
    assert answer.json() == {
        "code": "malformed_entry",
        "detail": detail,
        "faults": [{"path": "$.entry.looser", "detail": unknown}, {"path": "$.entry.loser", "detail": seat}],
    }
    answer = api(referee).post(
        entries(evening), {**line(1), "entry": {}, "x": 1}, headers={"Accept-Language": language}
    )
    assert answer.json()["faults"] == [{"path": "$.x", "detail": unknown}]


def test_a_closed_round_takes_no_line(api, evening, director, entries, line):
    stories.play_round(evening)
    refused = api(director).post(entries(evening), line(99))
    assert (refused.status_code, refused.json()["code"]) == (422, "round_not_running")


def test_a_stand_in_is_named_by_his_registration_as_in_the_event_file(api, evening, director, entries, line):
    seats = stories.seats_of(stories.table_of(evening))
    [stand_in] = stories.add_players(evening.event, 1)
    substitutions.substitute_player(out=seats["D"], stand_in=stand_in, by=director, now=NOW, reason="ill")
    client = api(director)
    [shown] = client.get(entries(evening)).json()["results"]
    assert shown["payload"] == {"kind": "substitute", "seat": "D", "entry": stand_in.key, "reason": "ill"}

    amend = {"kind": "amend", "position": 1, "entry": stand_in.key, "reason": "the same again"}
    assert client.post(entries(evening), {**line(2), "entry": amend}).status_code == 201
    assert Entry.objects.get(position=2).payload["occupant"] == "D2"


def test_who_sat_wrongly_sits_by_the_log_wherever_it_is_told(api, evening, director, entries, line):
    drawn = stories.seats_of(stories.table_of(evening))
    swap = {"kind": "swap", "seat": "A", "other": "C", "since": 1, "reason": "a draught"}
    answer = api(director).post(entries(evening), {**line(1), "entry": swap})
    assert answer.status_code == 201, answer.json()
    shown = api(None).get(entries(evening).removesuffix("entries/")).json()
    told = {seat: one["entry"] for seat, one in shown["seats"].items()}
    assert told == {seat: one["entry"] for seat, one in shown["state"]["seats"].items()}
    assert (told["A"], told["C"]) == (drawn["C"].key, drawn["A"].key)


def test_who_plays_a_final_is_not_changed_without_a_reason(api, evening, referee, entries, line):
    address = entries(stories.a_substituted_final(evening).round)
    client, former = api(referee), Occupant.objects.get(round__kind="final", label="C1").registration.key
    for entry in (
        {"kind": "substitute", "seat": "C", "entry": former},
        {"kind": "strike", "position": 1},
        {"kind": "amend", "position": 1, "reason": "-"},
    ):
        refused = client.post(address, {**line(2), "entry": entry})
        assert (refused.status_code, refused.json()["code"]) == (422, "stand_in_reason_required"), entry
    himself = client.post(address, {**line(2), "entry": {"kind": "substitute", "seat": "C", "entry": "p7"}})
    assert (himself.status_code, himself.json()["code"]) == (422, "same_player")
    back = {"kind": "strike", "position": 1, "reason": "not ill at all"}
    assert client.post(address, {**line(2), "entry": back}).status_code == 201


def test_a_table_page_and_the_api_leave_the_same_projection(api, evening, referee, entries, line):
    answer = api(referee).post(entries(evening, 1), line(1, loser="C")).json()
    stories.record_line(stories.table_of(evening, 2), stories.deal(stories.table_of(evening, 2), "C"))
    one, other = Game.objects.order_by("table__number")[:2]
    assert one.state == other.state
    shown = api(None).get(entries(evening, 1).removesuffix("entries/")).json()
    assert shown["state"] == answer["state"]


@pytest.mark.django_db(transaction=True)
def test_recording_takes_at_most_ten_statements_with_the_token(api, evening, line_judge, entries, line):
    client = api(line_judge)
    with CaptureQueriesContext(
        connection,
    ) as taken:
        assert client.post(entries(evening, 2), line(1)).status_code == 201
    statements = [one["sql"] for one in taken.captured_queries]
    assert any("tournaments_apitoken" in one for one in statements)
    # PostgreSQL locks the event by a statement of its own; SQLite's transaction is the lock.
    assert len(statements) <= (11 if connection.features.has_select_for_update else 10), statements

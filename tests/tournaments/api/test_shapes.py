"""What the API says: fields pinned noun by noun, and every answer as docs/openapi.json describes it."""

from __future__ import annotations

import dataclasses
import json
import subprocess
import sys
import uuid
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]  # it ships no types
import pytest
from django.urls import reverse

from games.rules.entries import KINDS
from tests.factories import stories
from tests.factories.base import NOW
from tournaments.api import serializers
from tournaments.api.fields import LOG_LINE
from tournaments.operations.seating.seats import publish_seating

ROOT = Path(__file__).parents[3]
COMMITTED = ROOT / "docs" / "openapi.json"
METHODS = ("get", "post")

FIELDS = {
    "EventSerializer": "slug name series season date starts_at time_zone place theme status version",
    "EventDetailSerializer": "slug name series season date starts_at time_zone place theme status note capacity "
    "registration_opens_at registration_closes_at regulations version",
    "ClubSerializer": "code name country",
    "RegistrationSerializer": "key nick player club status classified earns_points",
    "RoundSerializer": "number kind status drawn_again starts_at started_at closed_at word caption letters",
    "TableSerializer": "round number label room length seats state",
    "SitterSerializer": "entry nick club",
    "StateSerializer": "deals void_deals finished closed deals_to_go findings seats next smear",
    "SmearStateSerializer": "target scores winner",
    "SeatStateSerializer": "entry letters left deals own_letters match_ball",
    "NextDealSerializer": "bench players dealer leader",
    "EntrySerializer": "id position kind payload at_device at_server",
    "LineSerializer": "id expected_position entry pen slot base device counter at_device",
    "RecordedSerializer": "id position length state",
    "StaleSerializer": "code detail expected_position length missing state",
}


@pytest.mark.parametrize("name", FIELDS)
def test_the_fields_are_a_promise(name):
    assert list(getattr(serializers, name)().fields) == FIELDS[name].split()


def test_no_serializer_is_without_a_promise():
    made = {
        name for name, value in vars(serializers).items() if name.endswith("Serializer") and isinstance(value, type)
    }
    assert made == set(FIELDS)


def test_every_field_says_what_it_is():
    kinds = json.loads(COMMITTED.read_text())["components"]["schemas"]
    fields = {
        f"{name}.{field}": said for name, kind in kinds.items() for field, said in kind.get("properties", {}).items()
    }
    assert [name for name, said in fields.items() if not said.get("description")] == []


@pytest.mark.slow
def test_the_committed_schema_is_the_one_of_the_code(tmp_path):
    """Made anew by: manage.py spectacular --format openapi-json --validate --fail-on-warn --file docs/openapi.json"""
    made = tmp_path / "openapi.json"
    command = ["spectacular", "--format", "openapi-json", "--validate", "--fail-on-warn", "--file", str(made)]
    result = subprocess.run([sys.executable, ROOT / "manage.py", *command], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    assert made.read_text() == COMMITTED.read_text()


def test_the_site_serves_the_committed_schema(client, db):
    answer = client.get("/api/schema")
    for asked in ("x", "1\r\nX: y", "ě"):
        other = client.get("/api/schema", {"version": asked})
        assert (other.content, other.headers) == (answer.content, answer.headers), "there is one version of it"
    assert answer.status_code == 200
    assert answer.json() == json.loads(COMMITTED.read_text())


def test_every_operation_tells_its_errors_and_who_may_use_it():
    schema = json.loads(COMMITTED.read_text())
    assert schema["openapi"] == "3.1.1"
    assert "nullable" not in COMMITTED.read_text()  # a word of 3.0 that 3.1 does not know
    operations = [one[method] for one in schema["paths"].values() for method in METHODS if method in one]
    assert len(operations) == 19
    for operation in operations:
        answers = operation["responses"]
        assert {"401", "404", "406", "429"} <= set(answers), operation["operationId"]
        for status in set(answers) - {"200", "201", "304"}:
            [content] = answers[status]["content"].values()
            expected = "Stale" if status == "409" else "Error"
            assert content["schema"] == {"$ref": f"#/components/schemas/{expected}"}
        only_signed_in = operation["operationId"] in ("entries_record", "proposals_list", "proposals_create")
        assert ({} in operation["security"]) != only_signed_in


def conforms(operation: str, answer: Any) -> None:
    """The answer is what the committed schema says of this operation and status."""
    schema = json.loads(COMMITTED.read_text())
    [found] = [
        one[method]
        for one in schema["paths"].values()
        for method in METHODS
        if method in one and one[method]["operationId"] == operation
    ]
    described = found["responses"][str(answer.status_code)]["content"]["application/json"]["schema"]
    document = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **described,
        "components": schema["components"],
    }
    jsonschema.validate(answer.json(), document, format_checker=jsonschema.FormatChecker())


@pytest.mark.django_db
def test_every_answer_is_as_described(api, evening, referee, entries, line):
    stories.record_deals(stories.table_of(evening, 1), 'A /E; +B "late"; void /A "face up"; x1')
    stories.a_planned_round(evening.event)
    client, slug = api(referee), evening.event.slug
    for operation, name, more in (
        ("events_list", "events", ()),
        ("events_read", "event", (slug,)),
        ("registrations_list", "registrations", (slug,)),
        ("rounds_list", "rounds", (slug,)),
        ("rounds_read", "round", (slug, 1)),
        ("rounds_read", "round", (slug, 2)),
        ("tables_list", "tables", (slug, 1)),
        ("tables_read", "table", (slug, 1, 1)),
        ("entries_list", "entries", (slug, 1, 1)),
        ("standings_read", "standings", (slug,)),
        ("tables_read", "table", (slug, 1, 9)),
        ("events_list", "events", ()),
    ):
        conforms(operation, client.get(reverse(f"api:{name}", args=more)))
    address = entries(evening, 1)
    for body, status in (
        (line(5), 201),
        (line(5), 200),
        (line(1, 7), 409),
        ({**line(6), "entry": {"kind": "deal", "loser": "A"}}, 422),
        ({**line(6), "entry": {"kind": "deal"}}, 422),
        ({"id": 5}, 400),
    ):
        answer = client.post(address, body)
        assert answer.status_code == status
        conforms("entries_record", answer)
    for who, status in ((None, 401), (stories.staff_of(evening.event, "line_judge", judged=[3]), 403)):
        answer = api(who).post(address, line(9))
        assert answer.status_code == status
        conforms("entries_record", answer)


@pytest.mark.django_db
def test_an_event_of_smear_is_as_described_too(api):
    """Recorded by the API from the first deal to the won game."""
    event = stories.a_smear_event(players=4, smear_target=12)
    stories.a_running_round(event)
    client, address = api(stories.staff_of(event, "referee")), reverse("api:entries", args=[event.slug, 1, 1])

    def deal(position: int, **said: Any) -> Any:
        entry = {"kind": "smear_deal", "pitcher": "B", "bid": 4, "points": {"AC": 3, "BD": 7}, **said}
        return client.post(address, {"id": str(uuid.uuid4()), "expected_position": position, "entry": entry})

    first = deal(1)
    assert first.json()["state"]["smear"] == {"target": 12, "scores": {"AC": 3, "BD": 7}, "winner": None}
    assert first.json()["state"]["deals_to_go"] is None
    for answer, status in ((first, 201), (deal(2, bid=11), 422), (deal(2, points={"CA": 1}), 422), (deal(2), 201)):
        assert answer.status_code == status
        conforms("entries_record", answer)
    for operation, name, more in (
        ("rounds_read", "round", (event.slug, 1)),
        ("tables_read", "table", (event.slug, 1, 1)),
        ("entries_list", "entries", (event.slug, 1, 1)),
        ("standings_read", "standings", (event.slug,)),
    ):
        conforms(operation, client.get(reverse(f"api:{name}", args=more)))
    standings = client.get(reverse("api:standings", args=[event.slug])).json()
    assert [one["games_won"] for one in standings["standings"]] == [1, 1, 0, 0]
    assert standings["tables"][0]["winner"] == "BD"


@pytest.mark.django_db
def test_a_table_shows_people_and_state(api, evening):
    stories.record_deals(stories.table_of(evening, 2), "A B A A A")
    shown = api(None).get(reverse("api:table", args=[evening.event.slug, 1, 2])).json()
    drawn = stories.seats_of(stories.table_of(evening, 2))

    assert {seat: one["entry"] for seat, one in shown["seats"].items()} == {s: one.key for s, one in drawn.items()}
    assert shown["seats"]["A"]["nick"] == drawn["A"].nick
    assert (shown["round"], shown["number"], shown["length"]) == (1, 2, 5)
    assert shown["state"]["deals_to_go"] == [5, 17]
    assert shown["state"]["seats"]["A"] == {
        "entry": drawn["A"].key,
        "letters": 4,
        "left": None,
        "deals": 4,
        "own_letters": 4,
        "match_ball": True,
    }


@pytest.mark.django_db
def test_before_the_start_a_table_has_seats_and_no_state(api, event):
    round_ = stories.a_drawn_round(event)
    publish_seating(round_=round_, now=NOW)
    shown = api(None).get(reverse("api:table", args=[event.slug, 1, 1])).json()
    assert (shown["state"], shown["length"], len(shown["seats"])) == (None, 0, 5)
    assert api(None).get(reverse("api:entries", args=[event.slug, 1, 1])).status_code == 404


@pytest.mark.django_db
def test_no_address_of_a_person_leaves_through_the_api(api, evening, player, director):
    client = api(director)
    for name, more in (("event", ()), ("registrations", ()), ("tables", (1,)), ("entries", (1, 1)), ("standings", ())):
        text = client.get(reverse(f"api:{name}", args=[evening.event.slug, *more])).content.decode()
        assert "@" not in text


def test_the_line_of_a_log_is_described_with_every_kind_and_field():
    fields = {field.name for kind in KINDS.values() for field in dataclasses.fields(kind)} - {"changes", "occupant"}
    assert set(LOG_LINE["properties"]) == {"kind", "entry", *fields}

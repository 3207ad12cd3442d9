"""The journal on the desk and for the union: in plain words, by act, page by page; refused acts are lines too."""

import json

import pytest
from django.test import Client

from tests.factories.base import NOW
from tests.factories.stories import a_planned_round, an_event, director_of, staff_of
from tests.factories.tournaments import AccountFactory
from tests.tournaments.console.conftest import signed_in_as, statements_of, words_of
from tests.tournaments.operations.seating.test_ceremonies import announce
from tests.walk import form_on
from tournaments.models import Account, Event, JournalLine, Registration
from tournaments.operations import journal
from tournaments.operations.events import registrations
from tournaments.operations.seating import drawing
from tournaments.texts.about_journal import ACTS, FAULTS, act_text, refusal_text

LINES = '<ol class="journal">'


def keeper() -> Account:
    return AccountFactory.create(is_superuser=True, name="Keeper")


def test_an_act_at_the_desk_is_a_line_that_says_who_what_and_on_whom(director: Client, event: Event):
    director.post("/desk/harbour/flags/p1/", {"earns_points": "on"})
    line = JournalLine.objects.get()
    assert (line.act, line.subject, line.by) == ("entry_classified", "entry:p1", director_of(event).key)
    assert (line.old["classified"], line.new["classified"]) == (True, False)
    page = words_of(director.get("/desk/harbour/journal/"))
    nick = Registration.objects.get(event=event, key="p1").nick
    for said in ("It was said whether a player takes a place", f"{nick} (p1)", "takes a place: yes → no", "Director"):
        assert said in page


@pytest.mark.parametrize(
    ("path", "data", "act", "code"),
    [
        ("round/1/start/", {"attempt": "0"}, "desk:start_round", "round_step"),
        ("overrides/p1/", {"place": "99", "note": "x"}, "desk:override", "no_place"),
        ("statuses/p1/", {"status": "applied", "seen": "checked_in"}, "desk:person_status", "registration_step"),
        ("walk-ins/", {"line": "NEW, NOCLUB"}, "desk:walk_in", "club_unknown"),
    ],
)
def test_a_refused_act_is_one_line_and_nothing_else(director: Client, event: Event, path, data, act, code):
    registrations.classify(registration=event.registrations.get(key="p1"), classified=True, earns_points=True, now=NOW)
    director.post("/desk/harbour/rounds/add/", {"kind": "basic"})
    before = JournalLine.objects.count()
    assert director.post(f"/desk/harbour/{path}", data).status_code in (409, 422)
    line = JournalLine.objects.latest("pk")
    assert (JournalLine.objects.count(), line.act, line.refused) == (before + 1, act, code)
    assert (line.new, line.chain.event) == ({}, event)
    page = words_of(director.get("/desk/harbour/journal/?refused=1"))
    assert refusal_text(code) in page
    assert "It was said whether" not in page.partition(LINES)[2]


def test_the_line_of_a_refusal_keeps_its_numbers_and_no_nick(director: Client, event: Event):
    round_, by = a_planned_round(event), director_of(event)
    announce(round_)
    ceremony, freeze = director.get("/desk/harbour/round/1/ceremony/"), "/desk/harbour/round/1/ceremony/freeze/"
    filled = form_on(ceremony, freeze) | {"sizes": "5-5-5", "hall": "", "chain": ""}
    late = filled | {"chain": "quicknet", "round": "1000"}
    assert director.post(freeze, late).status_code in (409, 422)
    first = JournalLine.objects.latest("pk").new["first"]
    label = filled | {"hall": "typed", "hall_label": "a" * 61, "hall_digest": "ab" * 32}
    assert director.post(freeze, label).status_code in (409, 422)
    drawing.draw_round(round_=round_, seed="ab", by=by, now=NOW)
    drawing.draw_round(round_=round_, seed="ab", by=by, now=NOW, reason="a latecomer")
    again = {"sizes": "5-5-5", "attempt": "2", "reason": "another"}
    assert director.post("/desk/harbour/round/1/draw/", again).status_code == 409
    assert director.post("/desk/harbour/walk-ins/", {"line": f"{event.registrations.first().nick}"}).status_code == 409
    page = words_of(director.get("/desk/harbour/journal/?refused=1")).partition(LINES)[2]
    assert f"Name round {first} or a later one" in page
    assert "at most 60 letters" in page
    assert "Drawn so far: 2, of that without a ceremony: 2." in page
    assert "as was stated before: 1; the first draw and those in public do not count" in page
    assert "most: " not in page, "they stand in the sentence, not as if something had been changed"
    assert JournalLine.objects.latest("pk").new == {}


def test_who_may_not_is_a_line_and_a_visitor_is_none(event: Event, stranger: Client):
    assert stranger.post("/desk/harbour/status/", {"status": "cancelled"}).status_code == 403
    assert JournalLine.objects.get().refused == "forbidden"
    Client().post("/desk/harbour/status/", {"status": "cancelled"})
    stranger.get("/desk/harbour/settings/")
    assert JournalLine.objects.count() == 1


def test_a_refusal_of_the_api_is_a_line_and_one_at_a_table_is_none(event: Event, stranger: Client):
    address = "/api/v1/events/harbour/rounds/1/tables/1/entries/"
    body = {"id": "00000000-0000-4000-8000-000000000001", "expected_position": 1, "entry": {"kind": "nonsense"}}
    director = signed_in_as(director_of(event))
    assert director.post(address, json.dumps(body), content_type="application/json").status_code == 422
    assert not JournalLine.objects.exists()


def test_others_are_refused(event: Event, stranger: Client, referee: Client):
    other = signed_in_as(director_of(an_event(players=0, slug="pier")))
    for client in (stranger, referee, other):
        assert client.get("/desk/harbour/journal/").status_code == 403
        assert client.get("/union/journal/").status_code == 403


@pytest.mark.django_db
def test_the_union_reads_all_and_chooses(event: Event):
    journal.note("club_founded", by=None, now=NOW, subject="club:1", new={"code": "PRG"})
    journal.note("round_started", by=staff_of(event, "director"), now=NOW, event=event, subject="round:1")
    client = signed_in_as(keeper())
    everything = words_of(client.get("/union/journal/")).partition(LINES)[2]
    assert "A club was founded" in everything
    assert "A round was started" in everything
    assert "A round was started" not in words_of(client.get("/union/journal/?chain=union")).partition(LINES)[2]
    assert "A club was founded" not in words_of(client.get("/union/journal/?chain=harbour")).partition(LINES)[2]
    only = words_of(client.get("/union/journal/?act=club_founded")).partition(LINES)[2]
    assert "the clock" in only
    assert "A round was started" not in only


def test_a_page_of_lines_costs_the_same_as_one(event: Event):
    director = director_of(event)
    counts = []
    for lines in (1, 60):
        for number in range(lines):
            journal.note(
                "place_overridden",
                by=director,
                now=NOW,
                event=event,
                subject=f"entry:p{number % 15 + 1}",
                new={"place": 2},
            )
        client = signed_in_as(director)
        client.get("/desk/harbour/journal/")
        counts.append(statements_of(client, "/desk/harbour/journal/"))
    assert counts[0] == counts[1]
    assert "page 1 of 2" in words_of(client.get("/desk/harbour/journal/"))


def test_what_has_no_words_yet_is_shown_as_it_is():
    assert act_text("heron_counted") == "heron counted"
    assert refusal_text("nick_taken").startswith("The nick – is taken")
    assert all(str(text) for text in (*ACTS.values(), *FAULTS.values()))

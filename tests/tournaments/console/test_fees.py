"""The fee of an event, noted at the check-in: one tap with an undo, who and when, counted, and nowhere public."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.factories import stories
from tests.factories.base import NOW
from tests.refusals import refusal
from tests.tournaments.console.conftest import signed_in_as, statements_of, words_of
from tests.tournaments.console.test_arrivals import of_another_event
from tournaments.models import Event, JournalLine, Registration
from tournaments.operations.events.check_in_codes import check_in_code
from tournaments.operations.events.fees import note_fee

pytestmark = pytest.mark.django_db
LIST = "/desk/harbour/people/?mode=check-in"
FEE = "/desk/harbour/fees/p1/"


@pytest.fixture
def asking(event: Event) -> Event:
    event.fee = "123 Kč"
    event.save()
    return event


def one(event: Event) -> Registration:
    return stories.registration(event, "p1")


def test_where_no_fee_is_asked_nothing_is_said_of_one(event, director):
    assert "aid" not in words_of(director.get(LIST)).partition("<main")[2]
    assert (
        refusal(note_fee, registration=one(event), paid=True, by=stories.director_of(event), now=NOW).code == "no_fee"
    )


def test_one_tap_notes_it_with_who_and_when_and_one_takes_it_back(asking, director):
    listed = words_of(director.get(LIST))
    assert "paid 0 of 15" in listed
    assert "Mark 123 Kč paid" in listed  # the act, not what is so
    director.post(FEE, {"paid": "1"})
    assert one(asking).paid_by == stories.director_of(asking)
    assert one(asking).paid_at is not None
    assert "paid 1 of 15" in words_of(director.get(LIST))
    director.post(FEE)
    assert (one(asking).paid_at, one(asking).paid_by) == (None, None)
    noted = JournalLine.objects.filter(chain__event=asking, act="fee_noted").order_by("number")
    assert [line.new["paid"] for line in noted] == [True, False]


def test_whoever_the_list_at_the_door_shows_is_counted(asking, director):
    """An applicant who pays there has put his money into the same till."""
    Registration.objects.filter(pk=one(asking).pk).update(status="applied")
    director.post(FEE, {"paid": "1"})
    assert "paid 1 of 15" in words_of(director.get(LIST))


def test_the_page_that_his_code_opens_notes_it_too(asking, director):
    came = one(asking)
    page = f"/desk/harbour/in/{came.pk}/{check_in_code(came)}/"
    assert "Mark 123 Kč paid" in words_of(director.get(page))
    assert director.post(FEE, {"paid": "1", "to": "arrival"})["Location"] == page
    assert "noted by Director" in words_of(director.get(page))
    assert director.post(FEE, {"to": "arrival"})["Location"] == page
    assert one(asking).paid_at is None
    asking.fee = ""
    asking.save()
    assert "aid" not in words_of(director.get(page)).partition("<main")[2]


def test_the_tap_gives_the_row_and_the_counter_alone(asking, director):
    answer = words_of(director.post(FEE, {"paid": "1", "listed": "mode=check-in"}, headers={"HX-Request": "true"}))
    assert "<html" not in answer
    assert "paid 1 of 15" in answer
    assert answer.count('<tr id="row-') == 1


def test_two_who_tap_at_once_note_it_once(asking, director):
    for _ in range(2):
        director.post(FEE, {"paid": "1"})
    assert JournalLine.objects.filter(chain__event=asking, act="fee_noted").count() == 1


def test_a_word_about_it_stands_on_his_page_and_not_in_the_journal(asking, director):
    director.post("/desk/harbour/fee-notes/p1/", {"paid": "1", "note": "brings the rest later"})
    assert "brings the rest later" in words_of(director.get("/desk/harbour/person/p1/"))
    assert "brings" not in str(JournalLine.objects.filter(act="fee_noted").values_list("new", "old", "reason"))
    director.post(FEE, {"paid": "1"})
    assert one(asking).paid_note == "brings the rest later", "a tap leaves the word as it is"


def test_a_word_of_somebody_else_leaves_who_took_the_fee_and_when(asking, director):
    director.post(FEE, {"paid": "1"})
    took, at = one(asking).paid_by, one(asking).paid_at
    other = stories.staff_of(asking, "director")
    signed_in_as(other).post("/desk/harbour/fee-notes/p1/", {"paid": "1", "note": "all of it"})
    assert (one(asking).paid_by, one(asking).paid_at, one(asking).paid_note) == (took, at, "all of it")


def test_the_details_ask_for_it(event, director):
    assert 'name="fee"' in words_of(director.get("/desk/harbour/details/"))


@pytest.mark.parametrize("path", ["/e/harbour/", "/e/harbour/players/", "/api/v1/events/harbour/", "/e/harbour/enter/"])
def test_nobody_else_reads_fee_or_who_has_paid(asking, director, stranger, path):
    note_fee(registration=one(asking), paid=True, note="late", by=stories.director_of(asking), now=NOW)
    for client in (Client(), stranger):
        said = words_of(client.get(path, follow=True))
        assert "123 Kč" not in said
        assert "paid" not in said


def test_only_who_may_check_in_may_note_it(asking, referee, stranger):
    for client in (referee, stranger, signed_in_as(of_another_event(asking)), Client()):
        assert client.post(FEE, {"paid": "1"}).status_code in (302, 403)
    assert one(asking).paid_at is None


def test_the_list_needs_one_statement_more_and_no_more_for_many(asking, director):
    director.get(LIST)
    before = statements_of(director, LIST)
    Registration.objects.update(paid_at=NOW, paid_by=stories.director_of(asking))
    assert statements_of(director, LIST) == before == 6

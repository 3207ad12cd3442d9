"""What an event that is over takes: whoever acts on it says so himself, and what was done already is answered."""

import uuid
from dataclasses import replace
from datetime import timedelta

import pytest

from games.models import Entry
from games.protocol import Draft
from tests.factories import stories
from tests.factories.base import NOW
from tests.refusals import refusal
from tournaments.models import Event, Question, Registration
from tournaments.operations.acting import act_on
from tournaments.operations.events import making
from tournaments.operations.rulings import correcting
from tournaments.operations.rulings.questions import answer_question

pytestmark = pytest.mark.django_db


def do_something_new(*, event: Event) -> None:
    """An act of tomorrow, whose writer has not thought of it."""
    with act_on(event, by=None, now=NOW) as act:
        act.note("something")


def over(event: Event, status: str) -> Event:
    Event.objects.filter(pk=event.pk).update(status=status)
    return Event.objects.get(pk=event.pk)


@pytest.mark.parametrize("status", ["finished", "cancelled"])
def test_a_new_act_is_refused_by_itself(event, status):
    do_something_new(event=event)
    assert refusal(do_something_new, event=over(event, status)).code == "event_over"


@pytest.mark.parametrize("status", ["finished", "cancelled"])
def test_texts_about_it_may_be_mended_and_what_was_played_under_may_not(event, status):
    event = over(event, status)
    event.note = "Cancelled because of the flood."
    making.change_event(event=event, now=NOW)
    regulations = {**event.regulations, "players_record": True}
    for name, value in (("capacity", 3), ("date", event.date + timedelta(1)), ("regulations", regulations)):
        again = Event.objects.get(pk=event.pk)
        setattr(again, name, value)
        assert refusal(making.change_event, event=again, now=NOW).code == "event_over", name


@pytest.mark.parametrize("status", ["finished", "cancelled"])
def test_a_line_that_stands_is_answered_again_and_no_other_is_taken(evening, status):
    """A form of which no answer came is sent again, also after somebody has ended the event."""
    by = stories.director_of(evening.event)
    place = {"slug": evening.event.slug, "round_number": 1, "table_number": 1, "by": by, "now": NOW}
    table = stories.table_of(evening, 1)
    length = table.game.length
    draft = Draft(id=uuid.uuid4(), entry=stories.deal(table, "A"), expected_position=length + 1, base=length)
    first = correcting.record(draft=draft, **place)
    over(evening.event, status)
    again = correcting.record(draft=draft, **place)
    assert (again.repeated, again.position) == (True, first.position)
    next_one = replace(draft, id=uuid.uuid4(), expected_position=length + 2, base=length + 1)
    before = Entry.objects.count()
    assert refusal(correcting.record, draft=next_one, **place).code == "event_over"
    assert Entry.objects.count() == before


@pytest.mark.parametrize("status", ["finished", "cancelled"])
def test_a_question_that_stands_is_settled_with_all_that_its_answer_does(event, status):
    """Also if that withdraws somebody, which by itself is not done any more."""
    one = Registration.objects.filter(event=event).first()
    question = Question.objects.create(event=event, kind="ban", registration=one, asked_at=NOW)
    over(event, status)
    answer_question(question=question, answer="withdraw", by=stories.director_of(event), now=NOW)
    one.refresh_from_db()
    assert one.status == "withdrawn"

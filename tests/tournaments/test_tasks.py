"""Celery only looks; the rows make it happen once."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.core import mail
from django.utils import timezone

from tournaments import tasks
from tournaments.letters import sending
from tournaments.models import Account, Event, EventStatus, Message, StepKind
from tournaments.operations.accounts import sign_in_links
from tournaments.operations.evening import steps
from tournaments.operations.events.making import create_event
from tournaments.operations.union.seasons import series_named

pytestmark = pytest.mark.django_db
NOW = timezone.now()


@pytest.fixture
def director():
    return Account.objects.create_user("director@example.org", language="cs")


@pytest.fixture
def event(director):
    new = Event(
        name="Harbour Evening",
        date=NOW.date(),
        status=EventStatus.ANNOUNCED,
        registration_opens_at=NOW - timedelta(minutes=1),
        registration_closes_at=NOW + timedelta(days=1),
    )
    return create_event(event=new, series=series_named("friendly"), by=director, now=NOW)


def test_a_sweep_carries_out_what_is_due_and_leaves_what_is_not(event):
    tasks.sweep()

    event.refresh_from_db()
    assert event.status == EventStatus.OPEN
    assert list(event.steps.order_by("due_at").values_list("kind", "status")) == [
        ("open_registration", "done"),
        ("close_registration", "due"),
    ]


def test_a_step_that_ran_twice_happened_once(event):
    tasks.sweep()
    event.refresh_from_db()
    version = event.version
    for step in event.steps.all():
        assert not steps.run_step(step_id=step.pk, now=NOW)

    event.refresh_from_db()
    assert event.version == version


def test_a_step_that_fails_holds_up_no_other(event, monkeypatch, caplog):
    """The clock logs the bug and goes on; the step stays due."""
    broken = event.steps.create(kind=StepKind.REMIND, due_at=NOW - timedelta(minutes=2))
    monkeypatch.setitem(steps.EFFECTS, StepKind.REMIND, lambda step, now: 1 // 0)
    tasks.sweep()

    event.refresh_from_db()
    assert event.status == EventStatus.OPEN
    broken.refresh_from_db()
    assert broken.status == "due"
    assert "ZeroDivisionError" in caplog.text


def test_letters_in_bulk_leave_room_for_one_that_somebody_waits_for(director):
    """However often the sweep hands them out, two at once send them."""
    sign_in_links.send_link(email=director.email, now=NOW)
    with tasks._in_bulk, tasks._in_bulk:
        tasks.send_messages()
        assert mail.outbox == []
        tasks.send_message(message_id=Message.objects.get().pk)
        assert len(mail.outbox) == 1


def test_a_letter_that_cannot_be_sent_holds_up_no_other(director, caplog):
    for number in range(3):
        sign_in_links.send_link(email=director.email, now=NOW + timedelta(minutes=20 * number))
    Message.objects.filter(pk=Message.objects.earliest("created_at").pk).update(kind="unheard_of")
    tasks.send_messages()
    assert len(mail.outbox) == 2
    assert "could not be sent" in caplog.text


def test_a_message_is_sent_once_in_its_readers_language(director):
    sign_in_links.send_link(email="Director@example.org", now=NOW)
    tasks.sweep()
    tasks.sweep()

    assert [letter.to for letter in mail.outbox] == [["director@example.org"]]
    assert "/sign-in/" in mail.outbox[0].body
    assert Message.objects.get().sent_at is not None


def test_a_sender_that_was_killed_gives_the_message_back_after_a_while(director):
    sign_in_links.send_link(email=director.email, now=NOW)
    Message.objects.update(taken_at=NOW, attempts=1)
    message = Message.objects.get()

    assert not sending.send_message(message_id=message.pk, now=NOW + timedelta(minutes=1))
    assert sending.send_message(message_id=message.pk, now=NOW + timedelta(minutes=6))
    assert len(mail.outbox) == 1


def test_a_message_that_always_fails_is_given_up(director, monkeypatch):
    sign_in_links.send_link(email=director.email, now=NOW)
    message = Message.objects.get()
    monkeypatch.setattr(sending, "written", lambda message: 1 / 0)
    later = NOW
    for _ in range(sending.MOST_ATTEMPTS):
        with pytest.raises(ZeroDivisionError):
            sending.send_message(message_id=message.pk, now=later)
        later += timedelta(minutes=10)

    assert sending.messages_to_send(later) == []


def test_an_unknown_address_gets_no_letter_and_nobody_is_told():
    sign_in_links.send_link(email="nobody@example.org", now=NOW)

    assert not Message.objects.exists()


def test_a_reminder_says_when_and_where(event, director):
    message = Message.objects.create(
        key="remind:1:1", account=director, kind="reminder", values={"event": event.pk}, created_at=NOW
    )
    event.place, event.starts_at = "The Fen", datetime(2026, 3, 14, 18, tzinfo=UTC)
    event.save()
    letter = sending.written(message)

    assert letter is not None
    assert "Harbour Evening" in letter.subject
    assert "The Fen" in letter.body
    assert "Začátek: sobota 14. března 2026, 19:00 (Europe/Prague)." in letter.body
    for status in (EventStatus.RUNNING, EventStatus.FINISHED, EventStatus.CANCELLED):
        Event.objects.filter(pk=event.pk).update(status=status)
        assert sending.written(message) is None, "it would come when it is of no use"

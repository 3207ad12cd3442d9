"""Errands for a worker (operations/errands.py): hints, never conditions."""

from celery import current_app
from kombu.exceptions import OperationalError

from tests.factories.base import NOW
from tournaments import tasks
from tournaments.models import Account, Message
from tournaments.operations.accounts.sign_in_links import send_link
from tournaments.operations.errands import hand_out


def test_a_sign_in_letter_is_handed_out_once_it_is_stored(db, monkeypatch, django_capture_on_commit_callbacks):
    handed_out = []
    monkeypatch.setattr(tasks.send_message, "apply_async", lambda args, kwargs, **_: handed_out.append(kwargs))
    Account.objects.create_user("director@example.org")
    with django_capture_on_commit_callbacks(execute=True):
        send_link(email="director@example.org", now=NOW)
        assert handed_out == []
    assert handed_out == [{"message_id": Message.objects.get().pk}]


def test_a_broker_that_is_down_is_logged_and_stops_nobody(monkeypatch, caplog):
    def no_broker(*args, **kwargs):
        raise OperationalError("connection refused")

    monkeypatch.setattr(tasks.send_message, "apply_async", no_broker)
    hand_out("send_message", message_id=1)
    assert "waits for the next sweep" in caplog.text


def test_every_errand_is_a_task_that_there_is():
    assert tasks.send_message.name in current_app.tasks
    assert tasks.send_message.name == "tournaments.tasks.send_message"

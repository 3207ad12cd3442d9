"""Errands for a worker (operations/errands.py): hints, never conditions."""

from dataclasses import replace

from celery import current_app
from kombu.exceptions import OperationalError
from redis import TimeoutError

from tests.factories.base import NOW
from tournaments import breaker, tasks
from tournaments.models import Account, Message
from tournaments.operations import errands
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


def test_a_broker_that_hangs_keeps_one_page_waiting(settings, monkeypatch, caplog):
    """And nobody who asks the same server for something else waits after that."""
    settings.BROKER, asked = replace(settings.BROKER, url="redis://hanging"), []

    def hang(*args, **kwargs):
        asked.append(kwargs)
        raise OperationalError from TimeoutError("no answer")

    monkeypatch.setattr(tasks.send_message, "apply_async", hang)
    for number in range(3):
        hand_out("send_message", message_id=number)
    assert len(asked) == 1
    assert breaker.of("redis://hanging").rests
    assert caplog.text.count("waits for the next sweep") == 3


def test_an_errand_is_handed_out_with_little_patience():
    patience = {"socket_timeout": breaker.PATIENCE, "socket_connect_timeout": breaker.PATIENCE}
    assert patience.items() <= (errands._connection().transport_options or {}).items()


def test_every_errand_is_a_task_that_there_is():
    assert tasks.send_message.name in current_app.tasks
    assert tasks.send_message.name == "tournaments.tasks.send_message"

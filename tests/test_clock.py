"""What the worker's clock promises: it goes on, and what is due does not wait for a queue."""

import types
from typing import Any

import pytest
from celery import current_app

from scwu import celery


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> celery.Clock:
    monkeypatch.setattr(celery, "TICK_SECONDS", 0)
    return celery.Clock(types.SimpleNamespace())


@pytest.mark.django_db
def test_it_goes_on_whatever_happens(clock: celery.Clock, monkeypatch: pytest.MonkeyPatch, caplog: Any):
    ticks: list[int] = []

    def sweep() -> None:
        ticks.append(len(ticks))
        if len(ticks) == 3:
            clock.stop(None)
        raise ZeroDivisionError

    monkeypatch.setattr("tournaments.tasks.sweep", sweep)
    clock._run()
    assert ticks == [0, 1, 2]
    assert caplog.text.count("What is due could not be looked up") == 3


def test_every_worker_has_one():
    assert celery.Clock in current_app.steps["worker"]

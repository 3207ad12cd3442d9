"""What the clock does is done once (G7): each of many stages by four workers at once, and by a sweep after them.

SCWU_TEST_STAGES says how many; a long run is a thousand.
"""

from __future__ import annotations

import os

import pytest

from games.models import Game
from tests.factories import stories
from tests.factories.base import NOW
from tests.races import race
from tournaments import tasks
from tournaments.models import JournalLine, Step
from tournaments.operations.evening.steps import run_step
from tournaments.operations.seating import seats

STAGES = int(os.environ.get("SCWU_TEST_STAGES") or 12)


@pytest.mark.django_db(transaction=True)
def test_each_stage_starts_once():
    for number in range(STAGES):
        event = stories.an_event(players=10, status="closed", slug=f"stage-{number}")
        round_ = seats.publish_seating(round_=stories.a_drawn_round(event), now=NOW)
        step = Step.objects.create(event=event, round=round_, kind="start_round", due_at=NOW)
        ran = race(*[lambda step=step: run_step(step_id=step.pk, now=NOW)] * 4)
        assert sorted(ran) == [False, False, False, True]
        tasks.sweep()
        assert JournalLine.objects.filter(chain__event=event, act="round_started").count() == 1
    assert Game.objects.count() == 2 * STAGES

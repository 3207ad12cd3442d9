"""Nothing that a lower instance does changes the letters, places or exclusions that a ruling of the union gave.

tests/rulings_tried.py does every act of the site after the union has ruled, and tries each as everybody below it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import transaction
from rest_framework.throttling import SimpleRateThrottle

from tests.rights_world import World, build
from tests.rulings_tried import RULED, Trial
from tests.walked_acts import CHAPTERS
from tournaments.public import throttle

pytestmark = pytest.mark.django_db
# Where no round of Smoking Cat runs in which a deal was played.
NOTHING_TO_RULE_ON = {
    "time_goes_by",
    "a_table_of_smear_is_recorded",
    "a_final_is_seated",
    "an_event_is_prepared",
    "words_are_chosen",
}

# A letter without a deal, a deal that never was, nothing left of a ruling: each where much is done to undo it.
OTHERWISE = {
    "rounds_are_drawn_and_played": ("a", "penalty_letter"),
    "a_table_calls_pauses_and_agrees": ("b_inattentive", "void_deal"),
    "a_table_is_judged": ("a", "lifted"),
}


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """One world for all tests of this file."""
    with pytest.MonkeyPatch.context() as patch, django_db_blocker.unblock(), transaction.atomic():
        patch.setattr(throttle, "_count", lambda *_args: 1)
        patch.setattr(SimpleRateThrottle, "allow_request", lambda *_args: True)
        logging.disable(logging.CRITICAL)
        yield build()
        logging.disable(logging.NOTSET)
        transaction.set_rollback(True)


@pytest.fixture
def _django_db_helper(world: World) -> Iterator[None]:
    """Instead of pytest-django's: the transaction around each test is that of the world; what it did is taken back."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.__name__)
def test_what_the_union_gave_stays_whatever_is_done_below_it(world: World, chapter: Callable[[Trial], None]):
    trial = Trial(world, [], rules=OTHERWISE.get(chapter.__name__, RULED))
    chapter(trial)
    assert trial.changed == []
    assert bool(trial.ruled) != (chapter.__name__ in NOTHING_TO_RULE_ON), "has the union ruled, to be defied?"

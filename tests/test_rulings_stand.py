"""Nothing that a lower instance does changes the letters, places or exclusions that a ruling of the union gave.

tests/rulings_tried.py does every act of the site after the union has ruled, and tries each as everybody below it.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.one_world import one_world, taken_back  # noqa: F401 - fixtures
from tests.rights_world import World
from tests.rulings_tried import RULED, Trial
from tests.walked_acts import CHAPTERS

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


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.__name__)
def test_what_the_union_gave_stays_whatever_is_done_below_it(world: World, chapter: Callable[[Trial], None]):
    trial = Trial(world, [], rules=OTHERWISE.get(chapter.__name__, RULED))
    chapter(trial)
    assert trial.changed == []
    assert bool(trial.ruled) != (chapter.__name__ in NOTHING_TO_RULE_ON), "has the union ruled, to be defied?"

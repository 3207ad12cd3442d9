"""How long a round will take (queries/expectations.py)."""

import pytest

from games.simulation.lengths import expected_deals
from tests.factories.stories import a_planned_round, a_running_round, a_smear_event, an_event
from tournaments.models import Event
from tournaments.queries.expectations import expectation_for

pytestmark = pytest.mark.django_db


def test_deals_are_those_of_the_simulation_for_the_word_of_the_round(event: Event):
    found = expectation_for(a_running_round(event, word="HEJMAN"))  # whose word everybody knows
    assert (found.letters, found.assumed, found.simulated) == (6, False, True)
    for size, benched in ((4, 0), (5, 1), (6, 2)):
        one, length = found.by_size[size], expected_deals(6, size)
        assert (one.likely, one.least, one.most) == (round(length.mean), length.percentiles[0], length.percentiles[-1])
        assert one.benched == benched
        assert length.fewest <= one.least <= length.mean <= one.most <= length.most


@pytest.mark.parametrize("word", ["", "HEJMAN"], ids=["none", "sealed"])
def test_a_word_that_nobody_has_given_or_revealed_yet_is_taken_to_have_five_letters(event: Event, word: str):
    found = expectation_for(a_planned_round(event, word=word))
    assert (found.letters, found.assumed) == (5, True)
    assert found.by_size[5].minutes == (90, 110)  # 18 deals of five to six minutes


def test_other_rules_than_those_simulated_have_the_bounds_of_the_rules(db: None):
    event = an_event(regulations={"bench": "loser_sits"})
    found = expectation_for(a_planned_round(event, word="KAMIL"))
    assert not found.simulated
    six = found.by_size[6]
    assert (six.likely, six.least, six.most) == (None, 15, 27)  # competition.md 2.3
    assert six.minutes == (75, 165)


def test_nobody_can_say_how_long_a_game_of_smear_takes(db: None):
    assert expectation_for(a_planned_round(a_smear_event(), word="")).by_size == {}

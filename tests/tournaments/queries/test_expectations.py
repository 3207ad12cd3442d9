"""How long a round will take (queries/expectations.py)."""

from datetime import timedelta

import pytest

from games.rules.entries import Deal
from games.simulation.forecast import Ahead, Hall, Table, deals_within, forecast
from tests.factories.base import NOW
from tests.factories.stories import (
    a_planned_round,
    a_running_round,
    a_smear_event,
    an_event,
    record_line,
    table_of,
)
from tournaments.models import Event, Round
from tournaments.queries.expectations import expectation_for

pytestmark = pytest.mark.django_db


def test_it_is_the_forecast_of_tables_that_have_not_dealt_for_the_word_of_the_round(event: Event):
    found = expectation_for(a_running_round(event, word="HEJMAN"))  # whose word everybody knows
    assert (found.letters, found.assumed) == (6, False)
    for size, bench in ((4, ()), (5, (4,)), (6, (4, 5))):
        one, fresh = found.by_size[size], Ahead((6,) * size, bench, 3)
        assert (one.least, one.likely, one.most) == deals_within(fresh)
        assert one.minutes == forecast(Table(fresh), Hall())


def test_it_knows_the_pace_of_the_round_before(event: Event):
    played = a_running_round(event, word="HEJMAN")
    record_line(table_of(played, 1), Deal("A", bench=("E",)), now=NOW + timedelta(minutes=9))
    before = expectation_for(a_planned_round(event)).by_size[4].minutes
    Round.objects.filter(pk=played.pk).update(status="closed")
    following = expectation_for(a_planned_round(event))
    assert following.by_size[4].minutes == forecast(Table(Ahead((5,) * 4, (), 3)), Hall(before=540))
    assert following.by_size[4].minutes.most > before.most


@pytest.mark.parametrize("word", ["", "HEJMAN"], ids=["none", "sealed"])
def test_a_word_that_nobody_has_given_or_revealed_yet_is_taken_to_have_five_letters(event: Event, word: str):
    found = expectation_for(a_planned_round(event, word=word))
    assert (found.letters, found.assumed) == (5, True)
    assert found.by_size[5].likely == 18


def test_games_end_where_the_regulations_end_them(db: None):
    five_stay = expectation_for(a_planned_round(an_event(regulations={"survivors": 5}), word="KAMIL"))
    assert five_stay.by_size[6].likely < expectation_for(a_planned_round(an_event(), word="KAMIL")).by_size[6].likely


def test_nobody_can_say_how_long_a_game_of_smear_takes(db: None):
    assert expectation_for(a_planned_round(a_smear_event(), word="")).by_size == {}

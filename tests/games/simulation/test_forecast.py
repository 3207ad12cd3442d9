"""The forecast: what it is made of, and how it moves when something is known (bench/forecast.py: how honest it is)."""

from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.setup import FEWEST_SURVIVORS
from games.simulation import forecast as forecasts
from games.simulation.forecast import Ahead, Hall, Pace, Table, deals_left, deals_within, forecast, forecast_of_round
from games.simulation.lengths import deals_of_game

FRESH = Ahead((5, 5, 5, 5, 5), (4,), 3)
LATE = Ahead((1, 2, 3, 2), (), 3)
USUAL = Pace(10, 3300)


@st.composite
def aheads(draw, fewest_letters=1):
    size = draw(st.integers(4, 6))
    missing = tuple(draw(st.lists(st.integers(fewest_letters, 7), min_size=size, max_size=size)))
    return Ahead(missing, tuple(range(4, size)), FEWEST_SURVIVORS)


@pytest.mark.parametrize("size", [4, 5, 6])
def test_deals_are_those_of_the_games_that_the_rules_play(size):
    """The same losers, bench and end as there; `deals_of_game` is held against the rules in test_lengths."""

    def play(losers):
        picks = iter(losers)
        return sum(1 for _ in deals_of_game(4, size, lambda order: sorted(order)[next(picks)]))

    ahead = Ahead((4,) * size, tuple(range(4, size)), FEWEST_SURVIVORS)
    assert list(deals_left(ahead)) == [play(losers) for losers in forecasts._losers()]


@given(aheads())
def test_deals_stay_within_what_the_rules_allow(ahead):
    """competition.md 2.3"""
    missing = sorted(ahead.missing)
    assert sum(missing[:-3]) <= min(deals_left(ahead))
    assert max(deals_left(ahead)) <= sum(missing) - 3


def test_an_event_that_plays_until_more_are_left_plays_fewer_deals():
    assert deals_within(FRESH._replace(stays=4))[1] < deals_within(FRESH)[1]


def test_a_game_that_is_over_takes_nothing():
    over = Table(Ahead((1, 4, 2), (), 3), USUAL)
    assert forecast(over, Hall()) == forecasts.Forecast(0, 0)
    assert forecast(over._replace(waited=100), Hall()) == forecasts.Forecast(0, 0)


@given(aheads(fewest_letters=2), st.data())
def test_more_letters_never_lengthen(ahead, data):
    """At four exactly, sample by sample; where a bench moves round, but for the chance of the samples."""
    seat = data.draw(st.integers(0, len(ahead.missing) - 1))
    missing = list(ahead.missing)
    missing[seat] -= 1
    more = ahead._replace(missing=tuple(missing))
    if len(missing) == 4:
        assert all(after <= before for before, after in zip(deals_left(ahead), deals_left(more), strict=True))
    before, after = (forecast(Table(one, USUAL, seed="1"), Hall(1, *USUAL)) for one in (ahead, more))
    assert after.least <= before.least * 1.02
    assert after.most <= before.most * 1.02


def test_the_same_question_has_the_same_answer_however_much_was_asked_between():
    table = Table(FRESH, Pace(3, 1100), seed="2")
    told = forecast(table, Hall(2, 7, 2400))
    for cache in (forecasts._numbers, forecasts.deals_left, forecasts._losers):
        cache.cache_clear()
    assert forecast(table, Hall(2, 7, 2400)) == told
    assert (round(told.least, 6), round(told.most, 6)) == (73.065647, 140.562549)  # on every machine


def test_what_is_seen_moves_the_range_and_makes_it_narrower():
    unknown = forecast(Table(FRESH), Hall())
    quick, usual, slow = (
        forecast(Table(FRESH, Pace(20, 20 * each)), Hall(1, 20, 20 * each)) for each in (200, 330, 500)
    )
    assert quick.least < usual.least < slow.least
    assert quick.most < usual.most < slow.most
    assert usual.most - usual.least < unknown.most - unknown.least


def test_a_table_of_which_little_is_known_goes_by_its_hall():
    slow_hall, usual_hall = Hall(5, 50, 50 * 500), Hall(5, 50, 50 * 330)
    one_quick_deal = Table(FRESH, Pace(1, 200))
    assert forecast(one_quick_deal, slow_hall).most > forecast(one_quick_deal, usual_hall).most * 1.2
    many = Table(FRESH, Pace(40, 40 * 330))
    assert forecast(many, slow_hall).most < forecast(many, usual_hall).most * 1.1


def test_a_hall_begins_with_the_pace_of_its_round_before_and_soon_goes_by_its_own():
    unknown, slow, quick = (forecast(Table(FRESH), Hall(before=each)) for each in (0, 500, 200))
    assert quick.most < unknown.most < slow.most
    assert log(slow.most / slow.least) < log(unknown.most / unknown.least), "more is known"
    own = Hall(20, 400, 400 * 330)
    assert forecast(Table(FRESH), own._replace(before=500)).most < forecast(Table(FRESH), own).most * 1.15


def test_how_much_tables_differ_is_learnt_from_those_of_the_hall():
    """A hall of the same mean; of one table nobody can learn that, and who tells no squares tells nothing of it."""

    def width(*seconds: int) -> float:
        told = forecast(Table(FRESH), Hall.of(Pace(10, each) for each in seconds))
        return log(told.most / told.least)

    believed = forecast(Table(FRESH), Hall(5, 50, 16_500))
    assert (
        width(3300, 3300, 3300, 3300, 3300) < log(believed.most / believed.least) < width(2000, 4600, 3300, 1700, 4900)
    )
    assert width(*[3300] * 20) < width(*[3300] * 5)
    assert forecast(Table(FRESH), Hall.of([USUAL])) == forecast(Table(FRESH), Hall(1, *USUAL))


def test_lines_written_down_together_afterwards_say_nothing_of_the_pace():
    told = Pace(12, 15)
    assert forecast(Table(FRESH, told), Hall.of([told, Pace()])) == forecast(Table(FRESH), Hall())


def test_who_has_waited_waits_less_but_never_below_nothing():
    fresh = forecast(Table(LATE, USUAL), Hall(1, *USUAL))
    waited = forecast(Table(LATE, USUAL, waited=240), Hall(1, *USUAL))
    assert waited.most < fresh.most
    assert 0 <= forecast(Table(LATE, USUAL, waited=20_000), Hall(1, *USUAL)).least < fresh.most


def test_a_round_takes_as_long_as_its_last_table():
    hall = Hall(2, 20, 6600)
    early, late = Table(FRESH, USUAL, seed="1"), Table(LATE, USUAL, seed="2")
    assert forecast_of_round([early], hall) == forecast(early, hall)
    both = forecast_of_round([early, late], hall)
    alone = forecast(early, hall)
    assert alone.least <= both.least
    assert alone.most <= both.most
    eight = forecast_of_round([early._replace(seed=str(number)) for number in range(8)], hall)
    assert eight.least > alone.least * 1.15  # not all of eight are quick


@pytest.mark.parametrize(
    ("minutes", "told"), [(0.0, 1), (0.4, 1), (3.4, 3), (9.4, 9), (9.6, 10), (12.4, 10), (12.6, 15), (63, 65)]
)
def test_minutes_are_told_as_one_says_them(minutes, told):
    assert forecasts.Forecast(minutes, minutes).rounded == (told, told)

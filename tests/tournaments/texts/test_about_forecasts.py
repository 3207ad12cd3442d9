"""A forecast in words, with the noun that the last number asks for."""

from datetime import UTC, datetime

import pytest
from django.utils import translation

from games.simulation.forecast import Forecast
from tournaments.texts.about_forecasts import end_text, minutes_text


@pytest.mark.parametrize(
    ("minutes", "english", "czech"),
    [
        ((0.2, 0.9), "about 1 minute", "asi 1 minuta"),
        ((1.2, 3.8), "about 1–4 minutes", "asi 1–4 minuty"),
        ((2.6, 8.8), "about 3–9 minutes", "asi 3–9 minut"),
        ((9.7, 10.4), "about 10 minutes", "asi 10 minut"),
        ((24, 51.4), "about 25–50 minutes", "asi 25–50 minut"),
    ],
)
def test_a_range_of_minutes(minutes, english, czech):
    assert minutes_text(Forecast(*minutes)) == english
    with translation.override("cs"):
        assert minutes_text(Forecast(*minutes)) == czech


@pytest.mark.parametrize(
    ("minutes", "english", "czech"),
    [
        ((0.2, 0.9), "10:43", "kolem 10:43"),
        ((1.2, 3.8), "10:43–10:46", "asi mezi 10:43 a\N{NO-BREAK SPACE}10:46"),
        ((9, 10.4), "10:51–10:52", "asi mezi 10:51 a\N{NO-BREAK SPACE}10:52"),
        ((10, 12), "10:50", "kolem 10:50"),
        ((80, 185), "12:00–13:45", "asi mezi 12:00 a\N{NO-BREAK SPACE}13:45"),
        ((775, 831), "23:35–00:30", "asi mezi 23:35 a\N{NO-BREAK SPACE}00:30"),
    ],
)
def test_the_end_of_something_is_on_the_clocks_of_its_zone(minutes, english, czech):
    """Clock times: a page without news speaks of the past, and nobody in the hall adds minutes up."""
    at, told = datetime(2026, 3, 14, 9, 42, 31, tzinfo=UTC), Forecast(*minutes)
    assert end_text("Round 2", told, at=at, zone="Europe/Prague") == f"Round 2 ends about {english}."
    assert end_text("Round 2", told, at=at, zone="Africa/Lagos") == f"Round 2 ends about {english} (Africa/Lagos)."
    with translation.override("cs"):
        assert end_text("2. kolo", told, at=at, zone="Europe/Prague") == f"2. kolo skončí {czech}."

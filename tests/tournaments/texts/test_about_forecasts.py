"""A forecast in words, with the noun that the last number asks for."""

from datetime import timedelta

import pytest
from django.utils import translation

from games.simulation.forecast import Forecast
from tests.factories.base import NOW
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
        ((0.2, 0.9), "1 minute", "1 minutu"),
        ((1.2, 3.8), "1–4 minutes", "1–4 minuty"),
        ((24, 51), "25–50 minutes", "25–50 minut"),
    ],
)
def test_the_end_of_something(minutes, english, czech):
    """It says from when it counts: a page without news speaks of the past."""
    at = NOW + timedelta(minutes=5)
    told = Forecast(*minutes)
    assert end_text("Round 2", told, at=at, zone="UTC") == f"Round 2 ends about {english} after {at:%H:%M} (UTC)."
    with translation.override("cs"):
        assert end_text("2. kolo", told, at=at, zone="UTC") == f"2. kolo skončí asi {czech} po {at:%H:%M} (UTC)."

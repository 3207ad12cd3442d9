"""Seasons, series, federations and clubs that come into being when they are first named."""

from __future__ import annotations

import datetime as dt

from tournaments.facts.countries import country_name
from tournaments.facts.regulations import PRESETS
from tournaments.models import Club, Federation, Season, Series

NAMES = {
    "nationals": "Nationals",
    "classic": "Classic",
    "world_series": "World Series",
    "masters": "Masters",
    "greenhorn": "GreenHorn",
    "team_championship": "Team Championship",
    "friendly": "Friendly",
    "smear": "Smear",
}


def season_of(day: dt.date) -> Season:
    """Return the season in which `day` is: a calendar year."""
    return Season.objects.get_or_create(year=day.year)[0]


def series_named(code: str) -> Series:
    """Return the series with this code; the union's own come with their presets (competition.md 3)."""
    preset = PRESETS.get(code)
    defaults: dict[str, object] = {"name": code.replace("_", " ").replace("-", " ").capitalize()}
    if preset is not None:
        defaults = {
            "name": NAMES[code],
            "preset": preset.regulations.explicit(),
            "basic_rounds": preset.basic_rounds,
            "fewest_players": preset.fewest_players,
            "most_players": preset.most_players,
            "has_final": preset.has_final,
            "has_small_final": preset.has_small_final,
        }
    return Series.objects.get_or_create(code=code, defaults=defaults)[0]


def ensure_series() -> None:
    """Make all series of the union, so that a form can offer them."""
    for code in PRESETS:
        series_named(code)


def club_named(*, code: str, name: str, country: str) -> Club:
    """Return the club with this code, founded with its federation if it is new."""
    federation, _ = Federation.objects.get_or_create(country=country, defaults={"name": country_name(country, "en")})
    return Club.objects.get_or_create(code=code, defaults={"name": name, "federation": federation})[0]

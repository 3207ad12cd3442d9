"""Pictures for people who would rather look than read, each with its numbers beside it; drawn here, as SVG.

A page of its own shows those of an event; the letters race stands on the page of its table, places on those of players
and clubs. No script is needed; `facts/plots.py` says where everything stands.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.rules.course import Step
from tournaments import access
from tournaments.facts.plots import PAGE, Bar, Frame, Lines, Series, bars, lines, whole_ticks
from tournaments.models import Event
from tournaments.public.events import event_frame
from tournaments.public.face import public
from tournaments.queries.pictures import SLICE, EveningPictures, PlacesOf, evening_pictures
from tournaments.queries.versions import live_page
from tournaments.standings.courses import race
from tournaments.templatetags.event_times import day_of_year

LEADERS = 12  # lines in one picture that an eye can follow
DAYS = 4  # beneath a picture of a season, and one more if the last is far from them

TITLES: Mapping[str, Any] = {
    "places": _("Places after each round"),
    "pace": _("Deals of all tables together in each quarter of an hour"),
    "bench": _("Deals that each sat out"),
    "race": _("Letters of each seat after each deal"),
    "season": _("Places over the season, the best at the top"),
}


@public.view("e/<slug:slug>/pictures/", right="public.read")
@live_page
def pictures(request: HttpRequest, slug: str) -> HttpResponse:
    """Who led when, how quickly was played, who sat out."""
    found = access.public_event_page(slug)
    seen = evening_pictures(found.event)
    rounds = _rounds(seen.places)
    context = {
        **drawn_of(found.event, seen, hides_standings=found.hides_standings),
        "place_rows": [_in_numbers(one, rounds) for one in _followed(seen.places)],
        "rounds": rounds,
        "has_results": _has_results(seen.places),
        "titles": TITLES,
    }
    return render(request, "public/pictures.html", event_frame(found, "pictures") | context)


def drawn_of(
    event: Event, seen: EveningPictures, *, hides_standings: bool
) -> dict[str, Lines | tuple[Bar, ...] | None]:
    """The pictures of an event by name; what there is nothing to draw of is None or empty."""
    return {
        "places": None if hides_standings else _places(seen),
        "pace": _pace(seen, event.time_zone),
        "bench": () if hides_standings else bars([one for one in seen.bench if one[1]]),
    }


def _places(seen: EveningPictures) -> Lines | None:
    followed, rounds = _followed(seen.places), _rounds(seen.places)
    ticks = [(float(number), str(number)) for number in rounds]
    if _has_results(followed):
        ticks.append((rounds[-1] + 1, gettext("results")))
    if len(ticks) < 2:
        return None
    drawn = [(one.nick, (*one.after, *([(rounds[-1] + 1, one.result)] if one.result else []))) for one in followed]
    worst = max(place for _, line in drawn for _, place in line)
    return lines(
        [Series(nick, line) for nick, line in drawn],
        x_ticks=ticks,
        y_ticks=list(reversed(whole_ticks(1, worst))),
    )


def _followed(places: Sequence[PlacesOf]) -> list[PlacesOf]:
    """Whoever led once, and the best at the end, in that order; as many as an eye can follow."""
    chosen = sorted(range(len(places)), key=lambda number: not places[number].has_led)[:LEADERS]
    return [places[number] for number in sorted(chosen)]


def _rounds(places: Sequence[PlacesOf]) -> list[int]:
    return sorted({number for one in places for number, _ in one.after})


def _has_results(places: Sequence[PlacesOf]) -> bool:
    return any(one.result for one in places)


def _in_numbers(one: PlacesOf, rounds: Sequence[int]) -> tuple[str, list[int | str], int | str]:
    """A place or nothing beneath each round; who came later was in none before."""
    after = dict(one.after)
    return one.nick, [after.get(number, "") for number in rounds], one.result or ""


def _pace(seen: EveningPictures, zone: str) -> tuple[Bar, ...]:
    if seen.since is None:
        return ()
    start: datetime = seen.since.astimezone(ZoneInfo(zone))
    return bars([(f"{start + number * SLICE:%H:%M}", deals) for number, deals in enumerate(seen.pace)])


def race_shown(
    steps: Sequence[Step], letters: Sequence[str], names: Mapping[str, str], *, frame: Frame = PAGE
) -> dict[str, Any] | None:
    """The letters race of a table with its numbers; None before the second deal. `names`: label → nick."""
    found = race(steps)
    deals = max((step.deal or 0 for step in steps), default=0)
    if deals < 2 or not letters:
        return None
    return {
        "plot": lines(
            [Series(names.get(label, label), tuple(line)) for label, line in found.items()],
            x_ticks=whole_ticks(0, deals, at_most=10 if frame is PAGE else 5),
            y_ticks=[(number, letters[number - 1] if number else "–") for number in range(len(letters) + 1)],
            steps=True,
            frame=frame,
        ),
        "rows": [(names.get(label, label), _taken(line, letters)) for label, line in found.items()],
    }


def _taken(line: Sequence[tuple[int, int]], letters: Sequence[str]) -> list[tuple[str, int]]:
    """Each letter with the deal in which it was taken, of those that he took himself."""
    taken = []
    for (_earlier, before), (deal, now) in itertools.pairwise(line):
        taken += [(letters[number], deal) for number in range(before, now)]
    return taken


@dataclass(frozen=True, slots=True)
class SeasonPlaces:
    """The places of a player or club in the events of a season, oldest first; no `plot` while there is but one."""

    year: int
    placed: tuple[Mapping[str, Any], ...]
    plot: Lines | None


def seasons_shown(rows: Sequence[Mapping[str, Any]], name: str) -> list[SeasonPlaces]:
    """Season by season, the newest first."""
    of_year: dict[int, list[Mapping[str, Any]]] = {}
    for row in rows:
        of_year.setdefault(row["event__season__year"], []).append(row)
    return [SeasonPlaces(year, tuple(of_year[year]), _season(of_year[year], name)) for year in sorted(of_year)[::-1]]


def _season(rows: Sequence[Mapping[str, Any]], name: str) -> Lines | None:
    if len(rows) < 2:
        return None
    worst = max(row["place"] for row in rows)
    dated = [number for number, _ in whole_ticks(0, len(rows) - 1, at_most=DAYS)]
    return lines(
        [Series(name, tuple((number, row["place"]) for number, row in enumerate(rows)))],
        x_ticks=[(number, day_of_year(rows[int(number)]["event__date"])) for number in dated],
        y_ticks=list(reversed(whole_ticks(1, worst))),
    )

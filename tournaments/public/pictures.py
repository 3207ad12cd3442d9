"""Pictures for people who would rather look than read, each with its numbers beside it; drawn here, as SVG.

A page of its own shows those of an event; the letters race stands on the page of its table, places on those of players
and clubs. No script is needed; `facts/plots.py` says where everything stands.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from games.rules.course import Step
from tournaments import access
from tournaments.facts.plots import PAGE, Bar, Frame, Lines, Series, bars, lines, whole_ticks
from tournaments.models import Event
from tournaments.public.events import event_frame
from tournaments.public.face import public
from tournaments.queries.pictures import SLICE, EveningPictures, evening_pictures
from tournaments.queries.versions import live_page
from tournaments.standings.courses import race

TITLES: Mapping[str, Any] = {
    "places": _("Places after each round"),
    "pace": _("Deals of all tables together in each quarter of an hour"),
    "bench": _("Deals that each sat out"),
    "race": _("Letters of each seat after each deal"),
    "over_events": _("Places event by event, the best at the top"),
}


@public.view("e/<slug:slug>/pictures/", right="public.read")
@live_page
def pictures(request: HttpRequest, slug: str) -> HttpResponse:
    """Who led when, how quickly was played, who sat out."""
    found = access.public_event_page(slug)
    seen = evening_pictures(found.event)
    context = {
        **drawn_of(found.event, seen, hides_standings=found.hides_standings),
        "place_rows": seen.places,
        "rounds": [number for number, _ in max((line for _, line in seen.places), key=len, default=())],
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
        "bench": bars([one for one in seen.bench if one[1]]),
    }


def _places(seen: EveningPictures) -> Lines | None:
    rounds = sorted({number for _, line in seen.places for number, _ in line})
    if len(rounds) < 2:
        return None
    worst = max(place for _, line in seen.places for _, place in line)
    return lines(
        [Series(nick, line) for nick, line in seen.places],
        x_ticks=[(number, str(number)) for number in rounds],
        y_ticks=list(reversed(whole_ticks(1, worst))),
    )


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


def places_shown(rows: Sequence[Mapping[str, Any]], name: str) -> Lines | None:
    """The places of a player or club over the events; None while there is but one."""
    if len(rows) < 2:
        return None
    worst = max(row["place"] for row in rows)
    return lines(
        [Series(name, tuple((number, row["place"]) for number, row in enumerate(rows)))],
        x_ticks=[(number, f"{row['event__date']:%d.%m.%y}") for number, row in enumerate(rows)],
        y_ticks=list(reversed(whole_ticks(1, worst))),
    )

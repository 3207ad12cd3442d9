"""Whole seasons at once, straight into the rows that a ranking is counted from."""

from __future__ import annotations

import datetime as dt

from tests.factories.base import NOW
from tests.factories.tournaments import ClubFactory, EventFactory
from tournaments.models import Event, Player, Publication, RankedResult, Registration, Season


def a_season(events: int, players: int, *, clubs: int = 8, year: int = NOW.year) -> Season:
    """A season of finished events with as many players each, twice as many in all, and their places."""
    homes = [ClubFactory.create() for _ in range(clubs)]
    people = Player.objects.bulk_create(
        Player(nick=f"CAT{n}", nick_key=f"cat {n} of {year}", created_at=NOW) for n in range(players * 2)
    )
    first = EventFactory.create(status="finished", date=NOW.date().replace(year=year))
    rest = Event.objects.bulk_create(
        Event(
            slug=f"of-{year}-{n}", name=f"Evening {n}", date=first.date + dt.timedelta(days=n), status="finished",
            series=first.series, season=first.season, created_at=NOW,
        )
        for n in range(1, events)
    )  # fmt: skip
    for n, event in enumerate([first, *rest]):
        publication = Publication.objects.create(event=event, number=1, final=True, document={}, head="", at=NOW)
        rows = Registration.objects.bulk_create(
            Registration(
                event=event, player=people[(place + n) % len(people)], key=f"p{place}", nick="CAT",
                club=homes[place % clubs], applied_at=NOW, status_at=NOW,
            )
            for place in range(1, players + 1)
        )  # fmt: skip
        RankedResult.objects.bulk_create(
            RankedResult(registration=one, event=event, publication=publication, place=place)
            for place, one in enumerate(rows, start=1)
        )
    return first.season

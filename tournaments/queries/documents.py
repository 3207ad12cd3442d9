"""Results as documents: `scwu-results/1` from the logs, and the same with names and official places for publishing."""

from __future__ import annotations

from typing import Any

from tournaments.models import Event, PlaceOverride, Registration
from tournaments.queries.played import entrants, played_event
from tournaments.standings.places import with_overrides
from tournaments.standings.results import results, results_document


def results_of(event: Event) -> dict[str, Any]:
    """The document `scwu-results/1` of a stored event: the same as for its event file."""
    return results_document(results(played_event(event)))


def results_with_names(event: Event) -> dict[str, Any]:
    """The document with what a reader needs besides: nicks and clubs of the day, and overridden places.

    `entries`: key → nick, club, country; `official`: in official order the entry, its place and the public note.
    """
    found = results(played_event(event))
    overrides = {
        one.registration.key: (one.place, one.note)
        for one in PlaceOverride.objects.filter(event=event, withdrawn_at=None).select_related("registration")
    }
    return {
        **results_document(found),
        "entries": {one.key: _names(one) for one in entrants(event)},
        "official": [
            {"place": one.official_place, "computed": one.place, "entry": one.entry, "note": one.note}
            for one in with_overrides(found.standings, overrides)
        ],
        "reasons": {one.entry: [[why.code, dict(why.values)] for why in one.why] for one in found.standings},
    }


def _names(registration: Registration) -> dict[str, Any]:
    club = registration.club
    return {
        "nick": registration.nick,
        "classified": registration.classified,
        "club": club and club.name,
        "country": club and club.federation.country,
    }

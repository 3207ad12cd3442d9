"""Results as documents: `scwu-results/1` from the logs, and the same with official places and clubs for publishing.

No document holds a nick: entries stand in it by their keys, and `nicks_at` says whose they are. So a published document
is never changed, not even when a player is forgotten.
"""

from __future__ import annotations

from typing import Any

from tournaments.facts.masking import masked
from tournaments.models import Event, PlaceOverride, Registration
from tournaments.queries.played import entrants, played_event
from tournaments.standings.places import with_overrides
from tournaments.standings.results import PlayedEvent, records, results, results_document
from tournaments.standings.teams import team_standings


def results_of(event: Event) -> dict[str, Any]:
    """Make the document `scwu-results/1` of a stored event: the same as for its event file."""
    return results_document(results(played_event(event)))


def results_to_publish(event: Event) -> dict[str, Any]:
    """Make the document with what a reader needs besides: the clubs of the day, and overridden places.

    `entries`: key → club, country, whether classified and with a claim to points; `official`: in official order the
    entry, its place and the public note; `teams`: the clubs by team result, for the ranking of the season.
    """
    played = played_event(event)
    found = results(played)
    nicks = nicks_at(event)
    overrides = {
        override.registration.key: (override.place, masked(override.note, nicks))
        for override in PlaceOverride.objects.filter(event=event, withdrawn_at=None).select_related("registration")
    }
    return {
        **results_document(found),
        "entries": {registration.key: _home(registration) for registration in entrants(event)},
        "official": [
            {"place": placed.official_place, "computed": placed.place, "entry": placed.entry, "note": placed.note}
            for placed in with_overrides(found.standings, overrides)
        ],
        "reasons": {
            standing.entry: [[why.code, dict(why.values)] for why in standing.why] for standing in found.standings
        },
        "teams": [] if event.is_smear else _teams(played),
    }


def nicks_at(event: Event) -> dict[str, str]:
    """Entry key → nick of the day, for everybody who ever registered. One statement."""
    return dict(Registration.objects.filter(event=event).values_list("key", "nick"))


def _teams(played: PlayedEvent) -> list[dict[str, Any]]:
    clubs = {entry.id: entry.club for entry in played.entries if entry.club}
    return [
        {"place": team.place, "club": team.club}
        for team in team_standings(records(played), clubs, played.regulations)
        if team.total.deals
    ]


def _home(registration: Registration) -> dict[str, Any]:
    club = registration.club
    return {
        "classified": registration.classified,
        "earns_points": registration.earns_points,
        "club": club and club.name,
        "country": club and club.federation.country,
    }

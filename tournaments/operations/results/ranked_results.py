"""The places of final publications as rows, from which the ranking of a season is counted.

The newest final publication of an event counts; a correction is a further publication and takes the place of the one
before (competition.md 3.8, 3.9). The document says place, classification and claim; a registration's own flags are
asked only where an older document is silent. Who never sat in an own deal is down as such: he earns nothing.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from tournaments.models import Club, Event, Publication, RankedResult, RankedTeam, Registration

FIELDS = ("place", "sharing", "claims", "played")


def keep_results(publication: Publication) -> None:
    """Put the places of a final publication in place of those of the one before. Few statements.

    A rehearsal has none: it counts for nothing.
    """
    if publication.event.is_rehearsal:
        return
    RankedResult.objects.filter(event=publication.event_id).delete()
    RankedTeam.objects.filter(event=publication.event_id).delete()
    RankedResult.objects.bulk_create(_results(publication), batch_size=500)
    RankedTeam.objects.bulk_create(_teams(publication), batch_size=500)


def keep_newest_results(event: Event) -> tuple[dict[str, Any], dict[str, Any]]:
    """Put the places of the newest final publication in place of what is stored; none if there is no such publication.

    Returns what was there before and what is there now.
    """
    before = _stored(event)
    newest = Publication.objects.filter(event=event, final=True).order_by("-number").first()
    if newest is not None:
        keep_results(newest)
    else:
        RankedResult.objects.filter(event=event).delete()
        RankedTeam.objects.filter(event=event).delete()
    return before, _stored(event)


def _results(publication: Publication) -> list[RankedResult]:
    document = publication.document
    official = {line["entry"]: line["place"] for line in document.get("official") or _computed(document)}
    played = {line["entry"] for line in document["standings"] if line["deals"]}
    sharing = Counter(official.values())
    entries = document.get("entries", {})
    rows = []
    for registration in Registration.objects.filter(event=publication.event_id, key__in=entries.keys() | official):
        place = official.get(registration.key, 0)
        rows.append(
            RankedResult(
                registration=registration,
                event_id=publication.event_id,
                publication=publication,
                place=place,
                sharing=sharing[place] if place else 1,
                claims=entries.get(registration.key, {}).get("earns_points", registration.earns_points),
                played=registration.key in played,
            )
        )
    return rows


def _computed(document: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"entry": line["entry"], "place": line["place"]} for line in document["standings"]]


def _teams(publication: Publication) -> list[RankedTeam]:
    places = {line["club"]: line["place"] for line in publication.document.get("teams", ())}
    sharing = Counter(places.values())
    return [
        RankedTeam(
            event_id=publication.event_id,
            club=club,
            publication=publication,
            place=places[club.code],
            sharing=sharing[places[club.code]],
        )
        for club in Club.objects.filter(code__in=places)
    ]


def _stored(event: Event) -> dict[str, Any]:
    results = RankedResult.objects.filter(event=event).order_by("registration__position")
    teams = RankedTeam.objects.filter(event=event).order_by("club__code")
    return {key: list(values) for key, *values in results.values_list("registration__key", *FIELDS)} | {
        f"team {code}": list(values) for code, *values in teams.values_list("club__code", "place", "sharing")
    }

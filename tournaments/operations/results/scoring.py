"""Ordering an event anew from its logs: when a round begins, a basic game is corrected while the final runs, somebody
changes places in a final, or a rebuild is asked for. Linear in the size of the event, so never part of an ordinary
deal. The caller holds the event.
"""

from __future__ import annotations

from typing import Any

from games.rules.game import Tally
from tournaments import projections
from tournaments.models import Event, Score
from tournaments.queries.played import played_event
from tournaments.standings.results import PlayedEvent, results
from tournaments.standings.success import total


def order_anew(event: Event) -> list[tuple[Score, dict[str, Any]]]:
    """Write every score of `event` as its logs have it; returns those that differed, with their old values."""
    scores = list(Score.objects.filter(event=event).select_related("registration").order_by("pk"))
    before = {score.pk: _values(score) for score in scores}
    played = played_event(event)
    rounds = _rounds(played)
    placed = {standing.entry: standing for standing in results(played).standings}
    for score in scores:
        score.rounds = rounds.get(score.key, {})
        projections.count_totals(score)
        standing = placed.get(score.key)
        score.rank_key = standing.rank_key if standing else ""
        in_final = standing is not None and standing.rank_key[0] in "01"
        score.why = [[reason.code, dict(reason.values)] for reason in standing.why] if standing and in_final else []
    changed = [score for score in scores if _values(score) != before[score.pk]]
    projections.write_scores(changed)
    return [(score, before[score.pk]) for score in changed]


def _rounds(played: PlayedEvent) -> dict[str, dict[str, list[Any]]]:
    """Entry → round number → its row in `Score.rounds`, for the rounds that count."""
    found: dict[str, dict[str, list[Any]]] = {}
    for round_ in played.rounds:
        if round_.kind == "play_off":
            continue
        did: dict[str, list[Tally]] = {}
        for table in round_.tables:
            for seat in table.state.seats.values():
                for entry, tally in seat.tallies.items():
                    did.setdefault(entry, []).append(tally)
        for entry, tallies in did.items():
            found.setdefault(entry, {})[str(round_.number)] = projections.round_row(round_.kind, total(tallies))
    return found


def _values(score: Score) -> dict[str, Any]:
    return {field: getattr(score, field) for field in projections.TOTALS}

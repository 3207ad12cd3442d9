"""What other rules or points tables would change in the ranking of a season: the preview before they are saved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from tournaments.models import Season
from tournaments.queries.ranking_rules import Tables, rules_of, tables_of
from tournaments.queries.rankings import ranking_with
from tournaments.standings.ranking import Rules


@dataclass(frozen=True, slots=True)
class Change:
    """A rank or a sum that would be another one; None: without points."""

    key: int
    rank: int | None
    new_rank: int | None
    points: Fraction
    new_points: Fraction


@dataclass(frozen=True, slots=True)
class Changes:
    players: list[Change]
    clubs: list[Change]


def changes(season: Season, *, rules: Rules | None = None, tables: Tables | None = None) -> Changes:
    """How ranks and points would change under other rules or tables, in the order of the new ranking."""
    now, stand = rules_of(season), tables_of(season)
    before = ranking_with(season, rules=now, tables=stand)
    after = ranking_with(season, rules=rules or now, tables={**stand, **(tables or {})})
    return Changes(
        players=_changes(
            {line.player: (line.rank, line.points) for line in before.players},
            {line.player: (line.rank, line.points) for line in after.players},
        ),
        clubs=_changes(
            {line.club: (line.rank, line.points) for line in before.clubs},
            {line.club: (line.rank, line.points) for line in after.clubs},
        ),
    )


def _changes(before: Mapping[int, tuple[int, Fraction]], after: Mapping[int, tuple[int, Fraction]]) -> list[Change]:
    nothing = (None, Fraction(0))
    return [
        Change(key, old[0], new[0], old[1], new[1])
        for key in dict.fromkeys((*after, *before))
        if (old := before.get(key, nothing)) != (new := after.get(key, nothing))
    ]

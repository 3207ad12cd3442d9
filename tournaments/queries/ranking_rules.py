"""What counts in the ranking of a season: its rules and the points of places, carried over until they are set anew."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from operator import itemgetter

from django.db.models import QuerySet

from tournaments.models import PointsTable, RankedBody, RankingRules, Season, Series
from tournaments.standings.points_tables import default_table
from tournaments.standings.ranking import Rules
from tournaments.texts.about_languages import name_order

Tables = Mapping[tuple[int, str], tuple[int, ...]]  # (series, body) → points


def rules_of(season: Season) -> Rules:
    """The rules of a season: its own, else those of the last season that has any, else the shipped. One statement."""
    found = _rules_until(season).first()
    return Rules(found.best_of, found.best_members, found.close_up) if found else Rules()


def tables_of(season: Season) -> dict[tuple[int, str], tuple[int, ...]]:
    """(series, body) → points, for every series: each table carries over until it is set anew. Two statements."""
    found = {
        (pk, body.value): default_table(code, for_clubs=body == RankedBody.CLUBS)
        for pk, code in Series.objects.values_list("pk", "code")
        for body in RankedBody
    }
    return found | {(table.series_id, table.body): tuple(table.points) for table in _tables_until(season)}


@dataclass(frozen=True, slots=True)
class Carried:
    """What a season has not set itself: the years from which its rules and its tables are, where not its own."""

    rules: int | None
    tables: Mapping[tuple[int, str], int]

    @property
    def years(self) -> list[int]:
        """Return all those years, newest first; empty if everything is its own or the shipped."""
        return sorted({*self.tables.values(), *([self.rules] if self.rules else [])}, reverse=True)


def carried_over(season: Season) -> Carried:
    """From which seasons the rules and tables of this one are. Two statements."""
    of_rules = _rules_until(season).values_list("season__year", flat=True).first()
    years = {(table.series_id, table.body): table.season.year for table in _tables_until(season)}
    return Carried(
        rules=None if of_rules == season.year else of_rules,
        tables={key: year for key, year in years.items() if year != season.year},
    )


def _rules_until(season: Season) -> QuerySet[RankingRules]:
    return RankingRules.objects.filter(season__year__lte=season.year).order_by("-season__year")


def _tables_until(season: Season) -> QuerySet[PointsTable]:
    """The tables of this season and of those before it, the later ones last."""
    return PointsTable.objects.filter(season__year__lte=season.year).select_related("season").order_by("season__year")


def shown_tables(season: Season) -> list[tuple[str, tuple[int, ...], tuple[int, ...]]]:
    """Name, points of players and points of clubs of every series, by name. Three statements."""
    tables = tables_of(season)
    series = Series.objects.order_by("pk").values_list("pk", "name")
    return [
        (name, tables[pk, RankedBody.PLAYERS], tables[pk, RankedBody.CLUBS])
        for pk, name in sorted(series, key=name_order(itemgetter(1)))
    ]

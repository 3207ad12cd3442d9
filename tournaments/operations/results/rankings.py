"""The union sets what places are worth: points tables and the rules of a season (competition.md 3.8).

`base` is what the editor saw when he began: if it is not what stands there now, somebody else was faster, and nothing
is overwritten unseen. Results stay what they are; the ranking is counted anew from them.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import connection, transaction

from games.rules.refusals import Refused
from tournaments.models import Account, PointsTable, RankedBody, RankingRules, Season, Series
from tournaments.operations import journal
from tournaments.queries.ranking_rules import rules_of, tables_of
from tournaments.standings.ranking import Rules


@transaction.atomic
def set_points_table(
    *,
    season: Season,
    series: Series,
    body: RankedBody,
    points: Sequence[int],
    base: Sequence[int],
    by: Account,
    now: datetime,
) -> None:
    """Set what the places of a series earn in a season (competition.md 3.8). Raises Refused `points_changed`."""
    _hold(season)
    before = tables_of(season)[series.pk, body]
    if tuple(base) != before:
        raise Refused("points_changed")
    PointsTable.objects.update_or_create(season=season, series=series, body=body, defaults={"points": list(points)})
    journal.note(
        "points_table_set",
        by=by,
        now=now,
        subject=f"points:{season.year}:{series.code}:{body}"[:60],
        old={"points": list(before)},
        new={"points": list(points)},
    )


@transaction.atomic
def set_ranking_rules(*, season: Season, rules: Rules, base: Rules, by: Account, now: datetime) -> None:
    """Set how the points of a season are added up (competition.md 3.8). Raises Refused `points_changed`."""
    _hold(season)
    before = rules_of(season)
    if base != before:
        raise Refused("points_changed")
    RankingRules.objects.update_or_create(season=season, defaults=_fields(rules))
    journal.note(
        "ranking_rules_set",
        by=by,
        now=now,
        subject=f"season:{season.year}",
        old=_fields(before),
        new=_fields(rules),
    )


def _fields(rules: Rules) -> dict[str, int | bool | None]:
    return {"best_of": rules.best_of, "best_members": rules.best_members, "close_up": rules.close_up}


def _hold(season: Season) -> None:
    """One editor at a time; on SQLite whoever writes is alone anyway."""
    if connection.features.has_select_for_update:
        Season.objects.select_for_update(no_key=True).get(pk=season.pk)

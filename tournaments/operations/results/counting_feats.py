"""Feats kept up to date: the rows of a table are made anew when its finished log has another length than they know.

The clock does it (`tournaments.tasks`), after the commit of the deal; so recording pays nothing for it, and whatever
changes a finished game (a correction, a ruling, a late line) is followed by itself, because a log only grows. `rebuild`
counts them all again and says what differed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.db import transaction
from django.db.models import F, Q, QuerySet

from games import queries as game_queries
from games.models import Entry, Game
from games.rules.course import course
from tournaments import projections
from tournaments.models import CountedTable, Event, Feat, Occupant, RoundKind, Table
from tournaments.operations.holding import hold_event
from tournaments.standings import feats

AT_ONCE = 50  # tables in one look of the clock, so that nothing else waits long
NAMED = ("event_id", "kind", "value", "worth", "position", "occupant_id", "other_id")


def count_due() -> int:
    """Count the feats of tables that are due, each in a transaction of its own. Returns how many there were."""
    found = list(due()[:AT_ONCE])
    for table in found:
        count_feats(table)
    return len(found)


def due(event: Event | None = None) -> QuerySet[Table]:
    """Tables whose feats do not follow from their logs as they are now, oldest first."""
    counted = Q(counted__isnull=False)
    is_old = Q(game__finished=True) & (~counted | ~Q(counted__length=F("game__length")))
    rows = Table.objects.filter(is_old | Q(game__finished=False) & counted).exclude(round__kind=RoundKind.PLAY_OFF)
    of_event = rows if event is None else rows.filter(round__event=event)
    return of_event.select_related("round__event", "game").order_by("pk")


def count_feats(table: Table) -> None:
    """Put the feats of a table as its log is now in place of those that are stored. Pages of the event are told."""
    with transaction.atomic():
        event = table.round.event
        hold_event(event)
        game = Game.objects.get(table=table)
        CountedTable.objects.filter(table=table).delete()
        if game.finished:
            counted = CountedTable.objects.create(table=table, length=game.length)
            Feat.objects.bulk_create(_feats(counted, event, game, game_queries.log_of(game)))
        projections.bump(event)


def differing_feats(event: Event) -> Iterator[tuple[str, list[tuple[object, ...]], list[tuple[object, ...]]]]:
    """Each counted table whose rows are not what its log says: where, what is stored, what it should be.

    A table that the clock has not come to is no difference. Stored rows are put right.
    """
    tables = Table.objects.filter(round__event=event, counted__length=F("game__length"), game__finished=True)
    rows = list(tables.select_related("round", "game", "counted").order_by("round__number", "number"))
    logs = game_queries.logs_of(table.game for table in rows if table.game)
    for table in rows:
        assert table.game is not None  # noqa: S101 - filtered by the query above; tells the type checker
        rebuilt = _feats(table.counted, event, table.game, logs[table.game.pk])
        stored, made = _named(table.counted.feats.all()), _named(rebuilt)
        if stored != made:
            table.counted.feats.all().delete()
            Feat.objects.bulk_create(rebuilt)
            yield f"round {table.round.number}, table {table.number}", stored, made
    of_event = Feat.objects.filter(Q(event=event) | Q(counted__table__round__event=event))
    strays = of_event.exclude(counted__table__in=rows).exclude(counted__table__in=due(event))
    if found := _named(strays):
        strays.delete()
        yield "no table", found, []


def _feats(counted: CountedTable, event: Event, game: Game, lines: list[Entry]) -> list[Feat]:
    people = dict(Occupant.objects.filter(table=counted.table_id).values_list("label", "pk"))
    state, steps = course(game_queries.setup_of(game), [game_queries.parsed(line) for line in lines])
    found = feats.feats(state, steps, game_queries.pace(game, state, lines))
    return [
        Feat(
            counted=counted,
            event=event,
            kind=feat.kind,
            value=feat.value,
            worth=feat.worth,
            position=feat.position,
            occupant_id=people.get(feat.who),
            other_id=people.get(feat.to),
        )
        for feat in found
    ]


def _named(rows: Iterable[Feat]) -> list[tuple[object, ...]]:
    return sorted((tuple(getattr(row, name) for name in NAMED) for row in rows), key=repr)

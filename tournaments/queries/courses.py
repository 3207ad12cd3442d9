"""How some tables of an event came to what they show: their logs folded line by line, for pictures of a whole hall."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import groupby
from operator import attrgetter
from typing import Any

from django.db.models import F, QuerySet

from games import queries as game_queries
from games.models import Entry
from games.rules.course import Step, course
from tournaments.models import Event
from tournaments.queries.tables_public import TableNow

Place = tuple[int, int]
"""A table by the number of its round and its own."""


def courses_of(event: Event, tables: Collection[TableNow]) -> dict[Place, tuple[Step, ...]]:
    """The course of each of these tables that has a line. One statement, none without tables."""
    wanted = {(table.round, table.number) for table in tables}
    return {place: steps for place, steps in _courses(event, wanted) if place in wanted} if wanted else {}


def _courses(event: Event, wanted: Collection[Place]) -> Iterator[tuple[Place, tuple[Step, ...]]]:
    rounds, numbers = zip(*wanted, strict=True)
    lines = Entry.objects.filter(
        game__table__round__event=event, game__table__round__number__in=rounds, game__table__number__in=numbers
    )
    placed: QuerySet[Any] = lines.annotate(at_round=F("game__table__round__number"), at_table=F("game__table__number"))
    rows = placed.select_related("game").order_by("game", "position")
    for (round_, table, _game), log in groupby(rows, key=attrgetter("at_round", "at_table", "game_id")):
        entries = list(log)
        setup = game_queries.setup_of(entries[0].game)
        yield (round_, table), course(setup, [game_queries.parsed(line) for line in entries])[1]

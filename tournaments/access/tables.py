"""Tables for those who record and watch: all for referees, his own for a line judge."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import connection
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404

from games.models import Game
from games.prepared import prepared
from games.rules.refusals import Refused
from tournaments import rights
from tournaments.access.public import SEEN_BY_EVERYONE
from tournaments.access.roles import flags_of, granted, prove, roles_at
from tournaments.access.rows import found
from tournaments.models import Account, Event, Staff, StaffRole, StaffTable, Table

OF_SOME_TABLES = frozenset({StaffRole.LINE_JUDGE.value})
FLAGS = ("is_active", "may_direct", "is_staff", "is_superuser")  # what `flags_of` asks of an account


@dataclass(frozen=True, slots=True)
class RecordedTable:
    """A table together with the right by which its recorder holds it. `is_referee`: referee or director."""

    table: Table
    is_referee: bool

    @property
    def game(self) -> Game:
        """Its game. Raises Refused `round_not_running` before the round has started."""
        if self.table.game is None:
            raise Refused("round_not_running", round=self.table.round.number)
        return self.table.game


def tables_for_staff(account: Account, event: Event) -> QuerySet[Table]:
    """The tables of `event` that `account` may watch over: all for referees, his own for a line judge."""
    tables = Table.objects.filter(round__event=event)
    if flags_of(account) & rights.anywhere("event.watch"):
        return tables
    roles = roles_at(account, event) & rights.where_held("event.watch")
    if roles - OF_SOME_TABLES:
        return tables
    if roles:
        return tables.filter(Exists(judged_by(account, OuterRef("round__event"), OuterRef("number"))))
    prove(account, "event.watch")
    return tables


def table_for_recorder(
    account: Account, slug: str, round_number: int, table_number: int, *, lock: bool = False
) -> RecordedTable:
    """A table whose game `account` may record. One statement; with `lock` its event is held first, by one more.

    `lock` needs a transaction. Every act at an event takes the same lock (operations/holding.py); on SQLite the
    transaction itself is the lock (it begins IMMEDIATE), and the statement is saved.
    """
    if lock and connection.features.has_select_for_update:
        found(_held_event(slug))
    flags = tuple(bool(getattr(account, name)) for name in FLAGS)
    cells = tuple(frozenset(rights.MATRIX[act].items()) for act in ("table.record", "table.rule"))
    table: Any = found(  # with the rights that the query annotates
        _table_to_record(account.pk, slug, round_number, table_number, flags=flags, cells=cells)
    )
    if not table.may_record:
        is_known = table.round.event.status != "draft" and table.round.status in SEEN_BY_EVERYONE
        raise PermissionDenied if is_known else Http404
    return RecordedTable(table=table, is_referee=table.may_rule)


@prepared
def _held_event(slug: str) -> QuerySet[Event]:
    return Event.objects.held().filter(slug=slug).only("pk")


@prepared
def _table_to_record(
    account: int,
    slug: str,
    round_number: int,
    table_number: int,
    *,
    flags: tuple[bool, ...],
    cells: Hashable,
) -> QuerySet[Table]:
    """A table with the rights of an account that has these flags, as the matrix stands (`cells`)."""
    recorder = Account(pk=account, **dict(zip(FLAGS, flags, strict=True)))
    finals = Table.objects.filter(round__event=OuterRef("round__event"), round__kind=OuterRef("round__kind"))
    return (
        Table.objects.select_related("game", "round__event__series", "round__playing_word")
        .filter(round__event__slug=slug, round__number=round_number, number=table_number)
        .annotate(
            may_record=granted_at_table(recorder, "table.record"),
            may_rule=granted_at_table(recorder, "table.rule"),
            has_siblings=Exists(finals.filter(game__isnull=False).exclude(pk=OuterRef("pk"))),
        )
    )


def granted_at_table(account: Account, act: str) -> Q:
    """The same in a statement about tables: a line judge has his tables, the others the whole event."""
    ways_in = granted(account, act, None)
    roles = rights.where_held(act) & rights.AT_EVENTS
    if on_event := roles - OF_SOME_TABLES:
        ways_in |= Q(Exists(roles_of(account, OuterRef("round__event")).filter(role__in=on_event)))
    if roles & OF_SOME_TABLES:
        ways_in |= Q(Exists(judged_by(account, OuterRef("round__event"), OuterRef("number"))))
    return ways_in


def roles_of(account: Account, event: OuterRef) -> QuerySet[Staff]:
    return Staff.objects.filter(account=account.pk, event=event, ended_at=None)


def judged_by(account: Account, event: OuterRef, number: OuterRef) -> QuerySet[StaffTable]:
    return StaffTable.objects.filter(
        staff__account=account.pk,
        staff__event=event,
        staff__role=StaffRole.LINE_JUDGE,
        staff__ended_at=None,
        number=number,
    )

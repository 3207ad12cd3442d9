"""Tables for those who record and watch: all for referees, his own for a line judge, for a player where he plays."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db import connection
from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, Subquery, When
from django.http import Http404

from games.models import Game
from games.prepared import Question, prepared
from games.rules.refusals import Refused
from tournaments import instances, rights
from tournaments.access.public import SEEN_BY_EVERYONE
from tournaments.access.roles import flags_of, granted, prove, roles_at
from tournaments.access.rows import found
from tournaments.models import (
    Account,
    Call,
    Event,
    Occupant,
    Phone,
    Staff,
    StaffRole,
    StaffTable,
    Table,
    is_promised_again,
    is_told_again,
)

OF_SOME_TABLES = frozenset({StaffRole.LINE_JUDGE.value})
FLAGS = ("is_active", "may_direct", "is_staff", "is_superuser")  # what `flags_of` asks of an account


@dataclass(frozen=True, slots=True)
class RecordedTable:
    """A table together with the right by which its recorder holds it. `is_referee`: referee or director.

    `seat`: where he plays himself, "" if he does not; `may_record`: false for who only plays there.
    """

    table: Table
    is_referee: bool
    seat: str = ""
    may_record: bool = True

    @property
    def instance(self) -> str:
        """As which instance he writes and judges here."""
        return _instance(self.table, is_referee=self.is_referee)

    @property
    def game(self) -> Game:
        """Its game. Raises Refused `round_not_running` before the round has started."""
        if self.table.game is None:
            raise Refused("round_not_running", round=self.table.round.number)
        return self.table.game


@dataclass(frozen=True, slots=True)
class PhonesTable:
    """A table to which a phone brings lines. What has no right, or comes by a phone that was revoked, is kept too."""

    table: Table
    may_record: bool
    is_referee: bool
    is_revoked: bool

    @property
    def instance(self) -> str:
        """As which instance whoever brings them writes here."""
        return _instance(self.table, is_referee=self.is_referee)

    @property
    def game(self) -> Game:
        assert self.table.game is not None  # noqa: S101 – it was found by its game; tells the type checker
        return self.table.game


def _instance(table: Table, *, is_referee: bool) -> str:
    return instances.at_a_table(is_referee=is_referee, has_role=getattr(table, "has_role", False))


def highest_hand(event: Event, writers: Collection[str]) -> str:
    """The highest instance among those who wrote lines of a log, by the keys that lines name them with.

    Who has once judged at the event counts as that for ever: which line he wrote before nobody need know.
    One statement.
    """
    accounts = [key.removeprefix("account:") for key in writers]
    held = Account.objects.filter(pk__in=[key for key in accounts if key.isdecimal()])
    found = [
        instances.LINE_JUDGE if role == StaffRole.LINE_JUDGE and not is_keeper else instances.REFEREE
        for is_keeper, role, where in held.values_list("is_superuser", "roles__role", "roles__event")
        if is_keeper or where == event.pk
    ]
    return instances.highest(*found)


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
    shape: dict[str, Any] = {"flags": _flags(account), "cells": _cells()}
    asked = account.pk, slug, round_number, table_number
    if lock and connection.features.has_select_for_update:
        _held_event.ahead(slug)
        _table_to_record.ahead(*asked, **shape)
        found(_held_event(slug))
    table: Any = found(_table_to_record(*asked, **shape))  # with the rights that the query annotates
    if not table.may_record:
        is_known = table.round.event.status != "draft" and table.round.status in SEEN_BY_EVERYONE
        raise PermissionDenied if is_known else Http404
    return RecordedTable(table=table, is_referee=table.may_rule)


def table_of_game(
    account: Account, game: int, *, device: UUID, lock: bool = False, ahead: Iterable[Question[[int], Any]] = ()
) -> PhonesTable:
    """The table of a game, for what a phone brings: whoever asks, and with what right he does. One statement, as above.

    `ahead`: what will be asked about the game next, under the lock. Raises Http404 if there is no such game.
    """
    shape: dict[str, Any] = {"flags": _flags(account), "cells": _cells()}
    asked = account.pk, game, device.hex
    if lock and connection.features.has_select_for_update:
        _held_event_of.ahead(game)
        _table_of_game.ahead(*asked, **shape)
        for question in ahead:
            question.ahead(game)
        found(_held_event_of(game))
    table: Any = found(_table_of_game(*asked, **shape))
    return PhonesTable(
        table=table,
        may_record=bool(table.may_record),
        is_referee=bool(table.may_rule),
        is_revoked=bool(table.is_revoked),
    )


def table_for_sitter(account: Account, slug: str, round_number: int, table_number: int) -> RecordedTable:
    """A table at which `account` plays, or over which it watches."""
    plays = seats_of(account, OuterRef("pk"))
    asked = Table.objects.filter(round__event__slug=slug, round__number=round_number, number=table_number)
    table: Any = found(
        asked.select_related("game", "round__event__series", "round__playing_word").annotate(
            seat=Subquery(plays.values("seat")[:1]),
            may_sit=granted_at_table(account, "table.sit"),
            may_record=granted_at_table(account, "table.record") | players_record(account),
            may_rule=granted_at_table(account, "table.rule"),
            open_call=open_call(OuterRef("pk")),
            is_told_again=is_told_again("round"),
            is_promised_again=is_promised_again("round"),
        )
    )
    table.round.is_told_again, table.round.is_promised_again = table.is_told_again, table.is_promised_again
    seat = table.seat if "player" in rights.where_held("table.sit") and table.round.status in SEEN_BY_EVERYONE else ""
    if not table.may_sit and not seat:
        is_known = table.round.event.status != "draft" and table.round.status in SEEN_BY_EVERYONE
        raise PermissionDenied if is_known else Http404
    return RecordedTable(table, is_referee=table.may_rule, seat=seat or "", may_record=table.may_record)


def table_for_referee(account: Account, slug: str, round_number: int, table_number: int) -> RecordedTable:
    """A table at which `account` may rule."""
    held = table_for_sitter(account, slug, round_number, table_number)
    if not held.is_referee:
        raise PermissionDenied
    return held


def own_tables(account: Account, slug: str, round_number: int) -> list[int]:
    """The numbers of the tables of a round at which `account` records and that are his: as line judge, or as player.

    Seats count as soon as everybody may see them. Empty for who has all tables alike. One statement.
    """
    is_judge = Q(Exists(judged_by(account, OuterRef("round__event"), OuterRef("number"))))
    plays = Q(Exists(seats_of(account, OuterRef("pk"))), round__status__in=SEEN_BY_EVERYONE)
    of_round = Table.objects.filter(round__event__slug=slug, round__number=round_number)
    to_record = of_round.filter(granted_at_table(account, "table.record") | players_record(account))
    return list(to_record.filter(is_judge | plays).order_by("number").values_list("number", flat=True))


def seats_of(account: Account, table: OuterRef) -> QuerySet[Occupant]:
    """Where `account` sits at `table` now."""
    return Occupant.objects.sitting().filter(table=table, registration__player__account=account.pk)


def players_record(account: Account) -> Q:
    """In a statement about tables: `account` plays there, at an event where players may record."""
    return Q(Exists(seats_of(account, OuterRef("pk"))), round__event__regulations__players_record=True)


def open_call(table: OuterRef) -> Subquery:
    """In a statement about tables: the key of the call that is open there, below zero once somebody is coming."""
    mark = Case(When(answered_at=None, then=F("pk")), default=-F("pk"))
    return Subquery(Call.objects.filter(table=table, ended_at=None).values(mark=mark)[:1])


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
    return _with_rights(account, flags).filter(round__event__slug=slug, round__number=round_number, number=table_number)


@prepared
def _table_of_game(
    account: int, game: int, device: str, *, flags: tuple[bool, ...], cells: Hashable
) -> QuerySet[Table]:
    """The same for the table of a game, and whether this phone was revoked."""
    revoked = Phone.objects.filter(pk=device, revoked_at__isnull=False)
    return _with_rights(account, flags).filter(game=game).annotate(is_revoked=Exists(revoked))


@prepared
def _held_event_of(game: int) -> QuerySet[Event]:
    return Event.objects.held().filter(Exists(Table.objects.filter(round__event=OuterRef("pk"), game=game))).only("pk")


def _with_rights(account: int, flags: tuple[bool, ...]) -> QuerySet[Table]:
    recorder = Account(pk=account, **dict(zip(FLAGS, flags, strict=True)))
    finals = Table.objects.filter(round__event=OuterRef("round__event"), round__kind=OuterRef("round__kind"))
    return Table.objects.select_related("game", "round__event__series", "round__playing_word").annotate(
        may_record=granted_at_table(recorder, "table.record") | players_record(recorder),
        may_rule=granted_at_table(recorder, "table.rule"),
        has_role=granted_at_table(recorder, "table.record"),
        open_call=open_call(OuterRef("pk")),
        has_siblings=Exists(finals.filter(game__isnull=False).exclude(pk=OuterRef("pk"))),
    )


def _flags(account: Account) -> tuple[bool, ...]:
    return tuple(bool(getattr(account, name)) for name in FLAGS)


def _cells() -> Hashable:
    """What the matrix says of those who record: where it says something else, the statement is another one."""
    return tuple(frozenset(rights.MATRIX[act].items()) for act in ("table.record", "table.rule"))


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

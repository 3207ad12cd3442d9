"""Which phones were heard when, at which tables, how many lines wait on each as it told last; which tables are silent.

A phone that was heard within a day and follows a table is asked for once, whatever their number. A table is silent when
none of its phones was heard for two minutes while its game runs, or when nobody has recorded there and no phone came.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet

from games.models import Game
from tournaments.models import Event, Phone, RoundStatus, Staff, Table
from tournaments.queries.names import shown_name

SILENT = timedelta(minutes=2)
OF_TODAY = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class PhoneAt:
    """A phone. `tables`: round and number of those that it follows; `waiting`: lines that lie only on it."""

    id: UUID
    who: str
    name: str
    heard_at: datetime
    waiting: int
    tables: tuple[tuple[int, int], ...]
    is_silent: bool
    is_revoked: bool


@dataclass(frozen=True, slots=True)
class Phones:
    """The phones of some tables. `waiting`: key of a game → lines that wait for it; `silent`: the games of which
    nothing is heard."""

    all: tuple[PhoneAt, ...]
    waiting: Mapping[int, int]
    silent: frozenset[int]


def heard(event: Event, *, now: datetime) -> str:
    """What a board depends on besides the version of its event: which of its phones told what, and who is silent. One
    statement.
    """
    rows = phones_of(event).filter(heard_at__gt=now - OF_TODAY).order_by("pk")
    told = rows.values_list("pk", "heard_at", "waiting", "revoked_at")
    said = [(*phone, now - phone[1] > SILENT) for phone in told if phone[1]]
    return hashlib.sha256(repr(said).encode()).hexdigest()[:16]


def phones_at(tables: Iterable[Table], *, now: datetime) -> Phones:
    """The phones of these tables, which come with their games and rounds. One statement."""
    by_game = {table.game.pk: table for table in tables if table.game is not None}
    rows = [row for row in _rows(now) if by_game.keys() & _games(row)] if by_game else []
    counted = [row for row in rows if row.revoked_at is None]
    waiting = {pk: sum(_games(row).get(pk, 0) for row in counted) for pk in by_game}
    return Phones(
        all=tuple(_phone(row, by_game, now) for row in rows),
        waiting={pk: lines for pk, lines in waiting.items() if lines},
        silent=frozenset(pk for pk, table in by_game.items() if _is_silent(table, counted, now)),
    )


def phones_of(event: Event) -> QuerySet[Phone]:
    """The phones of those who have, or had, a role at the event."""
    staff = Staff.objects.filter(event=event, account=OuterRef("account"))
    return Phone.objects.filter(Exists(staff)).select_related("account")


def _rows(now: datetime) -> Sequence[Phone]:
    return list(Phone.objects.filter(heard_at__gt=now - OF_TODAY).select_related("account").order_by("-heard_at", "pk"))


def _games(row: Phone) -> dict[int, int]:
    return {int(game): int(lines) for game, lines in row.waiting.items()}


def _phone(row: Phone, by_game: Mapping[int, Table], now: datetime) -> PhoneAt:
    assert row.heard_at is not None  # noqa: S101 – asked for; tells the type checker
    here = {pk: lines for pk, lines in _games(row).items() if pk in by_game}
    return PhoneAt(
        id=row.pk,
        who=shown_name(row.account) if row.account else "",
        name=row.name,
        heard_at=row.heard_at,
        waiting=sum(here.values()),
        tables=tuple(sorted((by_game[pk].round.number, by_game[pk].number) for pk in here)),
        is_silent=now - row.heard_at > SILENT,
        is_revoked=row.revoked_at is not None,
    )


def _is_silent(table: Table, phones: Sequence[Phone], now: datetime) -> bool:
    game = table.game
    if game is None or not _plays(table, game):
        return False
    heard = [row.heard_at for row in phones if row.heard_at and game.pk in _games(row)]
    if heard:
        return now - max(heard) > SILENT
    return game.last_entry_at is None and now - game.opened_at > SILENT


def _plays(table: Table, game: Game) -> bool:
    is_paused = game.state.get("paused") is not None
    return table.round.status == RoundStatus.RUNNING and not game.finished and not is_paused

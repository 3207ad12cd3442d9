"""What phones brought that still needs a referee: at which tables, since when, and both sides of each.

Tables at which phones brought nothing but lines of the log are not looked at (`Game.kept`); for all others, two
statements however many they are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from games import queries as game_queries
from games.arrivals.flags import Flag, open_flags
from games.arrivals.known import Known, Written
from games.models import Arrival as StoredArrival
from games.models import Entry as StoredEntry
from games.models import Game
from tournaments.models import Phone, RoundStatus, Table
from tournaments.queries.names import names_of


@dataclass(frozen=True, slots=True)
class OpenFlag:
    """A flag as the board shows it: which arrival, and when the first of it came."""

    id: UUID
    status: str
    code: str
    came_at: datetime


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two sides of a flag. `phone`: what it calls itself; `base`: the last line that it had seen.

    `knew_pen`: whether it believed that the pen was its own; None where nobody told.
    """

    who: str
    tapped_at: datetime | None
    came_at: datetime
    phone: str = ""
    base: int | None = None
    knew_pen: bool | None = None


@dataclass(frozen=True, slots=True)
class FlagView:
    """A flag with both sides. `about`: the line of the log that stands against it, with its side."""

    flag: Flag
    known: Known
    ours: Side
    about: Written | None
    theirs: Side | None
    settled: str = ""

    @property
    def verdicts(self) -> tuple[str, ...]:
        return () if self.settled else self.flag.verdicts


def open_flags_of(tables: Iterable[Table]) -> Mapping[int, tuple[OpenFlag, ...]]:
    """Key of the game → its open flags, oldest first. `tables` with their games and rounds."""
    games = {table.game.pk: table for table in tables if table.game is not None and table.game.kept}
    if not games:
        return {}
    arrivals: dict[int, list[StoredArrival]] = defaultdict(list)
    for row in StoredArrival.objects.filter(game__in=games).order_by("pk"):
        arrivals[row.game_id].append(row)
    logs = game_queries.logs_of([table.game for table in games.values() if table.game])
    found = {}
    for pk, table in games.items():
        assert table.game is not None  # noqa: S101 – chosen above; tells the type checker
        known = _known(table, table.game, logs[pk], arrivals[pk])
        found[pk] = tuple(_open(flag, arrivals[pk]) for flag in open_flags(known))
    return {pk: flags for pk, flags in found.items() if flags}


def known_at(table: Table) -> Known:
    """What is known of the game of a table at which phones brought more than lines of the log. Two statements."""
    assert table.game is not None  # noqa: S101 – whoever asks has found it by its game; tells the type checker
    return _known(table, table.game, game_queries.log_of(table.game), game_queries.arrivals_of(table.game))


def _known(table: Table, game: Game, log: Iterable[StoredEntry], arrivals: Iterable[StoredArrival]) -> Known:
    is_closed = table.round.status != RoundStatus.RUNNING
    return game_queries.known_of(game, log, arrivals, holder=game.pen_holder, is_closed=is_closed)


def _open(flag: Flag, rows: Iterable[StoredArrival]) -> OpenFlag:
    came = min(row.at_server for row in rows if row.line == flag.arrival.id)
    return OpenFlag(flag.arrival.id, flag.status, flag.code, came)


def flag_view(table: Table, arrival: UUID) -> FlagView | None:
    """A flag of this table, open or settled; None if no phone brought such a line here. Some five statements."""
    game = table.game
    if game is None or not game.kept:
        return None
    rows = game_queries.arrivals_of(game)
    known = _known(table, game, game_queries.log_of(game), rows)
    of_it = [row for row in rows if row.line == arrival]
    if not of_it:
        return None
    flag = next((flag for flag in open_flags(known) if flag.arrival.id == arrival), None)
    kept = flag.arrival if flag else game_queries.arrived(of_it[-1])
    settled = known.settled.get(str(arrival), "")
    if flag is None and not settled:
        return None
    about = known.by_id.get(kept.about) if kept.about else None
    keys = {of_it[0].by or of_it[0].brought_by, *([about.by] if about else [])}
    names = names_of(keys)
    devices = {UUID(one) for one in (kept.device, about.device if about else "") if one}
    phones = {str(pk): name for pk, name in Phone.objects.filter(pk__in=devices).values_list("pk", "name")}
    return FlagView(
        flag=flag or Flag(arrival=kept, status=kept.status, code=kept.code, verdicts=()),
        known=known,
        ours=_ours(of_it[0], kept.sent, names, phones),
        about=about,
        theirs=_theirs(about, names, phones) if about else None,
        settled=settled,
    )


def _ours(row: StoredArrival, sent: object, names: Mapping[str, str], phones: Mapping[str, str]) -> Side:
    return Side(
        who=names.get(row.by or row.brought_by, ""),
        tapped_at=row.tapped_at,
        came_at=row.at_server,
        phone=phones.get(row.device, ""),
        base=getattr(sent, "base", None),
        knew_pen=getattr(sent, "holds", None),
    )


def _theirs(line: Written, names: Mapping[str, str], phones: Mapping[str, str]) -> Side:
    return Side(who=names.get(line.by, ""), tapped_at=line.tapped, came_at=line.at, phone=phones.get(line.device, ""))

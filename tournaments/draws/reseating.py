"""Somebody leaves or comes after the draw and before the start: the same tables with as few people moved as can be.

A table that stays large enough loses a chair and nothing else. Otherwise some move: as few as possible, then as few
others as possible change seats at their own table, then the draw's own rules decide in their order, and last the order
of the tables; nothing is left to chance, so a second look gives the same. The fewest is proved (`fewest_moves`). Only
where club-mates or a forbidden pair would come together at every such way, people change places until they are apart,
or all is drawn anew; then `proved_fewest` is false unless no more than the fewest move. A table that is given up
leaves its number free.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import islice

from games.rules.refusals import Refused
from tournaments.draws.draw import checked_players, draw
from tournaments.draws.hall import Hall, Price
from tournaments.draws.model import History, Options, Player, Quality, Table
from tournaments.draws.quality import quality_of
from tournaments.draws.sizes import refuse_impossible, splits

LOOKED_AT = 300_000
"""About so many tables are looked at when ways of one price are compared; a huge hall has more ways than that."""


@dataclass(frozen=True, slots=True)
class Reseating:
    """`tables`: by number, empty where one is given up; `moved`: at another table than before; `changed_seats`: in
    another seat at the same table; `proved_fewest`: no seating that is allowed moves fewer. Who has left or come is in
    neither list. `quality` is that of the new tables."""

    tables: tuple[Table, ...]
    moved: tuple[str, ...]
    changed_seats: tuple[str, ...]
    proved_fewest: bool
    quality: Quality


def reseat(
    tables: Sequence[Table], leaving: Iterable[str], players: Iterable[Player], history: History, options: Options
) -> Reseating:
    """The tables without those who leave. `players`: all who sit there, or those who stay.

    `options.sizes` has no say, being that of the whole field. Refuses as `draw.draw` where those who stay cannot be
    seated: too_few_players, seven_players, clubs_cannot_be_apart ...
    """
    gone = set(leaving)
    if unknown := gone - {key for table in tables for key in table}:
        raise ValueError(unknown)
    rows = [tuple(None if key in gone else key for key in table) for table in tables]
    return _seated(
        Hall(rows, checked_players(player for player in players if player.key not in gone), history, options)
    )


def join(
    tables: Sequence[Table], newcomer: Player, players: Iterable[Player], history: History, options: Options
) -> Reseating:
    """The tables with somebody more: at the smallest table that may grow, of those the one with the lowest number.

    If none may, as few people move as possible. `players`: all who sit there; the newcomer may be among them.
    """
    others = [player for player in players if player.key != newcomer.key]
    return _seated(Hall(list(tables), checked_players([*others, newcomer]), history, options))


def _seated(hall: Hall) -> Reseating:
    refuse_impossible(len(hall.players), hall.options.allowed)
    looks = LOOKED_AT // (len(hall.rows) + 20)
    found = min(islice(hall.ways(), looks), key=lambda tables: _worth(hall, tables))
    fewest = len(hall.moved(found))
    if hall.price(found)[0]:
        found = _apart(hall, found)
    return Reseating(
        tables=tuple(found),
        moved=hall.moved(found),
        changed_seats=hall.changed_seats(found),
        proved_fewest=len(hall.moved(found)) == fewest,
        quality=quality_of([table for table in found if table], hall.players, hall.history, hall.options),
    )


def _worth(hall: Hall, tables: Sequence[Table]) -> Price:
    """What decides between ways of one price: for one who comes and for whom nobody moves, the smallest table."""
    price = hall.price(tables)
    if len(hall.coming) == 1 and not price[1]:
        place, table = next((place, table) for place, table in enumerate(tables) if hall.coming[0] in table)
        return price[0], 0, 0, (len(table),), place
    return price


def _apart(hall: Hall, tables: list[Table]) -> list[Table]:
    """Two people change places, again and again, as long as that takes somebody away from whom he may not meet."""
    price = hall.price(tables)
    while price[0]:
        further = min(hall.swapped(tables), key=hall.price)
        if hall.price(further)[0] >= price[0]:
            return _anew(hall)
        tables, price = further, hall.price(further)
    return tables


def _anew(hall: Hall) -> list[Table]:
    """All drawn anew, at the first sizes that are possible, or the refusal of the best sizes."""
    first: Refused | None = None
    seed = sha256(repr(hall.rows).encode()).hexdigest()
    for split in splits(len(hall.players), hall.options.rounds, hall.options.allowed):
        try:
            return list(draw(hall.players, hall.history, replace(hall.options, sizes=split.sizes), seed).tables)
        except Refused as refused:
            first = first or refused
    raise first or AssertionError(hall.rows)

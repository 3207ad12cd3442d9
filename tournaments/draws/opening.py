"""Where the search starts: everybody has a table by lot, and clubs are already apart as far as they can be.

Without clubs the lots fill the tables; only those with the smallest share of large tables are sent there first. With
clubs each club in turn, the largest first, puts its members one by one at the tables with most free seats. If there
are tables at which nobody meets a club-mate, this finds some (Gale and Ryser); so `refuse_clubs` can say beforehand,
with the reason, that there are none. Lots then exchange seats as long as that stays so. Linear in the number of
players, since tables are kept by the number of their free seats.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from games.rules.refusals import Refused
from tournaments.draws.costs import Costs
from tournaments.draws.model import Player
from tournaments.draws.seeding import Stream

STIRRED = 10
"""So many exchanges for every player, when clubs have their tables."""


def refuse_clubs(players: Sequence[Player], sizes: Sequence[int]) -> None:
    """Refuse if club-mates cannot all be kept apart at tables of these sizes (largest first)."""
    clubs = [player.club for player in players]
    for club, members in _too_many(clubs, sizes):
        raise Refused("clubs_cannot_be_apart", club=club, members=members, tables=len(sizes))
    for tables, seats, fitting in _left_empty(clubs, sizes):
        raise Refused("clubs_do_not_fit_sizes", tables=tables, seats=seats, fitting=fitting)


def refuse_countries(players: Sequence[Player], sizes: Sequence[int]) -> None:
    """Refuse if compatriots cannot all be kept apart at tables of these sizes (largest first)."""
    countries = [player.country for player in players]
    for country, members in _too_many(countries, sizes):
        raise Refused("countries_cannot_be_apart", country=country, members=members, tables=len(sizes))
    for tables, seats, fitting in _left_empty(countries, sizes):
        raise Refused("countries_do_not_fit_sizes", tables=tables, seats=seats, fitting=fitting)


def _too_many(groups: Sequence[str | None], sizes: Sequence[int]) -> Iterator[tuple[str, int]]:
    """Groups with more members than there are tables, the largest first."""
    members = Counter(group for group in groups if group is not None)
    for group, count in sorted(members.items(), key=lambda item: (-item[1], item[0])):
        if count > len(sizes):
            yield group, count


def _left_empty(groups: Sequence[str | None], sizes: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """So many of the largest tables, their seats, and how many fewer people can sit there."""
    members = Counter(group for group in groups if group is not None)
    alone = len(groups) - members.total()
    for tables in range(1, min(len(sizes), max(members.values(), default=0)) + 1):
        seats = sum(sizes[:tables])
        fitting = alone + sum(min(count, tables) for count in members.values())
        if fitting < seats:
            yield tables, seats, fitting


def opening(costs: Costs, stream: Stream) -> list[list[int]]:
    """The tables that the search starts from: by share of large tables, or by clubs where there are any."""
    lots = stream.shuffled(range(len(costs.players)))
    clubs: dict[int, list[int]] = defaultdict(list)
    for player in lots:
        clubs[costs.club[player]].append(player)
    if len(clubs) == len(lots):
        return _by_share(lots, costs)
    tables = _by_clubs(sorted(clubs.values(), key=len, reverse=True), costs.sizes, stream)
    _stir(tables, costs.club, stream)
    return tables


def _by_share(lots: Sequence[int], costs: Costs) -> list[list[int]]:
    at_large = sum(size for size in costs.sizes if size > costs.sizes[-1])
    due = set(sorted(lots, key=costs.large_before.__getitem__)[:at_large])
    order = [player for player in lots if player in due] + [player for player in lots if player not in due]
    tables, start = [], 0
    for size in costs.sizes:
        tables.append(order[start : start + size])
        start += size
    return tables


def _by_clubs(clubs: Sequence[Sequence[int]], sizes: Sequence[int], stream: Stream) -> list[list[int]]:
    tables: list[list[int]] = [[] for _ in sizes]
    free = _FreeTables(stream, largest=sizes[0])
    for table, size in enumerate(sizes):
        free.put(table, size)
    for club in clubs:
        used: list[int] = []
        for player in club:
            if free.is_empty():  # more club-mates than tables: they come round again
                _put_back(used, tables, sizes, free)
            table = free.take()
            tables[table].append(player)
            used.append(table)
        _put_back(used, tables, sizes, free)
    return tables


def _put_back(used: list[int], tables: Sequence[Sequence[int]], sizes: Sequence[int], free: "_FreeTables") -> None:
    for table in used:
        free.put(table, sizes[table] - len(tables[table]))
    used.clear()


def _stir(tables: list[list[int]], club_of: Sequence[int], stream: Stream) -> None:
    """Exchange seats by lot where no more club-mates meet for it; else large clubs would have the large tables."""
    seats = [(table, place) for table, players in enumerate(tables) for place in range(len(players))]
    members = [Counter(club_of[player] for player in players) for players in tables]
    for _ in range(STIRRED * len(seats)):
        (table, place), (other_table, other_place) = (seats[stream.below(len(seats))] for _ in range(2))
        one, other = tables[table][place], tables[other_table][other_place]
        mine, its, here, there = club_of[one], club_of[other], members[table], members[other_table]
        if table == other_table or (mine != its and there[mine] + here[its] > here[mine] + there[its] - 2):
            continue
        tables[table][place], tables[other_table][other_place] = other, one
        here[mine] -= 1
        here[its] += 1
        there[its] -= 1
        there[mine] += 1


class _FreeTables:
    """Tables by the number of their free seats, those with as many in an order by lot."""

    def __init__(self, stream: Stream, *, largest: int) -> None:
        self._stream = stream
        self._by_seats: list[list[int]] = [[] for _ in range(largest + 1)]

    def put(self, table: int, seats: int) -> None:
        tables = self._by_seats[seats]
        tables.append(table)
        place = self._stream.below(len(tables))
        tables[place], tables[-1] = tables[-1], tables[place]

    def is_empty(self) -> bool:
        return not any(self._by_seats[1:])

    def take(self) -> int:
        """Take out one of the tables that have the most free seats."""
        return next(tables for tables in self._by_seats[:0:-1] if tables).pop()

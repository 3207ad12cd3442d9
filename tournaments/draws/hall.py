"""The tables as they stand before a late change, and what every further seating of them would cost.

Its price says in this order: forbidden pairs, people at another table than before, people in another seat at the same
table, how good the sizes of the tables are, and the faults of the draw's other rules. Empty seats go to those who had
them least, so that nobody deals first again for nothing.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, permutations, product

from tournaments.draws.costs import FIRST, FORBIDDEN, Costs, faults, unit
from tournaments.draws.fewest_moves import Row, behind, cheapest_sizes
from tournaments.draws.model import History, Options, Player, Table
from tournaments.draws.sizes import Split

Price = tuple[int, int, int, tuple[int, ...], int]

IN_ANY_ORDER = 4
"""So many movers are tried at each other's places; more go where they can in the order of their tables."""


class Hall:
    """The tables as people sit now, and what changes of them cost. `coming`: players who have no seat yet."""

    def __init__(self, rows: Sequence[Row], players: Sequence[Player], history: History, options: Options) -> None:
        self.rows, self.players, self.history = rows, players, history
        self.options = replace(options, sizes=None)
        self.number = {player.key: number for number, player in enumerate(players)}
        self.home = {key: place for place, row in enumerate(rows) for key in row if key is not None}
        self.seat = {key: seat for row in rows for seat, key in enumerate(row) if key is not None}
        self.coming = [player.key for player in players if player.key not in self.home]
        self.had = Counter(
            (key, seat) for earlier in history.rounds for table in earlier for seat, key in enumerate(table)
        )
        self._costs: dict[tuple[int, ...], tuple[tuple[int, ...], Costs]] = {}
        self._table_costs: dict[tuple[Costs, Table], int] = {}

    def ways(self) -> Iterator[list[Table]]:
        """Seatings with the fewest moves and changes of seats."""
        for way in cheapest_sizes(self.rows, self.options.allowed, len(self.coming)):
            sizes = dict(sorted(way.items()))
            movers = [self._movers(place, size) for place, size in sizes.items()]
            open_seats = [place for place, size in sizes.items() for _ in range(size - self._here(place))]
            for leaving in product(*movers):
                going = [*(key for keys in leaving for key in keys), *self.coming]
                orders = sorted(set(permutations(open_seats))) if len(going) <= IN_ANY_ORDER else [tuple(open_seats)]
                for order in orders:
                    yield self._with(sizes, list(zip(going, order, strict=True)))

    def _row(self, place: int) -> Row:
        return self.rows[place] if place < len(self.rows) else ()

    def _here(self, place: int) -> int:
        row = self._row(place)
        return len(row) - row.count(None)

    def _movers(self, place: int, size: int) -> list[tuple[str, ...]]:
        """All choices of who leaves a table that shrinks to `size`, so that nobody changes seats needlessly."""
        return list(combinations(behind(self._row(place), size), max(0, self._here(place) - size)))

    def _with(self, sizes: dict[int, int], going: Sequence[tuple[str, int]]) -> list[Table]:
        further = max(0, *(place + 1 - len(self.rows) for place in sizes)) if sizes else 0
        seated = [tuple(key for key in row if key is not None) for row in self.rows] + [()] * further
        away = {key for key, _ in going}
        for place, size in sizes.items():
            row = self._row(place)
            kept = [None if key in away else key for key in row[:size]] + [None] * (size - len(row))
            waiting = [key for key in behind(row, size) if key not in away]
            seated[place] = self._filled(kept, [*waiting, *(key for key, where in going if where == place)])
        return seated

    def _filled(self, row: Sequence[str | None], waiting: list[str]) -> Table:
        table: list[str] = []
        for seat, key in enumerate(row):
            table.append(
                key
                if key is not None
                else min(waiting, key=lambda candidate: (self._times(candidate, seat), candidate))
            )
            if key is None:
                waiting.remove(table[-1])
        return tuple(table)

    def _times(self, key: str, seat: int) -> int:
        return self.history.dealt_first.get(key, 0) if seat == 0 else self.had[key, seat]

    def moved(self, tables: Sequence[Table]) -> tuple[str, ...]:
        return tuple(key for place, table in enumerate(tables) for key in table if self.home.get(key, place) != place)

    def changed_seats(self, tables: Sequence[Table]) -> tuple[str, ...]:
        return tuple(
            key
            for place, table in enumerate(tables)
            for seat, key in enumerate(table)
            if self.home.get(key) == place and self.seat[key] != seat
        )

    def price(self, tables: Sequence[Table]) -> Price:
        sizes, costs = self._costs_of(tables)
        cost = sum(self._cost(costs, table) for table in tables if table)
        return faults(cost, FORBIDDEN), len(self.moved(tables)), len(self.changed_seats(tables)), sizes, cost

    def _costs_of(self, tables: Sequence[Table]) -> tuple[tuple[int, ...], Costs]:
        """The price of the sizes of these tables, and what to count their faults with."""
        sizes = tuple(sorted((len(table) for table in tables if table), reverse=True))
        if sizes not in self._costs:
            price = Split(sizes).price(self.options.rounds, self.options.allowed)
            costs = Costs(players=self.players, history=self.history, options=self.options, sizes=sizes)
            self._costs[sizes] = price, costs
        return self._costs[sizes]

    def _cost(self, costs: Costs, table: Table) -> int:
        """The cost of one table, counted as in `Costs.table`; but who deals first is known here: the first seat."""
        known = self._table_costs.get((costs, table))
        if known is not None:
            return known
        members = [self.number[key] for key in table]
        pairs = sum(costs.between(number, members[place + 1 :]) for place, number in enumerate(members))
        first = [costs.first_before[number] for number in members]
        shares = sum(costs.of_share(number, len(members)) for number in members)
        self._table_costs[costs, table] = cost = pairs + shares + (first[0] - min(first)) * unit(FIRST)
        return cost

    def swapped(self, tables: Sequence[Table]) -> Iterator[list[Table]]:
        """All ways to exchange two people of different tables, one of them from a table with a forbidden pair."""
        _sizes, costs = self._costs_of(tables)
        for place, table in enumerate(tables):
            if table and faults(self._cost(costs, table), FORBIDDEN):
                others = [(away, seat) for away, other in enumerate(tables) for seat in range(len(other))]
                for seat, (away, other_seat) in product(range(len(table)), others):
                    if away != place:
                        yield _exchanged(tables, (place, seat), (away, other_seat))


def _exchanged(tables: Sequence[Table], one: tuple[int, int], other: tuple[int, int]) -> list[Table]:
    changed = [list(table) for table in tables]
    (place, seat), (away, other_seat) = one, other
    changed[place][seat], changed[away][other_seat] = changed[away][other_seat], changed[place][seat]
    return [tuple(table) for table in changed]

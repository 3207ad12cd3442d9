"""Tables and seats of a planned round by lot, so that nobody knows his seat before the lots and all stays fair.

One who sits at tables of 4, 4 and 5 has a fair share of 1/4 + 1/4 + 1/5 of the seats A. Somebody at every table must
have the seat, and nobody more often than his share rounded up or less often than it rounded down: that can always be
done, because the shares themselves do it in fractions, and a flow with whole bounds has a whole solution (`shares`). So
the lots go from table to table and give seat A to whoever comes first and leaves it possible, over this round and those
to come, that everybody gets his share; then in the same way, those who had them least first, the seats of the opening
bench, from the last on. The seats between go to those who had them least, ties by lot.

Where all tables are alike, every so many rounds make a block in which the shares are whole; so it is fair at any time.
Rounds played stay as they are. (de Werra on equitable colourings; design of the draw.)
"""

from collections import Counter
from collections.abc import Sequence, Sized
from itertools import permutations
from typing import TypeVar

from tournaments.draws.seeding import Stream
from tournaments.draws.shares import Shares, fair_shares

Tables = Sequence[Sequence[int]]
Listed = TypeVar("Listed", bound=Sized)

BENCH = 4
"""The place of seat E: from here on one sits out the first deal."""


def by_lot(rounds: Sequence[Tables], now: int, stream: Stream) -> list[Tables]:
    """The rounds with round `now` (from 0) in an order and in seats by lot; those before it are in their seats."""
    drawn = in_lot_order(rounds[now], stream)
    block = block_of(rounds, now)
    before = [table for number in block if number < now for table in rounds[number]]
    later = [table for number in block if number > now for table in rounds[number]]
    seated: list[dict[int, int]] = [{} for _ in drawn]
    had = Counter((player, seat) for tables in rounds[:now] for table in tables for seat, player in enumerate(table))
    for seat in (0, *range(len(drawn[0]) - 1, BENCH - 1, -1)):
        shares, at = _shares(seat, before, drawn, later, seated)
        for place, number in enumerate(at):
            order = stream.shuffled(shares.choices[place])
            if seat:
                order.sort(key=lambda player: had[player, seat])
            seated[number][seat] = _first_possible(shares, place, order)
    for table, places in zip(drawn, seated, strict=True):
        _fill(table, places, had, stream)
    ready = [[places[seat] for seat in range(len(places))] for places in seated]
    return [*rounds[:now], ready, *rounds[now + 1 :]]


def whole_event_by_lot(rounds: Sequence[Tables], stream: Stream) -> list[Tables]:
    """All rounds in an order and in seats by lot, drawn at once: then every seat can be shared out to the last one."""
    drawn = [in_lot_order(tables, stream) for tables in rounds]
    ready: list[Tables] = []
    while len(ready) < len(drawn):
        block = [table for number in block_of(drawn, len(ready)) for table in drawn[number]]
        seated: list[dict[int, int]] = [{} for _ in block]
        largest = max(map(len, block))
        for seat in (0, *range(largest - 1, BENCH - 1, -1), *range(1, min(BENCH, largest))):
            at = [number for number, table in enumerate(block) if len(table) > seat]
            free = [[player for player in block[number] if player not in seated[number].values()] for number in at]
            shares = fair_shares(free, free, level=not seat)
            for place, number in enumerate(at):
                seated[number][seat] = _first_possible(shares, place, stream.shuffled(free[place]))
        left = iter([[places[seat] for seat in range(len(places))] for places in seated])
        ready += [[next(left) for _ in drawn[number]] for number in block_of(drawn, len(ready))]
    return ready


def sure_dealers(rounds: Sequence[Tables], now: int) -> int:
    """At how many tables of round `now` seat A is somebody's before the lots: only he leaves everybody his share."""
    tables, block = rounds[now], block_of(rounds, now)
    before = [table for number in block if number < now for table in rounds[number]]
    later = [table for number in block if number > now for table in rounds[number]]
    shares, at = _shares(0, before, tables, later, [{} for _ in tables])
    return sum(map(shares.is_sure, range(len(at))))


def in_lot_order(tables: Sequence[Listed], stream: Stream) -> list[Listed]:
    """The tables, those of one size among themselves in an order by lot, the largest first."""
    found: list[Listed] = []
    for size in sorted({len(table) for table in tables}, reverse=True):
        found += stream.shuffled(table for table in tables if len(table) == size)
    return found


def block_of(rounds: Sequence[Tables], now: int) -> range:
    """The rounds that are fair together with this one: where all tables are alike, as many as they have seats."""
    sizes = {len(table) for tables in rounds for table in tables}
    if len(sizes) > 1:
        return range(len(rounds))
    block = sizes.pop()
    start = now // block * block
    return range(start, min(start + block, len(rounds)))


def _shares(
    seat: int, before: Tables, drawn: Tables, later: Tables, seated: Sequence[dict[int, int]]
) -> tuple[Shares, list[int]]:
    """Who may have a seat of all tables that have it; and which of those now drawn these are: they stand first."""
    at = [number for number, table in enumerate(drawn) if len(table) > seat]
    free = [[player for player in drawn[number] if player not in seated[number].values()] for number in at]
    then = [table for table in later if len(table) > seat]
    past = [table for table in before if len(table) > seat]
    choices = [*free, *then, *([table[seat]] for table in past)]
    return fair_shares(choices, [*(drawn[number] for number in at), *then, *past], level=not seat), at


def _first_possible(shares: Shares, table: int, players: Sequence[int]) -> int:
    return next(player for player in players if shares.give(table, player))


def _fill(table: Sequence[int], places: dict[int, int], had: Counter[tuple[int, int]], stream: Stream) -> None:
    """The seats that are left, so that together they were had as seldom as can be."""
    players = [player for player in table if player not in places.values()]
    seats = [seat for seat in range(len(table)) if seat not in places]
    orders = list(permutations(players))
    times = [sum(had[two] for two in zip(order, seats, strict=True)) for order in orders]
    best = [order for order, so_often in zip(orders, times, strict=True) if so_often == min(times)]
    places.update(zip(seats, best[stream.below(len(best))], strict=True))

"""Tables and seats of a planned round by lot, so that nobody knows his seat before the lots and all stays fair.

A plan has fair seats for all its rounds. Lots exchange them: two seats of a table change hands; who thereby has one of
them too often changes it at another table of his too, and so on along a chain, until it closes or ends where both
numbers of times are allowed. Rounds played are never touched, so what was fair stays fair, and what is still to come is
exchanged along: from the rounds before, nobody can compute the seats of this one. Where everything is forced (the last
of four rounds at tables of four: everybody has the one seat that he has not had) nothing is left to the lots.

Exchanges are undone by themselves and chosen without looking, so no seating is likelier than another that they reach.
At tables played once this is the shuffle of Fisher and Yates. (Kempe's chains; design of the draw.)
"""

from bisect import insort
from collections.abc import Sequence

from tournaments.draws.seeding import Item, Stream

Tables = Sequence[Sequence[int]]
Place = tuple[int, int]
"""A round and a table in it."""

SWEEPS = 4
"""So many times every table of the round is shuffled."""

LONGEST = 400
"""A chain through more tables than this is left alone."""


def by_lot(rounds: Sequence[Tables], now: int, stream: Stream) -> list[list[list[int]]]:
    """The rounds, each table in the order of its seats, with round `now` (from 0) in an order and in seats by lot."""
    seated = [[list(table) for table in tables] for tables in rounds]
    seated[now] = in_lot_order(seated[now], stream)
    chains = _Chains(seated, now)
    for _ in range(SWEEPS):
        for number, table in enumerate(seated[now]):
            for last in range(len(table) - 1, 0, -1):
                other = stream.below(last + 1)
                if other != last:
                    chains.exchange((now, number), last, other)
    return seated


def in_lot_order(tables: Sequence[list[Item]], stream: Stream) -> list[list[Item]]:
    """The tables, those of one size among themselves in an order by lot, the largest first."""
    found: list[list[Item]] = []
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


class _Chains:
    """Where everybody has which seat in the block of a round, in the order of the rounds."""

    def __init__(self, rounds: list[list[list[int]]], now: int) -> None:
        self.rounds, self.now = rounds, now
        block = block_of(rounds, now)
        letters = max(len(table) for number in block for table in rounds[number])
        self.places: dict[int, list[list[Place]]] = {}
        for number in block:
            for at, table in enumerate(rounds[number]):
                for seat, player in enumerate(table):
                    self.places.setdefault(player, [[] for _ in range(letters)])[seat].append((number, at))
        always = [held for held in self.places.values() if sum(map(len, held)) == len(block)]
        held_by = always or list(self.places.values())
        self.least = [min(len(held[seat]) for held in held_by) for seat in range(letters)]
        self.most = [max(len(held[seat]) for held in held_by) for seat in range(letters)]

    def exchange(self, start: Place, one: int, other: int) -> None:
        """Exchange two seats of a table, and along the chain that follows from it; or nothing, if that may not be."""
        chain = [start]
        for lost, gained in ((one, other), (other, one)):
            end = self._follow(chain, lost, gained)
            if end is None:
                return
            if end == start:
                break
        for place in chain:
            self._swap(place, one, other)

    def _follow(self, chain: list[Place], lost: int, gained: int) -> Place | None:
        """Go along one side: the table where it ends, the first one if it closes, None if it may not be."""
        start = place = chain[0]
        while True:
            held = self.places[self._table(place)[lost]]
            turn = held[lost].index(place)
            if turn >= len(held[gained]):
                allowed = len(held[lost]) > self.least[lost] and len(held[gained]) < self.most[gained]
                return (-1, -1) if allowed else None
            place = held[gained][turn]
            if place == start:
                return start
            if place[0] < self.now or len(self._table(place)) <= lost or len(chain) == LONGEST:
                return None
            chain.append(place)

    def _table(self, place: Place) -> list[int]:
        return self.rounds[place[0]][place[1]]

    def _swap(self, place: Place, one: int, other: int) -> None:
        table = self._table(place)
        for had, gets in ((one, other), (other, one)):
            held = self.places[table[had]]
            held[had].remove(place)
            insort(held[gets], place)
        table[one], table[other] = table[other], table[one]

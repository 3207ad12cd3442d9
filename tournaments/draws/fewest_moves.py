"""How large every table should be so that as few people as possible move: after somebody has left, or come late.

A table is a row of seats, some of them empty. With s seats from now on, those who are more than s go to other tables,
and who stays in a seat behind the s-th takes an empty one at his own table. The price of a way is the number of people
who move, then that of those who only change seats. Tables may close, and further ones may open. All ways of the lowest
price are found, without trying them all: from the last table to the first it is noted what the tables behind cost for
each number of people whom they take in or send away. People hardly move, so these numbers stay small, and the time
grows with the number of tables only. Proved against trying everything, in the tests.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

Row = Sequence[str | None]
"""The seats of a table in their order; None for an empty one."""

MOVE = 1 << 32
"""What somebody who moves weighs; a change of seats weighs 1."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A table of `size` seats from now on: it takes in so many (`change`, negative: sends away), at this price."""

    size: int
    change: int
    price: int

    @property
    def moves(self) -> int:
        return max(0, -self.change)


def behind(row: Row, size: int) -> list[str]:
    """Those who sit behind the first `size` seats, the last first."""
    return [key for key in row[size:] if key is not None][::-1]


def choices_for(row: Row, allowed: Sequence[int]) -> list[Choice]:
    """What may become of a table, closing it included."""
    here = len(row) - row.count(None)
    found = []
    for size in (0, *allowed):
        away = max(0, here - size)
        found.append(Choice(size, size - here, away * MOVE + len(behind(row, size)) - away))
    return found


def cheapest_sizes(rows: Sequence[Row], allowed: Sequence[int], coming: int) -> Iterator[dict[int, int]]:
    """All ways of the lowest price; each says how many seats the tables with a choice have, by their place in `rows`.

    `coming`: how many come from outside. Tables that are as they should be stay out of a way. Places from
    `len(rows)` on are tables that open. There must be a way (`sizes.refuse_impossible`).
    """
    most = 0
    while True:
        further = (most + coming) // allowed[0]
        choices = [choices_for(row, allowed) for row in [*rows, *[()] * further]]
        left = _prices_from(choices, most, coming)
        if coming in left[0]:
            yield from _of_price(choices, left, coming)
            return
        most = 2 * most + 1


def _prices_from(choices: Sequence[Sequence[Choice]], most: int, coming: int) -> list[Mapping[int, int]]:
    """For each table on: how many it and those behind it take in -> lowest price, with at most so many moves."""
    left: list[Mapping[int, int]] = [{0: 0}]
    for table in reversed(choices):
        prices: dict[int, int] = {}
        for before, price in left[-1].items():
            for choice in table:
                change, total = before + choice.change, price + choice.price
                if total // MOVE <= most and -most <= change <= most + coming:
                    prices[change] = min(total, prices.get(change, total))
        left.append(prices)
    return left[::-1]


def _of_price(
    choices: Sequence[Sequence[Choice]], left: Sequence[Mapping[int, int]], coming: int
) -> Iterator[dict[int, int]]:
    """The choices that make up the lowest price, by going on only where the tables behind still fit."""
    waiting: list[tuple[int, int, dict[int, int]]] = [(0, coming, {})]
    while waiting:
        place, needed, way = waiting.pop()
        if place == len(choices):
            yield way
            continue
        further = []
        for choice in choices[place]:
            rest = left[place + 1].get(needed - choice.change)
            if rest is not None and rest + choice.price == left[place][needed]:
                chosen = {**way, place: choice.size} if choice.change or choice.price else way
                further.append((place + 1, needed - choice.change, chosen))
        waiting += sorted(further, key=lambda entry: len(entry[2]))

"""How many tables, and of how many: the ways to seat n players at tables of four to six (competition.md 3.1).

Only 1, 2, 3 and 7 players cannot be seated. Every way has its price in forced repeats: players of one table who
cannot help meeting again, because there are fewer tables to send them to than players at the table. A table of s that
goes to T tables leaves q = s div T at each of them and one more at r = s mod T, so f(s, T) = (T - r) C(q, 2) + r C(q
+ 1, 2) pairs meet again; that holds for every two rounds, so the sum over the tables is taken C(R, 2) times. Over two
and three rounds the figure is known to be reached. What the rounds have already made of it is the business of
`bounds`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import comb

from games.rules.refusals import Refused

SMALLEST, LARGEST = 4, 6
LISTED_WHOLE = 40
"""Up to so many players every way is listed; above, only the even ones of a handful of table counts."""


def pairs_kept(size: int, tables: int) -> int:
    """The pairs of a group of `size` that meet again, however well it is spread over `tables`."""
    whole, rest = divmod(size, tables)
    return (tables - rest) * comb(whole, 2) + rest * comb(whole + 1, 2)


def forced_repeats(sizes: Sequence[int], rounds: int) -> int:
    """The repeat meetings that `rounds` rounds at tables of these sizes cannot avoid."""
    return sum(times * pairs_kept(size, len(sizes)) for size, times in Counter(sizes).items()) * comb(rounds, 2)


@dataclass(frozen=True, slots=True)
class Split:
    """One way to seat the players: the sizes of the tables, largest first."""

    sizes: tuple[int, ...]

    @property
    def players(self) -> int:
        return sum(self.sizes)

    @property
    def tables(self) -> int:
        return len(self.sizes)

    @property
    def benched(self) -> int:
        """How many sit out while every table plays a deal."""
        return sum(size - 4 for size in self.sizes)

    def forced_repeats(self, rounds: int) -> int:
        return forced_repeats(self.sizes, rounds)


def splits(n: int, rounds: int = 2) -> tuple[Split, ...]:
    """The ways to seat n players, best first; the first is the default.

    Fewest forced repeats come first, then tables as equal as possible, because at equal tables everybody sits out
    equally long, then few tables of six, where a third of the table watches, then few tables. So 12 players of a
    Classic get three fours, 15 three fives, 30 six fives. In an event of one round (`rounds` 1) nobody meets again and
    tables of six count as much as others: few and large tables give everybody more deals, and two tables leave the six
    of a final; so Nationals of 8 to 12 sit at two tables. That is the practice in the table of competition.md 3.
    """
    refuse_impossible(n)

    def price(split: Split) -> tuple[int, int, int, int]:
        sixes = split.sizes.count(LARGEST) if rounds > 1 else 0
        return split.forced_repeats(rounds), split.sizes[0] - split.sizes[-1], sixes, split.tables

    found = _every(n) if n <= LISTED_WHOLE else _handful(n)
    return tuple(sorted(found, key=price))


def refuse_impossible(n: int) -> None:
    if n < SMALLEST:
        raise Refused("too_few_players", n=n)
    if n == 7:
        raise Refused("seven_players")


def checked_sizes(n: int, sizes: Iterable[int]) -> tuple[int, ...]:
    """The sizes that somebody asked for n players, largest first, or a refusal."""
    refuse_impossible(n)
    asked = tuple(sorted(sizes, reverse=True))
    for size in asked:
        if not SMALLEST <= size <= LARGEST:
            raise Refused("bad_table_size", size=size)
    if sum(asked) != n:
        raise Refused("sizes_do_not_fit", players=n, seats=sum(asked))
    return asked


def even_sizes(n: int, tables: int) -> tuple[int, ...]:
    """n players at so many tables, as equal as possible, largest first."""
    size, larger = divmod(n, tables)
    return (size + 1,) * larger + (size,) * (tables - larger)


def _every(n: int) -> Iterator[Split]:
    for sixes in range(n // 6 + 1):
        for fives in range((n - 6 * sixes) // 5 + 1):
            fours, left = divmod(n - 6 * sixes - 5 * fives, 4)
            if not left:
                yield Split((6,) * sixes + (5,) * fives + (4,) * fours)


def _handful(n: int) -> Iterator[Split]:
    """Even tables: the fewest, the most, as near to fives as can be, and half-way on both sides of that."""
    fewest, fives, most = -(-n // 6), n // 5, n // 4
    for tables in sorted({fewest, (fewest + fives) // 2, fives, -(-n // 5), (fives + most + 1) // 2, most}):
        yield Split(even_sizes(n, tables))

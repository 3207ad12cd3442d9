"""How many tables, and of how many: the ways to seat n players at tables of four to six (RULES C12).

Only 1, 2, 3 and 7 players cannot be seated (competition.md 3.1). Every way has its price in forced repeats: players of
one table who cannot help meeting again, because there are fewer tables to send them to than players at the table. A
table of s that goes to T tables leaves q = s div T at each of them and one more at r = s mod T, so f(s, T) = (T - r)
C(q, 2) + r C(q + 1, 2) pairs meet again. Spread so evenly they may be too many for a small table, or too few for a
large one: of 34 at five sixes and a four each six would send one to the four. Whoever sits elsewhere then meets one
more. That holds for every two rounds, so the sum is taken C(R, 2) times. Over two and three rounds the figure is known
to be reached. What the rounds have already made of it is the business of `bounds`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import comb

from games.rules.refusals import Refused
from tournaments.draws.closed_forms import rounds_of_closed_form
from tournaments.draws.stored import stored_schedule, worth_of

STANDARD = (4, 5, 6)
SMALLEST, LARGEST = STANDARD[0], STANDARD[-1]
LISTED_WHOLE = 40
"""Up to so many players every way is listed; above, only the even ones of a handful of table counts."""

UNSEARCHED = 1 << 20
"""What tables count for of which nothing is stored: more coincidences than any schedule of these fields has."""


def pairs_kept(size: int, tables: int) -> int:
    """The pairs of a group of `size` that meet again, however well it is spread over `tables`."""
    whole, rest = divmod(size, tables)
    return (tables - rest) * comb(whole, 2) + rest * comb(whole + 1, 2)


def forced_repeats(sizes: Sequence[int], rounds: int) -> int:
    """The repeat meetings that `rounds` rounds at tables of these sizes cannot avoid."""
    kept = sum(times * pairs_kept(size, len(sizes)) for size, times in Counter(sizes).items())
    return (kept + _misfits(sizes)) * comb(rounds, 2)


def _misfits(sizes: Sequence[int]) -> int:
    """How many at least cannot go where an even spread over the tables of the next round would send them."""
    fewest, most = sum(size // len(sizes) for size in sizes), sum(-(-size // len(sizes)) for size in sizes)
    return max(sum(max(0, fewest - size) for size in sizes), sum(max(0, size - most) for size in sizes))


def least_repeats(sizes: Sequence[int], rounds: int) -> int:
    """The coincidences of an event that are proved to come: forced table by table, or for want of new faces.

    If more meetings are played than there are pairs, some pairs meet again; fewest coincidences come if all pairs meet
    about equally often.
    """
    players = sum(sizes)
    times, more = divmod(rounds * sum(comb(size, 2) for size in sizes), max(comb(players, 2), 1))
    return max(forced_repeats(sizes, rounds), comb(players, 2) * comb(times, 2) + more * times)


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

    def least_repeats(self, rounds: int) -> int:
        return least_repeats(self.sizes, rounds)

    def tightness(self, rounds: int, allowed: tuple[int, ...] = STANDARD) -> int:
        """How rare schedules without repeats and with fair shares of large tables are, for all that is known.

        0 up to three rounds; 0 if everybody meets few enough of the others (the figure was found by trying), if one is
        stored and nobody watches at a table of six beside smaller ones, or if a closed form lasts and the seats it
        leaves empty can be shared out, being one, or a whole table of a further round. 1 if a closed form lasts. If
        none does, 2 and what the best that is stored has above `least_repeats`, or `UNSEARCHED`: so of two ways the one
        comes first of which fewer repeats are known to come, but none at a table of six beside smaller ones.
        """
        n, largest = self.players, self.sizes[0]
        if rounds <= 3 or 100 * rounds * sum(size * (size - 1) for size in self.sizes) <= 58 * n * (n - 1):
            return 0
        known = stored_schedule(self.sizes, rounds)
        worth = worth_of(known) if known else None
        is_crowded = allowed == STANDARD and self.sizes[-1] < largest == LARGEST
        above = worth.coincidences - self.least_repeats(rounds) if worth and not is_crowded else UNSEARCHED
        if worth and not above and worth.spread <= 1:
            return 0
        empty, lasts = largest * self.tables - n, rounds_of_closed_form(self.sizes, rounds + 1)
        if lasts < rounds:
            return 2 + above
        return int(empty > 1 and (empty != largest or lasts == rounds))

    def price(self, rounds: int, allowed: tuple[int, ...] = STANDARD) -> tuple[int, ...]:
        """The key by which `splits` sorts ways to divide the players, the best first."""
        evenness = self.least_repeats(rounds), self.tightness(rounds, allowed), self.sizes[0] - self.sizes[-1]
        if allowed != STANDARD:
            return *evenness, 0, -self.tables
        return *evenness, self.sizes.count(LARGEST) if rounds > 1 else 0, self.tables


def splits(n: int, rounds: int = 2, allowed: tuple[int, ...] = STANDARD) -> tuple[Split, ...]:
    """The ways to seat n players, best first; the first is the default.

    Fewest forced repeats come first, then over many rounds those that leave room (`Split.tightness`), then tables as
    equal as possible, because at equal tables everybody sits out
    equally long, then few tables of six, where a third of the table watches, then few tables. So 12 players of a
    Classic get three fours, 15 three fives, 30 six fives. In an event of one round (`rounds` 1) nobody meets again and
    tables of six count as much as others: few and large tables give everybody more deals, and two tables leave the six
    of a final; so Nationals of 8 to 12 sit at two tables. That is the practice in the table of competition.md 3.

    `allowed`: the sizes there may be, the smallest first. With other sizes than the standard nobody watches; among
    equals many small tables come first then, since partners are the fewer.
    """
    refuse_impossible(n, allowed)
    return tuple(sorted(_listed(n, allowed), key=lambda split: split.price(rounds, allowed)))


def can_be_seated(n: int, allowed: tuple[int, ...] = STANDARD) -> bool:
    """Whether n players fill tables of these sizes."""
    return n > 0 and any(True for _ in _listed(n, allowed))


def refuse_impossible(n: int, allowed: tuple[int, ...] = STANDARD) -> None:
    if can_be_seated(n, allowed):
        return
    if allowed != STANDARD:
        raise Refused("cannot_be_seated", n=n, sizes=", ".join(map(str, allowed)))
    if n < SMALLEST:
        raise Refused("too_few_players", n=n)
    raise Refused("seven_players")


def checked_sizes(n: int, sizes: Iterable[int], allowed: tuple[int, ...] = STANDARD) -> tuple[int, ...]:
    """The sizes that somebody asked for n players, largest first, or a refusal."""
    refuse_impossible(n, allowed)
    asked = tuple(sorted(sizes, reverse=True))
    for size in asked:
        if size not in allowed:
            raise Refused("bad_table_size" if allowed == STANDARD else "bad_smear_size", size=size)
    if sum(asked) != n:
        raise Refused("sizes_do_not_fit", players=n, seats=sum(asked))
    return asked


def even_sizes(n: int, tables: int) -> tuple[int, ...]:
    """n players at so many tables, as equal as possible, largest first."""
    size, larger = divmod(n, tables)
    return (size + 1,) * larger + (size,) * (tables - larger)


def _listed(n: int, allowed: tuple[int, ...]) -> Iterator[Split]:
    if n > LISTED_WHOLE and allowed == STANDARD:
        return _handful(n)
    return map(Split, _every(n, allowed[::-1]) if n <= LISTED_WHOLE else _mostly_alike(n, allowed))


def _every(n: int, largest_first: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    size, smaller = largest_first[0], largest_first[1:]
    if not smaller:
        if n % size == 0:
            yield (size,) * (n // size)
        return
    for times in range(n // size + 1):
        for others in _every(n - size * times, smaller):
            yield (size,) * times + others


def _mostly_alike(n: int, allowed: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """For each size one way: as many tables of it as possible, and a few of the other sizes for the rest."""
    found = set()
    for size in allowed:
        for others in range(n % size, min(n, LISTED_WHOLE) + 1, size):
            rest = next(_every(others, allowed[::-1]), None)
            if rest is not None:
                found.add(tuple(sorted((size,) * ((n - others) // size) + rest, reverse=True)))
                break
    yield from sorted(found)


def _handful(n: int) -> Iterator[Split]:
    """Even tables: the fewest, the most, as near to fives as can be, and half-way on both sides of that."""
    fewest, fives, most = -(-n // 6), n // 5, n // 4
    for tables in sorted({fewest, (fewest + fives) // 2, fives, -(-n // 5), (fives + most + 1) // 2, most}):
        yield Split(even_sizes(n, tables))

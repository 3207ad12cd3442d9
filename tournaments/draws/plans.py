"""The best schedule known for some sizes and rounds, in numbers for players: what an event follows.

A plan depends on nothing but the sizes of the tables and the number of rounds, so everybody can know it before lots
are drawn; lots then decide who gets which number. Where a closed form (`closed_forms`) or a stored schedule (`stored`)
is at its bound, that is the plan. Else the best of them is completed by lots of a fixed seed and mended by swaps
(`weave`). Rounds are put in the order in which fewest pairs meet in two rounds running. Seats it has none: `seat_lots`.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import combinations

from tournaments.draws.closed_forms import fair_form
from tournaments.draws.seeding import VERSION, Stream
from tournaments.draws.sizes import least_repeats
from tournaments.draws.stored import is_stored, longest_stored, stored_schedule
from tournaments.draws.weave import MEETING, Tables, Weave, mend

Paths = dict[tuple[int, int], tuple[int, tuple[int, ...]]]
"""The rounds gone through (a bit for each) and the last of them -> pairs that met twice running, and the order."""

CHEAP = 2
"""What a coincidence weighs when large tables are shared out: little, so that the search may pass through some."""

SMALL = 200
"""Up to so many players a field is searched rather than mended."""

ORDERED = 8
"""So many rounds are put in their best order; of more, the order stays."""


@lru_cache(maxsize=512)
def plan(sizes: tuple[int, ...], rounds: int) -> tuple[Tables, ...]:
    """The rounds, tables largest first, players in any order. Not to be changed by the caller."""
    stream = Stream(sha256(f"{VERSION}|plan|{sizes}|{rounds}".encode("ascii")).hexdigest())
    best: tuple[tuple[int, int], list[Tables]] | None = None
    for found in _candidates(sizes, rounds, stream):
        worth = _worth(found)
        if best is None or worth < best[0]:
            best = worth, found
        if best[0] == (least_repeats(sizes, rounds), 0):
            break
    if best is None:
        raise AssertionError(sizes)  # the last candidates come without conditions
    return tuple(_in_order(best[1]))


def _candidates(sizes: tuple[int, ...], rounds: int, stream: Stream) -> Iterator[list[Tables]]:
    rule, stored = fair_form(sizes, rounds) or [], stored_schedule(sizes, rounds)
    whole = [known for known in (rule, stored) if known and len(known) == rounds]
    yield from whole
    if is_stored(sizes, rounds):
        return
    uneven, players = sizes[0] != sizes[-1], sum(sizes)
    for start in whole:
        if uneven:
            yield _mended(start, MEETING, stream)
            if players <= SMALL:
                yield _mended(start, CHEAP, stream)
    for known in ([], longest_stored(sizes)[:rounds], rule):
        if len(known) == rounds and _worth(known)[0] == 0 and players > SMALL:
            continue
        start = [*known, *by_lot(sizes, rounds - len(known), stream)]
        yield _mended(start, MEETING, stream)
        if uneven and players <= SMALL:
            yield _mended(start, CHEAP, stream)


def _mended(start: Sequence[Tables], meeting: int, stream: Stream) -> list[Tables]:
    weave = Weave(start, meeting=meeting)
    least = least_repeats(tuple(map(len, weave.rounds[0])), len(start))
    mend(weave, stream, looks_allowed(weave.players, len(start)), least=least * meeting)
    return weave.rounds


def looks_allowed(players: int, rounds: int) -> int:
    """Some tenths of a second for a small field; a large one has many large tables to share out, each soon done."""
    return min(60_000, 10_000 * rounds, 400 * players * rounds) if players <= SMALL else 400 * players


def by_lot(sizes: Sequence[int], rounds: int, stream: Stream) -> list[Tables]:
    found = []
    for _ in range(rounds):
        order, start, tables = stream.shuffled(range(sum(sizes))), 0, []
        for size in sizes:
            tables.append(order[start : start + size])
            start += size
        found.append(tables)
    return found


def _worth(schedule: Sequence[Tables]) -> tuple[int, int]:
    """Coincidences, then unfair shares; fewer are better."""
    return divmod(Weave(schedule).total, MEETING)


def _in_order(schedule: list[Tables]) -> list[Tables]:
    """The rounds so that fewest pairs meet in two rounds running (shortest path over all of them, tried out)."""
    met = [{frozenset(two) for table in tables for two in combinations(table, 2)} for tables in schedule]
    if len(schedule) > ORDERED or _worth(schedule)[0] == 0:
        return schedule
    common = [[len(one & other) for other in met] for one in met]
    paths: Paths = {(1 << last, last): (0, (last,)) for last in range(len(schedule))}
    for _ in schedule[1:]:
        longer: Paths = {}
        for (seen, last), (cost, path) in paths.items():
            for further in range(len(schedule)):
                if not seen >> further & 1:
                    key, candidate = (seen | 1 << further, further), (cost + common[last][further], (*path, further))
                    longer[key] = min(longer.get(key, candidate), candidate)
        paths = longer
    return [schedule[number] for number in min(paths.values())[1]]

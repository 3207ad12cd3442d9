"""The best schedule known for some sizes and rounds, in numbers for players: what an event follows.

A plan depends on nothing but the sizes of the tables and the number of rounds, so everybody can know it before lots
are drawn; lots then decide who gets which number. Where a closed form (`closed_forms`) or a stored schedule (`stored`)
was searched for just so many rounds, or has no repeat, that is the plan. Else there is about a second of annealing
from lots of a fixed seed (`annealing`), and the best known rounds are completed by lots and mended by swaps (`weave`).
Rounds are put in the order in which fewest pairs meet in two rounds running (`orders`). Seats: `seat_lots`.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import sha256

from tournaments.draws.annealing import annealed
from tournaments.draws.closed_forms import fair_form
from tournaments.draws.orders import in_best_order
from tournaments.draws.seeding import Stream
from tournaments.draws.sizes import least_repeats
from tournaments.draws.stored import Worth, is_stored, longest_stored, stored_schedule, worth_of
from tournaments.draws.weave import MEETING, Tables, Weave, mend

LOTS = "scwu-draw/9"
"""What the lots of a walk are drawn for. It stays when the engine's name goes up, so no plan changes for nothing."""

CHEAP = 2
"""What a coincidence weighs when large tables are shared out: little, so that the search may pass through some."""

WALKED = 1_000
"""Fields of so many players times rounds are annealed: more than that cannot be, in about a second."""

SMALL = 200
"""Up to so many players a field is searched rather than mended."""


@lru_cache(maxsize=512)
def plan(sizes: tuple[int, ...], rounds: int) -> tuple[Tables, ...]:
    """The rounds, tables largest first, players in any order. Not to be changed by the caller."""
    stream = Stream(sha256(f"{LOTS}|plan|{sizes}|{rounds}".encode("ascii")).hexdigest())
    best: tuple[Worth, list[Tables]] | None = None
    for found in map(in_best_order, _candidates(sizes, rounds, stream)):
        worth = worth_of(found)
        if best is None or worth < best[0]:
            best = worth, found
        if best[0].coincidences == least_repeats(sizes, rounds) and not best[0].consecutive and best[0].spread <= 1:
            break
    if best is None:
        raise AssertionError(sizes)  # the last candidates come without conditions
    return tuple(best[1])


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
    if players * rounds <= WALKED:
        yield annealed(sizes, rounds, stream, least_repeats(sizes, rounds))
    for known in (longest_stored(sizes)[:rounds], rule):
        if len(known) == rounds or (not known and players * rounds <= WALKED):
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

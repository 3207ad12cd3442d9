"""A second count of a finished draw, from its tables alone; it shares no code with what made them.

Whoever doubts a draw counts like this, with a pencil: who sits where, who met whom how often, who had which seat. No
cleverness and no figures taken over from the engine; tests and benches hold every draw against it.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

SEATS = "ABCDEFGH"


@dataclass(frozen=True, slots=True)
class Recount:
    """What the tables of an event come to.

    `coincidences`: the sum over pairs of m(m-1)/2, m = times they met; `consecutive`: meetings in two rounds running;
    `club_pairs`: meetings of club-mates; `seats`: player and letter -> times; `large`: times at a table larger than
    the smallest of its round.
    """

    players: int
    rounds: int
    coincidences: int
    consecutive: int
    club_pairs: int
    seats: Mapping[tuple[str, str], int]
    large: Mapping[str, int]

    def spread(self, letter: str) -> int:
        """The most times anybody sat in this seat, less the fewest times anybody did."""
        everybody = {key for key, _ in self.seats}
        times = [self.seats.get((key, letter), 0) for key in everybody]
        return max(times) - min(times) if times else 0

    @property
    def large_spread(self) -> int:
        everybody = {key for key, _ in self.seats}
        times = [self.large.get(key, 0) for key in everybody]
        return max(times) - min(times) if times else 0


def misseated(rounds: Sequence[Sequence[Sequence[str]]], keys: Sequence[str]) -> list[str]:
    """Who does not sit exactly once in every round: lines like `round 2: p7 2`, or none."""
    lines = []
    for number, tables in enumerate(rounds, start=1):
        times = Counter(key for table in tables for key in table)
        lines += [f"round {number}: {key} {times[key]}" for key in sorted({*keys, *times}) if times[key] != 1]
        lines += [f"round {number}: {key} unknown" for key in sorted(set(times) - set(keys))]
    return lines


def recount(rounds: Sequence[Sequence[Sequence[str]]], club_of: Mapping[str, str | None] | None = None) -> Recount:
    """Count a whole event, tables in the order of their seats."""
    met: Counter[frozenset[str]] = Counter()
    seats: Counter[tuple[str, str]] = Counter()
    large: Counter[str] = Counter()
    consecutive = club_pairs = 0
    before: set[frozenset[str]] = set()
    clubs = club_of or {}
    for tables in rounds:
        now = {frozenset((one, other)) for table in tables for one in table for other in table if one != other}
        met.update(now)
        consecutive += len(now & before)
        club_pairs += sum(_are_mates(two, clubs) for two in now)
        seats.update((key, SEATS[place]) for table in tables for place, key in enumerate(table))
        fewest = min((len(table) for table in tables), default=0)
        large.update(key for table in tables if len(table) > fewest for key in table)
        before = now
    return Recount(
        players=len({key for key, _ in seats}),
        rounds=len(rounds),
        coincidences=sum(times * (times - 1) // 2 for times in met.values()),
        consecutive=consecutive,
        club_pairs=club_pairs,
        seats=seats,
        large=large,
    )


def _are_mates(two: frozenset[str], clubs: Mapping[str, str | None]) -> bool:
    one, other = two
    return clubs.get(one) is not None and clubs.get(one) == clubs.get(other)

"""Designs: tables of four over very many rounds in which nobody meets anybody twice, each from one base round; and one
from two planes (signed_planes.py).

Players stand on three wheels of as many places as there are rounds, and a few beside them. From round to round every
wheel turns by one place; so two pairs that turn into each other are of one kind, and nobody meets anybody twice
exactly if the base round has of each kind one pair at most. Besides, the base round looks the same if each wheel takes
the place of the next and its places are multiplied by a factor; so three tables are found at once, and all that is
left is to cover every player, and no kind twice. That is an exact cover, found by going first for the player who can be
seated in fewest ways. (4-RGDDs and Kirkman frames of the literature: Shen, Rees, Buratti.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations, count
from typing import TypeVar

from signed_planes import signed_planes

from tournaments.draws.seeding import Stream

Table = tuple[int, ...]
Thing = TypeVar("Thing", bound=Hashable)

TURNED = [(7, 3, 2, 1), (9, 1, 7, 0), (11, 3, 1, 1), (13, 1, 3, 0)]
TURNED += [(14, 2, 9, 0), (15, 3, 1, 1), (17, 1, 1, 0), (18, 2, 13, 0), (19, 3, 7, 1)]
"""Places of a wheel, players beside them, the factor, and by how many places those beside change among themselves."""

SEATED = 4_000
"""Players that are seated before the search begins anew, its choices in another order."""


def designs(known: Mapping[int, int]) -> Iterator[list[list[list[int]]]]:
    """Those of which `known` (tables -> rounds) has fewer rounds."""
    if known.get(8, 0) < 10:
        yield signed_planes()
    for places, beside, factor, step in TURNED:
        if known.get((3 * places + beside) // 4, 0) < places:
            tables = base_round(places, beside, factor, step)
            rounds = []
            for _ in range(places):
                rounds.append([sorted(table) for table in tables])
                tables = [tuple(_turned(one, places) for one in table) for table in tables]
            yield rounds


def base_round(places: int, beside: int, factor: int, step: int) -> list[Table]:
    """The tables of the first round. It does not come back if there are none."""
    players = 3 * places + beside

    def turn(table: Table) -> Table:
        return tuple(sorted(_turned(one, places) for one in table))

    def next_wheel(table: Table) -> Table:
        return tuple(sorted(_on_next_wheel(one, places, beside, factor, step) for one in table))

    kind_of = _orbits(combinations(range(players), 2), [turn, next_wheel])
    needed = {kind: times // places if times % places == 0 else 0 for kind, times in Counter(kind_of.values()).items()}
    orbit_of = _orbits(((one,) for one in range(players)), [next_wheel])
    bit = {orbit: 1 << number for number, orbit in enumerate(dict.fromkeys(orbit_of.values()))}
    kind_bit = {kind: 1 << (len(bit) + number) for number, kind in enumerate(needed) if needed[kind]}
    every = sum(bit.values())
    choices: dict[int, list[Table]] = {}
    for table in combinations(range(players), 4):
        alike = sorted({table, next_wheel(table), next_wheel(next_wheel(table))})
        seated = list(chain.from_iterable(alike))
        held = Counter(kind_of[two] for one in alike for two in combinations(one, 2))
        if alike[0] == table and len(set(seated)) == len(seated) and all(needed[k] == n for k, n in held.items()):
            choices[sum({bit[orbit_of[(one,)]] for one in seated} | {kind_bit[kind] for kind in held})] = alike
    for seed in count():
        found = _cover(Stream(f"{seed:04x}").shuffled(choices), every, [SEATED])
        if found is not None:
            return [table for choice in found for table in choices[choice]]
    raise AssertionError("a count without end has ended")


def _turned(one: int, places: int) -> int:
    wheel, place = divmod(one, places)
    return one if wheel == 3 else wheel * places + (place + 1) % places


def _on_next_wheel(one: int, places: int, beside: int, factor: int, step: int) -> int:
    wheel, place = divmod(one, places)
    if wheel == 3:
        return 3 * places + (place + step) % beside
    return (wheel + 1) % 3 * places + place * factor % places


def _orbits(things: Iterable[Thing], ways: Sequence[Callable[[Thing], Thing]]) -> dict[Thing, Thing]:
    """For each thing the first of those that it can become."""
    found: dict[Thing, Thing] = {}
    for thing in things:
        if thing not in found:
            found[thing], reached = thing, [thing]
            for one in reached:
                new = [way(one) for way in ways if way(one) not in found]
                found.update(dict.fromkeys(new, thing))
                reached += new
    return found


def _cover(choices: list[int], left: int, tries: list[int]) -> list[int] | None:
    """Choices without a bit in common that together have all bits `left`."""
    if not left:
        return []
    tries[0] -= 1
    counts = Counter(bit for choice in choices for bit in _bits(choice & left))
    rarest = min(_bits(left), key=lambda bit: counts[bit])
    for choice in choices:
        if choice & rarest and tries[0] > 0:
            others = [other for other in choices if not other & (choice | rarest)]
            found = _cover(others, left & ~choice, tries)
            if found is not None:
                return [choice, *found]
    return None


def _bits(number: int) -> Iterator[int]:
    while number:
        yield number & -number
        number &= number - 1

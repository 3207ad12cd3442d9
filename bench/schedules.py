"""Finds the schedules of `tournaments/draws/stored_schedules.txt` and writes that file. Prints one JSON line for each.

Three ways. Designs (`designs.py`) have no repeat over very many rounds and are put together from one base round.
Everything else is annealed: `anneal.c` says how. It is built with the C compiler of the machine and called for each
seed, each way to weigh large tables against coincidences, and each way to turn rounds into each other, or none
(`symmetries.py`): all of them briefly, and the most promising again for all steps. With `--walks` it is so many walks
with all rounds free instead (`walks.c`), as many fields need no more. Of all that is found the best is kept, in the
order of the rules: fewest coincidences, then fewest pairs that meet in two rounds running (rounds may be put in any
order), then the smallest spread of times at a large table. A line of the file is replaced by a better one only, so the
file is what all runs found together; with the same file, seeds and steps a run finds the same again. Default sizes have
a line of just so many rounds each, where a plan stops, so that nobody waits for a usual draw; other sizes have one only
if it is better than what the engine finds by itself.

`--only 24x8 6,6,5x7` does these (players by default sizes, or sizes, x rounds); `--seeds`, `--steps` and `--walks` say
how long.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from designs import designs
from symmetries import Shape, shapes, start

from tournaments.draws.closed_forms import fair_form
from tournaments.draws.orders import in_best_order
from tournaments.draws.plans import plan
from tournaments.draws.seeding import Stream
from tournaments.draws.sizes import LARGEST, even_sizes, forced_repeats, least_repeats, splits
from tournaments.draws.stored import FILE, Tables, Worth, read, worth_of, written

Schedule = list[Tables]
Job = tuple[tuple[int, ...], int]
Way = tuple[Shape, tuple[int, int, int]]

HEAD = "# Made by bench/schedules.py; tournaments/draws/stored.py says how to read it.\n"
EASIER = [(33, 8), (37, 9), (38, 9), (41, 10), (42, 10), (43, 10), (46, 11), (47, 11), (50, 12)]
"""Players and tables: one table more than would do leaves room for fair shares over many rounds."""
FOURS = [(20, 6), (20, 7), (20, 8), (24, 8), (32, 10), (40, 10), (48, 12), (56, 14)]
HOT, COLD = 1.2, 0.25
"""How hot it begins and how cold it ends, in coincidences; and"""
HOTTER = 0.35
"""for each turn so much hotter, as then what costs one coincidence mostly costs one in each round that is turned."""
EVEN, UNEVEN = [(1, 0, 0), (4, 1, 0)], [(1, 0, 0), (4, 0, 1), (6, 2, 1)]
"""What a coincidence weighs, a meeting in two rounds running, and an unfair share of large tables: ways to go."""
WIDTHS = 32, 64, 128
"""The vectors of players for which `walks.c` is built: as wide as needed."""
BRIEF, PROMISING = 10, 4
"""Every way is tried for one in so many steps; so many of them are gone to the end."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="*", default=[], help="24x8 or 6,6,5x7")
    parser.add_argument("--compositions", nargs=2, type=int, default=(), help="all sizes of so many to so many players")
    parser.add_argument("--rounds", nargs="*", type=int, default=[], help="of these jobs only those of so many rounds")
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("--first-seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=4_000_000)
    parser.add_argument("--walks", type=int, default=0, help="so many for each seed, all rounds free")
    options = parser.parse_args()
    stored = Stored()
    for design in designs(stored.longest_of_fours()):
        stored.keep(design, 0.0)
    seeds = range(options.first_seed, options.first_seed + options.seeds)
    for sizes, rounds in _wanted(options.only, options.compositions):
        if not options.rounds or rounds in options.rounds:
            began = _cpu_seconds()
            known, usual = stored.best(sizes, rounds), sizes == splits(sum(sizes), rounds)[0].sizes
            if not usual:
                known = min(filter(None, (known, [*plan(sizes, rounds)])), key=worth_of)
            if known is not None and _is_perfect(known, sizes, rounds):
                continue
            if options.walks:
                freely = [walked_freely(sizes, rounds, seed, options.steps, options.walks) for seed in seeds]
                found = min(freely, key=worth_of)
            else:
                found = annealed(sizes, rounds, seeds, options.steps)
            best = min(filter(None, (known, found)), key=worth_of)
            if best is not known or (usual and not stored.has(sizes, rounds)):
                stored.keep(best, _cpu_seconds() - began)


def _wanted(only: Sequence[str], compositions: Sequence[int]) -> Iterator[Job]:
    if only:
        yield from map(_job, only)
    elif compositions:
        for players in range(compositions[0], compositions[1] + 1):
            for split in splits(players):
                yield from ((split.sizes, rounds) for rounds in range(2, 13))
    else:
        yield from jobs()


def _job(text: str) -> Job:
    who, rounds = text.split("x")
    if "," in who:
        return tuple(sorted(map(int, who.split(",")), reverse=True)), int(rounds)
    return splits(int(who), int(rounds))[0].sizes, int(rounds)


def jobs() -> Iterator[Job]:
    """What is looked for: tables of four over many rounds, the default sizes of every field up to 64 players, what
    would do as well, and tables of six, which are hardly a default but any director's choice.
    """
    yield from (((4,) * (players // 4), rounds) for players, rounds in FOURS)
    for players in range(8, 65):
        most = 12 if players <= 48 else 8
        yield from dict.fromkeys((splits(players, rounds)[0].sizes, rounds) for rounds in range(2, most + 1))
    yield from ((even_sizes(players, tables), rounds) for players, tables in EASIER for rounds in range(4, 13))
    for players in range(10, 41):
        ways = [split.sizes for split in splits(players) if LARGEST in split.sizes]
        yield from product(ways, range(4, 13))


def annealed(sizes: Sequence[int], rounds: int, seeds: Sequence[int], steps: int) -> Schedule:
    """The best that `anneal.c` finds with these seeds, its rounds in the best order: every way briefly, then the most
    promising at length.
    """
    best: Schedule | None = None
    for seed in seeds:
        tried: list[tuple[Worth, Way]] = []
        for way in product(shapes(sizes, rounds), UNEVEN if sizes[0] != sizes[-1] else EVEN):
            found = _walked(sizes, rounds, way, seed, steps // BRIEF)
            if found is not None:
                tried.append((worth_of(found), way))
                best = min(filter(None, (best, found)), key=worth_of)
                if _is_perfect(best, sizes, rounds):
                    return best
        for _, way in sorted(tried)[:PROMISING]:
            best = min(filter(None, (best, _walked(sizes, rounds, way, seed, steps))), key=worth_of)
    if best is None:
        raise AssertionError(sizes)  # all rounds can be free always
    return best


def _walked(sizes: Sequence[int], rounds: int, way: Way, seed: int, steps: int) -> Schedule | None:
    """None if these tables cannot be turned so."""
    shape, weights = way
    began = start(sizes, shape, Stream(f"{seed:04x}"))
    if began is None:
        return None
    hotter = weights[0] * max(1, HOTTER * shape.turns)
    least = least_repeats(sizes, rounds), _least_consecutive(sizes, rounds)
    numbers = [seed, steps // shape.turns, *weights, HOT * hotter, COLD * hotter, *least, len(sizes), *sizes]
    numbers += [*began.turn, shape.turns, len(began.rounds)]
    for times, order in zip(shape.times, began.rounds, strict=True):
        numbers += [times, *order]
    return _asked("anneal", numbers, sizes)


def walked_freely(sizes: Sequence[int], rounds: int, seed: int, steps: int, walks: int) -> Schedule:
    """The best of so many walks of `walks.c`, its rounds in the best order."""
    numbers = [seed, steps, walks, least_repeats(sizes, rounds), rounds, len(sizes), *sizes]
    return _asked("walks", numbers, sizes)


def _asked(name: str, numbers: Sequence[float], sizes: Sequence[int]) -> Schedule:
    """What the program of this name answers to these numbers, its rounds in the best order."""
    width = next(width for width in WIDTHS if width >= sum(sizes))
    given = " ".join(map(str, numbers))
    answer = subprocess.run([_program(name, width)], input=given, capture_output=True, text=True, check=True)  # noqa: S603
    return in_best_order([_tables(line, len(sizes)) for line in answer.stdout.splitlines()])


def _is_perfect(schedule: Schedule, sizes: Sequence[int], rounds: int) -> bool:
    """Whether it is as good as can be proved, and large tables are shared out fairly."""
    worth = worth_of(schedule)
    least = least_repeats(sizes, rounds), _least_consecutive(sizes, rounds)
    return (worth.coincidences, worth.consecutive) == least and worth.spread <= 1


def _least_consecutive(sizes: Sequence[int], rounds: int) -> int:
    return forced_repeats(sizes, 2) * (rounds - 1)


@cache
def _program(name: str, width: int) -> str:
    """`anneal.c` or `walks.c`, built for this machine and so many players."""
    program, source = Path(tempfile.mkdtemp()) / name, Path(__file__).with_name(f"{name}.c")
    how = ["-O3", "-march=native", f"-DWIDTH={width}"]
    subprocess.run(["cc", *how, "-o", program, source, "-lm"], check=True)  # noqa: S603, S607
    return str(program)


def _tables(line: str, tables: int) -> Tables:
    found: Tables = [[] for _ in range(tables)]
    for one, place in enumerate(line.split()):
        found[int(place)].append(one)
    return found


class Stored:
    """The lines of the file, read and written at once: several runs may take turns, but not at the same time."""

    def __init__(self) -> None:
        lines = [line for line in FILE.read_text(encoding="ascii").splitlines() if line and line[0] != "#"]
        self.known = [read(line) for line in lines]

    def best(self, sizes: Sequence[int], rounds: int) -> Schedule | None:
        """The best rounds known for these sizes: a line, the beginning of a longer one, or a closed form."""
        lines = [one[:rounds] for one in self.known if len(one) >= rounds and _sizes(one) == tuple(sizes)]
        rule = fair_form(sizes, rounds) or []
        return min([*lines, *([rule] if len(rule) == rounds else [])], key=worth_of, default=None)

    def has(self, sizes: Sequence[int], rounds: int) -> bool:
        return any(len(one) == rounds and _sizes(one) == tuple(sizes) for one in self.known)

    def longest_of_fours(self) -> dict[int, int]:
        """For so many tables of four, the rounds of the longest schedule without a repeat."""
        found: dict[int, int] = {}
        for one in self.known:
            if set(_sizes(one)) == {4} and not worth_of(one).coincidences:
                found[len(one[0])] = max(found.get(len(one[0]), 0), len(one))
        return found

    def keep(self, found: Schedule, seconds: float) -> None:
        """Fewer rounds of these sizes become the beginning of these where that is better."""
        sizes, rounds = _sizes(found), len(found)
        others = [one for one in self.known if _sizes(one) != sizes or len(one) > rounds]
        fewer = [one for one in self.known if _sizes(one) == sizes and len(one) < rounds]
        begun = [min(one, in_best_order(found[: len(one)]), key=worth_of) for one in fewer]
        self.known = [*others, *begun, found]
        self.known.sort(key=lambda one: (sum(_sizes(one)), _sizes(one), len(one)))
        FILE.write_text(HEAD + "".join(written(one) + "\n" for one in self.known), encoding="ascii")
        worth: Worth = worth_of(found)
        line = {"sizes": sizes, "rounds": rounds, **worth._asdict(), "bound": least_repeats(sizes, rounds)}
        print(json.dumps({"bench": "schedules", **line, "seconds": round(seconds, 1)}), flush=True)


def _sizes(schedule: Schedule) -> tuple[int, ...]:
    return tuple(map(len, schedule[0]))


def _cpu_seconds() -> float:
    """Of this process and of the program that it has called."""
    return sum(os.times()[:4])


if __name__ == "__main__":
    main()

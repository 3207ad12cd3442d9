"""Finds the schedules of `tournaments/draws/stored_schedules.txt` and writes that file. Prints one JSON line for each.

Three searches. (1) **Turned**: one base round is found, the others are the same round turned: players stand on wheels
which all turn by one place from round to round. Two players meet again only if the base round has two pairs of one
kind, so that one round has to be searched and not eight. It may besides be asked to look the same if wheels change
places; that leaves even less to search, and finds 28 players in nine rounds in the twinkling of an eye. (2) **Mended**:
`tournaments.draws.weave` from the closed form, from a turned schedule or from lots, many times over. (3) **Searched**,
where there is a C compiler, and in place of (2): `schedules.c` says how; it takes a hundredth of the time.

`--only 24x8 28x9` does these and keeps the other lines of the file. Everything follows from fixed seeds.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tournaments.draws.closed_forms import closed_form
from tournaments.draws.seeding import Stream
from tournaments.draws.sizes import even_sizes, least_repeats, splits
from tournaments.draws.stored import FILE, Tables, coincidences_of, read, written
from tournaments.draws.weave import MEETING, SHARE, Weave, mend

Schedule = list[Tables]

HEAD = "# Made by bench/schedules.py; tournaments/draws/stored.py says how to read it.\n"
TRIPLED = {(7, 3, 2), (9, 1, 7), (11, 3, 1), (13, 1, 3)}
"""Three wheels of so many places, single players beside them, and the factor under which the wheels change places."""
EASIER = [(33, 8), (37, 9), (38, 9), (41, 10), (42, 10), (43, 10), (47, 11), (50, 12)]
"""Players and tables: one table more than would do leaves room for fair shares over many rounds."""
WAYS = [(0, 1, False), (1, 1, False), (1, 2, False), (1, 4, False), (1, 3, True), (1, 10, True)]
"""For `schedules.c`: whether shares are free, what a coincidence weighs, whether from the best that is known."""
FOURS = [(20, 6), (20, 7), (20, 8), (24, 8), (32, 10), (40, 10), (48, 12), (56, 14)]


def turned(wheel: int, single: int, factor: int, stream: Stream, steps: int) -> tuple[int, Schedule]:
    """Tables of four, as many rounds as a wheel has places; the base round looks the same on the next wheel."""
    players = 3 * wheel + single

    def next_wheel(one: int) -> int:
        if one >= 3 * wheel:
            return 3 * wheel + (one - 3 * wheel + 1) % 3 if single == 3 else one
        number, place = divmod(one, wheel)
        return (number + 1) % 3 * wheel + place * factor % wheel

    def later(one: int, turns: int) -> int:
        number, place = divmod(one, wheel)
        return one if one >= 3 * wheel else number * wheel + (place + turns) % wheel

    kinds: dict[tuple[int, int], int] = {}
    for one, other in combinations(range(players), 2):
        orbit = sorted(tuple(sorted((later(one, turns), later(other, turns)))) for turns in range(wheel))
        kinds[one, other] = kinds[other, one] = orbit[0][0] * players + orbit[0][1]
    times_of = Counter(kinds[two] for two in combinations(range(players), 2))

    def cost(tables: Tables) -> int:
        held = Counter(kinds[two] for table in tables for two in combinations(table, 2))
        meetings = {kind: count * wheel // times_of[kind] for kind, count in held.items()}
        return sum(times_of[kind] * times * (times - 1) // 2 for kind, times in meetings.items())

    triples, alone = _triples(players, next_wheel)

    def tables_of(order: Sequence[Sequence[int]]) -> Tables:
        first = [[one, *triple] for one, triple in zip(alone, order, strict=False)]
        rest = order[len(alone) :]
        groups = [rest[start : start + 4] for start in range(0, len(rest), 4)]
        return first + [[triple[turn] for triple in group] for group in groups for turn in range(3)]

    order = stream.shuffled(triples)
    best = now = cost(tables_of(order))
    kept = order
    for _ in range(steps):
        changed = [list(triple) for triple in order]
        one, other, turn = stream.below(len(order)), stream.below(len(order)), stream.below(3)
        if stream.below(2):
            changed[one], changed[other] = changed[other], changed[one]
        changed[one] = changed[one][turn:] + changed[one][:turn]
        price = cost(tables_of(changed))
        if price <= now + (stream.below(2 * wheel) if stream.below(10) == 0 else 0):
            order, now = changed, price
        if now < best:
            best, kept = now, order
        if not best:
            break
    base = tables_of(kept)
    return best, [[[later(one, turns) for one in table] for table in base] for turns in range(wheel)]


def _triples(players: int, next_wheel: object) -> tuple[list[list[int]], list[int]]:
    """Players who change places with each other when the wheels do, and those who stay."""
    triples, alone, seen = [], [], set[int]()
    for one in range(players):
        if one in seen:
            continue
        two = next_wheel(one)  # type: ignore[operator]
        if two == one:
            alone.append(one)
        else:
            triples.append([one, two, next_wheel(two)])  # type: ignore[operator]
            seen |= set(triples[-1])
    return triples, alone


def lots(sizes: Sequence[int], rounds: int, stream: Stream) -> Schedule:
    """Rounds by lot, to be mended."""
    found = []
    for _ in range(rounds):
        order, tables = stream.shuffled(range(sum(sizes))), []
        for size in sizes:
            tables.append(order[:size])
            order = order[size:]
        found.append(tables)
    return found


def price(schedule: Schedule) -> tuple[int, int]:
    """Coincidences, then how unfairly large tables are shared out."""
    total = Weave(schedule).total
    return total // MEETING, total % MEETING // SHARE


def mended(sizes: Sequence[int], rounds: int, starts: Sequence[Schedule], tries: int, looks: int) -> Schedule:
    """The best of many mendings: of each start, completed by lots, with dear and with cheap coincidences."""
    best, best_price = None, (10**9, 0)
    for number in range(tries):
        stream = Stream(f"{number:04x}")
        for start in (*starts, []):
            for meeting in (MEETING,) if sizes[0] == sizes[-1] else (MEETING, 2, 4):
                known = list(start[:rounds])
                weave = Weave(known + lots(sizes, rounds - len(known), stream), meeting=meeting)
                mend(weave, stream, looks, least=least_repeats(sizes, rounds) * meeting)
                found = price(weave.rounds)
                if found < best_price:
                    best, best_price = [[list(table) for table in tables] for tables in weave.rounds], found
                if best_price == (least_repeats(sizes, rounds), 0):
                    return best or []
    return best or []


def extended(sizes: Sequence[int], rounds: int, start: Schedule, tries: int, looks: int) -> Schedule:
    """The rounds of a design as they are, and the best that can follow them."""
    met: list[Counter[int]] = [Counter() for _ in range(sum(sizes))]
    for table in (table for tables in start for table in tables):
        for one in table:
            met[one].update(other for other in table if other != one)
    found = []
    for number in range(tries):
        stream = Stream(f"{number:04x}")
        weave = Weave(lots(sizes, rounds - len(start), stream), met=met)
        mend(weave, stream, looks)
        found.append([*start, *weave.rounds])
    return min(found, key=price)


def joined(sizes: Sequence[int], rounds: int, known: Sequence[Schedule], tries: int = 300) -> Schedule | None:
    """The best rounds of tables of four, and further players who each join a table a round, each another one."""
    fours = (4,) * len(sizes)
    bases = [one[:rounds] for one in [closed_form(fours, rounds) or [], *known] if _sizes_or_none(one) == fours]
    base = min((one for one in bases if len(one) == rounds), key=coincidences_of, default=None)
    if base is None or sizes[0] != 5 or sizes[-1] != 4:
        return None
    found = [[list(table) for table in tables] for tables in base]
    for one in range(4 * len(sizes), sum(sizes)):
        free = [[place for place, table in enumerate(tables) if len(table) == 4] for tables in found]
        places = min(
            (_least_met(base, free, Stream(f"{number:04x}")) for number in range(tries)), key=lambda two: two[0]
        )[1]
        for tables, place in zip(found, places, strict=True):
            tables[place].append(one)
    return [sorted(tables, key=len, reverse=True) for tables in found]


def _least_met(base: Schedule, free: Sequence[Sequence[int]], stream: Stream) -> tuple[int, list[int]]:
    """A table for each round at which somebody meets few twice: from lots downhill, one round at a time."""

    def repeats(places: Sequence[int]) -> int:
        met = Counter(other for tables, place in zip(base, places, strict=True) for other in tables[place])
        return sum(times * (times - 1) // 2 for times in met.values())

    places = [choice[stream.below(len(choice))] for choice in free]
    now, before = repeats(places), sys.maxsize
    while now < before:
        before = now
        for number, choice in enumerate(free):
            now, places = min(
                (repeats(one), one) for one in ([*places[:number], place, *places[number + 1 :]] for place in choice)
            )
    return now, places


def _sizes_or_none(schedule: Schedule) -> tuple[int, ...] | None:
    return _sizes(schedule) if schedule else None


def searched(sizes: Sequence[int], rounds: int, known: Schedule, steps: int) -> Schedule:
    """The best that `schedules.c` finds, its ways one after the other."""
    best, least = known, least_repeats(sizes, rounds)
    for seed, (mixed, weight, goes_on) in enumerate(WAYS, start=1):
        if best and price(best) == (least, 0):
            break
        start = [_table_of(tables) for tables in best] if goes_on else []
        numbers = [seed, steps, rounds, weight, mixed, least, len(sizes), *sizes, len(start)]
        numbers += [place for places in start for place in places]
        given = " ".join(map(str, numbers))
        answer = subprocess.run([_program()], input=given, capture_output=True, text=True, check=True)  # noqa: S603
        found = [_tables(line, len(sizes)) for line in answer.stdout.splitlines()]
        best = min(best or found, found, key=price)
    return best


@cache
def _program() -> str:
    """`schedules.c`, built."""
    program = Path(tempfile.mkdtemp()) / "schedules"
    source = Path(__file__).with_name("schedules.c")
    subprocess.run(["cc", "-O3", "-o", program, source], check=True)  # noqa: S603, S607
    return str(program)


def _table_of(tables: Tables) -> list[int]:
    places = {one: place for place, table in enumerate(tables) for one in table}
    return [places[one] for one in sorted(places)]


def _tables(line: str, tables: int) -> Tables:
    found: Tables = [[] for _ in range(tables)]
    for one, place in enumerate(line.split()):
        found[int(place)].append(one)
    return found


def jobs() -> Iterator[tuple[tuple[int, ...], int]]:
    """What is looked for: tables of four over many rounds, and the default sizes of every field up to 64 players."""
    yield from (((4,) * (players // 4), rounds) for players, rounds in FOURS)
    for players in range(8, 65):
        wanted = dict.fromkeys((splits(players, rounds)[0].sizes, rounds) for rounds in range(2, 9))
        yield from wanted
    yield from ((even_sizes(players, tables), rounds) for players, tables in EASIER for rounds in range(4, 9))


def is_better_known(sizes: Sequence[int], rounds: int, schedule: Schedule, known: Sequence[Schedule]) -> bool:
    """Whether what is known cannot be bettered, or a line of just so many rounds, at which a plan stops, is as good."""
    best, rule = (least_repeats(sizes, rounds), 0), closed_form(sizes, rounds) or []
    others = [one for one in [rule, *known] if len(one) >= rounds and _sizes(one) == tuple(sizes)]
    whole = [one for one in known if len(one) == rounds and _sizes(one) == tuple(sizes)]
    return any(price(one[:rounds]) == best for one in others) or any(price(one) <= price(schedule) for one in whole)


def _sizes(schedule: Schedule) -> tuple[int, ...]:
    return tuple(map(len, schedule[0]))


def designs(known: Sequence[Schedule]) -> Iterator[Schedule]:
    """Those of `TRIPLED` that are not in the file yet."""
    for wheel, single, factor in sorted(TRIPLED):
        tables = (3 * wheel + single) // 4
        if any(len(one) >= wheel and _sizes(one) == (4,) * tables for one in known):
            continue
        for seed in range(2000):
            repeats, found = turned(wheel, single, factor, Stream(f"{seed:04x}"), 3000)
            if not repeats:
                yield found
                break


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="*", default=[], help="24x8: players x rounds")
    parser.add_argument("--tries", type=int, default=3)
    parser.add_argument("--looks", type=int, default=200_000)
    parser.add_argument("--steps", type=int, default=500_000, help="of schedules.c, for each of its ways")
    options = parser.parse_args()
    lines = [line for line in FILE.read_text(encoding="ascii").splitlines() if line and line[0] != "#"]
    known = [read(line) for line in lines]
    for design in designs(known):
        known.append(design)
        keep(known, design, 0.0)
    for sizes, rounds in jobs():
        if options.only and f"{sum(sizes)}x{rounds}" not in options.only:
            continue
        began = _cpu_seconds()
        starts = [one for one in [closed_form(sizes, rounds) or [], *known] if one and _sizes(one) == sizes]
        if any(len(one) >= rounds and price(one[:rounds]) == (least_repeats(sizes, rounds), 0) for one in starts):
            continue
        if shutil.which("cc"):
            others = [joined(sizes, rounds, known)] if sizes[0] - sizes[-1] == 1 else []
            found = searched(sizes, rounds, plan_known([*starts, *filter(None, others)], rounds), options.steps)
        else:
            starts = [one for one in starts if not coincidences_of(one)]
            found = mended(sizes, rounds, starts, options.tries, options.looks)
            for start in (one for one in starts if len(one) < rounds):
                found = min(found, extended(sizes, rounds, start, 4 * options.tries, options.looks // 4), key=price)
        if not is_better_known(sizes, rounds, found, known):
            known = [one for one in known if _sizes(one) != sizes or len(one) != rounds] + [found]
            keep(known, found, _cpu_seconds() - began)


def _cpu_seconds() -> float:
    """Of this process and of the program that it has called."""
    return sum(os.times()[:4])


def plan_known(known: Sequence[Schedule], rounds: int) -> Schedule:
    """The best of these that is long enough."""
    return min((one[:rounds] for one in known if len(one) >= rounds), key=price, default=[])


def keep(known: Sequence[Schedule], found: Schedule, seconds: float) -> None:
    in_order = sorted(known, key=lambda one: (len(one[0]) and sum(_sizes(one)), _sizes(one), len(one)))
    FILE.write_text(HEAD + "".join(written(one) + "\n" for one in in_order), encoding="ascii")
    coincidences, share = price(found)
    line = {"sizes": _sizes(found), "rounds": len(found), "coincidences": coincidences, "share": share}
    bound = least_repeats(_sizes(found), len(found))
    print(json.dumps({"bench": "schedules", **line, "bound": bound, "seconds": round(seconds, 1)}), flush=True)


if __name__ == "__main__":
    main()

"""Finds the schedules of `tournaments/draws/stored_schedules.txt` and writes that file. Prints one JSON line for each.

Two searches. (1) **Turned**: one base round is found, the others are the same round turned: players stand on wheels
which all turn by one place from round to round. Two players meet again only if the base round has two pairs of one
kind, so that one round has to be searched and not eight. It may besides be asked to look the same if wheels change
places; that leaves even less to search, and finds 28 players in nine rounds in the twinkling of an eye. (2) **Mended**:
`tournaments.draws.weave` from the closed form, from a turned schedule or from lots, many times over.

`--only 24x8 28x9` does these and keeps the other lines of the file. Everything follows from fixed seeds.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tournaments.draws.closed_forms import closed_form
from tournaments.draws.seeding import Stream
from tournaments.draws.sizes import least_repeats, splits
from tournaments.draws.stored import FILE, Tables, coincidences_of, read, written
from tournaments.draws.weave import MEETING, SHARE, Weave, mend

Schedule = list[Tables]

HEAD = "# Made by bench/schedules.py; tournaments/draws/stored.py says how to read it.\n"
TRIPLED = {(7, 3, 2), (9, 1, 7), (11, 3, 1), (13, 1, 3)}
"""Three wheels of so many places, single players beside them, and the factor under which the wheels change places."""
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


def jobs() -> Iterator[tuple[tuple[int, ...], int]]:
    """What is looked for: tables of four over many rounds, and the default sizes of every field up to 64 players."""
    yield from (((4,) * (players // 4), rounds) for players, rounds in FOURS)
    for players in range(8, 65):
        wanted = dict.fromkeys((splits(players, rounds)[0].sizes, rounds) for rounds in range(2, 9))
        yield from wanted


def is_better_known(sizes: Sequence[int], rounds: int, schedule: Schedule, known: Sequence[Schedule]) -> bool:
    """Whether a rule or a line of the file is as good already."""
    rule = closed_form(sizes, rounds) or []
    others = [one[:rounds] for one in [rule, *known] if len(one) >= rounds and _sizes(one) == tuple(sizes)]
    return any(price(one) <= price(schedule) for one in others)


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
    options = parser.parse_args()
    lines = [line for line in FILE.read_text(encoding="ascii").splitlines() if line and line[0] != "#"]
    known = [read(line) for line in lines]
    for design in designs(known):
        known.append(design)
        keep(known, design, 0.0)
    for sizes, rounds in jobs():
        if options.only and f"{sum(sizes)}x{rounds}" not in options.only:
            continue
        began = time.process_time()
        starts = [one for one in [closed_form(sizes, rounds) or [], *known] if one and _sizes(one) == sizes]
        if any(len(one) >= rounds and price(one[:rounds]) == (least_repeats(sizes, rounds), 0) for one in starts):
            continue
        starts = [one for one in starts if not coincidences_of(one)]
        found = mended(sizes, rounds, starts, options.tries, options.looks)
        for start in (one for one in starts if len(one) < rounds):
            found = min(found, extended(sizes, rounds, start, 4 * options.tries, options.looks // 4), key=price)
        if not is_better_known(sizes, rounds, found, known):
            known = [one for one in known if _sizes(one) != sizes or len(one) != rounds] + [found]
            keep(known, found, time.process_time() - began)


def keep(known: Sequence[Schedule], found: Schedule, seconds: float) -> None:
    in_order = sorted(known, key=lambda one: (len(one[0]) and sum(_sizes(one)), _sizes(one), len(one)))
    FILE.write_text(HEAD + "".join(written(one) + "\n" for one in in_order), encoding="ascii")
    coincidences, share = price(found)
    line = {"sizes": _sizes(found), "rounds": len(found), "coincidences": coincidences, "share": share}
    bound = least_repeats(_sizes(found), len(found))
    print(json.dumps({"bench": "schedules", **line, "bound": bound, "seconds": round(seconds, 1)}), flush=True)


if __name__ == "__main__":
    main()

"""How good and how fast whole events are drawn: one JSON line a case, counted again by the checker.

Every case stands beside the usual way: 1,000 random shuffles a round of which the best is kept, each round knowing the
earlier ones (only for fields up to 64 players, and `--shuffles 0` leaves it out). Seconds are CPU time of the draw
alone, plans not yet in memory; peak memory is that of the process so far, so large cases come last. The last two lines
are rounds drawn one by one for 1,000 players, history and quality included: at random, beside a tenth of the shuffles,
and one more by standings (the ladder).
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import sys
import time
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tournaments.draws import History, Options, Player, Stream, draw, draw_event, draw_ladder, history_of
from tournaments.draws.checker import misseated, recount
from tournaments.draws.plans import plan

SEED = "5ca7" * 16
FORCED = [
    *((4, 4), (5, 4), (5, 5), (6, 6), (4, 4, 4), (5, 4, 4), (5, 5, 4), (5, 5, 5), (4,) * 4, (5, 4, 4, 4), (6, 6, 6)),
    *((4,) * 5, (5, 5, 5, 5, 4), (5,) * 5, (6,) * 5, (5,) * 6),
]
FOURS = [(16, 5), (20, 5), (20, 6), (20, 8), (24, 7), (24, 8), (28, 8), (28, 9), (32, 8), (32, 9), (36, 8), (36, 11)]
FOURS += [(40, 8), (40, 11), (48, 8), (64, 8), (64, 21)]


def cases() -> list[tuple[int, int, tuple[int, ...] | None]]:
    """Players, rounds, sizes or None for the default."""
    found: list[tuple[int, int, tuple[int, ...] | None]] = []
    found += [(sum(sizes), rounds, sizes) for sizes in FORCED for rounds in (2, 3)]
    found += [(players, rounds, None) for players in range(8, 37) for rounds in (2, 3)]
    found += [(players, rounds, (4,) * (players // 4)) for players, rounds in FOURS]
    found += [(players, 8, None) for players in range(37, 65)]
    return [*found, (1_000, 8, None), (10_000, 8, None)]


def measured(players: int, rounds: int, sizes: tuple[int, ...] | None, shuffles: int) -> dict[str, object]:
    listed = [Player(f"p{number:05}") for number in range(1, players + 1)]
    plan.cache_clear()
    began = time.process_time()
    drawing = draw_event(listed, rounds, Options(sizes=sizes), SEED)
    seconds = time.process_time() - began
    counted = recount(drawing.rounds)
    line: dict[str, object] = {
        "bench": "draws",
        "players": players,
        "rounds": rounds,
        "tables": " + ".join(f"{times}x{size}" for size, times in Counter(map(len, drawing.rounds[0])).items()),
        "coincidences": counted.coincidences,
        "bound": drawing.quality["coincidences"].bound,
        "seat_a_spread": counted.spread("A"),
        "large_table_spread": counted.large_spread,
        "misseated": len(misseated(drawing.rounds, [player.key for player in listed])),
        "seconds": round(seconds, 3),
        "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }
    if shuffles and players <= 64:
        line["shuffled_coincidences"] = shuffled(players, [len(table) for table in drawing.rounds[0]], rounds, shuffles)
    return line


def shuffled(players: int, sizes: Sequence[int], rounds: int, tries: int) -> int:
    """The coincidences of the usual way."""
    stream, met = Stream(SEED), [[0] * players for _ in range(players)]
    return sum(shuffled_round(met, sizes, tries, stream) for _ in range(rounds))


def shuffled_round(met: list[list[int]], sizes: Sequence[int], tries: int, stream: Stream) -> int:
    """The coincidences of one round of it, whose meetings are entered."""
    best, kept = sys.maxsize, list[list[int]]()
    for _ in range(tries):
        order, start, cost, tables = stream.shuffled(range(len(met))), 0, 0, []
        for size in sizes:
            tables.append(order[start : start + size])
            start += size
            cost += sum(met[one][other] for one, other in combinations(tables[-1], 2))
        if cost < best:
            best, kept = cost, tables
        if not best:
            break
    for one, other in (two for table in kept for two in combinations(table, 2)):
        met[one][other] += 1
        met[other][one] += 1
    return best


def next_at_random(players: int, rounds: int, shuffles: int) -> dict[str, object]:
    """Round after round, each with its history: as the plan goes on, and searched for after two have changed places."""
    listed = [Player(f"p{number:05}") for number in range(1, players + 1)]
    line: dict[str, object] = {"bench": "draws", "next_at_random": players, "rounds": rounds}
    sizes: list[int] = []
    for way in ("followed", "searched"):
        drawn: list[Sequence[Sequence[str]]] = []
        seconds, coincidences = [], 0
        for number in range(rounds):
            began = time.process_time()
            drawing = draw(listed, history_of(drawn), Options(rounds=rounds), f"{SEED}{number:02x}"[-128:])
            seconds.append(time.process_time() - began)
            coincidences += drawing.quality.coincidences
            (one, *others), (other, *more), *tables = drawing.tables
            swapped = [(other, *others), (one, *more), *tables]
            drawn.append(swapped if way == "searched" else drawing.tables)
            sizes = list(map(len, drawing.tables))
        line[f"{way}_seconds"] = round(statistics.mean(seconds[1:]), 5)  # the first makes the plan
        line[f"{way}_coincidences"] = coincidences
    if shuffles:
        stream, met = Stream(SEED), [[0] * players for _ in range(players)]
        began = time.process_time()
        line["shuffled_coincidences"] = sum(shuffled_round(met, sizes, shuffles, stream) for _ in range(rounds))
        line["shuffled_seconds"] = round((time.process_time() - began) / rounds, 3)
    return line


def next_by_standings(players: int) -> dict[str, object]:
    listed = [Player(f"p{number:05}") for number in range(1, players + 1)]
    history: History = history_of(draw_event(listed, 3, Options(), SEED).rounds)
    began = time.process_time()
    draw_ladder(listed, history, Options(rounds=4), SEED)
    return {"bench": "draws", "next_by_standings": players, "seconds": round(time.process_time() - began, 3)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shuffles", type=int, default=1_000)
    options = parser.parse_args()
    for players, rounds, sizes in cases():
        print(json.dumps(measured(players, rounds, sizes, options.shuffles)), flush=True)
    print(json.dumps(next_at_random(1_000, 8, options.shuffles // 10)), flush=True)
    print(json.dumps(next_by_standings(1_000)), flush=True)


if __name__ == "__main__":
    main()

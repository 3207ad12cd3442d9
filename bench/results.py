"""How long `manage.py results` takes on a file of 10,000 players and three basic rounds (goal: under 5 s in all).

Prints one JSON line. The file is made anew from a seed in a temporary folder: tables of five, every game played to
its end, losers by a hash of the seed, so it is the same file on every machine. The time is that of the whole command,
from starting Python to the last byte; median of three runs.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORDS = ("KEBAB", "RACEK", "HUMUS")
SEATS = "ABCDE"


def chance(seed: str) -> Iterator[int]:
    """Bytes without end, the same for the same seed."""
    for block in count():
        yield from hashlib.sha256(f"{seed} {block}".encode()).digest()


def game(bytes_: Iterator[int], length: int) -> list[dict[str, object]]:
    """Deals until three are left; at a table of five the bench goes round."""
    letters, still_in, bench = dict.fromkeys(SEATS, 0), list(SEATS), 4
    log: list[dict[str, object]] = []
    while len(still_in) > 3:
        out = [still_in[bench % 5]] if len(still_in) == 5 else []
        playing = [seat for seat in still_in if seat not in out]
        loser = playing[next(bytes_) % 4]
        log.append({"kind": "deal", "loser": loser, "bench": out})
        letters[loser] += 1
        bench += 1
        if letters[loser] == length:
            still_in.remove(loser)
    return log


def event(players: int, seed: int) -> dict[str, object]:
    """A whole event; in each round everybody sits with others."""
    bytes_, tables = chance(f"results {seed}"), players // len(SEATS)
    rounds = []
    for number, word in enumerate(WORDS, 1):
        seating = [
            [f"p{(seat * tables + (table + seat * (number - 1)) % tables) + 1}" for seat in range(5)]
            for table in range(tables)
        ]
        rounds.append(
            {
                "number": number,
                "kind": "basic",
                "word": word,
                "tables": [
                    {"number": table, "seats": dict(zip(SEATS, seats, strict=True)), "log": game(bytes_, len(word))}
                    for table, seats in enumerate(seating, 1)
                ],
            }
        )
    return {
        "format": "scwu-event/1",
        "slug": "bench",
        "name": "Bench",
        "series": "friendly",
        "date": "2026-01-01",
        "entries": [{"id": f"p{index}", "nick": f"NICK {index}"} for index in range(1, players + 1)],
        "rounds": rounds,
    }


def seconds(file: Path) -> float:
    """One run of the command, its output thrown away."""
    started = time.perf_counter()
    subprocess.run(  # noqa: S603 our own program, on a file that was made just now
        [sys.executable, ROOT / "manage.py", "results", file], cwd=ROOT, stdout=subprocess.DEVNULL, check=True
    )
    return time.perf_counter() - started


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=10_000, help="a multiple of five")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "event.json"
        file.write_text(json.dumps(event(options.players, options.seed), indent=1), encoding="utf-8")
        runs = [seconds(file) for _ in range(3)]
        measured = {
            "bench": "results",
            "players": options.players,
            "rounds": len(WORDS),
            "bytes": file.stat().st_size,
            "median_s": round(statistics.median(runs), 2),
            "runs_s": [round(run, 2) for run in runs],
            "goal_s": 5,
        }
    sys.stdout.write(json.dumps(measured) + "\n")


if __name__ == "__main__":
    main()

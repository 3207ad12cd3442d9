"""Seeded histories of phones at a table against the decision that ships: what broke, and how many games are flagged.

    python bench/histories.py --until 1000000 --jobs 2
    python bench/histories.py --setting normal
    python bench/histories.py --phones shipped   the scripts that ship, in node, instead of their model
    python bench/histories.py --first            ends at the first fault (for a planted bug)

One JSON line. A seed that broke something is named, and plays the same history again everywhere.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SEEDS_NAMED = 5


def played(first: int, until: int, setting: str, phones: str, *, stop: bool) -> dict[str, Any]:
    """The histories of these seeds, counted."""
    from tests.games.arrivals import histories, shipped

    with shipped.node() if phones == "shipped" else nullcontext() as node:
        about = {"hostile": None, "normal": histories.NORMAL}[setting]
        play = partial(shipped.shipped_history, node=node) if node else histories.history
        return _counted(range(first, until), lambda seed: play(seed, setting=about), stop=stop)


def _counted(numbers: range, play: Callable[[int], Any], *, stop: bool) -> dict[str, Any]:
    broken: Counter[str] = Counter()
    seeds: list[int] = []
    flagged = lines = count = 0
    for seed in numbers:
        outcome = play(seed)
        count += 1
        flagged += outcome.is_flagged
        lines += outcome.lines
        broken.update(outcome.faults)
        seeds += [seed] if outcome.faults else []
        if stop and seeds:
            break
    return {"histories": count, "lines": lines, "flagged": flagged, "broken": broken, "seeds": seeds[:SEEDS_NAMED]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--from", dest="first", type=int, default=0)
    parser.add_argument("--until", type=int, default=5_000)
    parser.add_argument("--setting", choices=["hostile", "normal"], default="hostile")
    parser.add_argument("--phones", choices=["model", "shipped"], default="model")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--first", dest="stop", action="store_true")
    asked = parser.parse_args()
    if not any(Path(place, "games").is_dir() for place in os.environ.get("PYTHONPATH", "").split(os.pathsep) if place):
        sys.path.insert(0, str(ROOT))
    if str(ROOT) not in sys.path:
        sys.path.append(str(ROOT))
    step = -(-(asked.until - asked.first) // asked.jobs)
    starts = range(asked.first, asked.until, step)
    if asked.jobs == 1:
        parts = [played(asked.first, asked.until, asked.setting, asked.phones, stop=asked.stop)]
    else:
        with ProcessPoolExecutor(asked.jobs) as pool:
            waits = [
                pool.submit(played, start, min(start + step, asked.until), asked.setting, asked.phones, stop=asked.stop)
                for start in starts
            ]
            parts = [wait.result() for wait in waits]
    broken: Counter[str] = Counter()
    for part in parts:
        broken.update(part["broken"])
    total = {name: sum(part[name] for part in parts) for name in ("histories", "lines", "flagged")}
    seeds = [seed for part in parts for seed in part["seeds"]][:SEEDS_NAMED]
    share = round(100 * total["flagged"] / max(total["histories"], 1), 2)
    how = {"setting": asked.setting, "phones": asked.phones}
    print(json.dumps({**how, **total, "flagged_percent": share, "broken": broken, "seeds": seeds}))


if __name__ == "__main__":
    main()

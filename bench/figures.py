"""Every figure of the draw's design in one line of JSON: field -> value, bound, best known, seconds.

Each field is drawn as a whole event of nameless players and counted again by the checker. `bound`: proved, nobody can
go below; `best`: the best known when the figures were written down; `large`: most less fewest times at
a large table, and the bound of that; seconds are CPU time of the draw, plans not yet in memory. `worse`: the fields
that are behind what is known.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tournaments.draws import Options, Player, draw_event
from tournaments.draws.checker import misseated, recount
from tournaments.draws.plans import plan
from tournaments.draws.sizes import splits

SEED = "5ca7" * 16

FORCED = {
    (4, 4): (4, 12),
    (5, 4): (6, 18),
    (5, 5): (8, 24),
    (6, 6): (12, 36),
    (4, 4, 4): (3, 9),
    (5, 4, 4): (4, 12),
    (5, 5, 4): (5, 15),
    (5, 5, 5): (6, 18),
    (4,) * 4: (0, 0),
    (5, 4, 4, 4): (1, 3),
    (6, 6, 6): (9, 27),
    (4,) * 5: (0, 0),
    (5,) + (4,) * 4: (0, 0),
    (5, 5, 4, 4, 4): (0, 0),
    (5, 5, 5, 4, 4): (0, 0),
    (5,) * 4 + (4,): (0, 0),
    (5,) * 5: (0, 0),
    (6,) * 5: (5, 15),
    (5,) * 6: (0, 0),
}
"""Sizes -> coincidences over two rounds and three."""

DESIGNS = {16: 5, 20: 5, 24: 7, 28: 9, 32: 10, 36: 11, 40: 13, 44: 14, 48: 15, 52: 17, 56: 18, 60: 19, 64: 21}
"""Players at tables of four -> rounds without a repeat."""

SEARCHED = {
    ((4,) * 4, 9): 96,
    ((4,) * 5, 9): 80,
    ((4,) * 4, 10): 120,
    ((4,) * 3, 9): 126,
    ((4,) * 5, 6): 6,
    ((6,) * 5, 5): 50,
    ((6,) * 6, 6): 29,
    ((6,) * 6, 8): 123,
    ((6, 6, 6, 4, 4, 4), 5): 7,
    ((6, 6, 5, 5, 5, 4), 6): 18,
}
OF_SIXES = {
    ((6, 5, 5), 6): 105,
    ((6, 5, 5, 5), 6): 75,
    ((6, 6, 5, 5), 6): 90,
    ((6, 6, 6, 5), 6): 105,
    ((6, 5, 5, 5, 5), 8): 115,
    ((6, 6, 5, 5, 5), 6): 30,
    ((6, 6, 6, 6, 5), 6): 60,
    ((6, 6, 5, 5, 5, 4), 4): 0,
    ((6, 6, 5, 5, 5, 4), 8): 75,
    ((6, 6, 5, 5, 5, 4), 10): 195,
    ((6, 6, 5, 5, 5, 4), 11): 261,
    ((6, 6, 6, 4, 4, 4), 8): 77,
    ((6, 6, 6, 4, 4, 4), 10): 195,
    ((6, 6, 6, 4, 4, 4), 11): 259,
    ((6, 6, 6, 6, 5, 5), 4): 0,
    ((6,) * 5, 7): 105,
    ((6,) * 6, 9): 185,
    ((6,) * 6, 10): 270,
    ((6,) * 3, 11): 567,
    ((6,) * 3, 12): 702,
    ((6,) * 4, 10): 388,
    ((6,) * 4, 12): 612,
    ((6,) * 7, 10): 225,
    ((6, 5, 5), 7): 147,
    ((6, 5, 5), 12): 540,
    ((6, 6, 5), 12): 624,
    ((6, 5, 5, 5), 7): 105,
    ((6, 6, 5, 5), 7): 126,
    ((6, 6, 5, 5), 10): 319,
    ((6, 6, 6, 5), 7): 147,
    ((6, 6, 6, 5), 10): 353,
    ((6, 4, 4, 4, 4), 11): 198,
    ((6, 5, 5, 5, 4), 9): 159,
    ((6, 6, 6, 5, 5), 7): 77,
    ((6, 6, 6, 5, 5), 9): 207,
    ((6, 6, 6, 6, 5), 7): 84,
    ((6, 6, 6, 6, 5), 10): 305,
    ((6, 6, 4, 4, 4, 4), 9): 108,
    ((6, 5, 5, 5, 5, 5), 10): 185,
    ((6, 6, 6, 6, 5, 5), 7): 32,
    ((6, 6, 6, 6, 5, 5), 11): 319,
    ((6, 6, 6, 6, 6, 5), 7): 46,
    ((6, 6, 6, 6, 6, 5), 9): 170,
    ((6, 6, 6, 6, 6, 5), 10): 255,
}
"""What minutes of annealing found; most of it is at the bound."""

FREELY = {
    ((5,) * 4, 7): 90,
    ((5,) * 4, 8): 130,
    ((6,) * 4, 8): 224,
    ((5,) * 5, 8): 100,
    ((5,) * 6, 5): 0,
    ((5,) * 6, 7): 25,
    ((5,) * 6, 8): 61,
    ((6,) * 5, 8): 168,
    ((5,) * 7, 8): 32,
    ((6, 6, 5, 5, 5, 5, 4), 8): 41,
    ((6, 6, 6, 5, 5, 4, 4), 8): 45,
    ((6, 6, 6, 6, 4, 4, 4), 7): 13,
    ((6,) * 6, 5): 12,
    ((6,) * 6, 7): 52,
    ((6, 6, 6, 6, 5, 4, 4), 7): 13,
    ((6, 6, 6, 6, 5, 4, 4), 8): 48,
    ((6, 6, 6, 6, 5, 5, 4), 7): 6,
    ((6, 6, 6, 6, 5, 5, 4), 8): 51,
    ((6, 6, 6, 6, 6, 4, 4), 7): 9,
    ((6, 6, 6, 6, 6, 4, 4), 8): 54,
    ((6, 6, 5, 5, 5, 4, 4, 4), 8): 14,
    ((5, 5, 5, 5, 4, 4, 4, 4, 4), 11): 48,
    ((6, 5, 5, 4, 4, 4, 4, 4, 4), 11): 54,
    ((6, 6, 5, 5, 5, 5, 4, 4), 8): 21,
    ((6, 6, 6, 5, 5, 4, 4, 4), 8): 15,
    ((6, 6, 6, 5, 5, 4, 4, 4), 10): 93,
    ((6, 6, 6, 6, 6, 6, 4), 7): 26,
    ((6, 6, 6, 6, 6, 6, 4), 8): 66,
    ((5, 5, 5, 5, 5, 4, 4, 4, 4), 12): 97,
    ((6,) * 7, 8): 76,
    ((5, 5, 5, 5, 5, 5, 5, 4, 4), 12): 114,
    ((5, 5, 5, 5, 4, 4, 4, 4, 4, 4), 12): 48,
    ((5, 5, 5, 5, 5, 5, 5, 5, 4), 12): 120,
    ((5,) * 9, 11): 76,
    ((5, 5, 5, 5, 5, 5, 5, 5, 4, 4), 10): 16,
    ((5, 5, 5, 5, 5, 5, 5, 5, 4, 4), 12): 75,
}
"""What walks with all rounds free found (`schedules.py --walks`)."""

BY_DEFAULT = {(21, 9): 96, (22, 9): 111, (27, 10): 129, (33, 10): 27, (13, 8): 118, (14, 8): 143}
BY_DEFAULT |= {(18, 8): 103, (19, 8): 117, (21, 7): 28, (33, 8): 0}
BY_DEFAULT |= {
    (41, 10): 0,
    (42, 10): 2,
    (43, 10): 4,
    (41, 11): 9,
    (42, 11): 13,
    (43, 11): 15,
    (46, 12): 12,
    (47, 12): 16,
}
BY_DEFAULT |= {(15, 9): 225, (15, 10): 287, (34, 9): 14, (36, 12): 42, (37, 10): 8, (38, 10): 13, (49, 12): 0}
BY_DEFAULT |= {(30, 5): 0, (50, 12): 2, (51, 12): 3, (53, 11): 0, (57, 12): 0, (63, 12): 0}
BY_DEFAULT |= {(67, 10): 0, (69, 10): 0, (70, 10): 0, (73, 10): 0, (74, 10): 0, (75, 10): 0}

FIGURES: dict[tuple[tuple[int, ...], int], int] = {
    **{(sizes, rounds): known[rounds - 2] for sizes, known in FORCED.items() for rounds in (2, 3)},
    **{((4,) * (players // 4), rounds): 0 for players, rounds in DESIGNS.items()},
    **SEARCHED,
    **OF_SIXES,
    **FREELY,
    **{(splits(players, rounds)[0].sizes, rounds): known for (players, rounds), known in BY_DEFAULT.items()},
    **{(splits(players, 8)[0].sizes, 8): 0 for players in range(37, 65)},
}
"""Sizes and rounds -> the fewest coincidences known."""


def measured(sizes: tuple[int, ...], rounds: int) -> dict[str, object]:
    everybody = [Player(f"p{number:03}") for number in range(1, sum(sizes) + 1)]
    plan.cache_clear()
    began = time.process_time()
    drawing = draw_event(everybody, rounds, Options(sizes=sizes), SEED)
    seconds = time.process_time() - began
    if misseated(drawing.rounds, [player.key for player in everybody]):
        raise AssertionError(sizes)
    counted, quality = recount(drawing.rounds), drawing.quality
    return {
        "value": counted.coincidences,
        "bound": quality["coincidences"].bound,
        "best": FIGURES[sizes, rounds],
        "large": [counted.large_spread, quality["large_tables"].bound],
        "seconds": round(seconds, 3),
    }


def named(sizes: tuple[int, ...], rounds: int) -> str:
    counts = [f"{sizes.count(size)}x{size}" for size in sorted(set(sizes), reverse=True)]
    return f"{sum(sizes)} as {'+'.join(counts)}, {rounds} rounds"


def main() -> None:
    fields = {named(*field): measured(*field) for field in FIGURES}
    worse = [name for name, line in fields.items() if line["value"] > line["best"]]  # type: ignore[operator]
    print(json.dumps({"bench": "figures", "worse": worse, "fields": fields}))


if __name__ == "__main__":
    main()

"""How long the ranking of a whole season takes: counted anew, and as it is kept while nothing of it changes.

Prints one JSON line, in CPU milliseconds. Counted anew is what the first visitor after a publication waits for.
"""

from __future__ import annotations

import argparse

import harness as bench


def main() -> None:
    options = _arguments()
    bench.set_up()
    from django.core.cache import cache

    from tests.factories.seasons import a_season
    from tournaments.queries.rankings import ranking_of

    season = a_season(options.events, options.players)

    def anew() -> None:
        cache.clear()
        ranking_of(season)

    taken = bench.alternate({"anew": anew, "kept": lambda: ranking_of(season)}, rounds=5, times=2)
    bench.report(
        "season",
        events=options.events,
        players=options.players,
        cpu_ms={name: bench.shown(value) for name, value in taken.items()},
        statements_anew=bench.statements(anew),
        statements_kept=bench.statements(lambda: ranking_of(season)),
    )


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=200)
    parser.add_argument("--players", type=int, default=64)
    return parser.parse_args()


if __name__ == "__main__":
    main()

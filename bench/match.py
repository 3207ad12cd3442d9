"""How the players of Smoking Cat do against each other: one JSON line with intervals at 95 % (docs/players.md).

Each pair is one challenger against three of the others; one as good as they are loses a quarter of the deals. The
figures are shares of deals lost in ten-thousandths, and the same for the same seed on every machine.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from games.players.match import FAIR, lost_deals, summed_up
from games.players.smoking_cat.deals import PLAYERS

PAIRS = ("cautious:random", "random:cautious", "sharp:cautious", "cautious:sharp")
SHOW_EVERY = 100  # deals


def main() -> None:
    options = _options()
    results = [_figures(pair, options) for pair in options.pairs]
    print(json.dumps({"bench": "match", "seed": options.seed, "fair": FAIR, "matches": results}))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pairs", nargs="*", default=PAIRS, help="CHALLENGER:OTHERS, by default four pairs")
    parser.add_argument("--deals", type=int, default=1000, help="deals of a match, each played four times")
    parser.add_argument("--seed", default="match")
    return parser.parse_args()


def _figures(pair: str, options: argparse.Namespace) -> dict[str, object]:
    challenger, others = pair.split(":")
    losses = lost_deals(PLAYERS[challenger], PLAYERS[others], seed=options.seed, deals=options.deals)
    result = summed_up(_watched(losses, pair, options.deals))
    return {
        "challenger": challenger,
        "others": others,
        "deals": result.deals,
        "lost": result.lost,
        "share": result.share,
        "interval_95": result.interval,
    }


def _watched(losses: Iterator[int], pair: str, deals: int) -> Iterator[int]:
    """The same, with a line of progress beside the result."""
    for number, lost in enumerate(losses, 1):
        if number % SHOW_EVERY == 0:
            print(f"{pair}: {number} of {deals} deals", file=sys.stderr)
        yield lost


if __name__ == "__main__":
    main()

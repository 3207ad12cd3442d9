"""Whether fewer forced repeats leave room for fairer shares of large tables: asked of a solver, one JSON line a field.

    python -m pip install ortools
    python bench/fair_shares.py 5,4,4,4x4 --spread 3

As many repeats as are forced there are only if every table is spread over those of every other round as evenly as can
be (`tournaments/draws/sizes.py`). The solver looks for such rounds in which most less fewest times at a large table is
no more than `--spread`. It answers with the rounds as a line of the stored schedules, with "none" where it has gone
through all, or with "open" where its time was over. What it has gone through is written down in
`tournaments/draws/large_tables.py`. The solver is asked for nothing else, so no part of the software needs it.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from importlib import import_module
from itertools import accumulate, combinations, pairwise
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tournaments.draws.sizes import forced_repeats
from tournaments.draws.stored import read, worth_of, written

SECONDS = 600


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("field", help="sizes, x, rounds: 5,4,4,4x4")
    parser.add_argument("--spread", type=int, required=True)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    options = parser.parse_args()
    told, rounds = options.field.split("x")
    sizes = sorted(map(int, told.split(",")), reverse=True)
    found, seconds = fairest(sizes, int(rounds), options.spread, options.seconds)
    line = {"bench": "fair_shares", "sizes": sizes, "rounds": int(rounds), "spread": options.spread, "found": found}
    print(json.dumps(line | {"seconds": round(seconds, 1)}))


def fairest(sizes: Sequence[int], rounds: int, spread: int, seconds: float) -> tuple[str, float]:
    """Rounds as a line of the stored schedules, "none" or "open"; and how long that took. The first round is given."""
    solver_of: Any = import_module("ortools.sat.python.cp_model")
    model, tables, players = solver_of.CpModel(), range(len(sizes)), range(sum(sizes))
    sits = {(r, p, t): model.new_bool_var("") for r in range(rounds) for p in players for t in tables}
    for r in range(rounds):
        for p in players:
            model.add_exactly_one(sits[r, p, t] for t in tables)
        for t in tables:
            model.add(sum(sits[r, p, t] for p in players) == sizes[t])
    groups = [range(*ends) for ends in pairwise(accumulate(sizes, initial=0))]
    for t, group in enumerate(groups):
        for p in group:
            model.add(sits[0, p, t] == 1)
        for one, other in pairwise(group):  # which of a table's players is which does not matter
            model.add(sum(t * sits[1, one, t] for t in tables) <= sum(t * sits[1, other, t] for t in tables))
    for r, later in combinations(range(rounds), 2):
        for t in tables:
            for u in tables:
                shared = [_both(model, sits[r, p, t], sits[later, p, u]) for p in players]
                model.add_linear_constraint(sum(shared), sizes[t] // len(sizes), -(-sizes[t] // len(sizes)))
    fewest = model.new_int_var(0, rounds, "")
    for p in players:
        times = sum(sits[r, p, t] for r in range(rounds) for t in tables if sizes[t] > min(sizes))
        model.add(fewest <= times)
        model.add(times <= fewest + spread)
    solver = solver_of.CpSolver()
    solver.parameters.max_time_in_seconds = seconds
    status = solver.solve(model)
    if status not in (solver_of.OPTIMAL, solver_of.FEASIBLE):
        return "none" if status == solver_of.INFEASIBLE else "open", solver.wall_time
    where = [[[p for p in players if solver.value(sits[r, p, t])] for t in tables] for r in range(rounds)]
    worth = worth_of(read(written(where)))
    assert (worth.coincidences, worth.spread <= spread) == (forced_repeats(sizes, rounds), True)  # noqa: S101
    return written(where), solver.wall_time


def _both(model: Any, one: Any, other: Any) -> Any:
    both = model.new_bool_var("")
    model.add_min_equality(both, [one, other])
    return both


if __name__ == "__main__":
    main()

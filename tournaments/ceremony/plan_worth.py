"""How good the plan is that the lots were put into: a plan can be kept to the last seat and be full of repeats.

Who owns the site could freeze one. So whoever is told that a transcript holds is told, too, how often people meet again
in all rounds of the plan, how often they have to, and what this engine knows.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any

from tournaments.draws.plans import plan
from tournaments.draws.seeding import VERSION
from tournaments.draws.sizes import least_repeats
from tournaments.draws.stored import coincidences_of


@dataclass(frozen=True, slots=True)
class PlanWorth:
    """`repeats`: of the plan, over all rounds; `least`: proved, no plan has fewer; `known`: of the engine's own;
    `older`: the version of the engine that the draw names, if it is not this one, which may know better plans.
    """

    rounds: int
    repeats: int
    least: int
    known: int
    older: str = ""


def plan_worth(told: Mapping[str, Any]) -> PlanWorth | None:
    """Of the plan that a transcript goes on with; None if it follows none, or if its rounds are not of one kind.

    They are not where somebody came in for somebody else, or a round is of other sizes: then nothing is proved.
    """
    rounds = told.get("next") or []
    kinds = {(tuple(map(len, tables)), frozenset(chain.from_iterable(tables))) for tables in rounds}
    if len(kinds) != 1:
        return None
    sizes, _ = kinds.pop()
    known = coincidences_of(plan(tuple(sorted(sizes, reverse=True)), len(rounds)))
    older = "" if (engine := told["frozen"]["algorithm"]) == VERSION else engine
    return PlanWorth(len(rounds), coincidences_of(rounds), least_repeats(sizes, len(rounds)), known, older)

"""Why a plan that the round before has left is not followed: what is frozen tells it, before a card is turned.

By a plan people can know before the draw with whom they will sit. Who does not like it could add a round, or keep a
pair apart, so that the engine searches for other tables; so whoever looks is told what it was.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.ceremony.frozen import frozen_of
from tournaments.ceremony.verification import round_of
from tournaments.draws.following import numbers_shown
from tournaments.draws.seeding import OLDER


def why_left(before: Sequence[Mapping[str, Any]], told: Mapping[str, Any]) -> tuple[str, dict[str, Any]] | None:
    """Name and values of the sentence (`texts.about_draws.REMARKS`) that says it; None if the plan is followed, or the
    round before left none that has this round, or is not at hand.

    `before`: transcripts; `told`: one that holds, or draw_id and frozen of a draw of which it is sure that it follows
    no plan.
    """
    frozen = told["frozen"]
    last = next((one for one in reversed(before) if round_of(one) != round_of(told)), None)
    left, played = last and last.get("next"), len(frozen["rounds"])
    if not last or not left or told.get("next") is not None or frozen["algorithm"] in OLDER:
        return None
    if len(last["frozen"]["rounds"]) != played - 1 or len(left) <= played:
        return None
    other = {"other": last["draw_id"]}
    then, now = last["frozen"], frozen
    if len(left) != now["options"]["rounds"]:
        return "left_rounds", {**other, "then": len(left), "now": now["options"]["rounds"]}
    if frozen["plan"] is None:
        return "left_lost", other
    if numbers_shown(frozen_of(frozen).rounds_by_key, left) is None:
        return "left_moved", other
    if any(list(map(len, tables)) != frozen["sizes"] for tables in left):
        return "left_sizes", {**other, "then": len(then["roster"]), "now": len(now["roster"])}
    pairs = [len(each["options"].get("apart", ())) for each in (then, now)]
    return "left_apart", {**other, "then": pairs[0], "now": pairs[1]}

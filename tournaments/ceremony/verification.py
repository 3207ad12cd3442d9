"""Is a transcript what it says? One finding per step, in the order in which the steps were taken.

This is the site's own check. It draws anew with the engine, which a checker without the engine cannot
(docs/check_draw.py and check-draw.js verify all the rest in code of their own). Whatever cannot be read as a
transcript fails the first step, and the others are not asked.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.rules.refusals import Refused
from tournaments.ceremony.digests import PROTOCOL, canonical, commitment_to, digest_of, frozen_hash_of
from tournaments.ceremony.frozen import Frozen, frozen_of
from tournaments.ceremony.lots import draw_by_lots, shuffled
from tournaments.ceremony.room import NOBODY
from tournaments.ceremony.transcript import counted, seed_of
from tournaments.draws.seeding import VERSION

STEPS = ("form", "commitment", "frozen", "seed", "lots", "seating", "quality", "plan")


@dataclass(frozen=True, slots=True)
class Finding:
    """`step`: one of STEPS; the sentences stand in tournaments/texts/refusals.py."""

    step: str
    holds: bool


def findings_of(text: str) -> list[Finding]:
    """All steps that could be taken; the transcript holds if every one holds and none is missing."""
    document = _read(text)
    if document is None:
        return [Finding("form", holds=False)]
    found = [Finding("form", holds=True)]
    try:
        found += [Finding(step, holds=holds) for step, holds in _steps(document)]
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, Refused):
        return [Finding("form", holds=False)]
    return found


def _keeps_apart(frozen: Frozen, tables: Sequence[Sequence[int]]) -> bool:
    pairs = [{int(one), int(other)} for one, other in frozen.options.apart]
    return not any(two <= set(table) for two in pairs for table in tables)


def _read(text: str) -> Mapping[str, Any] | None:
    """The transcript, if its text is the canonical one and the digest inside is that of all the rest."""
    try:
        document = json.loads(text)
        rest = {key: value for key, value in document.items() if key != "digest"}
        whole = canonical(document) + "\n" == text and document["digest"] == digest_of("transcript", canonical(rest))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    return document if whole and document.get("format") == PROTOCOL else None


def _steps(told: Mapping[str, Any]) -> Iterator[tuple[str, bool]]:
    document, frozen = told["frozen"], frozen_of(told["frozen"])
    alike = (told["draw_id"], told["attempt"]) == (frozen.draw_id, frozen.attempt)
    yield "commitment", told["commitment"] == commitment_to(frozen.draw_id, told["secret"])
    yield "frozen", alike and frozen.document() == document and told["frozen_hash"] == frozen_hash_of(document)
    seeded = told["seed"] == seed_of(told["frozen_hash"], told["secret"], told["room"])
    yield "seed", seeded and told["ceremony"] == (told["room"] != NOBODY)
    yield "lots", told["lots"] == shuffled(sorted(frozen.clubs), told["seed"])
    seats = [lot for table in told["plan"] for lot in table]
    everybody = sorted(seats) == list(range(1, len(frozen.clubs) + 1))
    put_in = [[told["lots"][lot - 1] for lot in table] for table in told["plan"]]
    yield "seating", everybody and told["tables"] == put_in and _keeps_apart(frozen, put_in)
    yield "quality", told["quality"] == counted(frozen, told["tables"])
    if frozen.algorithm == VERSION:  # of an older engine nobody can say any more what it would have found
        plan = draw_by_lots(frozen.players, frozen.rounds_by_key, frozen.options, told["seed"]).plan
        yield "plan", told["plan"] == [list(table) for table in plan]

"""Is a transcript what it says? One finding per step, in the order in which the steps were taken.

A text may hold the transcripts of several rounds of one event, a line each, in their order; blank lines and a lost end
of the last one say nothing, as a pasted text has them. A round after the first
follows the plan that the round before has left, and by that plan who sits with whom is settled before the lots: so its
seating is checked only if the first round and all between are at hand and lead to it.

This is the site's own check. It draws anew with the engine, a seating that was searched for as well; a checker without
the engine (docs/check_draw.py and check-draw.js, in code of their own) can follow one that was planned. So that all
three say the same, the verdict on a seating that was searched for, or that the rounds before do not lead to, is
UNCHECKED here, too: that the engine finds it again is a finding, but the engine's word alone. What an older engine
would have found nobody can say any more. Whatever cannot be read as a transcript fails the first step, and the others
are not asked.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.rules.refusals import Refused
from tournaments.ceremony.beacon import is_hashed, is_signed, is_told
from tournaments.ceremony.digests import PROTOCOL, canonical, commitment_to, digest_of, frozen_hash_of
from tournaments.ceremony.frozen import Frozen, frozen_of
from tournaments.ceremony.grammar import is_room, is_transcript, lacks_rounds
from tournaments.ceremony.hall import hall_commitment
from tournaments.ceremony.lots import shuffled
from tournaments.ceremony.room import NOBODY
from tournaments.ceremony.transcript import counted, open_draw, seed_of
from tournaments.draws.seeding import OLDER, PLANNED

HOLDS, UNCHECKED, FAILS = "holds", "unchecked", "fails"

STEPS = ("form", "commitment", "frozen", "seed", "lots", "seating", "quality", "plan")
MORE_STEPS = ("order", "before", "made", "hall", "beacon", "signature", "search")
"""Those of several transcripts, of a first round by this very engine, which makes its plan anew, and of a draw with a
second secret, or with drand. `search` is the last step in place of `plan` where the seating was searched for, or
nothing leads to it."""
BLANK = " \t"


@dataclass(frozen=True, slots=True)
class Finding:
    """`step`: one of STEPS or MORE_STEPS; the sentences stand in tournaments/texts/about_draws.py.

    `where`: among several transcripts the draws of which it does not hold; the place of one that names none, from 1 on.
    """

    step: str
    holds: bool
    where: tuple[str | int, ...] = ()


def verdict_on(findings: Sequence[Finding]) -> str:
    """HOLDS, UNCHECKED if nobody but the engine could say whether the seating follows from the lots, or FAILS."""
    if not all(finding.holds for finding in findings):
        return FAILS
    return HOLDS if findings[-1].step == STEPS[-1] else UNCHECKED


def lines_of(text: str) -> list[str]:
    """The transcripts of a text, a line each. A line ends as any system ends it: mail and browsers change that."""
    return [line for line in text.replace("\r", "\n").split("\n") if line.strip(BLANK)] or [""]


def findings_of(text: str) -> list[Finding]:
    """All steps that could be taken; the transcript holds if every one holds and none is missing.

    Of several a step holds if it does in each; `plan` was taken only if it was in each, and `before` in each but the
    first.
    """
    found: list[dict[str, bool]] = []
    before: list[Mapping[str, Any]] = []
    lines = lines_of(text)
    for place, line in enumerate(lines, 1):
        where = (place,) if len(lines) > 1 else ()
        document = _read(line)
        if document is None:
            return [Finding("form", holds=False, where=where)]
        try:
            found.append({"form": True, **dict(_steps(document, before))})
        except (KeyError, TypeError, ValueError, IndexError, AttributeError, Refused):
            return [Finding("form", holds=False, where=where)]
        before.append(document)
    names = [told["frozen"]["draw_id"] for told in before]
    fails = {
        step: tuple(name for name, steps in zip(names, found, strict=True) if not steps.get(step, True))
        for step in _in_order(found)
    }
    for step, taken in (("before", found[1:]), ("plan", found)):
        if fails.get(step) == () and not all(step in steps for steps in taken):
            del fails[step]
    return [Finding(step, not crossed, crossed if len(lines) > 1 else ()) for step, crossed in fails.items()]


def _in_order(found: Sequence[Mapping[str, bool]]) -> list[str]:
    """The steps that were taken, the last ones last."""
    steps = dict.fromkeys(step for taken in found for step in taken)
    return sorted(steps, key=("search", "plan").__contains__)


def leads_to(before: Sequence[Mapping[str, Any]], told: Mapping[str, Any]) -> bool:
    """Whether it is a first round, or the last of these transcripts that is of another round leaves the plan that this
    one follows, and was drawn as this one says that it was played.
    """
    frozen, earlier = told["frozen"], [one for one in before if round_of(one) != round_of(told)]
    if not frozen["rounds"] or not earlier:
        return not frozen["rounds"]
    left, played = earlier[-1].get("next"), [*earlier[-1]["frozen"]["rounds"], earlier[-1]["tables"]]
    return left is not None and (left, played) == (frozen["plan"], frozen["rounds"])


def _after(last: Mapping[str, Any], told: Mapping[str, Any]) -> Iterator[tuple[str, bool]]:
    """Whether it stands in its place behind the transcript before; and if so, whether it goes on with the plan that
    this one leaves, or tells of this earlier attempt and of all that it tells of. Where there is no plan to go on with,
    that step is not taken.
    """
    in_order = _place_of(last)[0] == _place_of(told)[0] and _place_of(last) < _place_of(told)
    yield "order", in_order
    if not in_order:
        return
    if round_of(last) == round_of(told):
        known = [*last["frozen"]["earlier"], last["digest"]]
        yield "before", told["frozen"]["earlier"][: len(known)] == known
        return
    left, plan = last.get("next"), told["frozen"].get("plan")
    if left is not None and plan is not None and (left != plan or told["next"] is not None):
        yield "before", left == plan


def _place_of(told: Mapping[str, Any]) -> tuple[str, int, int]:
    """Event, round and attempt."""
    event, round_number, attempt = str(told["frozen"]["draw_id"]).split("/")
    return event, int(round_number), int(attempt)


def round_of(told: Mapping[str, Any]) -> str:
    """Event and round of a draw."""
    return str(told["draw_id"]).rpartition("/")[0]


def takes_plan(told: Mapping[str, Any]) -> bool:
    """Whether it follows a plan that is taken as it is frozen: only that of a first round by this very engine is
    computed anew.
    """
    frozen = told["frozen"]
    return told.get("next") is not None and (frozen["rounds"] != [] or frozen["algorithm"] in PLANNED)


def is_past_searching(told: Mapping[str, Any]) -> bool:
    """Whether an older engine drew it and followed no plan: what that would have found nobody can say any more."""
    return told.get("next") is None and told["frozen"]["algorithm"] in (*OLDER, *PLANNED)


def is_silent(told: Mapping[str, Any]) -> bool:
    """Whether it does not tell of each attempt before it: one that is given up leaves no transcript."""
    return int(told["frozen"]["attempt"]) > len(told["frozen"]["earlier"]) + 1


def tells_other_tables(last: Mapping[str, Any], told: Mapping[str, Any]) -> bool:
    """Whether it says that the transcript before, of another round, was played at other tables than were drawn."""
    played = told["frozen"]["rounds"][len(last["frozen"]["rounds"]) :][:1]
    return round_of(last) != round_of(told) and played not in ([], [last["tables"]])


def _keeps_rules(document: Mapping[str, Any], frozen: Frozen, tables: Sequence[Sequence[int]]) -> bool:
    """Sizes as they were frozen, no pair together that may not be, no club-mates where they must be apart."""
    sizes, options = [len(table) for table in tables], frozen.options
    pairs = [{int(one), int(other)} for one, other in options.apart]
    return (
        document.get("sizes", sizes) == sizes
        and (options.sizes is None or sorted(options.sizes) == sorted(sizes))
        and all(size in options.allowed for size in sizes)
        and not any(two <= set(table) for two in pairs for table in tables)
        and (options.clubs != "require" or not counted(frozen, tables)["club_pairs"])
        and (options.countries != "require" or not counted(frozen, tables)["country_pairs"])
    )


def _read(text: str) -> Mapping[str, Any] | None:
    """The transcript, if its text is the canonical one and the digest inside is that of all the rest."""
    try:
        document = json.loads(text)
        rest = {key: value for key, value in document.items() if key != "digest"}
        whole = canonical(document) == text and document["digest"] == digest_of("transcript", canonical(rest))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    return document if whole and document.get("format") == PROTOCOL and is_transcript(document) else None


def _steps(told: Mapping[str, Any], before: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, bool]]:
    document, frozen = told["frozen"], frozen_of(told["frozen"])
    alike = (told["draw_id"], told["attempt"]) == (frozen.draw_id, frozen.attempt)
    if before:
        yield from _after(before[-1], told)
    yield "commitment", told["commitment"] == commitment_to(frozen.draw_id, told["secret"])
    whole = told["frozen_hash"] == frozen_hash_of(document)
    if frozen.rounds or frozen.algorithm in (*OLDER, *PLANNED):  # its word is taken for its plan
        yield "frozen", alike and whole and frozen.document() == document
    else:
        made = replace(frozen, plan=None).document()
        yield "frozen", alike and whole and {**made, "plan": document["plan"]} == document
        yield "made", made["plan"] == document["plan"]
    yield from _secrets(told, frozen)
    hall, beacon = told.get("hall"), told.get("beacon")
    seeded = told["seed"] == seed_of(told["frozen_hash"], told["secret"], told["room"], hall, beacon)
    public = told["ceremony"] == (told["room"] != NOBODY) and (frozen.announced or not told["ceremony"])
    yield "seed", seeded and public and is_room(told["room"], frozen.rules["game"])
    yield "lots", told["lots"] == shuffled(sorted(frozen.clubs), told["seed"])
    seats = [lot for table in told["plan"] for lot in table]
    everybody = sorted(seats) == list(range(1, len(frozen.clubs) + 1)) and len(told["lots"]) == len(seats)
    put_in = [[told["lots"][lot - 1] for lot in table] for table in told["plan"]] if everybody else []
    yield "seating", everybody and told["tables"] == put_in and _keeps_rules(document, frozen, put_in)
    yield "quality", told["quality"] == counted(frozen, told["tables"])
    if frozen.algorithm not in OLDER:
        anew = open_draw(frozen, told["secret"], told["room"], hall=hall, beacon=beacon).document
        is_sure = anew["next"] and not lacks_rounds(document) and leads_to(before, told)
        step = "plan" if is_sure else "search"
        alike = (told["plan"], told["next"]) == (anew["plan"], anew["next"])
        if anew["next"] or told["next"] or frozen.algorithm not in PLANNED:  # else an older engine has searched
            yield step, alike


def _secrets(told: Mapping[str, Any], frozen: Frozen) -> Iterator[tuple[str, bool]]:
    """The second secret, or what was turned in its place; and drand's round, if they were frozen."""
    if frozen.hall is not None:
        hall = told["hall"]
        turned, game = hall.get("room", NOBODY), frozen.rules["game"]
        is_opened = "secret" in hall and hall_commitment(frozen.draw_id, hall["secret"]) == frozen.hall.commitment
        turned_anew = turned not in (NOBODY, told["room"]) and is_room(turned, game)
        yield "hall", frozen.hall.minutes > 0 and (is_opened or turned_anew)
    if frozen.beacon is not None:
        named, beacon = frozen.beacon, told["beacon"]
        holds = named.is_to_come and is_told(named, beacon) and is_hashed(beacon)
        yield "beacon", holds
        if holds:
            yield "signature", is_signed(named, beacon)

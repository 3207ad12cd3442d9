"""From what a draw reads to what is frozen, and from a transcript to the seats: entry keys here, start numbers there.

A draw without a ceremony goes the same way as a public one, only without a room. So every draw by lot has a
transcript, and what was promised for it is used up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from games.rules.refusals import Refused
from tournaments.ceremony.frozen import Frozen, draw_id_of
from tournaments.ceremony.lots import ByLots
from tournaments.ceremony.room import NOBODY
from tournaments.ceremony.transcript import Opened, open_draw
from tournaments.draws.apart import named
from tournaments.draws.model import Options
from tournaments.draws.sizes import STANDARD
from tournaments.models import CeremonyStep, CeremonyStepKind, Round, RoundStatus, promised_again
from tournaments.operations import journal
from tournaments.operations.acting import Act
from tournaments.projections import regulations_of
from tournaments.queries.ceremonies import (
    ANNOUNCED,
    BEGUN,
    OPENED,
    Attempt,
    as_shown,
    draws_in_public,
    is_by_lot,
    known_and_given_up,
)
from tournaments.queries.draw_history import options_of, plan_of, start_numbers


def open_without_ceremony(
    act: Act, round_: Round, inputs: Mapping[str, Any], seed: str, *, reason: str, seen: str | None = None
) -> tuple[int, ByLots]:
    """Draw by the promised secret, else by `seed`, and store the transcript. Returns the number of the attempt, too.

    `seen`: the attempts as they were looked at (`as_shown`), None where nobody looks.

    Raises Refused `ceremony_begun`, `promised_since`, `draw_lost`.
    """
    attempts = draws_in_public(round_.event, round_.number)
    refuse_begun(attempts)
    last = attempts[-1] if attempts else None
    if seen not in (None, as_shown(attempts)):
        raise Refused("promised_since", round=round_.number)
    if last is not None and last.state == ANNOUNCED:
        refuse_lost(last)
    promise = last.steps[ANNOUNCED] if last is not None and last.state == ANNOUNCED else None
    number = promise.attempt if promise else last.number + 1 if last else 1
    earlier = promise.reason if promise else last.given_up if last else ""
    reason = (journal.sealed(reason, round_.event) or earlier) if number > 1 else ""  # the first is not drawn again
    numbers = start_numbers(round_.event)
    frozen = frozen_draw(round_, inputs, numbers, attempts, number=number, announced=promise is not None, reason=reason)
    keys = {str(number): key for key, number in numbers.items()}
    with named(keys):
        opened = open_draw(frozen, promise.secret if promise else seed, NOBODY)
    store_transcript(act, round_, opened, number, reason=reason)
    return number, with_keys(opened.by_lots, {start: key for key, start in numbers.items()})


def frozen_draw(
    round_: Round,
    inputs: Mapping[str, Any],
    numbers: Mapping[str, int],
    attempts: Sequence[Attempt],
    *,
    number: int,
    announced: bool,
    reason: str,
) -> Frozen:
    """Return what the attempt `number` reads, after those before it, as it is frozen."""
    return Frozen(
        draw_id=draw_id_of(round_.event.slug, round_.number, number),
        attempt=number,
        announced=announced,
        reason=reason,
        earlier=tuple(attempt.steps[OPENED].digest for attempt in attempts if OPENED in attempt.steps),
        rules={"game": regulations_of(round_.event).game, "kind": inputs["kind"]},
        clubs={numbers[player["key"]]: player["club"] for player in inputs["players"]},
        countries={numbers[player["key"]]: player["country"] for player in inputs["players"] if "country" in player},
        rounds=tuple(tuple(tuple(numbers[key] for key in table) for table in tables) for tables in inputs["rounds"]),
        options=_by_number(options_of(inputs["options"]), numbers),
        plan=plan_of(inputs),
    )


def _by_number(options: Options, numbers: Mapping[str, int]) -> Options:
    """Pairs who must be apart, by start number."""
    return replace(options, apart=tuple((str(numbers[one]), str(numbers[other])) for one, other in options.apart))


def inputs_of_frozen(frozen: Frozen, keys: Mapping[int, str]) -> dict[str, Any]:
    """Return the inputs of a draw from what was frozen for it, whatever has changed since."""
    document = frozen.document()
    options = document["options"]
    if frozen.options.allowed == STANDARD:
        del options["allowed"]
    if frozen.options.apart:
        options["apart"] = [[keys[number] for number in two] for two in options["apart"]]
    return {
        "kind": frozen.rules["kind"],
        "seating": "lots",
        "players": [{"key": keys[entry.pop("no")], **entry} for entry in document["roster"]],
        "rounds": [[[keys[number] for number in table] for table in tables] for tables in frozen.rounds],
        **({"plan": document["plan"]} if document.get("plan") else {}),
        "options": options,
    }


def store_transcript(act: Act, round_: Round, opened: Opened, attempt: int, *, reason: str) -> CeremonyStep:
    """Keep what was drawn by lot, and from what; everybody can count it again."""
    step = CeremonyStep(
        event=round_.event,
        round_number=round_.number,
        attempt=attempt,
        kind=CeremonyStepKind.OPENED,
        digest=opened.document["digest"],
        document=opened.text,
        reason=reason,
        by=act.by.key if act.by else "",
        at=act.now,
    )
    step.save()
    note_step(act, step)
    return step


def note_step(act: Act, step: CeremonyStep) -> None:
    """Say that a step of a public draw was made: its digest seals what was promised, frozen or drawn."""
    act.note(
        f"draw_{step.kind}",
        subject=f"round:{step.round_number}",
        new={"attempt": step.attempt, "digest": step.digest},
        reason=step.reason,
    )


def with_keys(found: ByLots, keys: Mapping[int, str]) -> ByLots:
    """Return the lots with entry keys in place of start numbers."""
    order = tuple(keys[int(number)] for number in found.order)
    return replace(found, order=order)


def refuse_lost(attempt: Attempt) -> None:
    """Refuse to go on with a promise that nobody can keep. Raises Refused `draw_lost`."""
    if attempt.is_lost:
        raise Refused("draw_lost")


def refuse_begun(attempts: Sequence[Attempt]) -> None:
    """Refuse any other draw between freezing and opening. Raises Refused `ceremony_begun`."""
    if attempts and attempts[-1].state in BEGUN:
        raise Refused("ceremony_begun")


def refuse_promised_since(round_: Round, *, seen: bool | None) -> None:
    """Refuse to show or to play a seating where a further draw was promised meanwhile, or is not any more: it would
    stay promised for ever. `seen`: whether the page has shown one, None where nobody looks. One statement.

    Raises Refused `promised_since`.
    """
    is_seated = round_.status in (RoundStatus.DRAWN, RoundStatus.PUBLISHED)
    if seen is not None and is_seated and seen != promised_again().filter(pk=round_.pk).exists():
        raise Refused("promised_since", round=round_.number)


def refuse_other_seating(round_: Round) -> None:
    """Refuse to show or to play the seating at hand while somebody could choose between it and that of another draw.

    That is so from the freezing of a further attempt on, and where one was given up when the room had turned, until
    the round is drawn anew: whoever knew the site's secret could tell its tables. Raises Refused `ceremony_begun`,
    `draw_known`.
    """
    attempts = draws_in_public(round_.event, round_.number)
    refuse_begun(attempts)
    known = known_and_given_up(round_.event, round_.number, attempts)
    if known is not None and is_by_lot(round_):
        raise Refused("draw_known", attempt=known.number)

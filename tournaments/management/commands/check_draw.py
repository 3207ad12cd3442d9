"""`manage.py check_draw FILE`: whether the transcript of a draw holds, step by step. Needs no database.

The file may hold the transcripts of the rounds before, too, a line each; then a step that fails says of which draw. Of
each draw it says, by its name, what the seed was made of, which attempt it is if it was not the first, and what was
taken as it is told.

Beyond what docs/check_draw.py verifies without any of our code, the engine draws anew what was searched for and says
whether it finds the same; the verdict stays that of all checkers. Code 1 if a step fails; a file that is missing or too
large, or a directory, ends with code 2.
"""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.management.documents import DocumentCommand
from tournaments.ceremony.plan_worth import plan_worth
from tournaments.ceremony.verification import (
    FAILS,
    Finding,
    findings_of,
    is_past_searching,
    is_silent,
    lines_of,
    takes_plan,
    tells_other_tables,
    verdict_on,
)
from tournaments.texts.about_draws import (
    CHECKS,
    NUMBERED,
    OLDER_SEARCH,
    REMARKS,
    VERDICTS,
    apart_of,
    left_of,
    plan_told,
    secrets_of,
)

MAX_BYTES = 32 * 1024 * 1024


class Command(DocumentCommand):
    help = "Checks the transcript of a draw (pub-draw/1). Needs no database."
    requires_system_checks: list[str] = []
    what = "the transcript"
    most_bytes = MAX_BYTES

    def handle(self, *args: Any, **options: Any) -> None:
        self.rejected = False
        super().handle(*args, **options)
        if self.rejected:
            raise SystemExit(1)

    def answer(self, data: bytes, options: dict[str, Any]) -> str:
        if len(data) > self.most_bytes:  # what was not read could be another transcript
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
        text = data.decode("utf-8", errors="surrogateescape")
        found = findings_of(text)
        verdict = verdict_on(found)
        self.rejected = verdict == FAILS
        lines = [_line(finding) for finding in found]
        if not self.rejected:
            draws = list(map(json.loads, lines_of(text)))
            here = {told["digest"] for told in draws}
            for at, told in enumerate(draws):
                lines += [f"{told['draw_id']}: {said}" for said in _remarks(told, draws[:at], here)]
        return "\n".join([*lines, str(VERDICTS[verdict])])


def _line(finding: Finding) -> str:
    said = CHECKS[finding.step]
    where = [one if isinstance(one, str) else NUMBERED % {"n": one} for one in finding.where]
    fails = ": ".join([", ".join(where), str(said.fails)] if where else [str(said.fails)])
    return f"+ {said.holds}" if finding.holds else f"- {fails}"


def _remarks(told: Mapping[str, Any], before: Sequence[Mapping[str, Any]], here: set[str]) -> Iterator[str]:
    """What is said of a draw beside the verdict; `before`: those before it; `here`: the digests of all at hand."""
    yield from secrets_of(told)
    if apart := told["frozen"]["options"].get("apart"):
        yield apart_of(apart)
    if told["attempt"] > 1:
        earlier = told["frozen"]["earlier"]
        numbers = {"n": told["attempt"], "told": len(earlier), "here": len(here.intersection(earlier))}
        yield str(REMARKS["again"]) % numbers
        if reason := told["frozen"]["reason"]:  # any signs at all, and a terminal may obey some
            yield str(REMARKS["reason"]) % {"reason": repr(reason)}
    if is_silent(told):
        yield str(REMARKS["silent"])
    if is_past_searching(told):
        yield str(OLDER_SEARCH)
    if takes_plan(told):
        yield str(REMARKS["taken"]) % {"engine": told["frozen"]["algorithm"]}
    if worth := plan_worth(told):
        yield plan_told(worth)
    if before and tells_other_tables(before[-1], told):
        yield str(REMARKS["elsewhere"]) % {"other": before[-1]["draw_id"]}
    yield from left_of(before, told)

"""`manage.py check_draw FILE`: whether the transcript of a draw holds, step by step. Needs no database.

The file may hold the transcripts of the rounds before, too, a line each: what is asked about is the last.

Beyond what docs/check_draw.py verifies without any of our code, the engine draws anew what was searched for and says
whether it finds the same; the verdict stays that of all checkers. Code 1 if a step fails; a missing file or a directory
ends with code 2.
"""

from __future__ import annotations

import json
from typing import Any

from django.utils.translation import gettext as _

from games.management.documents import DocumentCommand
from tournaments.ceremony.plan_worth import plan_worth
from tournaments.ceremony.verification import FAILS, UNCHECKED, Finding, findings_of, takes_plan, verdict_on
from tournaments.texts.about_draws import (
    CHECKS,
    PLAN_TAKEN,
    UNSIGNED,
    VERDICTS,
    WITH_CEREMONY,
    WITHOUT_CEREMONY,
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
        text = data.decode("utf-8", errors="surrogateescape")
        found = findings_of(text)
        verdict = verdict_on(found)
        self.rejected = verdict == FAILS
        lines = [_line(finding) for finding in found]
        if verdict == UNCHECKED and found[-1].step != "search":
            lines.append(_("An older engine made this draw; whether it would find the same tables cannot be said."))
        if not self.rejected:
            told = json.loads(text.splitlines()[-1])
            lines += [
                str(WITH_CEREMONY if told["ceremony"] else WITHOUT_CEREMONY),
                *map(str, secrets_of(told)),
                *([str(PLAN_TAKEN) % {"engine": told["frozen"]["algorithm"]}] if takes_plan(told) else []),
                *([plan_told(worth)] if (worth := plan_worth(told)) else []),
                *(
                    [str(UNSIGNED)]
                    if "beacon" in told and "signature" not in {finding.step for finding in found}
                    else []
                ),
            ]
        return "\n".join([*lines, str(VERDICTS[verdict])])


def _line(finding: Finding) -> str:
    said = CHECKS[finding.step]
    return f"+ {said.holds}" if finding.holds else f"- {said.fails}"

"""Writing refused acts down: who wanted what, where, and which rule said no.

The act itself was rolled back and left nothing; its refusal is a line of its own, written afterwards by the face that
answers. A line says the code of the act, what its address named (the event, the round, the entry) and what the refusal
counts or numbers. What was typed is not in it, and nobody's nick. Nobody who has not signed in writes lines, and
recording at a table writes none: there a refusal is everyday (somebody else was quicker), and the log of the table
keeps its own peace.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from games.rules.refusals import Refused
from tournaments.models import Account, Event
from tournaments.operations import journal

FORBIDDEN = "forbidden"  # no rule of the house said no: the right was missing
NOT_NOTED = frozenset({"api:entries"})  # recording; the table side does not ask for lines at all
SUBJECTS = {"number": "round", "key": "entry", "pk": "id", "kind": "kind", "code": "club"}


def note_refused(act: str, refusal: Refused | str, *, named: Mapping[str, Any], by: object, now: datetime) -> None:
    """Write down that an act was refused to `by`; nothing if that is no account, or the act wrote lines of its own.

    `act`: its code, such as `desk:start_round`. `refusal`: that of the rule that said no, or FORBIDDEN. `named`:
    what was acted on, as an address names it: the `slug` of an event, the `number` of a round.
    """
    code, numbers = (refusal, {}) if isinstance(refusal, str) else (refusal.code, numbers_of(refusal))
    if not isinstance(by, Account) or (act in NOT_NOTED and code != FORBIDDEN):
        return
    slug = named.get("slug")
    event = Event.objects.filter(slug=slug).first() if slug else None
    said = [f"{subject}:{named[name]}" for name, subject in SUBJECTS.items() if name in named]
    journal.note(act[:40], by=by, now=now, event=event, subject=" ".join(said)[:60], new=numbers, refused=code)


def numbers_of(refusal: Refused) -> dict[str, int]:
    """What a refusal counts or numbers, which may be kept."""
    return {name: value for name, value in refusal.values.items() if isinstance(value, int)}

"""Writing refused acts down: who wanted what, where, and which rule said no.

The act itself was rolled back and left nothing; its refusal is a line of its own, written afterwards by the face that
answers. A line says the name of the address, and what the address names: the event, the round, the entry. What was
typed is not in it. Nobody who has not signed in writes lines, and recording at a table writes none: there a refusal is
everyday (somebody else was quicker), and the log of the table keeps its own peace.
"""

from __future__ import annotations

from datetime import datetime

from django.urls import ResolverMatch

from games.rules.refusals import Refused
from tournaments.models import Account, Event
from tournaments.operations import journal

FORBIDDEN = "forbidden"  # no rule of the house said no: the right was missing
NOT_NOTED = frozenset({"api:entries"})  # recording; the table side does not ask for lines at all
SUBJECTS = {"number": "round", "key": "entry", "pk": "id", "kind": "kind", "code": "club"}


def note_refused_act(refusal: Refused | str, *, where: ResolverMatch | None, by: object, now: datetime) -> None:
    """A line for an act that was refused to `by`; nothing if that is no account, or the act wrote lines of its own.

    `where`: the address that was asked, such as `desk:start_round` of an event and a round.
    """
    code = refusal if isinstance(refusal, str) else refusal.code
    if where is None or not isinstance(by, Account):
        return
    if where.view_name in NOT_NOTED and code != FORBIDDEN:
        return
    names = where.kwargs
    slug = names.get("slug")
    event = Event.objects.filter(slug=slug).first() if slug else None
    said = [f"{subject}:{names[name]}" for name, subject in SUBJECTS.items() if name in names]
    subject = " ".join(said)[:60]
    journal.note(where.view_name[:40], by=by, now=now, event=event, subject=subject, refused=code)

"""Publishing standings, and the referee's word on a place.

competition.md 3.9 and 7. A publication is a document with an address that never changes; a correction is a further
publication. Its head seals every table log behind it, and its line in the journal seals the document and the journal
of the union. An override keeps the computed place beside the official one.
"""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import Any

from django.db import transaction

from games.models import Game
from games.rules.refusals import Refused
from tournaments import lifecycle, projections
from tournaments.facts.nicks import is_said
from tournaments.models import (
    CUT_SHORT,
    Account,
    Event,
    EventStatus,
    PlaceOverride,
    Publication,
    Registration,
    hides_standings,
)
from tournaments.operations import journal
from tournaments.operations.acting import act_on
from tournaments.operations.holding import hold_event
from tournaments.operations.results.ranked_results import keep_results
from tournaments.queries.documents import results_to_publish


@transaction.atomic
def publish_standings(
    *, event: Event, by: Account | None, now: datetime, final: bool = False, note: str = "", cut_short: bool = False
) -> Publication:
    """Freeze the standings as they are in a document of their own (competition.md 3.9). `final` ends the event;
    `cut_short`: it ended early, which is said with the results before the note.

    Raises Refused `event_over` at a cancelled event; `standings_hidden` while they are, and `rounds_open` while a round
    runs or `event_step`, both only for a `final` one.
    """
    hold_event(event)
    lifecycle.check_not_over(event.status, lifecycle.FINISHED)
    if not final and hides_standings(event):
        raise Refused("standings_hidden")
    if final:
        if event.rounds.filter(status="running").exists():
            raise Refused("rounds_open")
        if event.status != EventStatus.FINISHED:
            lifecycle.check_event_step(event.status, EventStatus.FINISHED)
            event.status = EventStatus.FINISHED
            event.save(update_fields=["status"])
    publication = Publication(
        event=event,
        number=event.publications.count() + 1,
        final=final,
        document=results_to_publish(event),
        head=head_of(event),
        note=" ".join((CUT_SHORT, note)).strip() if cut_short else note.strip(),
        by=by,
        at=now,
    )
    publication.save()
    if final:
        keep_results(publication)
    _seal(publication, by=by, now=now)
    projections.bump(event)
    return publication


def override_place(*, registration: Registration, place: int, note: str, by: Account, now: datetime) -> PlaceOverride:
    """Set a place by the referee's word, with a public note. Raises Refused `note_required`, `no_place`."""
    with act_on(registration, by=by, now=now, even=lifecycle.FINISHED) as act:
        if not is_said(note):
            raise Refused("note_required")
        placed = registration.event.scores.exclude(rank_key="")
        if not 1 <= place <= placed.count() or not placed.filter(registration=registration).exists():
            raise Refused("no_place", nick=registration.nick)
        withdraw_override(registration=registration, by=by, now=now)
        override = PlaceOverride.objects.create(
            event=registration.event, registration=registration, place=place, note=note.strip(), by=by, at=now
        )
        act.note("place_overridden", subject=f"entry:{registration.key}", new={"place": place}, reason=note)
        return override


def withdraw_override(*, registration: Registration, by: Account | None = None, now: datetime) -> None:
    """Go back to the computed place; the override stays on record as withdrawn."""
    with act_on(registration, by=by, now=now, even=lifecycle.FINISHED) as act:
        in_force = PlaceOverride.objects.filter(registration=registration, withdrawn_at=None)
        place = in_force.values_list("place", flat=True).first()
        if in_force.update(withdrawn_at=now):
            subject = f"entry:{registration.key}"
            act.note("override_withdrawn", subject=subject, old={"place": place})


def _seal(publication: Publication, *, by: Account | None, now: datetime) -> None:
    """Note the publication, and keep with it how far the journal went: lines cut off later are missed there."""
    length, head = journal.head_of_journal(None)
    line = journal.note(
        "standings_published",
        by=by,
        now=now,
        event=publication.event,
        subject=f"publication:{publication.number}",
        new={
            "final": publication.final,
            **({"cut_short": True} if publication.note.startswith(CUT_SHORT) else {}),
            "logs": publication.head,
            "document": journal.digest_of_document(publication.document),
            "union_length": length,
            "union_head": head,
        },
        reason=publication.note.removeprefix(CUT_SHORT).strip(),
    )
    publication.journal_line, publication.journal_head = line.number, line.digest
    publication.save(update_fields=["journal_line", "journal_head"])


def head_of(event: Event) -> str:
    """Return one digest over the heads of all table logs of the event, in order of round and table."""
    games: Any = Game.objects.filter(table__round__event=event)
    rows = games.order_by("table__round__number", "table__number")
    text = "|".join(
        f"{round_}:{table}:{head}"
        for round_, table, head in rows.values_list("table__round__number", "table__number", "head")
    )
    return hashlib.sha256(f"scwu-event-head/1|{event.slug}|{text}".encode()).hexdigest()

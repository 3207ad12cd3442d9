"""Looking for changed bytes: every chain of the journal, every log of a table, every step of a public draw.

Nothing is asked but the rows themselves, read as they lie in the database: a row that cannot even be read is named like
one that was changed. What a chain alone cannot tell, that its end was cut off together with its head, the publications
tell, which hold how far the journals of the event and of the union went when they were made.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.db import DatabaseError, connection
from django.db.models import TextField
from django.db.models.functions import Cast

from games import protocol
from tournaments.ceremony.digests import canonical, commitment_to, digest_of, frozen_hash_of
from tournaments.ceremony.frozen import draw_id_of
from tournaments.models import CeremonyStep, Event, JournalHead, JournalLine, Publication, Table
from tournaments.operations import journal

CHUNK = 500
PLAIN = ("number", "act", "subject", "reason", "refused", "by", "digest")
UNREADABLE = (ValueError, TypeError, KeyError, OverflowError, DatabaseError)


@dataclass(frozen=True, slots=True)
class Fault:
    """`code`: what is wrong (journal_texts.FAULTS), `where`: in which event (empty: the union), `values`: with what."""

    code: str
    where: str
    values: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Verified:
    """How much was looked at, and what was found."""

    lines: int
    logs: int
    draws: int
    publications: int
    faults: tuple[Fault, ...]


def verify(*, event: Event | None = None) -> Verified:
    """Check the chains and logs of one event, or of everything. Reads only."""
    heads = JournalHead.objects.select_related("event").order_by("event_id")
    tables = Table.objects.filter(game__isnull=False).select_related("game", "round__event")
    steps = CeremonyStep.objects.select_related("event").order_by("pk")
    publications = Publication.objects.select_related("event").order_by("pk")
    if event is not None:
        heads, tables = heads.filter(event=event), tables.filter(round__event=event)
        steps, publications = steps.filter(event=event), publications.filter(event=event)
    faults: list[Fault] = []
    lines = 0
    for head in heads:
        lines += head.length
        faults += chain_faults(head)
    faults += [fault for table in tables.order_by("pk").iterator() for fault in _log(table)]
    faults += [fault for pk in steps.values_list("pk", flat=True) for fault in _step(pk)]
    faults += [fault for pk in publications.values_list("pk", flat=True) for fault in _publication(pk)]
    return Verified(lines, tables.count(), steps.count(), publications.count(), tuple(faults))


# --- The journal ------------------------------------------------------------------------------------------------------


def chain_faults(head: JournalHead) -> Iterator[Fault]:
    """Check that every line vouches for the one before. Yields changed, missing and added lines by their numbers.

    A line is right if it follows from the digest that stands in the line before, or from the one that should stand
    there: so a change of one line is that line's fault alone.
    """
    where = head.event.slug if head.event else ""
    before, number = {""}, 0
    for line in _lines(head):
        if isinstance(line, int):
            number += 1
            yield Fault("line_unreadable", where, {"line": number, "row": line})
            before = set()
            continue
        if line.number != number + 1:
            yield Fault("line_missing", where, {"line": number + 1, "next": line.number})
            before = set()  # nobody can say what it follows
        number = line.number
        right = {journal.digest_of(line, digest) for digest in before} or {line.digest}
        if line.digest not in right:
            yield Fault("line_changed", where, {"line": number})
        before = {line.digest, *right}
    if number != head.length:
        yield Fault("journal_cut", where, {"line": min(number, head.length) + 1, "length": head.length})
    elif before and number and head.digest not in before:
        yield Fault("head_changed", where, {"line": number})


def _lines(head: JournalHead) -> Iterator[JournalLine | int]:
    """The lines in their order, as they lie in the database; of one that cannot be read the id of its row."""
    keys = list(JournalLine.objects.filter(chain=head).order_by("number", "pk").values_list("pk", flat=True))
    for start in range(0, len(keys), CHUNK):
        chunk = keys[start : start + CHUNK]
        try:
            rows = _rows(chunk)
        except DatabaseError:  # text that is no text, on SQLite: find out which
            rows = [row for key in chunk for row in _one(key)]
        for row in rows:
            try:
                yield _as_line(head, row)
            except UNREADABLE:
                yield row["pk"]


def _rows(keys: Sequence[int]) -> list[dict[str, Any]]:
    raw = {f"raw_{name}": Cast(name, TextField()) for name in ("old", "new", "at")}
    rows = JournalLine.objects.filter(pk__in=keys).annotate(**raw).order_by("number", "pk")
    return list(rows.values("pk", *PLAIN, *raw))


def _one(key: int) -> list[dict[str, Any]]:
    try:
        return _rows([key])
    except DatabaseError:
        return [{"pk": key}]


def _as_line(head: JournalHead, row: dict[str, Any]) -> JournalLine:
    """Raises what JSON and dates raise. SQLite keeps them as texts: there even a changed space is a change."""
    at = datetime.fromisoformat(row["raw_at"])
    at = at if at.tzinfo else at.replace(tzinfo=UTC)
    old, new = json.loads(row["raw_old"]), json.loads(row["raw_new"])
    if connection.vendor == "sqlite":
        written = (json.dumps(old), json.dumps(new), connection.ops.adapt_datetimefield_value(at))
        if written != (row["raw_old"], row["raw_new"], row["raw_at"]):
            raise ValueError
    return JournalLine(chain=head, old=old, new=new, at=at, **{name: row[name] for name in PLAIN})


# --- Logs, draws, publications ----------------------------------------------------------------------------------------


def _log(table: Table) -> Iterator[Fault]:
    assert table.game is not None  # noqa: S101 – filtered by the query; tells the type checker
    try:
        position = protocol.broken_link(table.game)
    except UNREADABLE:
        position = _first_unreadable(table)
    if position is not None:
        values = {"round": table.round.number, "table": table.number, "line": position}
        yield Fault("log_changed", table.round.event.slug, values)


def _first_unreadable(table: Table) -> int:
    assert table.game is not None  # noqa: S101 – see above
    positions = table.game.entries.order_by("position").values_list("position", "pk")
    for position, pk in positions:
        try:
            list(table.game.entries.filter(pk=pk))
        except UNREADABLE:
            return position
    return 0


def _step(pk: int) -> Iterator[Fault]:
    """A step is right if its digest is that of what it holds, and if the journal says the same of it."""
    where, values = "", {"round": 0, "attempt": 0}
    try:
        step = CeremonyStep.objects.select_related("event").get(pk=pk)
        where, values = step.event.slug, {"round": step.round_number, "attempt": step.attempt}
        is_right = _holds(step) and _agrees(step)
    except UNREADABLE:
        is_right = False
    if not is_right:
        yield Fault("draw_changed", where, values)


def _holds(step: CeremonyStep) -> bool:
    if step.kind == "announced":
        draw = draw_id_of(step.event.slug, step.round_number, step.attempt)
        return commitment_to(draw, step.secret) == step.digest
    if step.kind == "given_up":
        return not step.digest and not step.document
    document = json.loads(step.document)
    if step.kind == "frozen":
        return canonical(document) == step.document and frozen_hash_of(document) == step.digest
    rest = {key: value for key, value in document.items() if key != "digest"}
    is_written_so = canonical(document) + "\n" == step.document
    return is_written_so and digest_of("transcript", canonical(rest)) == step.digest == document["digest"]


def _agrees(step: CeremonyStep) -> bool:
    lines = JournalLine.objects.filter(chain__event=step.event, act=f"draw_{step.kind}", refused="")
    noted = [
        (line.new["digest"], line.reason, line.at)
        for line in lines.filter(subject=f"round:{step.round_number}")
        if line.new.get("attempt") == step.attempt
    ]
    return not noted or (step.digest, step.reason.strip()[:500], step.at) in noted


def _publication(pk: int) -> Iterator[Fault]:
    """Documents are what their lines say, and the journals go at least as far as they did when they were published."""
    where, number = "", 0
    try:
        publication = Publication.objects.select_related("event").get(pk=pk)
        where, number = publication.event.slug, publication.number
        if publication.journal_line is None:  # from before there was a journal
            return
        line = JournalLine.objects.filter(chain__event=publication.event, number=publication.journal_line).first()
        if line is None or line.digest != publication.journal_head:
            yield Fault("journal_not_as_published", where, {"publication": number, "line": publication.journal_line})
            return
        if (
            line.new["document"] != journal.digest_of_document(publication.document)
            or line.new["logs"] != publication.head
        ):
            yield Fault("publication_changed", where, {"publication": number})
        sealed, digest = line.new["union_length"], line.new["union_head"]
        union = JournalLine.objects.filter(chain__event=None, number=sealed)
        if sealed and union.values_list("digest", flat=True).first() != digest:
            yield Fault("journal_not_as_published", "", {"publication": number, "line": sealed})
    except UNREADABLE:
        yield Fault("publication_changed", where, {"publication": number})

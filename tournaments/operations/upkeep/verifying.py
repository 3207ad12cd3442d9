"""Looking for changed bytes: every chain of the journal, every log of a table, what phones brought to it, every step of
a public draw, and every row against the line that says what an act has left (`verifying_rows`).

Nothing is asked but the rows themselves, read as they lie in the database: a row that cannot even be read is named like
one that was changed. What a chain alone cannot tell, that its end was cut off together with its head, the publications
tell, which hold how far the journals of the event and of the union went when they were made.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.db import DatabaseError, connection
from django.db.models import F, QuerySet, TextField
from django.db.models.functions import Cast

from games import protocol
from games.models import Arrival, Entry
from tournaments.ceremony.digests import canonical, commitment_to, digest_of, frozen_hash_of
from tournaments.ceremony.frozen import draw_id_of
from tournaments.ceremony.hall import hall_commitment
from tournaments.models import CeremonyStep, Event, Feat, JournalHead, JournalLine, Publication, Table
from tournaments.operations import journal
from tournaments.operations.upkeep.faults import CHUNK, UNREADABLE, Fault
from tournaments.operations.upkeep.kept_arrivals import faulty
from tournaments.operations.upkeep.rebuilding import rebuild_event
from tournaments.operations.upkeep.ruled_games import contradictions
from tournaments.operations.upkeep.verifying_rows import RowsVerified, verify_rows

PLAIN = ("number", "act", "subject", "reason", "refused", "by", "digest")


@dataclass(frozen=True, slots=True)
class Verified:
    """How much was looked at, and what was found."""

    lines: int
    logs: int
    arrivals: int
    draws: int
    publications: int
    rows: RowsVerified
    faults: tuple[Fault, ...]


def verify(*, event: Event | None = None) -> Verified:
    """Check the chains and logs of one event, or of everything. Reads only."""
    heads = JournalHead.objects.select_related("event").order_by(F("event_id").asc(nulls_first=True))
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
    faults += _at_each(tables, _log)
    arrivals = Arrival.objects.filter(game__table__in=tables)
    wrong = list(faulty(arrivals))
    faults += [_arrival(pk) for pk in wrong]
    faults += _at_each(tables, lambda table: _chain_of_arrivals(table, wrong))
    faults += [fault for pk in steps.values_list("pk", flat=True) for fault in _step(pk)]
    faults += [fault for pk in publications.values_list("pk", flat=True) for fault in _publication(pk)]
    faults += [fault for one in ([event] if event else Event.objects.order_by("pk")) for fault in _derived(one)]
    faults += _orphans() if event is None else ()
    faults += _rulings(event)
    rows = verify_rows(event=event)
    faults += rows.faults
    return Verified(lines, tables.count(), arrivals.count(), steps.count(), publications.count(), rows, tuple(faults))


def _at_each(tables: QuerySet[Table], look: Callable[[Table], Iterable[Fault]]) -> list[Fault]:
    """What is found at each table. A damaged file may break it off: a cursor that was left open then would complain at
    the end of the process that its connection is closed already.
    """
    with closing(_one_by_one(tables)) as found:
        return [fault for table in found for fault in look(table)]


def _one_by_one(tables: QuerySet[Table]) -> Generator[Table, None, None]:
    yield from tables.order_by("pk").iterator()


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
    raw = {f"raw_{name}": Cast(name, TextField()) for name in ("old", "new", "at", "rows")}
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
    rows = None if row["raw_rows"] is None else json.loads(row["raw_rows"])
    if rows is None and row["raw_rows"] is not None:
        raise ValueError
    if connection.vendor == "sqlite":
        written = (json.dumps(old), json.dumps(new), connection.ops.adapt_datetimefield_value(at))
        is_written_so = rows is None or json.dumps(rows) == row["raw_rows"]
        if written != (row["raw_old"], row["raw_new"], row["raw_at"]) or not is_written_so:
            raise ValueError
    return JournalLine(chain=head, old=old, new=new, at=at, rows=rows, **{name: row[name] for name in PLAIN})


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


def _orphans() -> Iterator[Fault]:
    """Lines that belong to nothing: no chain and no table speaks for them."""
    tables = Table.objects.filter(game__isnull=False).values("game")
    for rows in (
        JournalLine.objects.exclude(chain__in=JournalHead.objects.values("pk")),
        Entry.objects.exclude(game__in=tables),
        Arrival.objects.exclude(game__in=tables),
        Feat.objects.exclude(event__in=Event.objects.values("pk")),
    ):
        for pk in rows.values_list("pk", flat=True):
            yield Fault("line_of_nothing", "", {"model": rows.model._meta.label_lower, "row": pk})  # noqa: SLF001 - documented


def _derived(event: Event) -> Iterator[Fault]:
    """What follows from logs and publications, made anew and compared; a log that was changed is named by its chain."""
    try:
        for one in rebuild_event(event=event, only_check=True).differences:
            yield Fault("derived_changed", event.slug, {"where": one.where, "what": one.what})
    except UNREADABLE:
        yield Fault("derived_unreadable", event.slug, {})


def _arrival(pk: int) -> Fault:
    table = Table.objects.select_related("round__event").get(game__arrivals=pk)
    values = {"round": table.round.number, "table": table.number, "row": pk}
    return Fault("arrival_changed", table.round.event.slug, values)


def _chain_of_arrivals(table: Table, known: Sequence[int]) -> Iterator[Fault]:
    """What the chain of a table says of what phones brought to it, beside the rows that are known to be wrong."""
    assert table.game is not None  # noqa: S101 – see above
    try:
        pk = protocol.broken_arrival(table.game)
    except UNREADABLE:
        pk = 0
    if pk:
        yield from [] if pk in known else [_arrival(pk)]
    elif pk is not None and not table.game.arrivals.filter(pk__in=known).exists():
        values = {"round": table.round.number, "table": table.number}
        yield Fault("arrivals_cut", table.round.event.slug, values)


def _rulings(event: Event | None) -> Iterator[Fault]:
    """Rulings that their logs do not carry out. Where a log cannot be read, that is its fault, told already."""
    try:
        for found in contradictions(event):
            yield Fault(found.code, found.ruling.table.round.event.slug, found.values)
    except UNREADABLE:
        return


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
        # A restore without the site's key has lost the secret; that nobody else took it, the seal of the row says.
        return not step.secret or commitment_to(draw, step.secret) == step.digest
    if step.kind == "hall_silent" or (step.kind == "given_up" and not step.document):
        return not step.digest and not step.document
    if step.kind in ("room", "given_up"):
        return digest_of("room", step.document) == step.digest
    if step.kind == "hall_opened":
        draw = draw_id_of(step.event.slug, step.round_number, step.attempt)
        return hall_commitment(draw, step.secret) == step.digest
    document = json.loads(step.document)
    if step.kind == "beacon":
        return canonical(document) == step.document and digest_of("beacon", step.document) == step.digest
    if step.kind == "frozen":
        on_time = "beacon" not in document or document["beacon"]["frozen_at"] == int(step.at.timestamp())
        return on_time and canonical(document) == step.document and frozen_hash_of(document) == step.digest
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
            noted = JournalLine.objects.filter(chain__event=publication.event, subject=f"publication:{number}")
            if noted.filter(act="standings_published", refused="").exists():
                yield Fault("publication_changed", where, {"publication": number})
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

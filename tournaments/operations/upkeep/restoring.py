"""A backup read into an empty database, which then becomes the site (scwu/restore.py puts it in its place).

The tables are made as they were when the backup was made, every row is put back as it was, with the microseconds and
the seals that it had, and then they are brought up to date. What lay under the site's own key comes back where this
site has that key; else nobody has a password, a token or a second factor any more, and the journal says so. A promised
draw that was still to be opened has lost its secret in any case: it may have been told since the backup was made, and
who knows it could draw once more. It is given up in public, and promised anew. At the end everything is looked
through: integrity of the database, what follows from logs, `verify`.
"""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import islice
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connection, models, transaction
from django.db.models import Exists, F, Max, OuterRef, QuerySet

from games import written
from games.models import SecretWord
from games.rules.refusals import Refused
from games.sealing import key_of
from tournaments.models import Account, CeremonyStep, CeremonyStepKind, Event, RowSeal
from tournaments.operations import journal, row_seals
from tournaments.operations.upkeep import schemas
from tournaments.operations.upkeep.backing_up import PRIVATE_COLUMNS, PRIVATE_TABLES
from tournaments.operations.upkeep.backup_files import PRIVATE, Backup, opened_by_key
from tournaments.operations.upkeep.faults import Fault
from tournaments.operations.upkeep.rebuilding import rebuild_event
from tournaments.operations.upkeep.verifying import verify

RESTORED = "database_restored"
ACCOUNTS, STEPS = "tournaments.account", "tournaments.ceremonystep"
BATCH = 1000


@dataclass(frozen=True, slots=True)
class Filled:
    """What was done. `rebuilt`: what followed otherwise from the logs, after an upgrade; `locked_words`: sealed under a
    key that this site does not have; `lost_draws`: promised, of which the secret did not come along; `faults`: what
    `verify` found, the same that it would have found before.
    """

    rows: int
    is_upgraded: bool
    rebuilt: int
    has_private: bool
    locked_words: int
    lost_draws: int
    faults: tuple[Fault, ...]


def refuse_newer(backup: Backup) -> None:
    """Raises Refused `backup_newer` if this program does not know its tables."""
    if backup.migrations - schemas.known():
        raise Refused("backup_newer", file=backup.path.name, version=backup.manifest.get("version", "?"))


def fill(backup: Backup, *, past: int | None, now: datetime) -> Filled:
    """Fill the empty database of this process from a file that was checked.

    `past`: the highest version that an event has on the site that this one takes the place of, so that what browsers
    have kept of it is made anew; None where there is no such site.

    Raises Refused `backup_newer`, `backup_damaged` if what was read back is not what was written.
    """
    refuse_newer(backup)
    schemas.make_tables(backup.migrations)
    written.take_from_migrations()  # the rows of the file take their place
    has_private = load(backup)
    is_upgraded = not schemas.wanted() <= backup.migrations
    rebuilt = 0
    if is_upgraded:
        call_command("migrate", interactive=False, verbosity=0, backup=False)
        rebuilt = rebuild_all()
    if past is not None or not has_private or lost_draws().exists():
        _say(backup, past=past, has_private=has_private, now=now)
    refuse_damaged(backup)
    name = key_of(settings.WORDS_KEY).id
    locked = SecretWord.objects.exclude(key_id=name).exclude(key_id="").count()
    return Filled(backup.rows, is_upgraded, rebuilt, has_private, locked, lost_draws().count(), verify().faults)


def rebuild_all() -> int:
    """Make anew what follows from the logs of every event. Returns how much was different."""
    return sum(len(rebuild_event(event=event).differences) for event in Event.objects.order_by("pk"))


def highest_version() -> int:
    """The highest version of any event, by which browsers know what they have kept."""
    return Event.objects.aggregate(highest=Max("version"))["highest"] or 0


def lost_draws() -> QuerySet[CeremonyStep]:
    """Promises that nobody can keep any more, of draws that were not given up yet."""
    same = {name: OuterRef(name) for name in ("event", "round_number", "attempt")}
    given_up = CeremonyStep.objects.filter(**same, kind=CeremonyStepKind.GIVEN_UP)
    return CeremonyStep.objects.filter(~Exists(given_up), kind=CeremonyStepKind.ANNOUNCED, secret="")


def load(backup: Backup) -> bool:
    """Put every row into tables that are as they were when it was made. Returns whether the private part was opened.

    Whatever was in these tables is gone.
    """
    tables = {model._meta.label_lower: model for model in schemas.models_at(backup.migrations)}  # noqa: SLF001
    sealed, keys = backup.read(PRIVATE), (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    private = next(filter(None, (opened_by_key(sealed, key=key) for key in keys)), None)
    secrets = private["columns"] if private else None
    with _foreign_keys_at_the_end(), transaction.atomic():
        _empty(tables.values())
        for label, told in backup.tables.items():
            rows = _with_secrets(backup.lines(label), label, told["columns"], secrets)
            if label == STEPS:
                rows = _without_promises(list(rows), told["columns"])
            _put(_known(tables, label, backup), told["columns"], rows)
        for label, told in private["tables"].items() if private else ():
            _put(_known(tables, label, backup), told["columns"], told["rows"])
        _go_on_counting(tables, backup.manifest["last"])
    written.take()  # nothing was done: each row has the seal that it had
    return private is not None


def refuse_damaged(backup: Backup) -> None:
    """Raises Refused `backup_damaged` where the database is not sound, or refers to rows that are not there."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA integrity_check")
            if cursor.fetchall() != [("ok",)]:
                raise Refused("backup_damaged", file=backup.path.name)
    connection.check_constraints()


# --- Rows -------------------------------------------------------------------------------------------------------------


def _known(tables: Mapping[str, type[models.Model]], label: str, backup: Backup) -> type[models.Model]:
    told = backup.tables.get(label)
    model = tables.get(label)
    names = {column.attname for column in schemas.columns_of(model)} if model else set()
    if model is None or (told and names != set(told["columns"])):
        raise Refused("backup_newer", file=backup.path.name, version=backup.manifest.get("version", "?"))
    return model


def _with_secrets(
    rows: Iterable[list[Any]], label: str, columns: Sequence[str], secrets: Mapping[str, Any] | None
) -> Iterator[list[Any]]:
    """The rows with their passwords put back; where these stayed closed, with one that nobody has."""
    if label != ACCOUNTS:
        yield from rows
        return
    at, key = columns.index(PRIVATE_COLUMNS[label]), columns.index("id")
    for row in rows:
        if secrets is not None:
            row[at] = secrets.get(label, {}).get("values", {}).get(str(row[key]), row[at])
        else:
            row[at] = make_password(None)
        yield row


def _without_promises(rows: Sequence[list[Any]], columns: Sequence[str]) -> Iterator[list[Any]]:
    """The steps of draws; without the secret of a draw that is not over, which backups of earlier versions have."""
    kind, secret, *draw = map(columns.index, ("kind", "secret", "event_id", "round_number", "attempt"))
    ends = (CeremonyStepKind.OPENED, CeremonyStepKind.GIVEN_UP)
    over = {tuple(row[at] for at in draw) for row in rows if row[kind] in ends}
    for row in rows:
        if row[kind] == CeremonyStepKind.ANNOUNCED and tuple(row[at] for at in draw) not in over:
            row[secret] = ""
        yield row


def _put(model: type[models.Model], names: Sequence[str], rows: Iterable[list[Any]]) -> None:
    table, quoted = model._meta, connection.ops.quote_name  # noqa: SLF001 - documented
    columns = {column.attname: column for column in schemas.columns_of(model)}
    told = [columns[name] for name in names]
    into, values = ", ".join(quoted(column.column) for column in told), ", ".join(["%s"] * len(told))
    inserting = f"INSERT INTO {quoted(table.db_table)} ({into}) VALUES ({values})"  # noqa: S608 - names of our columns
    stored = [_as_stored(column) for column in told]
    every = ([store(value) for store, value in zip(stored, row, strict=True)] for row in rows)
    with connection.cursor() as cursor:
        while batch := list(islice(every, BATCH)):
            cursor.executemany(inserting, batch)


def _as_stored(column: models.Field[Any, Any]) -> Callable[[Any], Any]:
    """From the value in the file to that which the database is given."""
    kind: Any = column
    while kind.remote_field is not None:
        kind = kind.target_field
    read: Callable[[Any], Any] | None = None
    if isinstance(kind, models.DateTimeField):
        read = datetime.fromisoformat
    elif isinstance(kind, models.DateField):
        read = date.fromisoformat
    elif isinstance(kind, models.UUIDField):
        read = UUID
    elif isinstance(kind, models.BinaryField):
        read = b64decode

    def stored(value: Any) -> Any:
        if value is not None and read is not None:
            value = read(value)
        return column.get_db_prep_save(value, connection)

    return stored


def _empty(tables: Iterable[type[models.Model]]) -> None:
    """What migrations put there themselves is in the file, too."""
    names = [model._meta.db_table for model in tables]  # noqa: SLF001 - documented
    connection.ops.execute_sql_flush(connection.ops.sql_flush(no_style(), names))


def _go_on_counting(tables: Mapping[str, type[models.Model]], last: Mapping[str, int]) -> None:
    with connection.cursor() as cursor:
        for label, number in last.items():
            table = tables[label]._meta  # noqa: SLF001 - documented
            if connection.vendor == "sqlite":
                cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table.db_table])
                cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table.db_table, number])
            else:
                sequence: list[str | int] = [f'"{table.db_table}"', table.pk.column, max(number, 1), number > 0]
                cursor.execute("SELECT setval(pg_get_serial_sequence(%s, %s), %s, %s)", sequence)


class _foreign_keys_at_the_end:  # noqa: N801 - read as a sentence
    """Rows refer to each other in circles; at the end none refers to nothing."""

    def __enter__(self) -> None:
        connection.disable_constraint_checking()

    def __exit__(self, kind: object, *_error: object) -> None:
        if kind is None:
            connection.check_constraints()
        connection.enable_constraint_checking()


# --- The journal ------------------------------------------------------------------------------------------------------


def _say(backup: Backup, *, past: int | None, has_private: bool, now: datetime) -> None:
    """Append the line of the restore. It carries what is not there any more."""
    with transaction.atomic():
        if past is not None:
            Event.objects.update(version=F("version") + past + 1)
        if not has_private:
            for model in row_seals.covered_models():
                label = model._meta.label_lower  # noqa: SLF001 - documented
                if label in PRIVATE_TABLES:
                    sealed = RowSeal.objects.filter(model=label).exclude(digest="").values_list("key", flat=True)
                    written.note(model, [model._meta.pk.to_python(key) for key in sealed])  # noqa: SLF001 - documented
            written.note(Account, Account.objects.values_list("pk", flat=True))
        written.note(CeremonyStep, lost_draws().values_list("pk", flat=True))
        journal.note(RESTORED, by=journal.TERMINAL, now=now, new={"backup": backup.manifest["made_at"]})

"""A backup of the whole site in one file, made while it runs: every row as it was at one moment.

The moment is that of a transaction which only reads: of SQLite's log of writes, or REPEATABLE READ on PostgreSQL. So
what was acknowledged before the backup began is in it, and nobody waits for it.

A lost stick lets nobody in. What somebody could sign in with lies apart: sessions, links and what was mailed to sign in
with are not in the file at all; passwords, tokens and second factors are in a part under the site's own SECRET_KEY,
which is not in it. Words lie sealed, as in the database. The secret of a promised draw that is still to be opened is in
no backup, whoever has which key: brought back after the opening it would be known, and one could draw once more.
Which columns look like a secret, and why the others are none, `tests/test_secrets_in_backups.py` lists. Only who asks
for it, with a passphrase, gets both keys into the file, under that passphrase, and the sessions into the private part:
that is the way to move a site as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.db import DatabaseError, connection, connections, transaction
from django.db.models import AutoField, BigAutoField, Model
from django.db.utils import load_backend

from games.rules.refusals import Refused
from tournaments.models import CeremonyStepKind
from tournaments.operations.upkeep import schemas
from tournaments.operations.upkeep.backup_files import (
    KEYS,
    PRIVATE,
    Backup,
    Writer,
    checked,
    name_of,
    seal_by_key,
    seal_by_passphrase,
)

CHUNK = 2000
SESSIONS = frozenset({"sessions.session", "tournaments.session", "tournaments.signinlink"})  # only where asked for
PRIVATE_TABLES = frozenset({"tournaments.apitoken", "mfa.authenticator", "account.emailconfirmation"})
PRIVATE_COLUMNS = {"tournaments.account": "password", "tournaments.ceremonystep": "secret"}
LEAST_PASSPHRASE = 12

Row = Mapping[str, Any]


def _promises_told(model: type[Model], alias: str) -> Callable[[Row], bool]:
    """A draw that was opened or given up has told its secret, and so has a second secret that was opened."""
    draw = ("event_id", "round_number", "attempt")
    ends = (CeremonyStepKind.OPENED, CeremonyStepKind.GIVEN_UP)
    steps = model._base_manager.using(alias).filter(kind__in=ends)  # noqa: SLF001 - documented
    over = set(steps.values_list(*draw))
    return lambda row: row["kind"] != CeremonyStepKind.ANNOUNCED or tuple(row[name] for name in draw) in over


# Which rows of a private column everybody may read.
_TOLD: Mapping[str, Callable[[type[Model], str], Callable[[Row], bool]]] = {
    "tournaments.ceremonystep": _promises_told,
}

# Letters with which somebody signs in; they are of use for minutes.
_LEFT_OUT: Mapping[str, Callable[[Row], bool]] = {
    "tournaments.message": lambda row: str(row["kind"]).startswith("sign_in"),
}


def back_up(path: Path, *, now: datetime, why: str = "", by: str = "", passphrase: str = "") -> Backup:
    """Write a backup of everything to `path`, whole or not at all, and read it again.

    `why` and `by` stand in it. `passphrase`: put the keys in as well, under it.

    Raises Refused `backup_not_written`, `passphrase_too_short`, `nothing_to_back_up`; `data_newer` of data of a newer
    program, of which this one would leave out what it does not know.
    """
    if passphrase and len(passphrase) < LEAST_PASSPHRASE:
        raise Refused("passphrase_too_short", n=LEAST_PASSPHRASE)
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with Writer(path) as writer, one_moment() as alias:
            _write(writer, alias, now=now, why=why, by=by, passphrase=passphrase)
    except OSError as error:
        raise Refused("backup_not_written", why=error.strerror or str(error)) from error
    except DatabaseError as error:
        raise Refused("backup_not_written", why=str(error).strip().partition("\n")[0]) from error
    return checked(path)


@contextmanager
def one_moment() -> Iterator[str]:
    """A connection of its own, by its alias, in a transaction that reads the database as it is now.

    It keeps nobody out, and is known in this thread alone.
    """
    alias = f"backup-{uuid4().hex}"
    given = {**connection.settings_dict, **_reading()}
    connections[alias] = load_backend(given["ENGINE"]).DatabaseWrapper(given, alias)
    try:
        with transaction.atomic(using=alias):
            yield alias
    finally:
        connections[alias].close()
        del connections[alias]


def _reading() -> dict[str, Any]:
    given = connection.settings_dict["OPTIONS"]
    if connection.vendor == "sqlite":  # Django's own, whose readers stand in no line with writers
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "OPTIONS": {**given, "transaction_mode": "DEFERRED", "init_command": ""},
        }
    from psycopg import IsolationLevel  # noqa: PLC0415 - 10 MB that a site on SQLite never needs

    return {"OPTIONS": {**given, "isolation_level": IsolationLevel.REPEATABLE_READ}}


def _write(writer: Writer, alias: str, *, now: datetime, why: str, by: str, passphrase: str) -> None:
    migrations = schemas.applied(connections[alias])
    if not migrations:
        raise Refused("nothing_to_back_up")
    if unknown := schemas.newer(connections[alias]):
        raise Refused("data_newer", name=unknown[-1])
    private: dict[str, Any] = {"tables": {}, "columns": {}}
    models = schemas.models_at(migrations)
    for model in models:
        label = model._meta.label_lower  # noqa: SLF001 - documented
        if label in SESSIONS and not passphrase:
            continue
        if label in SESSIONS | PRIVATE_TABLES:
            private["tables"][label] = {"columns": _names(model), "rows": list(_rows(model, alias))}
        else:
            writer.table(label, _names(model), _without_secrets(model, alias, private["columns"]))
    writer.part(PRIVATE, seal_by_key(private, key=settings.SECRET_KEY))
    if passphrase:
        held = {"SECRET_KEY": settings.SECRET_KEY, "SCWU_WORDS_KEY": settings.WORDS_KEY}
        writer.part(KEYS, seal_by_passphrase(held, passphrase=passphrase))
    writer.finish(
        {
            "made_at": now.isoformat(),
            "version": settings.SPECTACULAR_SETTINGS["VERSION"],
            "why": why,
            "by": by,
            "database": connection.vendor,
            "migrations": sorted(migrations),
            "last": dict(_last_keys(models, alias)),
            "secret_key": name_of(settings.SECRET_KEY),
            "words_key": name_of(settings.WORDS_KEY),
        }
    )


def _names(model: type[Model]) -> list[str]:
    return [column.attname for column in schemas.columns_of(model)]


def _rows(model: type[Model], alias: str) -> Iterator[tuple[Any, ...]]:
    rows = model._base_manager.using(alias).order_by("pk").values_list(*_names(model))  # noqa: SLF001 - documented
    return rows.iterator(chunk_size=CHUNK)


def _without_secrets(model: type[Model], alias: str, private: dict[str, Any]) -> Iterator[tuple[Any, ...]]:
    """The rows of a model; what is private in them goes to `private`, by the key of the row."""
    label, names = model._meta.label_lower, _names(model)  # noqa: SLF001 - documented
    is_left_out, secret = _LEFT_OUT.get(label), PRIVATE_COLUMNS.get(label)
    is_told = _TOLD[label](model, alias) if label in _TOLD else None
    for row in _rows(model, alias):
        if is_left_out is not None and is_left_out(dict(zip(names, row, strict=True))):
            continue
        if secret is None or (is_told is not None and is_told(dict(zip(names, row, strict=True)))):
            yield row
            continue
        at, key = names.index(secret), str(row[names.index(model._meta.pk.attname)])  # noqa: SLF001 - documented
        if is_told is None:
            private.setdefault(label, {"column": secret, "values": {}})["values"][key] = row[at]
        yield (*row[:at], "", *row[at + 1 :])


def _last_keys(models: list[type[Model]], alias: str) -> Iterator[tuple[str, int]]:
    """The highest key that each table has ever given: that of a deleted row is given to nobody again."""
    given = connections[alias]
    with given.cursor() as cursor:
        for model in models:
            table = model._meta  # noqa: SLF001 - documented
            if not isinstance(table.pk, AutoField | BigAutoField):
                continue
            if given.vendor == "sqlite":
                cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table.db_table])
                found = cursor.fetchone()
            else:
                cursor.execute("SELECT pg_get_serial_sequence(%s, %s)", [f'"{table.db_table}"', table.pk.column])
                cursor.execute(f"SELECT last_value FROM {cursor.fetchone()[0]} WHERE is_called")  # noqa: S608 - of ours
                found = cursor.fetchone()
            if found:
                yield table.label_lower, found[0]

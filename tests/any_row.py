"""A row of any model, whatever it is, and what somebody does who owns the database: past every model and trigger.

The models are those of the registry, so a model that comes later is tried too; only a new type of field is told here.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from typing import Any

from django.apps import apps
from django.db import DatabaseError, connection, models, transaction

from games import written

Model = type[models.Model]
DAY = datetime(2026, 3, 14, 15, 9, 26, 535897, tzinfo=UTC)
BY_TYPE: tuple[tuple[Any, Callable[[int], Any]], ...] = (
    (models.UUIDField, lambda number: uuid.UUID(int=number)),
    (models.BooleanField, lambda number: bool(number % 2)),
    (models.IntegerField, lambda number: number % 7),
    (models.DateTimeField, lambda number: DAY + timedelta(hours=number)),
    (models.DateField, lambda number: DAY.date() + timedelta(days=number)),
    (models.JSONField, lambda number: {"of": [number, "ž", None]}),
    (models.BinaryField, lambda number: bytes([number % 250, 255])),
    (models.CharField, str),
    (models.TextField, str),
)
ON_SQLITE = """SELECT 'DROP TRIGGER "' || name || '"' FROM sqlite_master WHERE type = 'trigger'"""
ON_POSTGRES = """SELECT 'ALTER TABLE ' || conrelid::regclass || ' DROP CONSTRAINT ' || quote_ident(conname)
    FROM pg_constraint WHERE contype = 'c' AND connamespace = 'public'::regnamespace AND conrelid <> 0"""


def table_of(model: Model) -> Any:
    return model._meta


# --- A row ------------------------------------------------------------------------------------------------------------


def two_of_each(chosen: Sequence[Model]) -> dict[Model, list[Any]]:
    """The keys of two rows of each model: those that are there, or any."""
    found = {}
    for model in chosen:
        keys = list(model._base_manager.order_by("pk").values_list("pk", flat=True)[:2])
        made = model._base_manager.bulk_create([a_row(model, number + 3) for number in range(2 - len(keys))])
        found[model] = [*keys, *(row.pk for row in made)]
    return found


def a_row(model: Model, number: int) -> models.Model:
    """A row that is not stored yet; another one for another number. It points at rows that need not be there."""
    return model(**{one.attname: _value(one, number) for one in table_of(model).concrete_fields if not _is_serial(one)})


def _is_serial(field: Any) -> bool:
    return isinstance(field, models.AutoField | models.BigAutoField)


def _value(field: Any, number: int) -> Any:
    """A value of the field's type, another one for another number."""
    while field.remote_field is not None:
        field = field.target_field
        if _is_serial(field):
            return 70_000 + number  # of a row that nobody has
    if field.choices:
        return field.choices[number % len(field.choices)][0]
    for kind, value in BY_TYPE:
        if isinstance(field, kind):
            made = value(number)
            return f"{made}{field.attname}"[: field.max_length] if isinstance(made, str) else made
    raise TypeError(f"{field}: say in tests/any_row.py what a value of this type is")


def others(field: Any, before: Any) -> Iterator[Any]:
    """Values that are not `before`, as nearly the same as can be: a byte, a second, one more."""
    match before:
        case None:
            yield from (_value(field, number) for number in (3, 4))
        case bool():
            yield not before
        case int():
            yield from (before + 1, before + 2, before - 1, before + 1000)
        case datetime():
            yield before + timedelta(microseconds=1)
        case date():
            yield before + timedelta(days=1)
        case uuid.UUID():
            yield uuid.UUID(int=before.int ^ 1)
        case dict():
            yield {**before, "of": 1}
        case list():
            yield [*before, 1]
        case bytes() | memoryview():
            yield bytes([*bytes(before)[:-1], (bytes(before)[-1:] or b"\0")[0] ^ 1])
        case str():
            yield from (before[:-1] + chr(ord(before[-1]) ^ 1) if before else "x", before + "x", before[:-1], "xx")
        case _:
            raise TypeError(f"{field}: say in tests/any_row.py what comes next to {before!r}")


# --- By hand ----------------------------------------------------------------------------------------------------------


@contextmanager
def behind_the_back() -> Iterator[None]:
    """Like somebody who owns the database: triggers, checks and keys are out of the way. All of it is taken back."""
    on_sqlite = connection.vendor == "sqlite"
    with transaction.atomic():
        if on_sqlite:
            run("PRAGMA ignore_check_constraints = ON")
        else:
            run("SET CONSTRAINTS ALL IMMEDIATE")  # no table is altered under keys that wait to be checked
            run("SET LOCAL session_replication_role = replica")
        for sql in _asked(ON_SQLITE if on_sqlite else ON_POSTGRES):
            run(sql)
        try:
            yield
        finally:
            transaction.set_rollback(True)
    if on_sqlite:
        run("PRAGMA ignore_check_constraints = OFF")


def insert(model: Model, number: int) -> str:
    """Store a row of which nobody is told; its key."""
    told = written.take()
    [row] = model._base_manager.bulk_create([a_row(model, number)])
    written.take()
    for label, keys in told.items():  # what was told before is told again
        written.note(apps.get_model(label), keys)
    return str(row.pk)


def change(model: Model, key: Any, column: str) -> bool:
    """Change one column of one row; False if the database itself takes nothing else there."""
    field = next(one for one in table_of(model).concrete_fields if one.attname == column)
    before = model._base_manager.filter(pk=key).values_list(column, flat=True).get()
    for value in others(field, before):
        try:
            with transaction.atomic():
                _set(model, key, field, value)
        except DatabaseError:
            continue
        return True
    return False


def delete(model: Model, key: Any) -> None:
    run(f"DELETE FROM {_quoted(table_of(model).db_table)} WHERE {_is_key(model)}", _key(model, key))  # noqa: S608 - names of our own tables


def exchange(model: Model, one: Any, other: Any) -> None:
    """Each row has the contents of the other: they change their keys."""
    field = table_of(model).pk
    between = 87_654 if _is_serial(field) else _value(field, 87_654)
    for before, after in ((one, between), (other, one), (between, other)):
        _set(model, before, field, after)


def run(sql: str, *values: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, values or None)


def _asked(sql: str) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return [text for (text,) in cursor.fetchall()]


def _set(model: Model, key: Any, field: Any, value: Any) -> None:
    column = f"UPDATE {_quoted(table_of(model).db_table)} SET {_quoted(field.column)} = %s"  # noqa: S608 - as above
    run(f"{column} WHERE {_is_key(model)}", field.get_db_prep_save(value, connection), _key(model, key))


def _is_key(model: Model) -> str:
    return f"{_quoted(table_of(model).pk.column)} = %s"


def _key(model: Model, key: Any) -> Any:
    return table_of(model).pk.get_db_prep_save(key, connection)


def _quoted(name: str) -> str:
    return connection.ops.quote_name(name)

"""Statements whose text is made once: for what happens at every table every few minutes, and is waited for.

Whenever Django runs a statement it first makes its text, which costs many times what the database takes to answer.
Here Django makes the text of a queryset or of a model's fields when it is first needed, and it is kept with the
connection; from then on only values are handed over. What is told, and so what is found and written, stays where it
was: in the queryset and in the model. Writing sends no signals; nobody here listens to any.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cache
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper
from django.db.models import Expression, Model, QuerySet
from django.db.models.query import get_related_populators  # type: ignore[attr-defined]  # not in its stubs

Row = TypeVar("Row", bound=Model)

HIGHEST = 2**63 - 1  # the highest number that any column of ours holds


class Asked(Expression):
    """In a queryset: a value that is given each time the statement is run."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def as_sql(self, compiler: Any, connection: BaseDatabaseWrapper) -> tuple[str, list[Any]]:
        return "%s", [self]


class Prepared(Generic[Row]):
    """The rows of a queryset. `tell(*shape)` makes it, with an `Asked` for each value that is given later.

    Whatever else the queryset depends on belongs to `shape`: each has a text of its own.
    """

    def __init__(self, tell: Callable[..., QuerySet[Row]]) -> None:
        self._tell = tell

    def __call__(self, *shape: Hashable, **values: Any) -> list[Row]:
        """The rows, as the queryset with these values would give them. One statement."""
        if any(isinstance(value, int) and abs(value) > HIGHEST for value in values.values()):
            return []
        kept = _kept()
        text = kept.get((self, shape))
        if text is None:
            text = kept[self, shape] = _Text(self._tell(*shape))
        return text.rows(values)


class _Text:
    """The text of one queryset on one connection, and how objects are made of what it finds."""

    def __init__(self, told: QuerySet[Any]) -> None:
        compiler: Any = told.query.get_compiler(connection=connection)
        self._sql, self._params = compiler.as_sql()
        select, own = compiler.select, compiler.klass_info["select_fields"]
        self._compiler, self._model, self._own = compiler, told.model, slice(own[0], own[-1] + 1)
        self._names = [column.target.attname for column, *_ in select[self._own]]
        self._converters = compiler.get_converters([column for column, *_ in select])
        self._related = get_related_populators(compiler.klass_info, select, connection.alias)
        self._annotations = compiler.annotation_col_map.items()

    def rows(self, values: dict[str, Any]) -> list[Any]:
        params = [values[param.name] if isinstance(param, Asked) else param for param in self._params]
        with _cursor() as cursor:
            cursor.execute(self._sql, params)
            found = cursor.fetchall()
        return [self._object(row) for row in self._compiler.apply_converters(found, self._converters)]

    def _object(self, row: list[Any]) -> Any:
        made: Any = self._model.from_db(connection.alias, self._names, row[self._own])
        for related in self._related:
            related.populate(row, made)
        for name, column in self._annotations:
            setattr(made, name, row[column])
        return made


def insert(row: Model) -> None:
    """What `row.save(force_insert=True)` writes, for a row that has its key already. One statement."""
    _write(_insertion(type(row), 1), _values(row, _table(row).concrete_fields, is_new=True))
    row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS  # noqa: SLF001 - documented


def update(row: Model, names: tuple[str, ...]) -> None:
    """What `row.save(update_fields=names)` writes, for a row that is there. One statement."""
    table = _table(row)
    _write(_updating(type(row), names), _values(row, [*map(table.get_field, names), table.pk]))


def update_some(rows: Sequence[Model], names: tuple[str, ...]) -> None:
    """The same for a few rows of one table. One statement, an upsert of rows that are there; none without rows."""
    if rows:
        values = [value for row in rows for value in _values(row, _table(row).concrete_fields)]
        _write(_upsertion(type(rows[0]), len(rows), names), values)


@cache
def _insertion(model: type[Model], rows: int) -> str:
    table = _table(model)
    columns = [_quoted(field.column) for field in table.concrete_fields]
    row = f"({', '.join(['%s'] * len(columns))})"
    return f"INSERT INTO {_quoted(table.db_table)} ({', '.join(columns)}) VALUES {', '.join([row] * rows)}"  # noqa: S608 - names of our own columns


@cache
def _updating(model: type[Model], names: tuple[str, ...]) -> str:
    table = _table(model)
    sets = ", ".join(f"{_quoted(table.get_field(name).column)} = %s" for name in names)
    return f"UPDATE {_quoted(table.db_table)} SET {sets} WHERE {_quoted(table.pk.column)} = %s"  # noqa: S608 - as above


@cache
def _upsertion(model: type[Model], rows: int, names: tuple[str, ...]) -> str:
    table = _table(model)
    columns = [_quoted(table.get_field(name).column) for name in names]
    sets = ", ".join(f"{column} = EXCLUDED.{column}" for column in columns)
    return f"{_insertion(model, rows)} ON CONFLICT ({_quoted(table.pk.column)}) DO UPDATE SET {sets}"


def _table(model: Model | type[Model]) -> Any:
    return model._meta  # noqa: SLF001 - documented


def _quoted(name: str) -> str:
    return connection.ops.quote_name(name)


def _values(row: Model, fields: Iterable[Any], *, is_new: bool = False) -> list[Any]:
    here = connections[DEFAULT_DB_ALIAS]
    return [field.get_db_prep_save(field.pre_save(row, add=is_new), here) for field in fields]


def _write(text: str, values: Sequence[Any]) -> None:
    with transaction.mark_for_rollback_on_error(using=DEFAULT_DB_ALIAS), _cursor() as cursor:
        cursor.execute(text, values)


def _cursor() -> CursorWrapper:
    """On PostgreSQL text and values travel apart, and the server keeps the plan, where settings allow it.

    Where statements are logged, Django's own cursor has to say what it sent.
    """
    here: Any = connections[DEFAULT_DB_ALIAS]
    cursor: CursorWrapper = here.cursor()
    if here.vendor == "postgresql" and here.connection.prepare_threshold is not None and not here.queries_logged:
        cursor.cursor = here.Database.Cursor(here.connection)
    return cursor


def _kept() -> dict[tuple[Prepared[Any], tuple[Hashable, ...]], _Text]:
    """The texts of this thread's connection; converters of values belong to one connection."""
    kept: dict[Any, _Text] = vars(connections[DEFAULT_DB_ALIAS]).setdefault("prepared", {})
    return kept

"""Statements whose text is made once: for what happens at every table every few minutes, and is waited for.

Whenever Django runs a statement it first makes its text, which costs many times what the database takes to answer.
Here Django makes the text of a queryset or of a model's fields when it is first needed, and it is kept with the
connection; from then on only values are handed over. What is told, and so what is found and written, stays where it
was: in the queryset and in the model. Writing sends no signals; nobody here listens to any.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Expression, Field, Model, QuerySet
from django.db.models.query import get_related_populators

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
        with connection.cursor() as cursor:
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
    _write(*_insertion([row]))
    row._state.adding, row._state.db = False, connection.alias


def update(row: Model, names: Sequence[str]) -> None:
    """What `row.save(update_fields=names)` writes, for a row that is there. One statement."""
    table = row._meta
    fields, key = [table.get_field(name) for name in names], _key(row)
    sets = ", ".join(f"{_quoted(field.column)} = %s" for field in fields)
    _write(
        f"UPDATE {_quoted(table.db_table)} SET {sets} WHERE {_quoted(key.column)} = %s",  # noqa: S608 - our own columns
        _values(row, [*fields, key]),
    )


def update_some(rows: Sequence[Model], names: Sequence[str]) -> None:
    """The same for a few rows of one table that are there. One statement: an upsert that never inserts."""
    if not rows:
        return
    text, values = _insertion(rows)
    columns = [_quoted(rows[0]._meta.get_field(name).column) for name in names]
    sets = ", ".join(f"{column} = EXCLUDED.{column}" for column in columns)
    _write(f"{text} ON CONFLICT ({_quoted(_key(rows[0]).column)}) DO UPDATE SET {sets}", values)


def _insertion(rows: Sequence[Model]) -> tuple[str, list[Any]]:
    table, fields = rows[0]._meta, rows[0]._meta.concrete_fields
    columns = ", ".join(_quoted(field.column) for field in fields)
    places = ", ".join([f"({', '.join(['%s'] * len(fields))})"] * len(rows))
    text = f"INSERT INTO {_quoted(table.db_table)} ({columns}) VALUES {places}"  # noqa: S608 - our own columns
    return text, [value for row in rows for value in _values(row, fields)]


def _values(row: Model, fields: Iterable[Field[Any, Any]]) -> list[Any]:
    return [field.get_db_prep_save(field.pre_save(row, add=row._state.adding), connection) for field in fields]


def _write(text: str, values: Sequence[Any]) -> None:
    with transaction.mark_for_rollback_on_error(using=connection.alias), connection.cursor() as cursor:
        cursor.execute(text, values)


def _key(row: Model) -> Field[Any, Any]:
    key = row._meta.pk
    assert key is not None  # noqa: S101 - tells the type checker
    return key


def _quoted(name: str) -> str:
    return connection.ops.quote_name(name)


def _kept() -> dict[tuple[Prepared[Any], tuple[Hashable, ...]], _Text]:
    """The texts of this thread's connection; converters of values belong to one connection."""
    kept: dict[Any, _Text] = vars(connections[DEFAULT_DB_ALIAS]).setdefault("prepared", {})
    return kept

"""Statements whose text is made once: for what happens at every table every few minutes, and for what pages ask.

Whenever Django runs a statement it first makes its text, which costs many times what the database takes to answer.
Here Django makes the text of a queryset or of a model's fields when it is first needed, and it is kept with the
connection; from then on only values are handed over. What is told, and so what is found and written, stays where it
was: in the queryset and in the model. Writing sends no signals; nobody here listens to any. Which rows were written is
told to `written`, as Django's own statements tell it.

A server of databases may be far away. In `together` what is written here goes to it with whatever is asked next, and
what is sent `ahead` with what is asked before it: a deal holds the lock on its event for one journey, not for eight.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, update_wrapper
from typing import Any, Generic, ParamSpec, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper
from django.db.models import Expression, Model, QuerySet
from django.db.models.query import ModelIterable, get_related_populators  # type: ignore[attr-defined]  # not in its stubs
from django.db.transaction import TransactionManagementError

from games import written

Given = ParamSpec("Given")
Row = TypeVar("Row")

HIGHEST = 2**63 - 1  # the highest number that any column of ours holds


class Question(Generic[Given, Row]):
    """A queryset that is told once; called, it answers with its rows: one statement, by the text that is kept.

    The arguments of `tell` are `int` or `str` and may do nothing but stand in conditions, as they are: the text is the
    same for all values, and a number that no column holds finds nothing. Whatever else the text depends on, be it a
    setting, stands behind `*`: each such shape has a text of its own.
    """

    def __init__(self, tell: Callable[Given, QuerySet[Any, Row]]) -> None:
        update_wrapper(self, tell)
        self._tell: Any = tell
        parameters = inspect.signature(tell).parameters.values()
        self._shaping = {one.name: one.default for one in parameters if one.kind is one.KEYWORD_ONLY}
        self._names = [one.name for one in parameters if one.name not in self._shaping]

    def __call__(self, *args: Given.args, **kwargs: Given.kwargs) -> list[Row]:
        given = self._given(args, kwargs)
        return [] if given is None else self._text(given).rows(given)

    def ahead(self, *args: Given.args, **kwargs: Given.kwargs) -> None:
        """In `together`: send it already. Who asks the same in there gets the answer of then. Elsewhere: nothing."""
        if (journey := _journey()) is not None and (given := self._given(args, kwargs)) is not None:
            self._text(given).send(given, journey)

    def _given(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any] | None:
        given = {**self._shaping, **dict(zip(self._names, args, strict=False)), **kwargs}
        too_high = any(isinstance(given[name], int) and abs(given[name]) > HIGHEST for name in self._names)
        return None if too_high else given

    def _text(self, given: Mapping[str, Any]) -> _Text:
        here: Any = connections[DEFAULT_DB_ALIAS]
        kept, key = _kept(here), (self, *[given[name] for name in self._shaping])
        text = kept.get(key)
        if text is None:
            asked = {name: _Asked(name) for name in self._names}
            text = kept[key] = _Text(self._tell(**{**given, **asked}), self._names, here)
        return text


def prepared(tell: Callable[Given, QuerySet[Any, Row]]) -> Question[Given, Row]:
    """Make a question of `tell`, which tells a queryset."""
    return Question(tell)


@contextmanager
def together() -> Iterator[None]:
    """Around a transaction of statements that are told here. Whatever else is asked in it is answered at once, as ever,
    and what could not be written is said by what follows, by the commit at the latest. On SQLite it does nothing.
    """
    here: Any = connections[DEFAULT_DB_ALIAS]
    here.ensure_connection()
    if here.vendor != "postgresql" or here.in_atomic_block:
        yield
        return
    with here.wrap_database_errors, here.connection.pipeline():
        here.journey = object()
        try:
            yield
        finally:
            here.journey = None


class _Asked(Expression):
    """In a queryset: the value of an argument, which is given each time the statement is run."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def as_sql(self, compiler: Any, connection: BaseDatabaseWrapper) -> tuple[str, list[Any]]:
        return "%s", [self]


class _Text:
    """The text of one queryset on one connection, and how what it finds is read."""

    def __init__(self, told: QuerySet[Any, Any], names: Iterable[str], here: Any) -> None:
        compiler: Any = told.query.get_compiler(connection=here)
        self._sql, self._params = compiler.as_sql()
        self._places = [(place, one.name) for place, one in enumerate(self._params) if isinstance(one, _Asked)]
        if unused := set(names) - {name for _, name in self._places}:
            raise TypeError(f"{unused}: in no condition of the statement")
        self._holds = told.query.select_for_update and here.features.has_select_for_update
        self._width = compiler.col_count if compiler.has_extra_select else None  # behind it: what is only ordered by
        self._converters = compiler.get_converters([column for column, *_ in compiler.select])
        self._compiler = compiler
        self._sent: tuple[object, list[Any], CursorWrapper] | None = None
        self._rows: Iterable[Any] = _reader(told, compiler, self._found)

    def rows(self, values: Mapping[str, Any]) -> list[Any]:
        self._given = self._filled(values)
        return list(self._rows)

    def send(self, values: Mapping[str, Any], journey: object) -> None:
        cursor, given = _cursor(), self._filled(values)
        cursor.execute(self._sql, given)
        self._sent = journey, given, cursor

    def _filled(self, values: Mapping[str, Any]) -> list[Any]:
        given = list(self._params)
        for place, name in self._places:
            given[place] = values[name]
        return given

    def _answered(self) -> Any:
        """The cursor with the answer, of what was sent ahead or of now."""
        sent, self._sent = self._sent, None
        if sent is not None and sent[0] is _journey() and sent[1] == self._given:
            return sent[2]
        cursor = _cursor()
        cursor.execute(self._sql, self._given)
        return cursor

    def _found(self, *_args: object, tuple_expected: bool = False, **_kwargs: object) -> Iterable[Any]:
        """What the compiler's own `results_iter` gives."""
        if self._holds and connection.get_autocommit():
            raise TransactionManagementError("select_for_update cannot be used outside of a transaction.")
        with self._answered() as cursor:
            found = cursor.fetchall()
        if self._width:
            found = [row[: self._width] for row in found]
        rows: Iterable[Any] = self._compiler.apply_converters(found, self._converters)
        return map(tuple, rows) if tuple_expected else rows


def _reader(told: Any, compiler: Any, found: Callable[..., Iterable[Any]]) -> Iterable[Any]:
    """The rows as the queryset gives them, each time it is gone through. Values are read by Django's own iterable."""
    if told._iterable_class is ModelIterable:  # noqa: SLF001 - one of Django's own; each is told apart by it
        return _Objects(compiler, found)
    compiler.results_iter = found
    told.query.get_compiler = lambda *_args, **_kwargs: compiler
    rows: Iterable[Any] = told._iterable_class(told)  # noqa: SLF001
    return rows


class _Objects:
    """What Django's `ModelIterable` does, which finds out each time what every column is for."""

    def __init__(self, compiler: Any, found: Callable[[], Iterable[Any]]) -> None:
        select, own = compiler.select, compiler.klass_info["select_fields"]
        self._found, self._model, self._own = found, compiler.klass_info["model"], slice(own[0], own[-1] + 1)
        self._names = [column.target.attname for column, *_ in select[self._own]]
        self._related = get_related_populators(compiler.klass_info, select, DEFAULT_DB_ALIAS)
        self._annotations = compiler.annotation_col_map.items()

    def __iter__(self) -> Iterator[Any]:
        for row in self._found():
            made = self._model.from_db(DEFAULT_DB_ALIAS, self._names, row[self._own])
            for related in self._related:
                related.populate(row, made)
            for name, column in self._annotations:
                setattr(made, name, row[column])
            yield made


def insert(row: Model) -> None:
    """What `row.save(force_insert=True)` writes, for a row that has its key already. One statement."""
    _write(_insertion(type(row), 1), _values(row, _table(row).concrete_fields, is_new=True))
    row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS  # noqa: SLF001 - documented
    _tell([row])


def update(row: Model, names: tuple[str, ...]) -> None:
    """What `row.save(update_fields=names)` writes, for a row that is there. One statement."""
    table = _table(row)
    _write(_updating(type(row), names), _values(row, [*map(table.get_field, names), table.pk]))
    _tell([row], names)


def update_some(rows: Sequence[Model], names: tuple[str, ...]) -> None:
    """The same for a few rows of one table. One statement, an upsert of rows that are there; none without rows."""
    if rows:
        values = [value for row in rows for value in _values(row, _table(row).concrete_fields)]
        _write(_upsertion(type(rows[0]), len(rows), names), values)
        _tell(rows, names)


def returning(text: str, values: Sequence[Any], then: Callable[..., object]) -> None:
    """Write by a statement that answers with a row, whose values `then` is given: in `together` after the commit."""
    with transaction.mark_for_rollback_on_error(using=DEFAULT_DB_ALIAS):
        cursor = _cursor()
        cursor.execute(text, values)
    if _journey() is None:
        then(*cursor.fetchone())
    else:
        transaction.on_commit(lambda: then(*cursor.fetchone()))


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


def _tell(rows: Sequence[Model], names: tuple[str, ...] | None = None) -> None:
    table = _table(rows[0])
    columns = None if names is None else [table.get_field(name).attname for name in names]
    if written.is_noticed(type(rows[0]), columns):
        written.note(type(rows[0]), [row.pk for row in rows])


def _cursor() -> CursorWrapper:
    """On PostgreSQL text and values travel apart, and the server keeps the plan, where settings allow it.

    Where statements are logged, Django's own cursor has to say what it sent.
    """
    here: Any = connections[DEFAULT_DB_ALIAS]
    cursor: CursorWrapper = here.cursor()
    if here.vendor == "postgresql" and here.connection.prepare_threshold is not None and not here.queries_logged:
        cursor.cursor = here.Database.Cursor(here.connection)
    return cursor


def _journey() -> object | None:
    """What `together` makes one of, if statements travel together now; where they are logged, each goes by itself."""
    here: Any = connections[DEFAULT_DB_ALIAS]
    return None if here.queries_logged else getattr(here, "journey", None)


def _kept(here: BaseDatabaseWrapper) -> dict[tuple[Hashable, ...], _Text]:
    """The texts of a thread's connection; converters of values belong to one connection."""
    kept: dict[Any, _Text] = vars(here).setdefault("prepared", {})
    return kept

"""A story that was told before in the same database is not told anew: the rows that it left are stored again.

Most tests begin with the same evening, and to tell it costs more than what they try. In a database that is, row for
row, what it was the first time, the same words leave the same. So a process tells it once, through the operations, and
puts what it has made, changed and deleted where it was whenever it is told again: the keys, nicks and secrets of then.

Only in the transaction of a test that is rolled back, for whoever else hears of what is committed is to hear of it; and
only under the settings of all tests. Who replaces something that a story does tells it by `inspect.unwrap(story)`.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, wraps
from typing import Any, ParamSpec, TypeVar

from django.apps import apps
from django.conf import UserSettingsHolder, settings
from django.core import mail
from django.db import connection, models, transaction
from django.utils import translation

from games import written

INSTALLED = {"django_content_type", "auth_permission"}  # they say which models there are, and no test changes that
Given = ParamSpec("Given")
Result = TypeVar("Result")
Rows = dict[str, dict[Any, tuple[Any, ...]]]  # table → key of a row → the whole row


@dataclass
class Told:
    """What a story has left."""

    gone: list[tuple[str, list[tuple[Any]]]]
    changed: list[tuple[str, list[tuple[Any, ...]]]]
    made: list[tuple[str, list[tuple[Any, ...]]]]
    untold: written.Rows
    hooks: list[Callable[[], object]]
    said: bytes  # its answer, and what it made of the models that it was given


_told: dict[Any, Told] = {}
_is_telling = False


def retold(story: Callable[Given, Result]) -> Callable[Given, Result]:
    """Decorate what stores the same whenever it is told the same in the same database."""

    @wraps(story)
    def tell(*args: Given.args, **kwargs: Given.kwargs) -> Result:
        global _is_telling  # noqa: PLW0603 - what is told within a story belongs to it
        if _is_telling or not connection.in_atomic_block or isinstance(settings._wrapped, UserSettingsHolder):
            return story(*args, **kwargs)
        given = [one for one in (*args, *kwargs.values()) if isinstance(one, models.Model)]
        before = _everything()
        key = _key(story, args, kwargs, before)
        if key is None:
            return story(*args, **kwargs)
        if key in _told:
            return _tell_again(_told[key], given)  # type: ignore[no-any-return]  # what the story has answered
        letters, hooks = len(mail.outbox), len(connection.run_on_commit)
        _is_telling = True
        try:
            answer = story(*args, **kwargs)
        finally:
            _is_telling = False
        if len(mail.outbox) == letters:
            _note(key, before, hooks, given, answer)
        return answer

    return tell


def _key(story: Any, args: Any, kwargs: Any, before: Rows) -> Any:
    """What the outcome hangs on; None if it hangs on something that cannot be compared."""
    try:
        words = pickle.dumps((args, sorted(kwargs.items())))
    except (pickle.PicklingError, AttributeError, TypeError):
        return None
    rows = tuple((table, tuple(here.values())) for table, here in before.items())
    return story, words, hash(rows), repr(sorted(_untold().items())), translation.get_language()


def _note(key: Any, before: Rows, hooks: int, given: list[models.Model], answer: Any) -> None:
    after = _everything()
    gone, changed, made = [], [], []
    for table in {**before, **after}:
        then, now, sql = before.get(table, {}), after.get(table, {}), _statements(table)
        gone.append((sql.delete, [(key,) for key in then.keys() - now.keys()]))
        made.append((sql.insert, [row for key, row in now.items() if key not in then]))
        other = [(key, row) for key, row in now.items() if key in then and then[key] != row]
        changed.append((sql.update, [(*row, key) for key, row in other]))
    added = [hook for _, hook, *_ in connection.run_on_commit[hooks:] if not isinstance(hook, written._Waiting)]
    try:
        said = _pickled((answer, [one.__dict__ for one in given]), given)
    except (pickle.PicklingError, AttributeError, TypeError):
        return
    parts = {"gone": gone, "changed": changed, "made": made}
    needed = {name: [one for one in part if one[1]] for name, part in parts.items()}
    _told[key] = Told(**needed, untold=_untold(), hooks=added, said=said)


def _tell_again(told: Told, given: list[models.Model]) -> Any:
    with connection.cursor() as cursor:
        for sql, rows in (*told.gone, *told.changed, *told.made):
            cursor.executemany(sql, rows)
    written.take()
    for label, keys in told.untold.items():
        written.note(apps.get_model(label), keys)
    for hook in told.hooks:
        transaction.on_commit(hook)
    answer, states = _unpickled(told.said, given)
    for one, state in zip(given, states, strict=True):
        one.__dict__.clear()
        one.__dict__.update(state)
    return answer


# --- Rows -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Statements:
    select: str
    insert: str
    update: str
    delete: str
    key: int  # where the key stands in a row


@cache
def _statements(table: str) -> Statements:
    model = next(one for one in apps.get_models(include_auto_created=True) if one._meta.db_table == table)
    fields = model._meta.concrete_fields
    names, name = [f'"{one.column}"' for one in fields], f'"{model._meta.pk.column}"'
    places = ", ".join(["%s"] * len(names))
    return Statements(
        select=f'SELECT {", ".join(names)} FROM "{table}" ORDER BY {name}',  # noqa: S608 - our tables
        insert=f'INSERT INTO "{table}" ({", ".join(names)}) VALUES ({places})',  # noqa: S608
        update=f'UPDATE "{table}" SET {", ".join(f"{one} = %s" for one in names)} WHERE {name} = %s',  # noqa: S608
        delete=f'DELETE FROM "{table}" WHERE {name} = %s',  # noqa: S608
        key=names.index(name),
    )


@cache
def _which_have_rows() -> str:
    tables = {one._meta.db_table for one in apps.get_models(include_auto_created=True)}
    asked = [f"SELECT '{table}' WHERE EXISTS (SELECT 1 FROM \"{table}\")" for table in sorted(tables - INSTALLED)]  # noqa: S608
    return " UNION ALL ".join(asked)


def _everything() -> Rows:
    found: Rows = {}
    with connection.cursor() as cursor:
        cursor.execute(_which_have_rows())
        for (table,) in cursor.fetchall():
            sql = _statements(table)
            cursor.execute(sql.select)
            found[table] = {row[sql.key]: row for row in cursor.fetchall()}
    return found


def _untold() -> written.Rows:
    waiting = written._waiting()
    return {label: set(keys) for label, keys in waiting.rows.items()} if waiting else {}


# --- Models, as the test has them -------------------------------------------------------------------------------------


def _pickled(what: Any, given: list[models.Model]) -> bytes:
    """Whatever of it is one of the given models is that one again when it is unpickled."""
    places = {id(one): place for place, one in enumerate(given)}

    class Pickler(pickle.Pickler):
        def persistent_id(self, one: Any) -> int | None:
            return places.get(id(one))

    stream = io.BytesIO()
    Pickler(stream).dump(what)
    return stream.getvalue()


def _unpickled(said: bytes, given: list[models.Model]) -> Any:
    class Unpickler(pickle.Unpickler):
        def persistent_load(self, place: int) -> models.Model:
            return given[place]

    return Unpickler(io.BytesIO(said)).load()

"""Which rows the transaction under way has written, so that whoever says what was done can say what it left.

Every statement that Django makes for a model tells it here (scwu/noticing.py), and so does `prepared`: it is known of
`save`, `update`, `bulk_create` and `delete` alike, of our models and of those of libraries, and of such as come later.
What is written past all of them (a cursor of one's own) is forbidden by a test.

The rows wait in the hooks of the transaction, so a savepoint that is rolled back takes its rows with it. Whoever takes
them (the journal, before it writes a line) has said of them what there is to say. What nobody has taken when the
transaction is committed is handed to `say_left_over`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db import connection, models, transaction

Rows = dict[str, set[Any]]  # label of a model, in small letters → keys of its rows
WHOLE = ""  # stands for every column of a model

_left_out: dict[str, frozenset[str]] = {}
_by_migrations: Rows = {}
_say_left_over: list[Callable[[Rows], object]] = []


@dataclass
class _Waiting:
    """The hook that holds the rows. `on_commit` calls it if they were not rolled back."""

    rows: Rows
    __qualname__: str = "the rows that no line of the journal tells of"  # by which Django logs that it failed

    def __call__(self) -> None:
        rows, self.rows = self.rows, {}
        if rows:
            for say in _say_left_over:
                say(rows)


def begin(*, left_out: Mapping[str, Iterable[str]], say_left_over: Callable[[Rows], object]) -> None:
    """Say, once the models are there, of which columns nobody wants to know, and who is told what nobody has taken.

    `left_out`: label of a model → columns (attribute names), or WHOLE for all of them.
    """
    _left_out.clear()
    _left_out.update({label: frozenset(columns) for label, columns in left_out.items()})
    _say_left_over[:] = [say_left_over]


def is_noticed(model: type[models.Model], columns: Iterable[str] | None = None) -> bool:
    """Whether anybody wants to know of a row of this model, or of a change of these columns (attribute names)."""
    if not _say_left_over:
        return False  # no model is there yet
    table = model._meta  # noqa: SLF001 - documented
    if table.apps is not apps and not _is_of_a_migration(model):
        return False  # a table of Django's own, which is no model of the site: which migrations have run
    left_out = _left_out.get(table.label_lower, frozenset())
    return WHOLE not in left_out and (columns is None or not left_out.issuperset(columns))


def columns_of(model: type[models.Model]) -> tuple[str, ...]:
    """The columns of a model that are noticed, by their attribute names in their order; the key is none of them."""
    left_out = _left_out.get(model._meta.label_lower, frozenset())  # noqa: SLF001 - documented
    fields = () if WHOLE in left_out else model._meta.concrete_fields  # noqa: SLF001 - documented
    return tuple(one.attname for one in fields if not one.primary_key and one.attname not in left_out)


def note(model: type[models.Model], keys: Iterable[Any]) -> None:
    """These rows of a model were just written or deleted."""
    label, found = model._meta.label_lower, set(keys)  # noqa: SLF001 - documented
    if not found:
        return
    if _is_of_a_migration(model):  # the tables are not those of today yet
        _by_migrations.setdefault(label, set()).update(found)
        return
    waiting = _waiting()
    if waiting is not None:
        waiting.rows.setdefault(label, set()).update(found)
    else:
        transaction.on_commit(_Waiting({label: found}), robust=True)


def take() -> Rows:
    """The rows that were written in this transaction and not taken yet."""
    waiting = _waiting()
    if waiting is None:
        return {}
    rows, waiting.rows = waiting.rows, {}
    return rows


def take_from_migrations() -> Rows:
    """The rows that migrations of this process have written, once their tables are those of today."""
    rows = dict(_by_migrations)
    _by_migrations.clear()
    return rows


def _is_of_a_migration(model: type[models.Model]) -> bool:
    """Whether it stands for a table as it was when a migration was written; Django names their module so."""
    return model.__module__ == "__fake__"


def _waiting() -> _Waiting | None:
    hooks: list[tuple[Any, ...]] = connection.run_on_commit  # savepoints, what is called, whether its errors are logged
    return next((hook for _, hook, *_ in reversed(hooks) if isinstance(hook, _Waiting)), None)

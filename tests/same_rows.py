"""Whether two ways of asking find the same: rows compared with all that they hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

from django.db.models import Model
from django.db.models.sql.query import Query


def everything(row: Model, *within: Model) -> dict[str, object]:
    """All that a row holds, with the rows that were fetched together with it; of those it is `within`, their names."""
    held = {name: value for name, value in vars(row).items() if name != "_state"} | row._state.fields_cache
    around = (row, *within)
    return {
        name: (everything(value, *around) if value not in around else str(value)) if isinstance(value, Model) else value
        for name, value in held.items()
    }


def assert_same(found: Iterable[Model], told: Iterable[Model]) -> None:
    """Each row of one is the row of the other at its place; that nothing is like nothing says nothing."""
    here, there = [everything(row) for row in found], [everything(row) for row in told]
    assert here == there
    assert here


@contextmanager
def texts_made() -> Iterator[list[str]]:
    """The tables of all statements whose text Django makes meanwhile."""
    seen: list[str] = []
    plain: Callable[..., Any] = Query.get_compiler

    def watched(self: Query, *args: Any, **options: Any) -> Any:
        seen.append(self.get_meta().db_table)
        return plain(self, *args, **options)

    with mock.patch.object(Query, "get_compiler", watched):
        yield seen

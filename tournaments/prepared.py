"""Statements that the ORM writes once and asks again and again with other values.

To write a SELECT takes the ORM longer than the database takes to answer it, and a page writes the same few each time.
What is kept is the text and how its columns are read; so rows, values and models come out as they always do.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, ParamSpec, TypeVar, cast

from django.db import connections
from django.db.models import QuerySet

Given = ParamSpec("Given")
Row = TypeVar("Row")

NUMBER, TEXT = 31_001, "\ue000"  # stand where the values will stand; no statement has them for anything else
IN_EVERY_COLUMN = range(2**31)


def prepared(rows: Callable[Given, QuerySet[Any, Row]]) -> Callable[Given, list[Row]]:
    """Make `rows` answer with a list, by the statement that it wrote when it was asked first.

    Its arguments are annotated `int` or `str`, and may do nothing but stand in conditions, as they are: the statement
    is the same for all of them. A number too large for a column is asked for in the ordinary way, which finds nothing.
    """
    parameters = inspect.signature(rows).parameters
    kept: list[_Written] = []

    @wraps(rows)
    def ask(*args: Given.args, **kwargs: Given.kwargs) -> list[Row]:
        values: dict[str, Any] = dict(zip(parameters, args, strict=False)) | kwargs
        if any(isinstance(value, int) and value not in IN_EVERY_COLUMN for value in values.values()):
            return list(rows(*args, **kwargs))
        if not kept:
            stand_ins = _stand_ins(parameters)
            kept.append(_Written(cast("Callable[..., QuerySet[Any, Any]]", rows)(**stand_ins), stand_ins))
        return cast("list[Row]", kept[0].ask(values))

    return ask


def _stand_ins(parameters: Mapping[str, inspect.Parameter]) -> dict[str, int | str]:
    """A value for each argument that can be told from every other."""
    return {
        name: NUMBER + index if parameter.annotation in (int, "int") else f"{TEXT}{name}"
        for index, (name, parameter) in enumerate(parameters.items())
    }


class _Written:
    """A statement with the places where its values go."""

    def __init__(self, rows: QuerySet[Any, Any], stand_ins: Mapping[str, int | str]) -> None:
        self.rows = rows
        self.compiler: Any = rows.query.get_compiler(rows.db)
        self.sql, self.params = self.compiler.as_sql()
        names = {value: name for name, value in stand_ins.items()}
        self.places = {place: names[value] for place, value in enumerate(self.params) if _is_one_of(value, names)}
        if set(self.places.values()) != set(stand_ins):
            raise TypeError(f"{set(stand_ins) - set(self.places.values())}: in no condition of the statement")

    def ask(self, values: Mapping[str, int | str]) -> list[Any]:
        """The rows for these values. The connection is that of the thread which asks."""
        params = tuple(
            type(given)(values[self.places[place]]) if place in self.places else given
            for place, given in enumerate(self.params)
        )
        connection = connections[self.rows.db]
        compiler = _like(self.compiler, connection=connection, as_sql=lambda *_args, **_kwargs: (self.sql, params))
        query = _like(self.rows.query, get_compiler=lambda *_args, **_kwargs: compiler)
        return list(_like(self.rows, _query=query, _result_cache=None))


def _like(thing: Any, **changed: Any) -> Any:
    """A copy with other attributes. `copy` would ask rows for what they find first."""
    other = object.__new__(type(thing))
    other.__dict__.update(thing.__dict__, **changed)
    return other


def _is_one_of(value: object, names: Mapping[int | str, str]) -> bool:
    return isinstance(value, int | str) and value in names

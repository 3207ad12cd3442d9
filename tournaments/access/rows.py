"""One row or "not found": what every fetching here ends with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from django.db.models import Model, QuerySet
from django.http import Http404

Row = TypeVar("Row", bound=Model)


def asked(text: str) -> str:
    """What stands in an address, if the database can be asked for it: PostgreSQL has no NUL in its texts."""
    if "\x00" in text:
        raise Http404
    return text


def found(rows: QuerySet[Row] | Sequence[Row]) -> Row:
    return first(rows[:1])


def first(rows: Iterable[Row]) -> Row:
    for row in rows:
        return row
    raise Http404

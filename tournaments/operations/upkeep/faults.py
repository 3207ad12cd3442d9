"""What `verify` has found wrong, and reading rows of which some may not be readable any more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db import DatabaseError
from django.db.models import QuerySet

CHUNK = 500
UNREADABLE = (ValueError, TypeError, KeyError, OverflowError, DatabaseError)


@dataclass(frozen=True, slots=True)
class Fault:
    """`code`: what is wrong (about_journal.FAULTS), `where`: in which event (empty: the union), `values`: with what."""

    code: str
    where: str
    values: dict[str, Any]


def readable(rows: QuerySet[Any], *names: str) -> Iterator[tuple[Any, ...]]:
    """Key and named values of every row by its key, in chunks; of one that cannot be read the key alone."""
    keys = list(rows.order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(keys), CHUNK):
        chunk = keys[start : start + CHUNK]
        try:
            found = list(rows.filter(pk__in=chunk).order_by("pk").values_list("pk", *names))
        except UNREADABLE:  # on SQLite, such as a text that is no text: find out which
            found = [_one(rows, key, names) for key in chunk]
        yield from found


def _one(rows: QuerySet[Any], key: Any, names: tuple[str, ...]) -> tuple[Any, ...]:
    try:
        return tuple(rows.values_list("pk", *names).get(pk=key))
    except UNREADABLE:
        return (key,)

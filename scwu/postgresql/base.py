"""Django's PostgreSQL backend: its statements say which rows they write (scwu/noticing.py), its waiting is bounded."""

from __future__ import annotations

from typing import Any

from django.db.backends.postgresql import base
from django.db.backends.postgresql.operations import DatabaseOperations as Operations

from scwu.postgresql.bounds import bounded


class DatabaseOperations(Operations):
    compiler_module = "scwu.postgresql.compiler"


class Cursor(base.Cursor):  # type: ignore[name-defined,misc]  # not in its stubs
    """Where statements travel together (games/prepared.py) those of Django itself are answered at once all the same:
    it looks how many rows they have changed.
    """

    def execute(self, *args: Any, **named: Any) -> Cursor:
        super().execute(*args, **named)
        if self._conn._pipeline:  # noqa: SLF001 - psycopg has no other way to ask
            self._conn._pipeline.sync()  # noqa: SLF001
        return self


class DatabaseWrapper(base.DatabaseWrapper):
    ops_class = DatabaseOperations

    def get_connection_params(self) -> dict[str, Any]:
        return bounded({**super().get_connection_params(), "cursor_factory": Cursor})

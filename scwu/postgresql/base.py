"""Django's PostgreSQL backend: its statements say which rows they write (scwu/noticing.py), its waiting is bounded, and
a server of pages has so many connections and no more (pool.py).
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import psycopg
from django.conf import settings
from django.db.backends.postgresql import base
from django.db.backends.postgresql.operations import DatabaseOperations as Operations

from scwu.postgresql.bounds import are_for_pages, bounded
from scwu.postgresql.pool import Pool

_pools: dict[str, Pool] = {}  # by alias


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
    _lender: Pool | None = None  # of the connection that this thread has now

    def get_connection_params(self) -> dict[str, Any]:
        return bounded({**super().get_connection_params(), "cursor_factory": Cursor})

    def connect(self) -> None:
        super().connect()
        if self._lender is not None:
            self.close_at = 0.0  # at the end of the request, whatever the age: it is the pool that keeps them

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        connect = super().get_new_connection
        if not are_for_pages():
            return connect(conn_params)
        made = Pool(settings.MOST_CONNECTIONS, self.settings_dict["CONN_MAX_AGE"])
        pool = _pools.setdefault(self.alias, made)
        lent = pool.lend(lambda: connect(conn_params))
        self._lender = pool
        return lent

    def _savepoint_rollback(self, sid: str) -> None:
        """Where statements travel together, one that fails on the way stops all behind it, this one too, until the
        answers to all are asked for; that one of them failed is known.
        """
        if self.connection._pipeline:  # noqa: SLF001 - as above
            with suppress(psycopg.Error):
                self.connection._pipeline.sync()  # noqa: SLF001
        super()._savepoint_rollback(sid)  # type: ignore[misc]  # not in its stubs

    def _close(self) -> None:
        if self._lender is None or self.connection is None:
            super()._close()  # type: ignore[misc]  # not in its stubs
            return
        lender, lent = self._lender, self.connection
        self._lender = self.connection = None
        with self.wrap_database_errors:
            lender.take_back(lent)

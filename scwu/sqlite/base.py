"""Django's SQLite backend, whose transactions line up before they begin (`writers`).

Every transaction of ours begins with BEGIN IMMEDIATE and so is a writer. Databases in memory have one connection and
need no line. Its statements say which rows they write (scwu/noticing.py).
"""

from __future__ import annotations

from typing import Any

from django.db.backends.sqlite3 import base
from django.db.backends.sqlite3.operations import DatabaseOperations as Operations

from scwu.sqlite.writers import Line, line_of
from tournaments.facts.nicks import nick_key


class DatabaseOperations(Operations):
    compiler_module = "scwu.sqlite.compiler"


class DatabaseWrapper(base.DatabaseWrapper):
    ops_class = DatabaseOperations
    _line: Line | None = None  # the line at whose head this connection is

    def get_new_connection(self, conn_params: Any) -> Any:
        """With the function by which texts are found without case and accents (tournaments/queries/folded.py)."""
        connection = super().get_new_connection(conn_params)
        connection.create_function("nick_key", 1, lambda text: text and nick_key(text), deterministic=True)
        return connection

    def is_usable(self) -> bool:
        """Asked at the end of a request in which something failed: then a file is opened anew, which costs nothing.

        One that was opened while the disk could only be read would stay so after the disk was mended, as long as its
        thread lives.
        """
        return self.is_in_memory_db()

    def _start_transaction_under_autocommit(self) -> None:
        self._line_up()
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]  # unknown to the stubs
        except BaseException:
            self._let_others()
            raise

    def _commit(self) -> Any:
        try:
            return super()._commit()  # type: ignore[misc]  # unknown to the stubs
        finally:
            self._let_others_after()

    def _rollback(self) -> Any:
        try:
            return super()._rollback()  # type: ignore[misc]  # unknown to the stubs
        finally:
            self._let_others_after()

    def _close(self) -> Any:
        try:
            return super()._close()  # type: ignore[misc]  # unknown to the stubs
        finally:
            self._let_others()

    def _line_up(self) -> None:
        if self._line is None and not self.is_in_memory_db():
            line = line_of(str(self.settings_dict["NAME"]))
            line.enter(float(self.settings_dict["OPTIONS"].get("timeout", 5)))
            self._line = line

    def _let_others_after(self) -> None:
        """A commit that failed has left the transaction open: a rollback follows."""
        if self.connection is None or not self.connection.in_transaction:
            self._let_others()

    def _let_others(self) -> None:
        line, self._line = self._line, None
        if line is not None:
            line.leave()

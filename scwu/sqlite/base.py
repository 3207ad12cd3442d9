"""Django's SQLite backend, whose transactions line up before they begin (`writers`).

Every transaction of ours begins with BEGIN IMMEDIATE and so is a writer, and whatever writes is a transaction
(compiler.py). Databases in memory have one connection and need no line.

Nothing writes the log back into the file but in the line, either: a commit does it when the log is long, and
`write_back` when it is asked to. SQLite 3.7.0 to 3.51.2 can damage a file if two do so one after the other while a
third commits (sqlite.org/wal.html, "the WAL-reset bug"), and nearly every machine has one of these.

The other way to damage a file is ours to leave alone: whoever opens and closes it, to read its bytes, takes away every
lock that his own process has on it, for so POSIX has it. Only another process may read them.
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

    def write_back(self) -> None:
        """Write the log back into the file and empty it, so that what was written over is in neither."""
        is_ours = self._line is not None
        self._line_up()
        try:
            with self.cursor() as cursor:
                cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            if not is_ours:
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

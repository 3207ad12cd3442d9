"""Whose turn it is to write: SQLite knows one writer at a time, and those who wait for it are in no order.

SQLite's own way is to sleep and look again, with no memory of who came first: with twenty phones at once some wait for
seconds. So within a process writers stand in a line, first come, first served; between processes (the worker, a
command) a lock on a file beside the database goes round, asked for every millisecond by whoever heads his line.
"""

import fcntl
import threading
import time
from collections import deque
from collections.abc import Callable
from functools import cache
from pathlib import Path

from django.db import OperationalError

LOOK_SECONDS = 0.001


class Line:
    """The line before one database file. `path`: the file that processes lock."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._guard = threading.Lock()
        self._waiting: deque[threading.Event] = deque()
        self._is_taken = False
        self._release: Callable[[], None] | None = None

    def enter(self, patience: float) -> None:
        """Wait for the turn. Raises OperationalError after `patience` seconds, as SQLite itself would."""
        deadline = time.monotonic() + patience
        turn = self._queue_up()
        if turn is not None and not turn.wait(patience):
            self._give_up(turn)
        try:
            self._release = self._lock_file(deadline)
        except BaseException:
            self._next()
            raise

    def leave(self) -> None:
        """Let the next one write."""
        release, self._release = self._release, None
        if release is not None:
            release()
        self._next()

    def _queue_up(self) -> threading.Event | None:
        with self._guard:
            if not self._is_taken:
                self._is_taken = True
                return None
            turn = threading.Event()
            self._waiting.append(turn)
            return turn

    def _give_up(self, turn: threading.Event) -> None:
        with self._guard:
            if not turn.is_set():
                self._waiting.remove(turn)
                raise OperationalError("database is locked")

    def _next(self) -> None:
        with self._guard:
            if self._waiting:
                self._waiting.popleft().set()
            else:
                self._is_taken = False

    def _lock_file(self, deadline: float) -> Callable[[], None]:
        file = self._path.open("a")
        while True:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if time.monotonic() > deadline:
                    file.close()
                    raise OperationalError("database is locked") from None
                time.sleep(LOOK_SECONDS)
            else:
                return file.close  # and with it the lock


@cache
def line_of(database: str) -> Line:
    """The one line of this process before a database file."""
    return Line(Path(f"{database}.writers"))

"""The connections of a server of pages: so many and no more, each lent for as long as one request needs it.

Whoever wants one gets one that is open already, looked at first; else a new one is opened, by whoever wants it, so that
he hears what the database says himself and at once; and where all are lent he waits, but not for long. A database that
was started again has cut all of them: the first that is found cut takes those that lie idle with it.

Not psycopg_pool, which Django knows. It opens connections in threads of its own, and whoever waits for one is told
nothing: where a database is away each page stands still for the whole of the patience, after a restart the first one,
too, and lending takes three times as long (docs/proofs.md has the figures).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import psycopg
from psycopg.pq import TransactionStatus

WAIT_SECONDS = 5.0


class Pool:
    """`most`: how many connections. `seconds`: how long one is kept, from its opening; None for ever."""

    def __init__(self, most: int, seconds: float | None, *, wait: float = WAIT_SECONDS) -> None:
        self._room = threading.BoundedSemaphore(most)
        self._seconds, self._wait = seconds, wait
        self._idle: list[Any] = []  # the one that came back last is at the end, and is lent first
        self._opened: dict[Any, float] = {}
        self._lock = threading.Lock()

    def lend(self, connect: Callable[[], Any]) -> Any:
        """A connection that answers. Raises what opening one raises, and TooManyConnections after waiting in vain."""
        if not self._room.acquire(timeout=self._wait):
            raise psycopg.errors.TooManyConnections("All connections of this server are lent.")
        try:
            while (kept := self._kept()) is not None:
                if _answers(kept):
                    return kept
                self._close([kept, *self._all_idle()])
            opened = connect()
            self._opened[opened] = time.monotonic()
        except BaseException:
            self._room.release()
            raise
        return opened

    def take_back(self, lent: Any) -> None:
        """Keep it for the next one, unless it is old, broken, or in the middle of something."""
        try:
            is_usable = lent.pgconn.transaction_status == TransactionStatus.IDLE
            with self._lock:
                self._idle.append(lent)
                old = [one for one in self._idle if self._is_old(one) or (one is lent and not is_usable)]
                self._idle = [one for one in self._idle if one not in old]
            self._close(old)
        finally:
            self._room.release()

    def _kept(self) -> Any:
        with self._lock:
            return self._idle.pop() if self._idle else None

    def _all_idle(self) -> list[Any]:
        with self._lock:
            idle, self._idle = self._idle, []
        return idle

    def _is_old(self, one: Any) -> bool:
        return self._seconds is not None and time.monotonic() - self._opened[one] > self._seconds

    def _close(self, ended: list[Any]) -> None:
        for one in ended:
            self._opened.pop(one, None)
            one.close()


def _answers(kept: Any) -> bool:
    """One journey, as Django looks at a connection that it has kept."""
    try:
        kept.execute("")
    except psycopg.Error:
        return False
    return True

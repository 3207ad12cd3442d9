"""The supervisor's rounds: it knocks at its own web server, and has one replaced that runs but does not answer.

A server that ran out of descriptors, or whose threads all wait for something that never comes, lives on: nothing that
watches processes sees it. So it is asked as a visitor would ask, for /health/. That the database is away is an answer
(503), and no reason; a crash or silence is one, three times running.
"""

from __future__ import annotations

import contextlib
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from django.conf import settings

BETWEEN_SECONDS = 10.0
ANSWER_SECONDS = 5.0  # a loaded machine answers late
LISTEN_SECONDS = 0.2  # between two looks whether there is anybody to answer
MOST_IN_VAIN = 3
NO_ANSWER = b"hung up"
CRASHED = 500


class Replaceable(Protocol):
    @property
    def running(self) -> bool:
        """Whether there is anybody to answer."""

    def replace(self, say: Callable[[str], None], why: str) -> None:
        """End it and start another one."""


@dataclass(frozen=True)
class Door:
    """Where the web server of this machine is asked, and under which name."""

    host: str
    port: int
    name: str

    @staticmethod
    def of(listener: socket.socket) -> Door:
        host, port = listener.getsockname()[:2]
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - compared, not opened
        return Door(host, port, settings.ALLOWED_HOSTS[0].lstrip("."))

    def status(self, is_there: Callable[[], bool] = lambda: True) -> int | None:
        """With which status /health/ answers; None for silence, and for what is no answer.

        Whoever is gone is not waited for: the port is the supervisor's and takes the knock all the same, and the longer
        he waits, the later he starts another one.
        """
        request = f"GET /health/ HTTP/1.1\r\nHost: {self.name}\r\nConnection: close\r\n\r\n"
        try:
            with socket.create_connection((self.host, self.port), timeout=ANSWER_SECONDS) as probe:
                probe.sendall(request.encode())
                probe.settimeout(LISTEN_SECONDS)
                until = time.monotonic() + ANSWER_SECONDS
                head = b""
                while not head and is_there() and time.monotonic() < until:
                    with contextlib.suppress(TimeoutError):
                        head = probe.recv(12) or NO_ANSWER
        except OSError:
            return None
        return int(head[9:12]) if head.startswith(b"HTTP/1.1 ") and head[9:12].isdigit() else None


@dataclass
class Rounds:
    """Knocking every BETWEEN_SECONDS; after MOST_IN_VAIN times in vain the server is replaced."""

    door: Door
    server: Replaceable
    _next: float = 0.0
    _in_vain: int = 0

    def go(self, now: float, say: Callable[[str], None]) -> None:
        """Knock, if it is time for it. `now`: seconds of any clock that only goes forward."""
        if now < self._next:
            return
        self._next = now + BETWEEN_SECONDS
        status = self.door.status(lambda: self.server.running)
        in_vain = status in (None, CRASHED) and self.server.running  # one that has ended is started again anyway
        self._in_vain = self._in_vain + 1 if in_vain else 0
        if self._in_vain == MOST_IN_VAIN:
            self._in_vain = 0
            why = "does not answer" if status is None else "answers with nothing but crashes"
            self.server.replace(say, why)

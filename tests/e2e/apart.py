"""The site in a process of its own, behind the database of a test: a process can be stopped, and killed at its answer.

    python -m tests.e2e.apart LISTENER DATABASE [dies]

`LISTENER` is an open socket, which outlives the process: the next one takes it over. `dies`: between the commit of the
first lines and their answer.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from contextlib import suppress
from typing import Any

import django
from django.conf import settings
from django.db import connection

PATIENCE = 120  # a process begins, maybe on a busy machine


class Apart:
    """That process, as a test holds it. `url` has no slash at its end."""

    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.url = f"http://hall.test:{self._listener.getsockname()[1]}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, *how: str) -> None:
        listener, database = self._listener.fileno(), str(connection.settings_dict["NAME"])
        command = [sys.executable, "-m", "tests.e2e.apart", str(listener), database, *how]
        self._process = subprocess.Popen(command, pass_fds=[listener])

    def wait_until_it_answers(self) -> None:
        """A connection waits in the socket until the process is there."""
        port = self._listener.getsockname()[1]
        asked = urllib.request.Request(f"http://127.0.0.1:{port}/favicon.ico", headers={"Host": "hall.test"})
        with suppress(urllib.error.HTTPError), urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
            answer.read()

    def send(self, what: signal.Signals) -> None:
        assert self._process
        self._process.send_signal(what)

    def wait_for_its_end(self) -> int:
        assert self._process
        return self._process.wait(timeout=PATIENCE)

    def end(self) -> None:
        if self._process:
            self._process.kill()
            self._process.wait()

    def close(self) -> None:
        self.end()
        self._listener.close()


def _serve(listener: int, database: str, *, dies: bool) -> None:
    settings.DATABASES["default"]["NAME"] = database
    settings.ALLOWED_HOSTS = ["hall.test"]
    django.setup()
    from scwu.web.server import Server  # noqa: PLC0415 - as below, only now
    from tournaments.operations.evening import intake  # noqa: PLC0415

    take_lines = intake.take_lines

    def take_and_die(**what: Any) -> Any:
        taken = take_lines(**what)
        if what["lines"]:
            os.kill(os.getpid(), signal.SIGKILL)
        return taken

    if dies:
        intake.take_lines = take_and_die
    Server(stop_seconds=1).run(sockets=[socket.socket(fileno=listener)])


if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    _serve(int(sys.argv[1]), sys.argv[2], dies="dies" in sys.argv)

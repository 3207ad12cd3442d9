"""Processes that the supervisor starts, watches and stops: programs, and copies of itself.

A copy (`Copy`) shares with the supervisor, and so with the other copies, the memory of all that was imported before it
was made, and starts in no time. A child gets a session of its own, so that Ctrl-C in the terminal reaches the
supervisor alone, which then stops its children in order. On Linux a child also dies with its supervisor, whatever
killed that; other systems have no such call, and there the next start clears away what it finds (scwu.valkey) or says
that the port is taken.
"""

import contextlib
import ctypes
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from typing import Protocol

PR_SET_PDEATHSIG, PR_SET_NAME = 1, 15
FIRST_DELAY, SECOND_DELAY, LONGEST_DELAY = 0.0, 1.0, 5.0  # seconds: a hall waits before a page that does not come
REPLACED_SECONDS = 5.0  # in which one that is replaced may finish what it answers
STEADY_SECONDS = 60.0  # a child that ran this long is forgiven its earlier crashes


def die_with_parent(signal_number: int) -> Callable[[], None] | None:
    """What a new child does before it becomes its program: ask the kernel for a signal when its parent is gone."""
    if sys.platform != "linux":
        return None
    libc, parent = ctypes.CDLL(None), os.getpid()

    def ask() -> None:
        libc.prctl(PR_SET_PDEATHSIG, signal_number)
        if os.getppid() != parent:  # it went away in between, and no signal will come
            os._exit(1)

    return ask


class Started(Protocol):
    """A process that runs or has ended."""

    pid: int

    def poll(self) -> int | None:
        """How it ended, as `subprocess` tells it; None while it runs."""

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end. Raises subprocess.TimeoutExpired."""

    def terminate(self) -> None:
        """Ask it to end."""


def program(command: Sequence[str], *, orphan_signal: int = signal.SIGKILL) -> Callable[[], Started]:
    """A way to start a program; it gets `orphan_signal` when the supervisor is gone."""

    def start() -> Started:
        return subprocess.Popen(  # noqa: S603 - programs and arguments of our own, no shell
            list(command),
            stdin=subprocess.DEVNULL,
            start_new_session=True,
            # preexec_fn is unsafe beside threads; the supervisor has none. The signal is tied to the starting thread.
            preexec_fn=die_with_parent(orphan_signal),  # noqa: PLW1509 - see above
        )

    return start


def copy(title: str, work: Callable[[], None]) -> Callable[[], Started]:
    """A way to start a copy of this process that does `work` and ends. `title`: what `ps` calls it, 15 letters."""
    return lambda: Copy(title, work)


class Copy:
    """A forked process. The supervisor has no threads and no open database when it makes one."""

    def __init__(self, title: str, work: Callable[[], None]) -> None:
        self._process = multiprocessing.get_context("fork").Process(
            target=_begin, args=(title, die_with_parent(signal.SIGKILL), work)
        )
        self._process.start()
        self.pid = int(self._process.pid or 0)

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise subprocess.TimeoutExpired([str(self._process.name)], timeout or 0)
        return self._process.exitcode

    def terminate(self) -> None:
        self._process.terminate()


def _begin(title: str, die: Callable[[], None] | None, work: Callable[[], None]) -> None:
    os.setsid()
    if die is not None:
        die()
        ctypes.CDLL(None).prctl(PR_SET_NAME, title.encode())
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    work()


class Child:
    """One process of the site: `name` is the word for it in the supervisor's lines, `launch` starts it."""

    def __init__(self, name: str, launch: Callable[[], Started]) -> None:
        self.name = name
        self._launch = launch
        self._delay = FIRST_DELAY
        self._restart_at: float | None = None
        self._started_at = 0.0
        self.process: Started | None = None

    def start(self) -> None:
        self._restart_at = None
        self._started_at = time.monotonic()
        self.process = self._launch()

    @property
    def running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def watch(self, say: Callable[[str], None]) -> None:
        """Restart it when it died: at once the first time, then later and later."""
        if self.process is None or (code := self.process.poll()) is None:
            return
        now = time.monotonic()
        if self._restart_at is None:
            if now - self._started_at > STEADY_SECONDS:
                self._delay = FIRST_DELAY
            self._restart_at = now + self._delay
            say(f"{self.name} stopped by itself ({ending(code)}); starting it again.")
            self._delay = min(max(2 * self._delay, SECOND_DELAY), LONGEST_DELAY)
        if now >= self._restart_at:
            self.start()

    def replace(self, say: Callable[[str], None], why: str) -> None:
        """End it, though it runs, and start another one."""
        say(f"{self.name} {why}; starting another one.")
        self.stop(patience=REPLACED_SECONDS)
        self.start()

    def stop(self, *, patience: float) -> None:
        """Ask it to end; after `patience` seconds end it, with everything it started."""
        if self.process is None:
            return
        if self.running:
            self.process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):  # it had its time; the group is ended below
                self.process.wait(patience)
        end_group(self.process.pid)
        self.process.wait()
        self.process = None


def end_group(group: int) -> None:
    """End what is left of a child's session; nothing is left as a rule."""
    try:
        os.killpg(group, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return  # an empty group: ProcessLookupError on Linux, PermissionError on macOS


def ending(returncode: int) -> str:
    """How a process ended, in words."""
    if returncode >= 0:
        return f"exit code {returncode}"
    return f"signal {signal.Signals(-returncode).name}"

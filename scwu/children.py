"""Processes that the supervisor starts, watches and stops.

A child gets a session of its own, so that Ctrl-C in the terminal reaches the supervisor alone, which then stops its
children in order. On Linux a child also dies with its supervisor, whatever killed that; other systems have no such
call, and there the next start clears away what it finds (scwu.valkey) or says that the port is taken.
"""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence

PR_SET_PDEATHSIG = 1
FIRST_DELAY, LONGEST_DELAY = 1.0, 30.0
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


class Child:
    """One process of the site: `name` is the word for it in the supervisor's lines."""

    def __init__(
        self, name: str, command: Sequence[str], *, keep_fds: Sequence[int] = (), orphan_signal: int = signal.SIGKILL
    ) -> None:
        self.name = name
        self.command = list(command)
        self._keep_fds = tuple(keep_fds)
        self._orphan_signal = orphan_signal
        self._delay = FIRST_DELAY
        self._restart_at: float | None = None
        self._started_at = 0.0
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self._restart_at = None
        self._started_at = time.monotonic()
        self.process = subprocess.Popen(  # noqa: S603 - programs and arguments of our own, no shell
            self.command,
            stdin=subprocess.DEVNULL,
            pass_fds=self._keep_fds,
            start_new_session=True,
            # preexec_fn is unsafe beside threads; the supervisor has none. The signal is tied to the starting thread.
            preexec_fn=die_with_parent(self._orphan_signal),  # noqa: PLW1509 - see above
        )

    @property
    def running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def watch(self, say: Callable[[str], None]) -> None:
        """Restart it when it died: after a second the first time, then later and later."""
        if self.running or self.process is None:
            return
        now = time.monotonic()
        if self._restart_at is None:
            if now - self._started_at > STEADY_SECONDS:
                self._delay = FIRST_DELAY
            self._restart_at = now + self._delay
            say(f"{self.name} stopped by itself ({ending(self.process.returncode)}); starting it again.")
            self._delay = min(2 * self._delay, LONGEST_DELAY)
        elif now >= self._restart_at:
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

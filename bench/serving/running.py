"""The site as `./run` starts it, in a data directory of its own, and what its processes cost.

`root` may be another checkout than this one: an older commit is measured by the same script. Whatever has to know
the site's models runs in `aside.py`, a process of that checkout. Everything else is HTTP and /proc.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

HERE = Path(__file__).resolve().parent
BENCH = HERE.parent
HOST = "127.0.0.1"
START_PATIENCE, STOP_PATIENCE = 120.0, 30.0
WANTED_DESCRIPTORS = 20_000
DESCRIPTORS_AS_GIVEN = resource.getrlimit(resource.RLIMIT_NOFILE)


def allow_many_connections() -> None:
    """For this process alone: the site is started with the limits that this one was started with."""
    soft, hard = DESCRIPTORS_AS_GIVEN
    wanted = WANTED_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(WANTED_DESCRIPTORS, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(wanted, soft), hard))


@contextmanager
def limits_as_given() -> Iterator[None]:
    """Whatever is started meanwhile has the limits that this process was started with."""
    ours = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, DESCRIPTORS_AS_GIVEN)
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, ours)


def free_port() -> int:
    with socket.create_server((HOST, 0)) as listener:
        return int(listener.getsockname()[1])


@dataclass
class Site:
    """One site: `environment` says which database; it may run many times, one row after the other."""

    root: Path
    database: str
    environment: dict[str, str]
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> tuple[str, int]:
        return HOST, self.port

    def start(self, **more: str) -> float:
        """Run `./run` as it is; seconds until the first page has been answered."""
        began = time.monotonic()
        with limits_as_given(), (self._data_dir / "served.log").open("ab") as log:
            self.process = subprocess.Popen(  # noqa: S603 - our own program
                ["./run", "--host", HOST, "--port", str(self.port)],
                cwd=self.root,
                env=self.environment | more,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=log,
                start_new_session=True,
            )
        while not self._answers():
            if self.process.poll() is not None or time.monotonic() > began + START_PATIENCE:
                self.stop()
                raise RuntimeError(f"The site did not start:\n{self.log()}")
            time.sleep(0.005)
        return time.monotonic() - began

    def stop(self) -> None:
        """As Ctrl-C does; what is left after its time is ended."""
        if self.process is None:
            return
        family = self.pids()
        self.process.send_signal(signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(STOP_PATIENCE)
        for pid in family:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()
        self.process = None

    @contextmanager
    def running(self, **more: str) -> Iterator[Site]:
        self.start(**more)
        try:
            yield self
        finally:
            self.stop()

    def log(self) -> str:
        """The end of what the site said."""
        return (self._data_dir / "served.log").read_text()[-2000:]

    @property
    def _data_dir(self) -> Path:
        return Path(self.environment["SCWU_DATA_DIR"])

    def _answers(self) -> bool:
        try:
            with socket.create_connection(self.address, timeout=START_PATIENCE) as probe:
                probe.sendall(f"GET /health/ HTTP/1.1\r\nHost: {HOST}\r\nConnection: close\r\n\r\n".encode())
                return probe.recv(64).startswith(b"HTTP/1.1 200")
        except OSError:
            return False

    # --- What it costs ------------------------------------------------------------------------------------------------

    def pids(self) -> list[int]:
        """The supervisor and everything below it."""
        if self.process is None:
            return []
        children: dict[int, list[int]] = {}
        for entry in Path("/proc").iterdir():
            with suppress(OSError, ValueError):
                pid = int(entry.name)
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
                children.setdefault(parent, []).append(pid)
        found, look = [], [self.process.pid]
        while look:
            pid = look.pop()
            found.append(pid)
            look += children.get(pid, [])
        return found

    def pss_kb(self) -> int:
        """Proportional memory of all processes: what is shared counts once."""
        return sum(pss_kb(pid) for pid in self.pids())

    def largest(self, what: str) -> int:
        """The largest figure of `what` in /proc/PID/status among the processes, such as Threads."""
        return max(status(pid, what) for pid in self.pids())


class Meter:
    """CPU seconds that the processes of a site have used; those that are there when it is made."""

    def __init__(self, site: Site) -> None:
        self._pids = site.pids()

    def seconds(self) -> float:
        return sum(cpu_seconds(pid) for pid in self._pids)


def cpu_seconds(pid: int) -> float:
    """utime + stime of a process, to the nanosecond: Linux has a clock for every process (clock_getcpuclockid)."""
    try:
        return time.clock_gettime((~pid << 3) | 2)
    except OSError:
        return 0.0  # it has ended


def pss_kb(pid: int) -> int:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)


def status(pid: int, what: str) -> int:
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith(f"{what}:")), 0)


class Aside:
    """A process of the measured checkout that knows its models: it makes the events and moves them on."""

    def __init__(self, site: Site) -> None:
        python = site.root / ".venv" / "bin" / "python"
        self._process = subprocess.Popen(  # noqa: S603 - our own program
            [str(python), "-m", "serving.aside"],
            cwd=site.root,
            env=site.environment | {"PYTHONPATH": f"{site.environment['PYTHONPATH']}:{BENCH}"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdin  # noqa: S101 - asked for above
        assert self._process.stdout  # noqa: S101 - asked for above
        self._asked, self._answered = self._process.stdin, self._process.stdout

    def ask(self, deed: str, **arguments: Any) -> Any:
        """What `deed` of aside.py returns."""
        self._asked.write(json.dumps([deed, arguments]) + "\n")
        self._asked.flush()
        answer = self._answered.readline()
        if not answer:
            raise RuntimeError(f"aside.py ended while it was asked to {deed}")
        return json.loads(answer)

    def close(self) -> None:
        self._asked.close()
        self._process.wait(STOP_PATIENCE)


@contextmanager
def embedded(root: Path) -> Iterator[Site]:
    """A site with SQLite and its own Valkey."""
    with tempfile.TemporaryDirectory(prefix="scwu-served-", ignore_cleanup_errors=True) as folder:
        yield Site(root, "sqlite", _environment(folder))


def given_servers(parser: argparse.ArgumentParser) -> argparse.Namespace:
    """What was given, with the PostgreSQL and the Redis for `on_servers`: as arguments or in the environment."""
    parser.add_argument("--database", default=os.environ.get("DATABASE_URL", ""))
    parser.add_argument("--redis", default=os.environ.get("REDIS_URL") or "redis://127.0.0.1:6379/0")
    given = parser.parse_args()
    if not given.database:
        sys.exit("Which PostgreSQL? --database postgres://… or DATABASE_URL.")
    return given


@contextmanager
def on_servers(root: Path, database: str, redis_url: str) -> Iterator[Site]:
    """A site on PostgreSQL and Redis: a database and keys of its own, which go away again."""
    import psycopg
    import redis
    from psycopg import sql

    name = f"scwu_served_{os.getpid()}"
    server = urlunsplit(urlsplit(database)._replace(path="/postgres"))
    with psycopg.connect(server, autocommit=True) as admin:
        admin.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    try:
        with tempfile.TemporaryDirectory(prefix="scwu-served-", ignore_cleanup_errors=True) as folder:
            urls = {"DATABASE_URL": urlunsplit(urlsplit(database)._replace(path=f"/{name}")), "REDIS_URL": redis_url}
            environment = _environment(folder) | urls | {"SCWU_KEY_PREFIX": f"{name}:"}
            yield Site(root, "postgresql", environment)
    finally:
        with psycopg.connect(server, autocommit=True) as admin:
            admin.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))
        with redis.Redis.from_url(redis_url) as client:
            for key in client.scan_iter(match=f"{name}:*", count=1000):
                client.delete(key)


def _environment(data_dir: str) -> dict[str, str]:
    """The environment without anything of ours, but for the two bare views beside the site's."""
    foreign: Sequence[str] = ("SCWU_", "DATABASE_URL", "REDIS_URL", "DJANGO_", "EMAIL_URL", "PYTHON")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(tuple(foreign))}
    return kept | {
        "SCWU_DATA_DIR": data_dir,
        "DJANGO_SETTINGS_MODULE": "bare_settings",
        "PYTHONPATH": str(HERE / "bare"),
    }

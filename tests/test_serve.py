"""The real site, started as `./run` starts it: it answers, mends itself, refuses a second one, and leaves nothing.

Each test has a data directory and a port of its own. Processes are found by the supervisor's number, never by a name.
"""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from scwu.broker import socket_path

ROOT = Path(__file__).resolve().parent.parent
WAIT_SECONDS = 60.0

# One process of the run takes all of these, so that they share one site.
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("serve")]


def until(what: str, found: Callable[[], Any]) -> Any:
    """The first true answer; fails when there is none for a minute."""
    deadline = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < deadline:
        if answer := found():
            return answer
        time.sleep(0.1)
    raise AssertionError(f"waited in vain: {what}")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def table_of_processes() -> dict[int, tuple[int, str]]:
    """Every living process: number -> (its parent's number, its command)."""
    listing = subprocess.run(["ps", "-ww", "-eo", "pid=,ppid=,stat=,args="], capture_output=True, text=True, check=True)
    rows = [line.split(None, 3) for line in listing.stdout.splitlines()]
    return {int(row[0]): (int(row[1]), row[3]) for row in rows if not row[2].startswith("Z")}


@dataclass
class Site:
    process: subprocess.Popen[str]
    port: int
    data_dir: Path

    def get(self, path: str, host: str = "localhost") -> tuple[int, bytes]:
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)) as connection:
            connection.request("GET", path, headers={"Host": host})
            answer = connection.getresponse()
            return answer.status, answer.read()

    def health(self) -> dict[str, str] | None:
        try:
            return dict(json.loads(self.get("/health/")[1]))
        except (OSError, http.client.HTTPException):
            return None

    def children(self) -> dict[int, str]:
        return {
            number: command for number, (parent, command) in table_of_processes().items() if parent == self.process.pid
        }

    def child(self, word: str) -> int | None:
        return next((number for number, command in self.children().items() if word in command), None)

    def output(self) -> str:
        return (self.data_dir.parent / "output").read_text()

    def wait(self) -> "Site":
        until("the greeting", lambda: "SCWU is running" in self.output() or self.process.poll() is not None)
        assert self.process.poll() is None, self.output()
        return self


def environment(data_dir: Path, **more: str) -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "HOME": str(data_dir.parent), "SCWU_DATA_DIR": str(data_dir), **more}


def start(folder: Path, **more: str) -> Site:
    port, data_dir = free_port(), folder / "var"
    with (folder / "output").open("w") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "scwu.serve", "--host", "127.0.0.1", "--port", str(port)],
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
    yield site.wait()
    site.process.terminate()
    site.process.wait(WAIT_SECONDS)


def test_everything_is_up_when_it_greets(site: Site):
    assert site.health() == {"database": "ok", "broker": "ok", "disk": "ok"}
    assert f"http://127.0.0.1:{site.port}/" in site.output()
    assert len(site.children()) == 4  # broker, worker, scheduler, web server


def test_it_opens_only_to_names_of_its_own(site: Site):
    assert site.get("/health/", host="localhost")[0] == 200
    assert site.get("/health/", host="evil.example.org")[0] == 400


@pytest.mark.parametrize("word", ["valkey", "worker", "beat", "uvicorn"])
def test_a_child_that_dies_is_started_again(site: Site, word: str):
    number = until(f"a running {word}", lambda: site.child(word))
    os.kill(number, signal.SIGKILL)
    again = until(f"a new {word}", lambda: site.child(word) not in {None, number} and site.child(word))
    assert again != number
    assert until("a healthy site", lambda: site.health() == {"database": "ok", "broker": "ok", "disk": "ok"})
    assert re.search(r"stopped by itself \(signal SIGKILL\); starting it again", site.output())


def test_visitors_of_a_dead_web_server_wait_instead_of_being_turned_away(site: Site):
    number = until("a running web server", lambda: site.child("uvicorn"))
    os.kill(number, signal.SIGKILL)
    assert site.health() is not None


def second_start(data_dir: Path, port: int) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "scwu.serve", "--host", "127.0.0.1", "--port", str(port)],
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


def test_a_foreign_program_on_the_port_is_named_with_the_way_out(tmp_path: Path):
    with socket.create_server(("127.0.0.1", 0)) as foreign:
        port = foreign.getsockname()[1]
        result = second_start(tmp_path / "var", port)
    assert result.returncode == 1
    expected = f"Port {port} is used by another program; choose another one: ./run --port {port + 1}\n"
    assert result.stdout == expected


@pytest.mark.parametrize(("number", "gentle"), [(signal.SIGINT, True), (signal.SIGTERM, True), (signal.SIGKILL, False)])
def test_nothing_is_left_behind(tmp_path: Path, number: signal.Signals, gentle: bool):
    if not gentle and sys.platform != "linux":
        pytest.skip("only Linux lets a child die with its parent")
    site = start(tmp_path).wait()
    children = site.children()
    assert len(children) == 4
    site.process.send_signal(number)
    code = site.process.wait(WAIT_SECONDS)
    assert code == (0 if gentle else -signal.SIGKILL)
    if gentle:
        assert not socket_path(site.data_dir).parent.exists()
        assert children.keys() & table_of_processes().keys() == set(), "a child outlived an orderly stop"
    until("the end of every child", lambda: not children.keys() & table_of_processes().keys())


def test_after_a_crash_it_starts_again_with_the_same_data(tmp_path: Path):
    first = start(tmp_path).wait()
    secret = (tmp_path / "var" / "secret_key").read_text()
    first.process.kill()
    first.process.wait(WAIT_SECONDS)
    second = start(tmp_path).wait()
    assert second.health() == {"database": "ok", "broker": "ok", "disk": "ok"}
    assert (tmp_path / "var" / "secret_key").read_text() == secret
    second.process.terminate()
    assert second.process.wait(WAIT_SECONDS) == 0


def test_without_any_server_program_files_carry_the_tasks(tmp_path: Path):
    site = start(tmp_path, SCWU_BROKER="files").wait()
    assert site.health() == {"database": "ok", "broker": "files", "disk": "ok"}
    assert len(site.children()) == 3
    site.process.terminate()
    assert site.process.wait(WAIT_SECONDS) == 0

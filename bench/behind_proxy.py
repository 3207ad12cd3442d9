# ruff: noqa: S603 - our own programs; a certificate that Caddy has made for this run
"""Does what deploy/ says hold together, and does it go on when each of its processes is killed?

Behind a real Caddy with deploy/Caddyfile, over https: two web servers, one for streams, two workers and two clocks,
started by the very ExecStart lines of deploy/systemd, in production, on PostgreSQL and Redis (DATABASE_URL, REDIS_URL).
Phones record deals and ask again until they have an answer, a reader looks at the event, a stream listens. Meanwhile
each process is killed in turn and, as systemd would, started again a second later. Prints one JSON line: deals that
were acknowledged, those of them that are not in the database, the longest that a phone waited, steps that were not
done once and in time. Needs `caddy` on PATH.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import secrets
import shlex
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg
from serving.clients import Answer, Phone, Said, parsed, request
from serving.measuring import LONGEST_LOG, Bench
from serving.running import Aside, free_port, on_servers

ROOT = Path(__file__).resolve().parent.parent
HOST, SLUG, PHONES = "127.0.0.1", "behind", 6
ANSWER_SECONDS, BETWEEN_TAPS, BETWEEN_KILLS, RESTART_SECONDS = 15.0, 0.3, 4.0, 1.0


def exec_start(unit: str, **filled: str) -> list[str]:
    """The last ExecStart of a unit, in this checkout. `filled`: its specifiers."""
    lines = re.findall(r"^ExecStart=(.+)$", (ROOT / "deploy" / "systemd" / unit).read_text(), re.MULTILINE)
    said = lines[-1].replace("/opt/scwu/", f"{ROOT}/")
    for name, value in filled.items():
        said = said.replace(f"%{name}", value)
    return shlex.split(said)


class Process:
    """One of the services: it can be killed, and started again."""

    def __init__(self, name: str, command: list[str], environment: dict[str, str], log: Path) -> None:
        self.name, self._command, self._environment, self._log = name, command, environment, log
        self.start()

    def start(self) -> None:
        with self._log.open("a") as log:
            self._process = subprocess.Popen(
                self._command, cwd=ROOT, env=self._environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                start_new_session=True,
            )  # fmt: skip

    def kill(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    @property
    def runs(self) -> bool:
        return self._process.poll() is None


class Visitor:
    """A connection over TLS that is opened again when it breaks."""

    def __init__(self, port: int) -> None:
        self._port, self._socket = port, None
        self._context = ssl.create_default_context()
        self._context.check_hostname, self._context.verify_mode = False, ssl.CERT_NONE

    def ask(self, data: bytes) -> Answer | None:
        """The answer; None when there was none."""
        try:
            if self._socket is None:
                plain = socket.create_connection((HOST, self._port), timeout=ANSWER_SECONDS)
                self._socket = self._context.wrap_socket(plain, server_hostname=HOST)
            self._socket.sendall(data)
            arrived = b""
            while not (found := parsed(arrived)):
                piece = self._socket.recv(1 << 16)
                if not piece:
                    raise ConnectionResetError
                arrived += piece
        except OSError:
            if self._socket is not None:
                self._socket.close()
            self._socket = None
            return None
        return found[0]


class Load:
    """Phones, a reader and a stream, until it is over."""

    def __init__(self, bench: Bench, port: int) -> None:
        self._port, self._over = port, threading.Event()
        self.acknowledged: list[str] = []
        self.waits: list[float] = []
        self.answers: Counter[str] = Counter()
        self.heard = 0
        phones = bench.phones(SLUG)
        shares = [phones[number::PHONES] for number in range(PHONES)]  # one table after the other
        deeds = [*((self._record, share) for share in shares), (self._read, None), (self._listen, None)]
        self._threads = [threading.Thread(target=deed, args=[who] if who else [], daemon=True) for deed, who in deeds]

    def __enter__(self) -> Load:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join(2 * ANSWER_SECONDS)

    def _record(self, phones: list[Phone]) -> None:
        visitor = Visitor(self._port)
        for phone in (phone for phone in phones for _ in range(LONGEST_LOG - 2)):
            if self._over.wait(BETWEEN_TAPS):
                return
            said, began = phone.tap(), time.monotonic()
            if self._brought(visitor, said):
                self.waits.append(time.monotonic() - began)
                self.acknowledged.append(said.entry)

    def _brought(self, visitor: Visitor, said: Said) -> bool:
        """Ask again with the same line until it is acknowledged, as a phone does; False if the evening is over."""
        while not self._over.is_set():
            answer = visitor.ask(said.data)
            self.answers[str(answer.status) if answer else "none"] += 1
            if answer is not None and answer.status == 200 and said.entry in answer.text:
                said.hear(answer)
                return True
            time.sleep(0.3)
        return False

    def _read(self) -> None:
        visitor, looks = Visitor(self._port), request("GET", f"/e/{SLUG}/", {"Accept-Encoding": "gzip"})
        while not self._over.wait(0.1):
            answer = visitor.ask(looks)
            self.answers[f"page {answer.status}" if answer else "page none"] += 1

    def _listen(self) -> None:
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        while not self._over.wait(0.5):
            with suppress(OSError), socket.create_connection((HOST, self._port), timeout=30) as plain:
                stream = context.wrap_socket(plain, server_hostname=HOST)
                stream.sendall(request("GET", f"/e/{SLUG}/stream/", {}))
                while not self._over.is_set() and (piece := stream.recv(1 << 14)):
                    self.heard += piece.count(b"event: changed")


@contextmanager
def services(folder: Path, environment: dict[str, str]) -> Iterator[tuple[list[Process], int]]:
    """All of it, and the port of Caddy."""
    ports = {name: free_port() for name in ("web1", "web2", "streams", "caddy")}
    caddy = shutil.which("caddy") or sys.exit("caddy is missing: apt install caddy")
    before = environment | {
        "SCWU_SITE": f"https://{HOST}:{ports['caddy']}", "SCWU_TLS": "tls internal",
        "SCWU_WEB": f"{HOST}:{ports['web1']} {HOST}:{ports['web2']}", "SCWU_STREAMS": f"{HOST}:{ports['streams']}",
        "HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder),
    }  # fmt: skip
    config = folder / "Caddyfile"
    # Nothing of this machine's is touched: no port for commands, none for plain http, no certificate in its store.
    own = f"{{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n\thttp_port {free_port()}\n}}\n"
    config.write_text(own + (ROOT / "deploy" / "Caddyfile").read_text())
    told = {
        **{name: exec_start("scwu-web@.service", i=str(ports[name])) for name in ("web1", "web2", "streams")},
        **{f"worker{number}": exec_start("scwu-worker.service") for number in (1, 2)},
        **{f"beat{number}": exec_start("scwu-beat.service") for number in (1, 2)},
    }
    started: list[Process] = []
    try:
        for name, command in told.items():
            if name.startswith(("worker", "beat")):
                command += ["--hostname", f"{name}@%h"]
            started.append(Process(name, command, environment, folder / f"{name}.log"))
        run = [caddy, "run", "--config", str(config), "--adapter", "caddyfile"]
        started.append(Process("caddy", run, before, folder / "caddy.log"))
        yield started, ports["caddy"]
    finally:
        for one in started:
            one.kill()


def until_up(port: int) -> None:
    for _ in range(240):
        answer = Visitor(port).ask(request("GET", "/health/", {}))
        if answer is not None and answer.status == 200 and '"clock": "ok"' in answer.text:
            return
        time.sleep(0.5)
    raise SystemExit("It was not up after two minutes.")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=1, help="how often each process is killed")
    parser.add_argument("--keep-logs", type=Path)
    given = parser.parse_args()
    database, redis_url = os.environ["DATABASE_URL"], os.environ["REDIS_URL"]
    with ExitStack() as stack:
        site = stack.enter_context(on_servers(ROOT, database, redis_url))
        folder = Path(
            stack.enter_context(tempfile.TemporaryDirectory(prefix="scwu-behind-", ignore_cleanup_errors=True))
        )
        site.environment["SECRET_KEY"] = secrets.token_urlsafe(64)
        aside = Aside(site)
        stack.callback(aside.close)
        bench = Bench(site, aside, aside.ask("set_up", referees=24), is_quick=True)
        bench.event(SLUG)
        environment = {name: value for name, value in site.environment.items() if name != "PYTHONPATH"} | {
            "DJANGO_SETTINGS_MODULE": "scwu.settings", "SCWU_PRODUCTION": "1", "SCWU_HOSTS": HOST,
            "SCWU_URL": "https://cats.example.org", "SCWU_MAIL_FROM": "scwu@cats.example.org",
            "SCWU_WORDS_KEY": secrets.token_urlsafe(64), "SCWU_PROXIES": HOST,
        }  # fmt: skip
        subprocess.run(exec_start("scwu-release.service"), cwd=ROOT, env=environment, check=True)
        processes, port = stack.enter_context(services(folder, environment))
        said = tried(processes, port, bench, aside, given.rounds, site.environment["DATABASE_URL"])
        if given.keep_logs:
            shutil.copytree(folder, given.keep_logs, dirs_exist_ok=True, ignore=shutil.ignore_patterns("caddy"))
    print(json.dumps({"bench": "behind_proxy", **said}))


def tried(
    processes: list[Process], port: int, bench: Bench, aside: Aside, rounds: int, database: str
) -> dict[str, Any]:
    until_up(port)
    turns = [one for _ in range(rounds) for one in processes]
    for number in range(len(turns)):
        aside.ask("event", slug=f"due-{number}", players=8, tables=2, deals=0)
    steps: list[int] = []
    with Load(bench, port) as load:
        for number, one in enumerate(turns):
            steps.append(aside.ask("due", slug=f"due-{number}", seconds=2))
            time.sleep(BETWEEN_KILLS)
            one.kill()
            time.sleep(RESTART_SECONDS)
            one.start()
        time.sleep(3 * BETWEEN_KILLS)
    late = [aside.ask("late", step=step) for step in steps]
    with psycopg.connect(database) as connection:
        ids = "SELECT count(*), count(DISTINCT id) FROM games_entry WHERE id = ANY(%s::uuid[])"
        there, _ = connection.execute(ids, [load.acknowledged]).fetchone() or (0, 0)
        # Who comes again brings the same line, so a game has as many lines as were acknowledged, or one more under way.
        lines = "SELECT count(*) FROM games_entry JOIN games_game g ON g.id = game_id WHERE kind = 'deal'"
        all_of_them = (connection.execute(lines).fetchone() or (0,))[0]
    return {
        "kills": len(steps), "processes": [one.name for one in processes],
        "run_at_the_end": sum(one.runs for one in processes),
        "acknowledged": len(load.acknowledged), "lost": len(set(load.acknowledged)) - there,
        "not_acknowledged": all_of_them - there, "longest_wait_s": round(max(load.waits), 2),
        "median_wait_ms": round(1000 * sorted(load.waits)[len(load.waits) // 2]), "answers": dict(load.answers),
        "heard_by_the_stream": load.heard, "steps_not_done": late.count(None),
        "step_latest_s": round(max(filter(None, late), default=0), 1),
    }  # fmt: skip


if __name__ == "__main__":
    main()

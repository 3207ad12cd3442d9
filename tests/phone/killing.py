"""Chromium with the real outbox on a small page, killed while it keeps deals.

The page is asked from `http://hall.test`, an origin that the browser calls insecure, as a hall's own network is. It
taps by itself and tells its server what its screen has said. Then every process of that browser is killed at once, a
moment after the first tap; the next start tells which lines are in the store. What was said has to be there.
"""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

HERE = Path(__file__).resolve().parent
STATIC = HERE.parent.parent / "tournaments" / "static" / "tournaments"
KINDS = {".html": "text/html; charset=utf-8", ".js": "text/javascript"}
HOST = "hall.test"
REPORTS = ("opened", "kept", "tapping")
PATIENCE = 30


@dataclass
class Hall:
    """A server that knows nothing of lines: it gives out the page, and hears what the page reports."""

    port: int
    heard: dict[str, queue.Queue[dict[str, list[str]]]] = field(
        default_factory=lambda: {name: queue.Queue() for name in REPORTS}
    )
    said: set[str] = field(default_factory=set)

    def url(self, host: str = HOST) -> str:
        return f"http://{host}:{self.port}/"

    def wait_for(self, name: str) -> dict[str, list[str]]:
        """The next report of that name."""
        return self.heard[name].get(timeout=PATIENCE)


@contextmanager
def hall() -> Iterator[Hall]:
    """The server, on the loopback, for the length of a test. A line that is sent is answered by a portal's page."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            split = urlsplit(self.path)
            if split.path == "/said":
                here.said.update(parse_qs(split.query)["id"])
            elif split.path[1:] in REPORTS:
                here.heard[split.path[1:]].put(parse_qs(split.query, keep_blank_values=True))
            self._answer(_file(split.path))

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self._answer((KINDS[".html"], b"<html>Welcome to the pub</html>"))

        def _answer(self, found: tuple[str, bytes] | None) -> None:
            kind, content = found or ("text/plain", b"")
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(content)))
            self.send_header("Cache-Control", "no-store")
            with suppress(ConnectionError):  # of a browser that was killed
                self.end_headers()
                self.wfile.write(content)

        def log_message(self, *_: Any) -> None:
            """In silence."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    here = Hall(server.server_address[1])
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield here
    finally:
        server.shutdown()
        server.server_close()


def _file(path: str) -> tuple[str, bytes] | None:
    if path.startswith("/static/"):
        found = (STATIC / path.removeprefix("/static/")).resolve()
        if not found.is_relative_to(STATIC):
            return None
    else:
        found = HERE / {"/": "tapping.html", "/tapping.js": "tapping.js"}.get(path, "none")
    return (KINDS[found.suffix], found.read_bytes()) if found.is_file() else None


@dataclass(frozen=True)
class Killed:
    """What became of many kills."""

    kills: int
    said: int
    lost: int
    kept: int


def start(chromium: str, profile: Path, url: str) -> subprocess.Popen[bytes]:
    """A browser in a group of its own, so that all of its processes can be killed at once."""
    options = (
        "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-extensions", "--mute-audio",
        "--disable-background-networking", "--disable-component-update", "--disable-sync", f"--user-data-dir={profile}",
        f"--host-resolver-rules=MAP {HOST} 127.0.0.1",
    )  # fmt: skip
    quiet = subprocess.DEVNULL
    return subprocess.Popen([chromium, *options, url], stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True)


def kill(browser: subprocess.Popen[bytes]) -> None:
    os.killpg(browser.pid, signal.SIGKILL)
    browser.wait()


def kill_often(chromium: str, profile: Path, moments: list[float]) -> Killed:
    """Kill the browser once for each of `moments`, seconds after the first tap. The last start only looks."""
    with hall() as here:
        kept: set[str] = set()
        for moment in [*moments, None]:
            said = set(here.said)  # until now: this start may say more before it is looked at
            browser = start(chromium, profile, here.url() + ("?tapping" if moment is not None else ""))
            try:
                opened = here.wait_for("opened")
                assert opened == {"secure": ["false"], "missing": [""], "has": ["0"]}, opened
                kept = set(here.wait_for("kept")["ids"][0].split(","))
                assert not said - kept, f"{len(said - kept)} of {len(said)} that the screen had said are gone"
                if moment is not None:
                    here.wait_for("tapping")
                    threading.Event().wait(moment)
            finally:
                kill(browser)
        return Killed(len(moments), len(said), len(said - kept), len(kept))

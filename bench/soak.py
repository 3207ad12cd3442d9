"""An evening held for long: is it at its end as quick and as small as at its beginning?

24 phones record a deal now and then, 500 spectators look at pages that follow, and a season lies behind. Every few
minutes all spectators lose their streams at once and come back; each process below the supervisor is killed once.
Prints one JSON line: latency of deals in each fifth of the time, what each process holds (megabytes and descriptors),
how long a storm and a kill were felt, and what was lost; if anything was, the exit code says so.

    ./run bench soak                                    twenty minutes on SQLite
    ./run bench soak --database postgres://… --redis …  the same on servers
    ./run bench soak --minutes 3 --spectators 100 --storm 1
    ./run bench soak --proxy nginx                      behind one, as the operations guide sets it up but for https
    ./run bench soak --proxy 'any other {port} {site}'
"""

from __future__ import annotations

import argparse
import asyncio
import getpass
import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import uvloop
from serving.clients import Line, Phone, Stream, open_streams
from serving.crowds import AGAIN, FAULTS, Manner, Shown, Spectator, spread
from serving.measuring import LONGEST_LOG, TABLES, Bench, Figures, expect, percentiles, shown
from serving.running import HOST, Aside, Site, allow_many_connections, embedded, free_port, on_servers, pss_kb

ROOT = Path(__file__).resolve().parent.parent
PARTS = 5
SLUG = "soak"
BACK_SECONDS = 2.0  # the first pause of a page whose stream has broken (AGAIN in live.js)


def main() -> None:
    given = _arguments()
    allow_many_connections()
    opened = on_servers(ROOT, given.database, given.redis) if given.database else embedded(ROOT)
    with opened as site:
        aside = Aside(site)
        try:
            bench = Bench(site, aside, aside.ask("set_up", referees=TABLES), is_quick=False)
            aside.ask("season", events=given.events, players=64)
            bench.event(SLUG)
            with site.running(SCWU_PROXIES=HOST if given.proxy else ""), behind(site, given.proxy):
                found = uvloop.run(Evening(bench, given).held())
            found["not_in_the_log"] = found["deals"] - aside.ask("lines_of", slug=SLUG)
        finally:
            aside.close()
    print(json.dumps({"bench": "soak", "database": site.database, "proxy": bool(given.proxy), **found}))
    sys.exit(bool(found["not_in_the_log"] or found["failed"] or not found["deals"]))


@contextmanager
def behind(site: Site, command: str) -> Iterator[None]:
    """Visitors come through a proxy, where one is asked for; the rounds of the supervisor do not."""
    if not command:
        yield
        return
    own, site.port = site.port, free_port()
    with TemporaryDirectory(prefix="scwu-proxy-") as folder:
        if command == "nginx":
            command = f"nginx -e {folder}/errors -c {_nginx(Path(folder), site.port, own)}"
        words = shlex.split(command.format(port=site.port, site=own))
        with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as proxy:  # noqa: S603 - asked for
            try:
                time.sleep(2)
                yield
            finally:
                proxy.terminate()
                site.port = own


def _nginx(folder: Path, port: int, site: int) -> Path:
    """A configuration of its own, with the block of the operations guide over plain http."""
    guide = (ROOT / "docs" / "operations.md").read_text()
    block = guide[guide.index("    location / {") :].partition("\n}\n")[0].replace("127.0.0.1:8000", f"{HOST}:{site}")
    temporary = " ".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    config = folder / "nginx.conf"
    config.write_text(
        f"daemon off; user {getpass.getuser()}; pid {folder}/pid; worker_rlimit_nofile 8192;\n"
        "events { worker_connections 4096; }\n"
        f"http {{ access_log off; {temporary}\nserver {{ listen {HOST}:{port} backlog=2048;\n{block}\n}}\n}}\n"
    )
    return config


@dataclass
class Evening:
    """What happens, and what was seen of it."""

    bench: Bench
    given: argparse.Namespace
    waits: list[tuple[float, float]] = field(default_factory=list)  # when a deal was tapped, and how long it took
    faults: list[float] = field(default_factory=list)  # when a phone was not answered
    storms: list[float] = field(default_factory=list)  # seconds until the last stream was back
    kills: dict[str, float] = field(default_factory=dict)  # process → seconds until the next deal of any phone was in
    held_by: list[Figures] = field(default_factory=list)
    failed: int = 0  # phones that gave up
    opening: asyncio.Lock = field(default_factory=asyncio.Lock)  # of streams: in a storm, or one by one

    async def held(self) -> Figures:
        self.began = time.monotonic()
        self.end = self.began + self.given.minutes * 60
        manner, seen = Manner.of(self.bench.site.root), Shown(self.given.spectators)
        self.spectators = [Spectator(self.bench, SLUG, n, manner, seen.shows) for n in range(self.given.spectators)]
        self.streams = await self._open(self.spectators)
        for one in self.spectators:
            seen.shows(one.number, one.version)
        phones = [asyncio.ensure_future(self._phone(phone, seen)) for phone in self.bench.phones(SLUG)]
        beside = [asyncio.ensure_future(one) for one in (self._weigh(), self._return(), self._storm(), self._kill())]
        done = await asyncio.gather(*phones, return_exceptions=True)
        self.failed = sum(isinstance(one, BaseException) for one in done)
        for one in beside:
            one.cancel()
        self.held_by.append(self._held())
        for one in self.spectators:
            one.close()
        for stream in self.streams:
            stream.close()
        return self._figures(seen)

    def _figures(self, seen: Shown) -> Figures:
        part = (self.end - self.began) / PARTS
        parts = [
            percentiles(took for at, took in self.waits if part * n <= at - self.began < part * (n + 1))
            for n in range(PARTS)
        ]
        return {
            "minutes": self.given.minutes,
            "spectators": self.given.spectators,
            "events_behind": self.given.events,
            "deals": len(self.waits),
            "deal_in_each_fifth": parts,
            "shown_to_the_last": percentiles(seen.after),
            "sent_again": len(self.faults),
            "fetched_again": sum(one.failures for one in self.spectators),
            "storms_s": [shown(one) for one in self.storms],
            "kills_s": {name: shown(seconds) for name, seconds in self.kills.items()},
            "held": self.held_by,
            "failed": self.failed,
        }

    # --- Who is there -------------------------------------------------------------------------------------------------

    async def _phone(self, phone: Phone, seen: Shown) -> None:
        pause = max(2.0, self.given.minutes * 60 / (LONGEST_LOG - 2))
        line = Line(self.bench.site.address)
        await asyncio.sleep(pause * spread(phone.table))
        while time.monotonic() < self.end and phone.length < LONGEST_LOG:
            entry, data, hear = phone.tap()
            began = time.monotonic()
            while True:
                try:
                    answer = expect(await line.send(data), 200, entry=entry)
                    hear(answer)
                    break
                except FAULTS:
                    self.faults.append(time.monotonic())
                    if time.monotonic() > self.end + 60:
                        raise
                    await asyncio.sleep(AGAIN)
            self.waits.append((began, time.monotonic() - began))
            seen.posted[answer.version] = began
            await asyncio.sleep(pause * (0.5 + spread(phone.length * TABLES + phone.table)))
        line.close()

    async def _open(self, spectators: list[Spectator]) -> list[Stream]:
        tell = [one.heard for one in spectators]
        return await open_streams(self.bench.site.address, f"/e/{SLUG}/stream/", tell)

    # --- What befalls them --------------------------------------------------------------------------------------------

    async def _return(self) -> None:
        """Whose stream has broken, such as with its server, opens another one, as a page does."""
        while True:
            await asyncio.sleep(BACK_SECONDS)
            async with self.opening:
                gone = [number for number, stream in enumerate(self.streams) if not stream.is_open]
                again = await self._open([self.spectators[number] for number in gone])
                for number, stream in zip(gone, again, strict=True):
                    self.streams[number] = stream

    async def _storm(self) -> None:
        """A pub's network is away for a moment: everybody comes back at once."""
        while True:
            await asyncio.sleep(self.given.storm * 60)
            async with self.opening:
                for stream in self.streams:
                    stream.close()
                began = time.monotonic()
                while True:
                    self.streams = await self._open(self.spectators)
                    if all(stream.status == 200 and stream.is_open for stream in self.streams):
                        break
                    for stream in self.streams:
                        stream.close()
                self.storms.append(time.monotonic() - began)

    async def _kill(self) -> None:
        """Each process below the supervisor once, evenly over the evening, and the time until a deal is in again."""
        names = sorted(self._children())
        for name in names:
            await asyncio.sleep((self.end - self.began) / (len(names) + 1))
            before, began = len(self.waits), time.monotonic()
            with suppress(ProcessLookupError, KeyError):
                os.kill(self._children()[name], signal.SIGKILL)
            while not any(at > began for at, _ in self.waits[before:]):
                await asyncio.sleep(0.05)
            self.kills[name] = min(at + took for at, took in self.waits[before:] if at > began) - began

    def _children(self) -> dict[str, int]:
        """By the name that each calls itself. One that a supervisor's copy has made besides is not told apart."""
        return {_word(pid, "comm"): pid for pid in self.bench.site.pids()[1:] if _word(pid, "comm").startswith(KILLED)}

    # --- What is held -------------------------------------------------------------------------------------------------

    async def _weigh(self) -> None:
        while True:
            self.held_by.append(self._held())
            await asyncio.sleep((self.end - self.began) / PARTS)

    def _held(self) -> Figures:
        return {name: [pss_kb(pid) // 1024, _descriptors(pid)] for name, pid in sorted(self._children().items())}


KILLED = ("scwu-web", "scwu-worker", "valkey")


def _word(pid: int, name: str) -> str:
    with suppress(OSError):
        return Path(f"/proc/{pid}/{name}").read_text().strip()
    return ""


def _descriptors(pid: int) -> int:
    with suppress(OSError):
        return len(list(Path(f"/proc/{pid}/fd").iterdir()))
    return 0


def _arguments() -> Any:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=20.0)
    parser.add_argument("--spectators", type=int, default=500)
    parser.add_argument("--storm", type=float, default=5.0, help="minutes between two")
    parser.add_argument("--events", type=int, default=200, help="in the season behind")
    parser.add_argument("--proxy", default="", help="nginx, or a command with {port} and {site}")
    parser.add_argument("--database", default=os.environ.get("DATABASE_URL", ""))
    parser.add_argument("--redis", default=os.environ.get("REDIS_URL") or "redis://127.0.0.1:6379/0")
    return parser.parse_args()


if __name__ == "__main__":
    main()

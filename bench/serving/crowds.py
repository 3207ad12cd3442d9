"""Rows of a hall: phones, spectators and somebody who means no good, all at once."""

from __future__ import annotations

import asyncio
import itertools
import re
import socketserver
import time
from asyncio.subprocess import DEVNULL
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Thread

import uvloop
from serving.clients import BROWSER, LIVE, Line, Phone, Said, Stream, open_streams, request
from serving.measuring import LONGEST_LOG, TABLES, Bench, Figures, expect, percentiles, shown
from serving.running import HOST, Meter


def phones(bench: Bench) -> Figures:
    """20 phones, each at a table with a referee of its own, as fast as they can; and as many that insert one row."""
    slug = bench.event("phones")
    with bench.site.running():
        return uvloop.run(_phones(bench, slug))


async def _phones(bench: Bench, slug: str) -> Figures:
    tables = range(1, 21)
    waits: list[float] = []
    warm = [_as_fast_as_it_can(Line(bench.site.address), phone.tap, 1, []) for phone in bench.phones(slug, tables)]
    await asyncio.gather(*warm)
    each = bench.few(LONGEST_LOG - 2, 12)
    meter = Meter(bench.site)
    before, began = meter.seconds(), time.perf_counter()
    ready = bench.phones(slug, tables, deals=1)
    await asyncio.gather(*(_as_fast_as_it_can(Line(bench.site.address), phone.tap, each, waits) for phone in ready))
    seconds, cpu = time.perf_counter() - began, meter.seconds() - before
    insert = Said("", b"POST /bare/insert/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\n\r\n")
    bare_waits: list[float] = []
    began = time.perf_counter()
    lines = [_as_fast_as_it_can(Line(bench.site.address), lambda: insert, each, bare_waits) for _ in tables]
    await asyncio.gather(*lines)
    bare_rate = len(bare_waits) / (time.perf_counter() - began)
    rate = len(waits) / seconds
    return {
        "deals_per_second": shown(rate),
        "cpu_ms_of_deal": shown(cpu * 1000 / len(waits)),
        **percentiles(waits),
        "bare_inserts_per_second": shown(bare_rate),
        "bare_insert": percentiles(bare_waits),
        "ratio": shown(bare_rate / rate),
        "goal": ">= 60 deals a second, p99 <= 300 ms",
    }


async def _as_fast_as_it_can(line: Line, say: Callable[[], Said], times: int, waits: list[float]) -> None:
    for _ in range(times):
        entry, data, hear = say()
        began = time.perf_counter()
        hear(expect(await line.send(data), 200, entry=entry))
        waits.append(time.perf_counter() - began)
    line.close()


# --- A hall: spectators, phones, and others ---------------------------------------------------------------------------

SPECTATORS = 500  # half of them read Czech
SIGNED_IN = 10  # one of so many is a referee
PAUSE = 3.0  # between the deals of one phone
AGAIN = 1.5  # after a fault of the server a phone sends the same deal again, and a page asks again
FAULTS = (RuntimeError, OSError, TimeoutError)
GRACE = 20.0  # for what is still to be shown when the last deal is recorded
LOOKS_AT = ("standings/fragment/", "standings/fragment/", "fragment/", "round/2/fragment/")
ATTACKING_STREAMS, HALF_REQUESTS, SLOW_BODIES = 2_000, 350, 8


class Spectator:
    """An open page: it hears of a change, waits its moment and fetches its fragment, as `live.js` of that site does."""

    def __init__(self, bench: Bench, slug: str, number: int, manner: Manner, shows: Callable[[int, int], None]) -> None:
        self.number, self.version, self.failures = number, 0, 0
        self._line = Line(bench.site.address)
        self._path = f"/e/{slug}/{LOOKS_AT[number % len(LOOKS_AT)]}"
        self._manner, self._shows = manner, shows
        self._headers = BROWSER | LIVE | ({"Accept-Language": "cs"} if number % 2 else {})
        if not number % SIGNED_IN:
            self._headers |= bench.referee()
        self._etag = ""
        self._wanted = 0
        self._asked_at = -1_000.0
        self._following: asyncio.Task[None] | None = None

    def heard(self, _stream: Stream, version: int) -> None:
        self._wanted = max(self._wanted, version)
        if not self.version:
            self.version = version  # the page came with it
        if self._wanted > self.version and self._following is None:
            self._following = asyncio.ensure_future(self._follow())

    async def _follow(self) -> None:
        try:
            while self._wanted > self.version:
                since = time.monotonic() - self._asked_at
                turn = spread(self.number + self._wanted * 7)
                await asyncio.sleep(max(0.0, self._manner.apart - since) + self._manner.spread * turn)
                await self._fetch()
        finally:
            self._following = None

    async def _fetch(self) -> None:
        self._asked_at, wanted = time.monotonic(), self._wanted
        headers = self._headers | ({"If-None-Match": self._etag} if self._etag else {})
        try:
            answer = expect(await self._line.send(request("GET", self._path, headers)), 200, 304)
        except FAULTS:
            self.failures += 1
            await asyncio.sleep(AGAIN)
            return
        self._etag = answer.header("etag") or self._etag
        self.version = max(wanted, int(answer.header("x-version") or 0))
        self._shows(self.number, self.version)

    def close(self) -> None:
        if self._following:
            self._following.cancel()
        self._line.close()


@dataclass(frozen=True)
class Manner:
    """How pages of a checkout follow: seconds over which they spread a fetch, and seconds between two of them."""

    spread: float
    apart: float

    @classmethod
    def of(cls, root: Path) -> Manner:
        """Read from its own `live.js`; before it spread anything, everybody fetched at once."""
        script = (root / "tournaments" / "static" / "tournaments" / "live.js").read_text()
        found = dict(re.findall(r"^const (SPREAD|APART) = ([\d_]+);", script, re.MULTILINE))
        return cls(*(int(found.get(name, 0)) / 1000 for name in ("SPREAD", "APART")))


def spread(number: int) -> float:
    """A number between 0 and 1; of numbers in a row no two are near each other."""
    return number * 0.6180339887498949 % 1


class Shown:
    """When each version was shown to the last of those who look."""

    def __init__(self, lookers: int) -> None:
        self._newest = [0] * lookers
        self.posted: dict[int, float] = {}  # version → when its deal was sent
        self.after: list[float] = []  # seconds from there until the last one showed it

    def shows(self, number: int, version: int) -> None:
        self._newest[number] = version
        slowest = min(self._newest)
        for known in [one for one in self.posted if one <= slowest]:
            self.after.append(time.monotonic() - self.posted.pop(known))


def hall(bench: Bench) -> Figures:
    """500 spectators who look at pages that follow, and 24 phones that record a deal every few seconds."""
    slug = bench.event("hall")
    with bench.site.running():
        return uvloop.run(_hall(bench, slug))


async def _hall(bench: Bench, slug: str) -> Figures:
    manner, count = Manner.of(bench.site.root), bench.few(SPECTATORS, 100)
    seen = Shown(count)
    spectators = [Spectator(bench, slug, number, manner, seen.shows) for number in range(count)]
    streams = await open_streams(bench.site.address, f"/e/{slug}/stream/", [one.heard for one in spectators])
    held = sum(stream.status == 200 for stream in streams)
    for one in spectators:
        seen.shows(one.number, one.version)
    meter = Meter(bench.site)
    before, began = meter.seconds(), time.monotonic()
    waits, again = await _recorded_now_and_then(bench, slug, bench.few(30, 10), seen.posted)
    cpu = (meter.seconds() - before) / (time.monotonic() - began)
    deadline = time.monotonic() + GRACE
    while seen.posted and time.monotonic() < deadline:
        await asyncio.sleep(0.05)
    for one in spectators:
        one.close()
    for stream in streams:
        stream.close()
    return {
        "streams": held,
        "deals": len(waits),
        "sent_again": again,
        "fetched_again": sum(one.failures for one in spectators),
        "deal": percentiles(waits),
        "shown_to_the_last": percentiles(seen.after),
        "never_shown_to_the_last": len(seen.posted),
        "cpu_seconds_per_second": shown(cpu),
        "spread_and_apart_ms": [manner.spread * 1000, manner.apart * 1000],
        "goal": "deal p95 <= 150 ms, shown <= 500 ms",
    }


async def _recorded_now_and_then(
    bench: Bench, slug: str, seconds: float, posted: dict[int, float]
) -> tuple[list[float], int]:
    """24 phones record a deal every few seconds; how long each deal took, and how many had to be sent again.

    `posted` is told when the deal of which version was sent first.
    """
    waits: list[float] = []
    again = 0
    end = time.monotonic() + seconds

    async def evening(phone: Phone) -> None:
        nonlocal again
        line = Line(bench.site.address)
        await asyncio.sleep(PAUSE * spread(phone.table))
        while time.monotonic() < end:
            entry, data, hear = phone.tap()
            began = time.monotonic()
            while True:
                try:
                    answer = expect(await line.send(data), 200, entry=entry)
                    hear(answer)
                    break
                except FAULTS:
                    again += 1
                    await asyncio.sleep(AGAIN)
            waits.append(time.monotonic() - began)
            posted[answer.version] = began
            await asyncio.sleep(PAUSE * (0.5 + spread(phone.length * TABLES + phone.table)))
        line.close()

    await asyncio.gather(*(evening(phone) for phone in bench.phones(slug)))
    return waits, again


def attack(bench: Bench) -> Figures:
    """Phones record while one client holds 2,000 streams, 350 half requests and 8 bodies sent a byte a second."""
    slug = bench.event("attack")
    with bench.site.running():
        return uvloop.run(_attack(bench, slug))


async def _attack(bench: Bench, slug: str) -> Figures:
    address = bench.site.address
    calm, _ = await _recorded_now_and_then(bench, bench.event("attack-calm"), bench.few(10, 5), {})
    streams = await open_streams(address, f"/e/{slug}/stream/", [lambda *_: None] * bench.few(ATTACKING_STREAMS, 500))
    half = [await asyncio.open_connection(*address) for _ in range(HALF_REQUESTS)]
    for _, writer in half:
        writer.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")
    slow = [asyncio.ensure_future(_slow_body(bench, slug)) for _ in range(SLOW_BODIES)]
    waits, again = await _recorded_now_and_then(bench, slug, bench.few(30, 10), {})
    held = sum(stream.status == 200 and stream.is_open for stream in streams)
    for task in slow:
        task.cancel()
    for stream in streams:
        stream.close()
    for _, writer in half:
        writer.transport.abort()
    return {
        "streams_held": held,
        "deals": len(waits),
        "sent_again": again,
        "before": percentiles(calm),
        "deal": percentiles(waits),
        "goal": "deal p95 <= 300 ms",
    }


async def _slow_body(bench: Bench, slug: str) -> None:
    """Lines that would take hours to arrive."""
    phone = bench.phones(slug, [1])[0]
    head, _, body = phone.tap().data.partition(b"\r\n\r\n")
    with suppress(OSError):
        _, writer = await asyncio.open_connection(*bench.site.address)
        writer.write(head + b"\r\n\r\n")
        for byte in body:
            writer.write(bytes([byte]))
            await asyncio.sleep(1)


# --- The worker at work -----------------------------------------------------------------------------------------------

LETTERS = 1_000
MAIL_SECONDS = 5.0
LATEST = 60.0  # a step that is not done by then counts as this late


def worker(bench: Bench) -> Figures:
    """A step that is due while letters go through a slow mail server; deals beside a rebuild and an import."""
    slug = bench.event("worker")
    with mail_server(MAIL_SECONDS) as port, bench.site.running(EMAIL_URL=f"smtp://{HOST}:{port}"):
        return uvloop.run(_worker(bench, slug))


async def _worker(bench: Bench, slug: str) -> Figures:
    bench.aside.ask("invite", slug=slug, letters=bench.few(LETTERS, 300))
    await asyncio.sleep(bench.few(20, 16))  # every sweep has seen them
    late = [await _late(bench, slug) for _ in range(bench.few(3, 1))]
    calm, _ = await _recorded_now_and_then(bench, slug, bench.few(10, 5), {})
    busy = bench.event("worker-busy", deals=40)
    beside = asyncio.ensure_future(_rebuilt_and_imported(bench, busy))
    waits, again = await _recorded_now_and_then(bench, bench.event("worker-deals"), bench.few(30, 10), {})
    if beside.done():
        beside.result()  # it goes on for ever, or says why not
    beside.cancel()
    return {
        "step_late_s": [shown(seconds) for seconds in late],
        "letters_sent": bench.aside.ask("letters_sent"),
        "deal_beside_letters": percentiles(calm),
        "deal_beside_rebuild_and_import": percentiles(waits),
        "sent_again": again,
        "goal": "a step starts within 15 s, deal p99 <= 300 ms",
    }


async def _late(bench: Bench, slug: str) -> float:
    """How many seconds after its time a step was done."""
    step = bench.aside.ask("due", slug=slug, seconds=1)
    deadline = time.monotonic() + LATEST
    while time.monotonic() < deadline:
        await asyncio.sleep(0.5)
        if (seconds := bench.aside.ask("late", step=step)) is not None:
            return float(seconds)
    return LATEST


async def _rebuilt_and_imported(bench: Bench, slug: str) -> None:
    """What is done beside the phones at its heaviest: all logs of an event folded again, and its file taken in."""
    file = Path(bench.site.environment["SCWU_DATA_DIR"]) / "event.json"
    await _managed(bench, "export_event", slug, "--output", str(file))
    exported = file.read_text()
    for number in itertools.count(1):
        file.write_text(exported.replace(f'"{slug}"', f'"{slug}-{number}"'))
        await _managed(bench, "rebuild", slug)
        await _managed(bench, "import_event", str(file))


async def _managed(bench: Bench, *words: str) -> None:
    """One of the site's own commands, to its end."""
    program = await asyncio.create_subprocess_exec(
        "./run", "manage", *words, cwd=bench.site.root, env=bench.site.environment, stdout=DEVNULL
    )
    if await asyncio.shield(program.wait()):
        raise RuntimeError(f"{words} ended with {program.returncode}")


@contextmanager
def mail_server(seconds: float) -> Iterator[int]:
    """The port of a mail server that takes every letter, after so many seconds."""

    class Conversation(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self.wfile.write(b"220 slow\r\n")
            for said in self.rfile:
                word = said[:4].upper()
                if word == b"DATA":
                    self.wfile.write(b"354 go on\r\n")
                    while self.rfile.readline() not in (b".\r\n", b""):
                        pass
                    time.sleep(seconds)
                    self.wfile.write(b"250 taken\r\n")
                elif word == b"QUIT":
                    self.wfile.write(b"221 bye\r\n")
                    return
                else:
                    self.wfile.write(b"250 yes\r\n")

    class Server(socketserver.ThreadingTCPServer):
        daemon_threads = True
        request_queue_size = 100

        def handle_error(self, *_: object) -> None:
            """Whoever hangs up in the middle of a letter was stopped."""

    with Server((HOST, 0), Conversation) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1]
        server.shutdown()

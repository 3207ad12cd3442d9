"""Rows of open event streams: how soon a change is with the last of them, and what holding them costs."""

from __future__ import annotations

import asyncio
import statistics
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import uvloop
from serving.bare_commit import bare_commit
from serving.broadcaster import SAY
from serving.clients import VERSION, Line, Stream, open_streams
from serving.measuring import Bench, Figures, expect, percentiles, shown
from serving.running import HOST

STREAMS = 1_000
MOST_STREAMS = 5_000
PATIENCE = 60.0
BETWEEN_TURNS = 0.05


class Audience:
    """Streams of one event, and the moment at which the last of them hears of the next change."""

    def __init__(self) -> None:
        self.streams: list[Stream] = []
        self._known = self._missing = 0
        self._all_know: asyncio.Future[float] | None = None

    async def join(self, address: tuple[str, int], path: str, count: int) -> None:
        """Open so many streams more; those that the server refuses do not belong to it."""
        opened = await open_streams(address, path, [self._heard] * count)
        self.streams += [stream for stream in opened if stream.status == 200 and stream.is_open]
        self._known = max((stream.version for stream in self.streams), default=0)

    def attend(self) -> Awaitable[float]:
        """The moment, on the clock of all processes, at which everybody has heard of a change from now on."""
        self._missing = len(self.streams)
        self._all_know = asyncio.get_running_loop().create_future()
        return asyncio.wait_for(self._all_know, PATIENCE)

    def _heard(self, _stream: Stream, version: int) -> None:
        if version <= self._known or self._all_know is None:
            return
        self._missing -= 1
        if not self._missing:
            self._known = version
            self._all_know.set_result(time.monotonic())

    def close(self) -> None:
        for stream in self.streams:
            stream.close()


class Broadcaster:
    """`broadcaster.py` with an audience that hears the same bytes."""

    def __init__(self, port: int) -> None:
        self._address = (HOST, port)
        self._said = 0
        self.audience = Audience()

    async def gather(self, count: int) -> None:
        await self.audience.join(self._address, "/", count)
        _, self._writer = await asyncio.open_connection(*self._address)

    async def say(self, like: bytes) -> float:
        """Seconds until the last one has a message that is as long as `like`."""
        self._said += 1
        known = VERSION.search(like)
        assert known  # noqa: S101 - it was heard as a version
        number = str(self._said).zfill(len(known[1])).encode()
        everybody = self.audience.attend()
        began = time.monotonic()
        self._writer.write(SAY + like[: known.start(1)] + number + like[known.end(1) :])
        return await everybody - began


@contextmanager
def broadcaster() -> Iterator[Broadcaster]:
    program = Path(__file__).with_name("broadcaster.py")
    with subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, str(program)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin  # noqa: S101 - asked for above
        assert process.stdout  # noqa: S101 - asked for above
        try:
            yield Broadcaster(int(process.stdout.readline()))
        finally:
            process.stdin.close()


# --- Rows -------------------------------------------------------------------------------------------------------------


def fanout(bench: Bench) -> Figures:
    """From the announcement of one change to the last of 1,000 streams, against the bare broadcaster."""
    slug = bench.event("fanout")
    with bench.site.running(), broadcaster() as bare:
        return uvloop.run(_fanout(bench, slug, bare))


async def _fanout(bench: Bench, slug: str, bare: Broadcaster) -> Figures:
    ours = await _both_gathered(bench, slug, bare)

    async def change() -> float:
        everybody = asyncio.ensure_future(ours.attend())
        said = await asyncio.to_thread(bench.aside.ask, "change", slug=slug)
        return await everybody - float(said["at"])

    taken = await _turns(bench, {"change": change, "bare": lambda: bare.say(ours.streams[0].message)})
    ratio = shown(statistics.median(taken["change"]) / statistics.median(taken["bare"]))
    return {
        "streams": len(ours.streams),
        "to_the_last": percentiles(taken["change"]),
        "bare_broadcaster": percentiles(taken["bare"]),
        "ratio": ratio,
        "goal": "ratio <= 2.5, wish 1.5",
    }


def through(bench: Bench) -> Figures:
    """From a phone's POST to the last of 1,000 streams, against a bare commit of the same rows and bare fan-out."""
    slug = bench.event("through")
    rows_of = bench.event("through-bare", deals=1)
    with bench.site.running(), broadcaster() as bare:
        return uvloop.run(_through(bench, slug, rows_of, bare))


async def _through(bench: Bench, slug: str, rows_of: str, bare: Broadcaster) -> Figures:
    commit = bare_commit(bench, rows_of)
    ours = await _both_gathered(bench, slug, bare)
    phones = bench.phones(slug)
    line, answered, committed = Line(bench.site.address), [], []

    async def post() -> float:
        phone = min(phones, key=lambda one: one.length)
        entry, data, hear = phone.tap()
        everybody = asyncio.ensure_future(ours.attend())
        began = time.monotonic()
        hear(expect(await line.send(data), 200, entry=entry))
        answered.append(time.monotonic() - began)
        return await everybody - began

    async def commit_and_say() -> float:
        began = time.monotonic()
        commit()
        committed.append(time.monotonic() - began)
        return committed[-1] + await bare.say(ours.streams[0].message)

    taken = await _turns(bench, {"post": post, "bare": commit_and_say})
    ratio = shown(statistics.median(taken["post"]) / statistics.median(taken["bare"]))
    return {
        "streams": len(ours.streams),
        "post_to_the_last": percentiles(taken["post"]),
        "post_answered": percentiles(answered),
        "bare_commit_and_broadcast": percentiles(taken["bare"]),
        "bare_commit": percentiles(committed),
        "ratio": ratio,
        "goal": "ratio <= 4, wish 2",
    }


async def _both_gathered(bench: Bench, slug: str, bare: Broadcaster) -> Audience:
    """1,000 streams at the site, and as many at the broadcaster as the site has held."""
    ours = Audience()
    await ours.join(bench.site.address, f"/e/{slug}/stream/", bench.few(STREAMS, 200))
    await bare.gather(len(ours.streams))
    return ours


async def _turns(bench: Bench, contestants: dict[str, Callable[[], Awaitable[float]]]) -> dict[str, list[float]]:
    """Seconds of each contestant; they take turns, after two warming turns each."""
    taken: dict[str, list[float]] = {name: [] for name in contestants}
    for turn in range(bench.few(22, 10)):
        for name, act in contestants.items():
            seconds = await act()
            if turn > 1:
                taken[name].append(seconds)
            await asyncio.sleep(BETWEEN_TURNS)
    return taken


def streams(bench: Bench) -> Figures:
    """What 1,000 and then 5,000 open streams weigh, and how soon they are open."""
    slug = bench.event("streams")
    with bench.site.running():
        return uvloop.run(_streams(bench, slug))


async def _streams(bench: Bench, slug: str) -> Figures:
    site, path = bench.site, f"/e/{slug}/stream/"
    figures: Figures = {}
    first = Audience()
    await first.join(site.address, path, 20)  # what is loaded with the first stream is no stream's weight
    everybody = Audience()
    empty = site.pss_kb()
    for wanted in (bench.few(STREAMS, 200), bench.few(MOST_STREAMS, 1_000)):
        began = time.monotonic()
        await everybody.join(site.address, path, wanted - len(everybody.streams))
        seconds, held = time.monotonic() - began, len(everybody.streams)
        await asyncio.sleep(1)
        figures[f"at_{wanted}"] = {
            "held": sum(stream.is_open for stream in everybody.streams),
            "opened_per_second": shown(held / seconds),
            "kb_per_stream": shown((site.pss_kb() - empty) / max(held, 1)),
            "most_threads_of_a_process": site.largest("Threads"),
        }
    everybody.streams = [stream for stream in everybody.streams if stream.is_open]
    last = asyncio.ensure_future(everybody.attend())
    said = await asyncio.to_thread(bench.aside.ask, "change", slug=slug)
    figures["change_to_the_last_ms"] = shown((await last - said["at"]) * 1000)
    everybody.close()
    first.close()
    return figures | {"goal": "<= 16 kB a stream, 5,000 held"}

"""What a deal costs when the database is far away: 100 ms there and back, put on by a proxy on this machine.

Prints one JSON line: a deal alone, in milliseconds and in round trips, and deals of six phones of one event at once,
which wait for each other's lock on the event. PostgreSQL of DATABASE_URL, Redis of REDIS_URL; a database of its own.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from serving.clients import Line, Phone
from serving.measuring import TABLES, Bench, Figures, expect, percentiles, shown
from serving.running import HOST, Aside, given_servers, on_servers

ROOT = Path(__file__).resolve().parent.parent
PHONES = 6


def main() -> None:
    given = _arguments()
    with (
        on_servers(given.root.resolve(), given.database, given.redis) as site,
        far_away(given.database, given.ms / 1000) as port,
    ):
        aside = Aside(site)
        try:
            bench = Bench(site, aside, aside.ask("set_up", referees=TABLES), is_quick=True)
            slug = bench.event("faraway")
            near = urlsplit(site.environment["DATABASE_URL"])
            far = urlunsplit(near._replace(netloc=f"{near.username}@{HOST}:{port}"))
            with site.running(DATABASE_URL=far):
                figures = asyncio.run(_deals(bench, slug, given.deals, given.ms))
        finally:
            aside.close()
    print(json.dumps({"bench": "faraway", "database_ms": given.ms, **figures}))


async def _deals(bench: Bench, slug: str, deals: int, ms: int) -> Figures:
    phones = bench.phones(slug, range(1, PHONES + 1))
    await asyncio.gather(*(_recorded(bench, phone, 4) for phone in phones))  # every thread has its connection
    alone = await _recorded(bench, phones[0], deals)
    together = await asyncio.gather(*(_recorded(bench, phone, deals) for phone in phones))
    return {
        "alone": percentiles(alone),
        "round_trips_alone": shown(min(alone) * 1000 / ms),
        f"of_{PHONES}_phones": percentiles(one for each in together for one in each),
    }


async def _recorded(bench: Bench, phone: Phone, deals: int) -> list[float]:
    line, waits = Line(bench.site.address), []
    for _ in range(deals):
        entry, data, hear = phone.tap()
        began = time.perf_counter()
        hear(expect(await line.send(data), 200, entry=entry))
        waits.append(time.perf_counter() - began)
    line.close()
    return waits


@contextmanager
def far_away(database: str, seconds: float) -> Iterator[int]:
    """The port of a proxy before the server of `database`; half of `seconds` is spent each way."""
    there = urlsplit(database)
    loop = asyncio.new_event_loop()

    async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while data := await reader.read(1 << 16):
                loop.call_later(seconds / 2, writer.write, data)
        loop.call_later(seconds / 2, writer.close)

    async def meet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        behind, before = await asyncio.open_connection(there.hostname, there.port or 5432)
        await asyncio.gather(carry(reader, before), carry(behind, writer))

    server = loop.run_until_complete(asyncio.start_server(meet, HOST, 0))
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", type=Path, default=ROOT, help="the checkout that is measured")
    parser.add_argument("--ms", type=int, default=100)
    parser.add_argument("--deals", type=int, default=8)
    return given_servers(parser)


if __name__ == "__main__":
    main()

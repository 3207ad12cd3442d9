"""What the site costs as visitors meet it: through the server that `./run` starts, with its defaults.

Each row prints one JSON line with its figures and what they are measured against in the same run: a view that answers
"ok", one that inserts one row, the driver's loop of a deal's rows, a broadcaster of plain asyncio protocols. Only the
ratios mean anything on another machine. The other scripts of this folder measure in process, without any server.

    ./run bench served [--rows deal,phones] [--quick] [--root DIR] [--database postgres://…]

`--root` is the checkout whose `./run` is started: an older commit is measured by this same script. With a database
(or DATABASE_URL) all rows are printed twice: embedded, and with PostgreSQL and the Redis of REDIS_URL.
CPU is that of all processes below the supervisor; the database server of the second pass is not among them.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from served_clients import Answer, Kept, Line, Phone
from served_site import Aside, Meter, Site, allow_many_connections, embedded, on_servers

ROOT = Path(__file__).resolve().parent.parent
TABLES = 24
LONGEST_LOG = 58  # no game of sixteen letters ends before, when losers go round
HALL = {"players": 100, "tables": TABLES, "deals": 20}
FRESH_TABLES = {"players": 100, "tables": TABLES, "deals": 0}
EVENTS = {
    "hall": HALL,
    **dict.fromkeys(("deal", "phones", "streams", "fanout", "through", "bare", "attack", "worker"), FRESH_TABLES),
}
Figures = dict[str, Any]


@dataclass(frozen=True)
class Bench:
    """What a row has to work with."""

    site: Site
    aside: Aside
    sessions: list[str]
    is_quick: bool

    def few(self, many: int, few: int) -> int:
        return few if self.is_quick else many

    def phones(self, slug: str, tables: Iterable[int] = range(1, TABLES + 1), *, deals: int = 0) -> list[Phone]:
        """A phone and a referee of its own for each table."""
        return [Phone(slug, table, self.sessions[table - 1], deals=deals) for table in tables]

    def referee(self) -> dict[str, str]:
        """The headers of a signed-in referee who reads Czech."""
        return {"Cookie": f"sessionid={self.sessions[0]}; django_language=cs", "Accept-Language": "cs"}


# --- Measuring --------------------------------------------------------------------------------------------------------


def shown(value: float) -> float:
    """Three significant figures are more than a noisy machine gives."""
    return float(f"{value:.3g}")


def alternate(
    site: Site, contestants: Mapping[str, Callable[[], object]], *, rounds: int, times: int
) -> dict[str, tuple[float, float]]:
    """Median CPU and wall milliseconds of a request; contestants take turns, after one warming turn each."""
    cpu: dict[str, list[float]] = {name: [] for name in contestants}
    wall: dict[str, list[float]] = {name: [] for name in contestants}
    for act in contestants.values():
        for _ in range(times):
            act()
    meter = Meter(site)
    for _ in range(rounds):
        for name, act in contestants.items():
            before, began = meter.seconds(), time.perf_counter()
            for _ in range(times):
                act()
            wall[name].append((time.perf_counter() - began) * 1000 / times)
            cpu[name].append((meter.seconds() - before) * 1000 / times)
    return {name: (statistics.median(cpu[name]), statistics.median(wall[name])) for name in contestants}


def percentiles(seconds: Iterable[float]) -> Figures:
    """p50, p95, p99 and the worst, in milliseconds."""
    ordered = sorted(seconds)
    if not ordered:
        return {}
    at = {name: ordered[min(len(ordered) - 1, int(len(ordered) * share))] for name, share in SHARES.items()}
    return {f"{name}_ms": shown(value * 1000) for name, value in at.items()} | {"worst_ms": shown(ordered[-1] * 1000)}


SHARES = {"p50": 0.5, "p95": 0.95, "p99": 0.99}


def expect(answer: Answer, *statuses: int, entry: str = "") -> Answer:
    """The answer, if it is the one that was meant to come; a bench that measures refusals measures nothing."""
    if answer.status not in statuses or entry != answer.header("x-entry-id"):
        raise RuntimeError(f"{answer.status} instead of {statuses}: {answer.head.decode()} {answer.body[:400]!r}")
    return answer


def getting(browser: Kept, path: str, *statuses: int, **headers: str) -> Callable[[], Answer]:
    return lambda: expect(browser.get(path, **headers), *(statuses or (200,)))


def recording(browser: Kept, deals: Iterator[tuple[str, bytes]], *statuses: int) -> Callable[[], Answer]:
    def act() -> Answer:
        entry, data = next(deals)
        return expect(browser.send(data), *statuses, entry=entry)

    return act


def by_turns(phones: list[Phone], say: Callable[[Phone], tuple[str, bytes]]) -> Iterator[tuple[str, bytes]]:
    """The next deal of each phone in turn, until the logs are as long as they may be."""
    while phones[0].length < LONGEST_LOG:
        for phone in phones:
            yield say(phone)
    raise RuntimeError("All tables are played out: fewer turns, or more tables.")


def bare_insert(browser: Kept) -> Callable[[], Answer]:
    return lambda: expect(browser.post("/bare/insert/", b"", {}), 200)


# --- Rows: one request after the other --------------------------------------------------------------------------------


def bare(bench: Bench) -> Figures:
    """The least that a view can cost here: every other row is a multiple of it."""
    with bench.site.running(), Kept(bench.site.address) as browser:
        taken = alternate(bench.site, {"bare": getting(browser, "/bare/")}, rounds=7, times=bench.few(100, 20))
        return {"cpu_ms": shown(taken["bare"][0]), "wall_ms": shown(taken["bare"][1])}


def deal(bench: Bench) -> Figures:
    """A deal sent by the table page, and by the API, against a view that inserts one row."""
    phones = bench.phones("deal")
    halves = by_turns(phones[:12], Phone.form), by_turns(phones[12:], Phone.line)
    with bench.site.running(), ExitStack() as stack:
        of_form, of_api, of_bare = (stack.enter_context(Kept(bench.site.address)) for _ in range(3))
        contestants = {
            "bare_insert": bare_insert(of_bare),
            "form": recording(of_form, halves[0], 200),
            "api": recording(of_api, halves[1], 201),
        }
        form_bytes = len(contestants["form"]().body)
        taken = alternate(bench.site, contestants, rounds=bench.few(9, 5), times=bench.few(30, 10))
    figures: Figures = {"bytes_of_answer": form_bytes}
    for name, (cpu, wall) in taken.items():
        figures[name] = {"cpu_ms": shown(cpu), "wall_ms": shown(wall)}
    ratios = {name: shown(taken[name][0] / taken["bare_insert"][0]) for name in ("form", "api")}
    walls = {name: shown(taken[name][1] / taken["bare_insert"][1]) for name in ("form", "api")}
    return figures | {
        "ratio": ratios["form"],
        "ratio_of_api": ratios["api"],
        "ratio_of_wall": walls,
        "goal": "ratio <= 6",
    }


def unchanged(bench: Bench) -> Figures:
    """A page that its reader has already: requests a second, as a share of the bare view's."""
    with bench.site.running(), ExitStack() as stack:
        contestants = {"bare": getting(stack.enter_context(Kept(bench.site.address)), "/bare/")}
        for reader, headers in {"anonymous": {}, "referee_in_czech": bench.referee()}.items():
            for page, path in {"standings": "/e/hall/standings/", "event": "/e/hall/"}.items():
                browser = stack.enter_context(Kept(bench.site.address, **headers))
                tag = {"If-None-Match": expect(browser.get(path), 200).header("etag")}
                contestants[f"{page} {reader}"] = getting(browser, path, 304, **tag)
        taken = alternate(bench.site, contestants, rounds=7, times=bench.few(100, 20))
    shares = {name: shown(taken["bare"][0] / cpu) for name, (cpu, _) in taken.items() if name != "bare"}
    return {
        "requests_per_second": {name: shown(1000 / wall) for name, (_, wall) in taken.items()},
        "cpu_ms": {name: shown(cpu) for name, (cpu, _) in taken.items()},
        "share_by_cpu": shares,
        "share_by_wall": {n: shown(taken["bare"][1] / wall) for n, (_, wall) in taken.items() if n != "bare"},
        "ratio": min(shares.values()),
        "goal": "ratio >= 0.8",
    }


def fresh(bench: Bench, pages: Mapping[str, str]) -> tuple[dict[str, tuple[float, float]], Figures]:
    """What pages cost in a version that nobody has asked for yet, and how many bytes they are."""
    with bench.site.running(), ExitStack() as stack:
        contestants = {"bare": getting(stack.enter_context(Kept(bench.site.address)), "/bare/")}
        for reader, headers in {"anonymous": {}, "referee_in_czech": bench.referee()}.items():
            for page, path in pages.items():
                ask = getting(stack.enter_context(Kept(bench.site.address, **headers)), path)
                contestants[f"{page} {reader}"] = _after_a_change(bench.aside, ask)
        taken = alternate(bench.site, contestants, rounds=bench.few(9, 5), times=bench.few(10, 4))
        with Kept(bench.site.address) as plain:
            raw = {page: len(plain.get(path, **{"Accept-Encoding": "identity"}).body) for page, path in pages.items()}
            sent = {page: len(plain.get(path).body) for page, path in pages.items()}
    figures = {
        "cpu_ms": {name: shown(cpu) for name, (cpu, _) in taken.items()},
        "wall_ms": {name: shown(wall) for name, (_, wall) in taken.items()},
        "bytes": raw,
        "bytes_sent_to_a_browser": sent,
    }
    return taken, figures


def _after_a_change(aside: Aside, ask: Callable[[], Answer]) -> Callable[[], Answer]:
    def act() -> Answer:
        aside.ask("change", slug="hall")
        return ask()

    return act


def standings(bench: Bench) -> Figures:
    """The standings of 100 players, in a version that nobody has asked for yet."""
    taken, figures = fresh(bench, {"standings": "/e/hall/standings/"})
    return figures | {"ratio": shown(worst_of(taken) / taken["bare"][0]), "goal": "ratio <= 12"}


def pages(bench: Bench) -> Figures:
    """The page of an event with 24 tables and of its round, in a version that nobody has asked for yet."""
    taken, figures = fresh(bench, {"event": "/e/hall/", "round": "/e/hall/round/2/"})
    return figures | {"ratio": shown(worst_of(taken) / taken["bare"][0]), "goal": "cpu <= 8 ms, <= 25,000 bytes sent"}


def worst_of(taken: Mapping[str, tuple[float, float]]) -> float:
    return max(cpu for name, (cpu, _) in taken.items() if name != "bare")


def kept(bench: Bench) -> Figures:
    """The first and the second request of a connection, and how long after its head the body of an answer comes."""
    figures: Figures = {}
    with bench.site.running():
        with Kept(bench.site.address) as browser:
            page = browser.get("/e/hall/standings/", **{"Accept-Encoding": "identity"}).body.decode()
        style = page[page.index('rel="stylesheet"') - 200 :].partition('href="/static/')[2].partition('"')[0]
        paths = {"health": "/health/", "static": f"/static/{style}", "standings": "/e/hall/standings/"}
        for name, path in paths.items():
            turns = [_two_requests(bench.site, path) for _ in range(bench.few(11, 5))]
            first, second, pieces, gap = (statistics.median(values) for values in zip(*turns, strict=True))
            figures[name] = {"first_ms": shown(first), "second_ms": shown(second)}
            figures[name] |= {"pieces_of_second": pieces, "first_to_last_piece_ms": shown(gap)}
    worst = max(one["first_to_last_piece_ms"] for one in figures.values())
    return figures | {"ratio": worst, "goal": "no 40 ms between head and body (ratio: the worst gap in ms)"}


def _two_requests(site: Site, path: str) -> tuple[float, float, int, float]:
    taken = []
    with Kept(site.address) as browser:
        for _ in range(2):
            began = time.perf_counter()
            expect(browser.get(path), 200)
            taken.append((time.perf_counter() - began) * 1000)
        return taken[0], taken[1], len(browser.arrivals), (browser.arrivals[-1] - browser.arrivals[0]) * 1000


# --- Rows: many at once -----------------------------------------------------------------------------------------------


def phones(bench: Bench) -> Figures:
    """20 phones, each at a table with a referee of its own, as fast as they can; and as many that insert one row."""
    with bench.site.running():
        return asyncio.run(_phones(bench))


async def _phones(bench: Bench) -> Figures:
    tables = range(1, 21)
    waits: list[float] = []
    warm = [_as_fast_as_it_can(Line(bench.site.address), phone.form, 1, []) for phone in bench.phones("phones", tables)]
    await asyncio.gather(*warm)
    each = bench.few(LONGEST_LOG - 2, 12)
    meter = Meter(bench.site)
    before, began = meter.seconds(), time.perf_counter()
    ready = bench.phones("phones", tables, deals=1)
    await asyncio.gather(*(_as_fast_as_it_can(Line(bench.site.address), phone.form, each, waits) for phone in ready))
    seconds, cpu = time.perf_counter() - began, meter.seconds() - before
    insert = ("", b"POST /bare/insert/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\n\r\n")
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


async def _as_fast_as_it_can(line: Line, say: Callable[[], tuple[str, bytes]], times: int, waits: list[float]) -> None:
    for _ in range(times):
        entry, data = say()
        began = time.perf_counter()
        expect(await line.send(data), 200, entry=entry)
        waits.append(time.perf_counter() - began)
    line.close()


# --- Rows: the processes themselves -----------------------------------------------------------------------------------


def idle(bench: Bench) -> Figures:
    """What lies in memory while nobody asks: all processes that `./run` started."""
    with bench.site.running():
        time.sleep(bench.few(10, 5))
        pids = bench.site.pids()
        processes = {_name(pid): shown(_mb(pid)) for pid in pids}
        total = bench.site.pss_kb() / 1024
        return {"pss_mb": shown(total), "processes": len(pids), "of_each": processes, "goal": "pss <= 150 MB"}


def _mb(pid: int) -> float:
    from served_site import pss_kb

    return pss_kb(pid) / 1024


def _name(pid: int) -> str:
    words = Path(f"/proc/{pid}/cmdline").read_text().split("\0")
    return " ".join([str(pid), *(Path(word).name for word in words if word and not word.startswith("-"))])[:60]


def warm(bench: Bench) -> Figures:
    """From `./run` to its first page, where it has run before."""
    with bench.site.running():
        pass
    taken = []
    for _ in range(bench.few(5, 3)):
        taken.append(bench.site.start())
        bench.site.stop()
    return {"seconds": shown(statistics.median(taken)), "goal": "<= 1.5 s"}


ROWS: dict[str, Callable[[Bench], Figures]] = {
    row.__name__: row for row in (bare, deal, unchanged, standings, pages, phones, idle, warm, kept)
}


# --- The whole --------------------------------------------------------------------------------------------------------


def main() -> None:
    given = _arguments()
    allow_many_connections()
    root = given.root.resolve()
    for opened in _sites(given, root):
        with opened as site:
            aside = Aside(site)
            try:
                made = aside.ask("make", events=EVENTS, referees=TABLES)
                bench = Bench(site, aside, made["sessions"], given.quick)
                for name in given.rows:
                    _print(name, site, ROWS[name], bench)
            finally:
                aside.close()


def _print(name: str, site: Site, row: Callable[[Bench], Figures], bench: Bench) -> None:
    """The one line. A row that fails says so in it, and the others follow."""
    try:
        figures = row(bench)
    except Exception as error:  # noqa: BLE001 - whatever it is belongs into the line
        figures = {"failed": f"{type(error).__name__}: {error}"[:1000], "log": site.log()}
    print(json.dumps({"bench": "served", "row": name, "database": site.database, **figures}), flush=True)


def _sites(given: argparse.Namespace, root: Path) -> Iterator[Any]:
    if "embedded" in given.on:
        yield embedded(root)
    if "postgresql" in given.on:
        if not given.database:
            sys.exit("Which PostgreSQL? --database postgres://… or DATABASE_URL.")
        yield on_servers(root, given.database, given.redis)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=Path, default=ROOT, help="the checkout that is measured")
    parser.add_argument("--rows", type=_rows, default=list(ROWS), help=f"of {','.join(ROWS)}")
    parser.add_argument("--quick", action="store_true", help="small counts")
    parser.add_argument("--database", default=os.environ.get("DATABASE_URL", ""))
    parser.add_argument("--redis", default=os.environ.get("REDIS_URL") or "redis://127.0.0.1:6379/0")
    parser.add_argument("--on", nargs="+", choices=["embedded", "postgresql"])
    given = parser.parse_args()
    given.on = given.on or (["embedded", "postgresql"] if given.database else ["embedded"])
    return given


def _rows(words: str) -> list[str]:
    if unknown := set(words.split(",")) - set(ROWS):
        raise argparse.ArgumentTypeError(f"no such row: {', '.join(sorted(unknown))}")
    return words.split(",")


if __name__ == "__main__":
    main()

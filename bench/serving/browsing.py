"""Rows of one browser that asks one request after the other."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack

from serving.bare_commit import bare_commit
from serving.clients import Answer, Kept, Phone
from serving.measuring import Bench, Figures, alternate, bare_insert, by_turns, expect, getting, recording, shown
from serving.running import Aside, Site

BACKLOG = 100  # lines: as many as one request may hold
PLAYED = 20  # deals at each table: an evening half-way


def bare(bench: Bench) -> Figures:
    """The least that a view can cost here: every other row is a multiple of it."""
    with bench.site.running(), Kept(bench.site.address) as browser:
        taken = alternate(bench.site, {"bare": getting(browser, "/bare/")}, rounds=7, times=bench.few(100, 20))
        return {"cpu_ms": shown(taken["bare"][0]), "wall_ms": shown(taken["bare"][1])}


def deal(bench: Bench) -> Figures:
    """A deal brought by a phone, and by the API, against a view that inserts one row and a bare loop."""
    phones = bench.phones(bench.event("deal"))
    halves = by_turns(phones[:12], Phone.tap), by_turns(phones[12:], Phone.line)
    with bench.site.running(), ExitStack() as stack:
        of_phone, of_api, of_bare = (stack.enter_context(Kept(bench.site.address)) for _ in range(3))
        contestants = {
            "bare_insert": bare_insert(of_bare),
            "phone": recording(of_phone, halves[0], 200),
            "api": recording(of_api, halves[1], 201),
        }
        taken = alternate(bench.site, contestants, rounds=bench.few(9, 5), times=bench.few(30, 10))
        bytes_of_answer = len(contestants["phone"]().body)
        loop = _loop_ms(bare_commit(bench, bench.event("deal-bare", deals=1)), times=bench.few(200, 50))
    figures: Figures = {
        "bytes_of_answer": bytes_of_answer,
        "bare_loop_wall_ms": shown(loop),
        "share_of_bare_loop": shown(loop / taken["phone"][1]),
    }
    for name, (cpu, wall) in taken.items():
        figures[name] = {"cpu_ms": shown(cpu), "wall_ms": shown(wall)}
    ratios = {name: shown(taken[name][0] / taken["bare_insert"][0]) for name in ("phone", "api")}
    walls = {name: shown(taken[name][1] / taken["bare_insert"][1]) for name in ("phone", "api")}
    return figures | {
        "ratio": ratios["phone"],
        "ratio_of_api": ratios["api"],
        "ratio_of_wall": walls,
        "goal": "ratio <= 6",
    }


def lines(bench: Bench) -> Figures:
    """What an outbox brings: one line, and a backlog in one request."""
    phones = bench.phones(bench.event("lines"))
    some = by_turns(phones[:12], Phone.tap)
    with bench.site.running(), ExitStack() as stack:
        of_line, of_bare = (stack.enter_context(Kept(bench.site.address)) for _ in range(2))
        contestants = {"bare_insert": bare_insert(of_bare), "line": recording(of_line, some, 200)}
        taken = alternate(bench.site, contestants, rounds=bench.few(9, 5), times=bench.few(30, 10))
        drained = [_drained(bench, phone) for phone in phones[12 : bench.few(24, 15)]]
    seconds = statistics.median(drained)
    return {
        **{name: {"cpu_ms": shown(cpu), "wall_ms": shown(wall)} for name, (cpu, wall) in taken.items()},
        "ratio": shown(taken["line"][0] / taken["bare_insert"][0]),
        "backlog": {"lines": BACKLOG, "seconds": shown(seconds), "worst_seconds": shown(max(drained))},
        "goal": "a backlog of 100 lines drains in one request in < 2 s",
    }


def _drained(bench: Bench, phone: Phone) -> float:
    """Seconds until the site has named so many deals of one phone. Void ones: no game is so long."""
    with Kept(bench.site.address) as browser:
        began = time.perf_counter()
        entry, data, hear = phone.bring(BACKLOG, is_void=True)
        hear(expect(browser.send(data), 200, entry=entry))
        return time.perf_counter() - began


def _loop_ms(act: Callable[[], None], *, times: int) -> float:
    """Median wall milliseconds of what is done again and again without any server."""
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        act()
        taken.append((time.perf_counter() - began) * 1000)
    return statistics.median(taken)


def unchanged(bench: Bench) -> Figures:
    """A page that its reader has already: requests a second, as a share of the bare view's."""
    slug = bench.event("unchanged", deals=PLAYED)
    with bench.site.running(), ExitStack() as stack:
        contestants = {"bare": getting(stack.enter_context(Kept(bench.site.address)), "/bare/")}
        for reader, headers in {"anonymous": {}, "referee_in_czech": bench.referee()}.items():
            for page, path in {"standings": f"/e/{slug}/standings/", "event": f"/e/{slug}/"}.items():
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


def fresh(bench: Bench, slug: str, pages: Mapping[str, str]) -> tuple[dict[str, tuple[float, float]], Figures]:
    """What pages cost in a version that nobody has asked for yet, and how many bytes they are."""
    with bench.site.running(), ExitStack() as stack:
        contestants = {"bare": getting(stack.enter_context(Kept(bench.site.address)), "/bare/")}
        for reader, headers in {"anonymous": {}, "referee_in_czech": bench.referee()}.items():
            for page, path in pages.items():
                ask = getting(stack.enter_context(Kept(bench.site.address, **headers)), path)
                contestants[f"{page} {reader}"] = _after_a_change(bench.aside, slug, ask)
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


def _after_a_change(aside: Aside, slug: str, ask: Callable[[], Answer]) -> Callable[[], Answer]:
    def act() -> Answer:
        aside.ask("change", slug=slug)
        return ask()

    return act


def standings(bench: Bench) -> Figures:
    """The standings of 100 players, in a version that nobody has asked for yet."""
    slug = bench.event("standings", deals=PLAYED)
    taken, figures = fresh(bench, slug, {"standings": f"/e/{slug}/standings/"})
    return figures | {"ratio": shown(worst_of(taken) / taken["bare"][0]), "goal": "ratio <= 12"}


def pages(bench: Bench) -> Figures:
    """The page of an event with 24 tables and of its round, in a version that nobody has asked for yet."""
    slug = bench.event("pages", deals=PLAYED)
    taken, figures = fresh(bench, slug, {"event": f"/e/{slug}/", "round": f"/e/{slug}/round/2/"})
    return figures | {"ratio": shown(worst_of(taken) / taken["bare"][0]), "goal": "cpu <= 8 ms, <= 25,000 bytes sent"}


def worst_of(taken: Mapping[str, tuple[float, float]]) -> float:
    return max(cpu for name, (cpu, _) in taken.items() if name != "bare")


def kept(bench: Bench) -> Figures:
    """The first and the second request of a connection, and how long after its head the body of an answer comes."""
    figures: Figures = {}
    page_path = f"/e/{bench.event('kept')}/standings/"
    with bench.site.running():
        with Kept(bench.site.address) as browser:
            page = browser.get(page_path, **{"Accept-Encoding": "identity"}).body.decode()
        style = page[page.index('rel="stylesheet"') - 200 :].partition('href="/static/')[2].partition('"')[0]
        paths = {"health": "/health/", "static": f"/static/{style}", "standings": page_path}
        for name, path in paths.items():
            turns = [_two_requests(bench.site, path) for _ in range(bench.few(11, 5))]
            first, second, pieces, gap = (statistics.median(values) for values in zip(*turns, strict=True))
            figures[name] = {"first_ms": shown(first), "second_ms": shown(second)}
            figures[name] |= {"pieces_of_second": pieces, "first_to_last_piece_ms": shown(gap)}
    worst = max(one["first_to_last_piece_ms"] for one in figures.values())
    return figures | {"worst_gap_ms": worst, "goal": "no wait of 40 ms between head and body"}


def _two_requests(site: Site, path: str) -> tuple[float, float, int, float]:
    taken = []
    with Kept(site.address) as browser:
        for _ in range(2):
            began = time.perf_counter()
            expect(browser.get(path), 200)
            taken.append((time.perf_counter() - began) * 1000)
        return taken[0], taken[1], len(browser.arrivals), (browser.arrivals[-1] - browser.arrivals[0]) * 1000

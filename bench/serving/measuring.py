"""What the rows of `served.py` share: the event they work with, turns, medians, answers that must be the right ones."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from serving.clients import Answer, Kept, Phone, Said
from serving.running import Aside, Meter, Site

TABLES = 24
LONGEST_LOG = 58  # no game of sixteen letters ends before, when losers go round
Figures = dict[str, Any]


@dataclass(frozen=True)
class Bench:
    """What a row has to work with."""

    site: Site
    aside: Aside
    sessions: list[tuple[str, str]]  # of each referee, and how lines name him
    is_quick: bool
    games: dict[str, dict[str, int]] = field(default_factory=dict)  # of each event: table → game

    def few(self, many: int, few: int) -> int:
        return few if self.is_quick else many

    def event(self, slug: str, *, deals: int = 0) -> str:
        """The slug of an event of 100 players and 24 tables that is made now, with so many deals at each table."""
        self.games[slug] = self.aside.ask("event", slug=slug, players=100, tables=TABLES, deals=deals)
        return slug

    def phones(self, slug: str, tables: Iterable[int] = range(1, TABLES + 1), *, deals: int = 0) -> list[Phone]:
        """A phone and a referee of its own for each table."""
        return [self._phone(slug, table, deals) for table in tables]

    def _phone(self, slug: str, table: int, deals: int) -> Phone:
        session, account = self.sessions[table - 1]
        return Phone(slug, table, session, game=self.games[slug][str(table)], account=account, deals=deals)

    def referee(self) -> dict[str, str]:
        """The headers of a signed-in referee who reads Czech."""
        return {"Cookie": f"sessionid={self.sessions[0][0]}; django_language=cs", "Accept-Language": "cs"}


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
    if answer.status not in statuses or (entry and entry not in answer.text):
        raise RuntimeError(f"{answer.status} instead of {statuses}: {answer.head.decode()} {answer.body[:400]!r}")
    return answer


def getting(browser: Kept, path: str, *statuses: int, **headers: str) -> Callable[[], Answer]:
    return lambda: expect(browser.get(path, **headers), *(statuses or (200,)))


def recording(browser: Kept, deals: Iterator[Said], *statuses: int) -> Callable[[], Answer]:
    def act() -> Answer:
        entry, data, hear = next(deals)
        answer = expect(browser.send(data), *statuses, entry=entry)
        hear(answer)
        return answer

    return act


def by_turns(phones: list[Phone], say: Callable[[Phone], Said]) -> Iterator[Said]:
    """The next deal of each phone in turn, until the logs are as long as they may be."""
    while phones[0].length < LONGEST_LOG:
        for phone in phones:
            yield say(phone)
    raise RuntimeError("All tables are played out: fewer turns, or more tables.")


def bare_insert(browser: Kept) -> Callable[[], Answer]:
    return lambda: expect(browser.post("/bare/insert/", b"", {}), 200)

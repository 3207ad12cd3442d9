"""Processes killed under phones that record: nothing acknowledged is lost, nothing is there twice.

    python bench/server_kills.py --kills 500                    SQLite: the web server, a worker now and then
    DATABASE_URL=postgres://… python bench/server_kills.py      PostgreSQL: also all its connections at once

`./run` is started as it is, in a folder of its own; each phone records void deals at a table of its own by the API, and
sends a line until it is answered. DATABASE_URL names a database that may be emptied. Prints one JSON line: kills, lines
acknowledged, lost, doubled, chains that are broken, and the longest time from a kill to the next line acknowledged.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import random  # noqa: TID251 - moments of a bench
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
import uuid
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.test_serve import Site, environment, start  # noqa: E402 - only now it can be found

PREPARE = """
import json, sys
import django; django.setup()
from django.utils import timezone
from tests.factories import stories
from tournaments.operations.accounts.tokens import create_token
phones = int(sys.argv[1])
event = stories.an_event(players=5 * phones, status="closed", slug="kills")
round_ = stories.a_running_round(event, sizes=(5,) * phones)
hands = [stories.staff_of(event, "referee") for _ in range(phones)]
print(json.dumps([create_token(account=one, label="phone", now=timezone.now())[1] for one in hands]))
"""
LOOK = """
import json
import django; django.setup()
from games.models import Entry, Game
from games.protocol import broken_link
lines = Entry.objects.filter(game__table__round__event__slug="kills")
print(json.dumps({
    "ids": [str(one) for one in lines.values_list("pk", flat=True)],
    "broken": sum(broken_link(game) is not None for game in Game.objects.all()),
}))
"""
TERMINATE = """
import os, psycopg
with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
    connection.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
"""


@dataclass
class Phone:
    """Sends one line after the other; each until it is answered."""

    url: str
    token: str
    stopped: threading.Event
    acknowledged: list[tuple[str, float]] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)

    def run(self) -> None:
        position = 1
        while not self.stopped.is_set():
            line: dict[str, Any] = {"id": str(uuid.uuid4()), "expected_position": position}
            if self._send({**line, "entry": {"kind": "void_deal", "bench": ["E"]}}):
                self.acknowledged.append((line["id"], time.monotonic()))
                position += 1

    def _send(self, line: dict[str, Any]) -> bool:
        """Whether it was acknowledged, as one line and at its place; also long after the phones were told to stop."""
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        patience = time.monotonic() + 120
        while time.monotonic() < patience:
            request = urllib.request.Request(self.url, json.dumps(line).encode(), headers)  # noqa: S310 - our own site
            try:
                with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310 - as above
                    return bool(json.load(answer)["position"] == line["expected_position"])
            except urllib.error.HTTPError as error:
                self.refused[str(error.code)] += 1
                if error.code < 500 and error.code != 429:
                    raise
            except (OSError, ValueError, http.client.HTTPException):
                self.refused["no answer"] += 1
            time.sleep(0.05)
        self.refused["gave up"] += 1
        return False


def asked(script: str, site: Site, *arguments: str, **more: str) -> Any:
    env = {**environment(site.data_dir, **more), "DJANGO_SETTINGS_MODULE": "scwu.settings", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", script, *arguments]
    ran = subprocess.run(command, env=env, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603 - ours
    if ran.returncode:
        raise RuntimeError(ran.stderr)
    return json.loads(ran.stdout.splitlines()[-1]) if ran.stdout.strip() else None


def killed_often(site: Site, kills: int, *, phones: int = 6, seed: int = 1, **more: str) -> dict[str, Any]:
    """Kill what serves `kills` times while the phones record at a site that runs; what became of the lines."""
    tokens = asked(PREPARE, site, str(phones), **more)
    base = f"http://127.0.0.1:{site.port}/api/v1/events/kills/rounds/1/tables"
    stopped = threading.Event()
    hands = [Phone(f"{base}/{number}/entries/", token, stopped) for number, token in enumerate(tokens, 1)]
    threads = [threading.Thread(target=hand.run, daemon=True) for hand in hands]
    for thread in threads:
        thread.start()
    moments = _kill(site, kills, hands, random.Random(seed), more)  # noqa: S311 - as above
    stopped.set()
    for thread in threads:
        thread.join()
    said = [one for hand in hands for one, _ in hand.acknowledged]
    found = asked(LOOK, site, **more)
    there = Counter(found["ids"])
    answers = sorted(at for hand in hands for _, at in hand.acknowledged)
    waited = [min(later) - moment for moment in moments if (later := [at for at in answers if at > moment])]
    return {
        "kills": len(moments),
        "acknowledged": len(said),
        "lost": sum(one not in there for one in said),
        "doubled": len(said) - len(set(said)) + sum(times > 1 for times in there.values()),
        "unasked": len(set(there) - set(said)),
        "broken_chains": found["broken"],
        "longest_seconds": round(max(waited, default=0.0), 2),
        "answers": dict(sum((hand.refused for hand in hands), Counter[str]())),
    }


def _kill(site: Site, kills: int, hands: list[Phone], chance: random.Random, more: dict[str, str]) -> list[float]:
    """Kill at random moments, each once lines were acknowledged since the last one; the moments."""
    moments: list[float] = []
    for number in range(kills):
        before = sum(len(hand.acknowledged) for hand in hands)
        site.until("lines after a kill", _more_than(before + len(hands), hands))
        time.sleep(chance.random() * 0.3)
        if more.get("DATABASE_URL") and number % 3 == 2:
            asked(TERMINATE, site, **more)
        else:
            word = "scwu-worker" if number % 5 == 4 else "scwu-web"
            os.kill(site.until(f"a running {word}", partial(site.child, word)), signal.SIGKILL)
        moments.append(time.monotonic())
    site.until("lines after the last kill", _more_than(sum(len(hand.acknowledged) for hand in hands), hands))
    return moments


def _more_than(lines: int, hands: list[Phone]) -> Callable[[], bool]:
    return lambda: sum(len(hand.acknowledged) for hand in hands) > lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--phones", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    more = {name: os.environ[name] for name in ("DATABASE_URL", "REDIS_URL") if name in os.environ}
    with tempfile.TemporaryDirectory() as folder:
        site = start(Path(folder), **more)
        try:
            site.wait()
            print(json.dumps(killed_often(site, options.kills, phones=options.phones, seed=options.seed, **more)))
        finally:
            site.end()


if __name__ == "__main__":
    main()

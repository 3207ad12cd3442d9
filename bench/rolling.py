"""Two web processes started anew one after the other, over a migration, while phones record: nothing is lost.

The next version is made here: a copy of this checkout with one more migration, which adds a column to the tables that
every deal reads. Both processes run this version; `upgrade --now` of the next one migrates under them; then each is
ended and started again from the copy. A phone that is refused by one asks the other, as behind a proxy.
Prints one JSON line; the exit code says whether a line was lost. PostgreSQL of DATABASE_URL, Redis of REDIS_URL.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from serving.clients import Line, Phone
from serving.crowds import FAULTS
from serving.measuring import TABLES, Bench, Figures, expect, percentiles, shown
from serving.running import HOST, STOP_PATIENCE, Aside, Site, free_port, given_servers, on_servers

ROOT = Path(__file__).resolve().parent.parent
SLUG = "rolling"
PAUSE, AGAIN = 2.0, 0.1
COPIED = ("scwu", "games", "tournaments", "templates", "locale", "manage.py", "pyproject.toml")
MIGRATION = """
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "{last}")]
    operations = [
        migrations.AddField(name, "of_the_next_version", models.CharField(max_length=9, db_default=""))
        for name in ("table", "event", "occupant")
    ]
"""


def main() -> None:
    given = _arguments()
    with on_servers(ROOT, given.database, given.redis) as site, next_version() as copy:
        aside = Aside(site)
        try:
            bench = Bench(site, aside, aside.ask("set_up", referees=TABLES), is_quick=True)
            bench.event(SLUG)
            figures = asyncio.run(Rolling(bench, copy).done(given.phones))
            figures["not_in_the_log"] = figures["deals"] - aside.ask("lines_of", slug=SLUG)
        finally:
            aside.close()
    print(json.dumps({"bench": "rolling", **figures}))
    sys.exit(bool(figures["not_in_the_log"]))


@contextmanager
def next_version() -> Iterator[Path]:
    """A copy of this checkout that has one migration more."""
    with tempfile.TemporaryDirectory(prefix="scwu-next-") as folder:
        copy = Path(folder)
        for name in COPIED:
            here = ROOT / name
            if here.is_dir():
                shutil.copytree(here, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy2(here, copy / name)
        migrations = copy / "tournaments" / "migrations"
        last = max(path.stem for path in migrations.glob("[0-9]*.py"))
        (migrations / "9999_of_the_next_version.py").write_text(MIGRATION.format(last=last))
        yield copy


class Web:
    """One web process on a port of its own."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self.address = (HOST, free_port())
        self.process: subprocess.Popen[bytes] | None = None

    async def start(self, root: Path) -> None:
        words = [str(ROOT / ".venv" / "bin" / "python"), "-m", "scwu.web", "--port", str(self.address[1])]
        environment = {**self._site.environment, "DJANGO_SETTINGS_MODULE": "scwu.settings"}
        environment["PYTHONPATH"] = str(root)
        self.process = subprocess.Popen(words, cwd=root, env=environment)  # noqa: S603 - our own
        while not self._answers():
            if self.process.poll() is not None:
                raise RuntimeError("A web process did not start.")
            await asyncio.sleep(0.1)

    async def stop(self) -> None:
        if self.process is not None:
            self.process.send_signal(signal.SIGTERM)
            await asyncio.to_thread(self.process.wait, STOP_PATIENCE)

    def _answers(self) -> bool:
        try:
            with socket.create_connection(self.address, timeout=1):
                return True
        except OSError:
            return False


class Rolling:
    def __init__(self, bench: Bench, copy: Path) -> None:
        self._bench, self._copy = bench, copy
        self._webs = [Web(bench.site), Web(bench.site)]
        self._waits: list[float] = []
        self._refused: dict[str, int] = {}
        self._is_over = False

    async def done(self, phones: int) -> Figures:
        began = time.monotonic()
        steps: dict[str, float] = {}
        try:
            await self._managed(ROOT, "collectstatic", "--no-input", "--verbosity", "0")
            await asyncio.gather(*(web.start(ROOT) for web in self._webs))
            taps = [asyncio.ensure_future(self._phone(one)) for one in self._bench.phones(SLUG, range(1, phones + 1))]
            await asyncio.sleep(3)
            upgrade = self._managed(self._copy, "upgrade", "--now")
            for name, step in (("upgraded", upgrade), ("rolled", self._roll())):
                await step
                steps[name] = shown(time.monotonic() - began)
            await asyncio.sleep(2)
            self._is_over = True
            await asyncio.gather(*taps)
        finally:
            for web in self._webs:
                await web.stop()
        return {"deals": len(self._waits), "refused": self._refused, "deal": percentiles(self._waits), "steps_s": steps}

    async def _managed(self, root: Path, *words: str) -> None:
        environment = {
            **self._bench.site.environment,
            "DJANGO_SETTINGS_MODULE": "scwu.settings",
            "PYTHONPATH": str(root),
        }
        command = [str(ROOT / ".venv" / "bin" / "python"), "manage.py", *words]
        program = await asyncio.create_subprocess_exec(*command, cwd=root, env=environment, stdout=sys.stderr)
        if await program.wait():
            raise RuntimeError(f"{words[0]} was refused.")

    async def _roll(self) -> None:
        for web in self._webs:
            await web.stop()
            await web.start(self._copy)

    async def _phone(self, phone: Phone) -> None:
        lines = [Line(web.address) for web in self._webs]
        turn = phone.table
        while not self._is_over and phone.length < 56:
            entry, data, hear = phone.tap()
            began = time.monotonic()
            while True:
                try:
                    hear(expect(await lines[turn % 2].send(data), 200, entry=entry))
                    break
                except FAULTS as error:
                    why = str(error)[:3] if isinstance(error, RuntimeError) else type(error).__name__
                    self._refused[why] = self._refused.get(why, 0) + 1
                    turn += 1
                    await asyncio.sleep(AGAIN)
            self._waits.append(time.monotonic() - began)
            turn += 1
            await asyncio.sleep(PAUSE)
        for line in lines:
            line.close()


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--phones", type=int, default=8)
    return given_servers(parser)


if __name__ == "__main__":
    main()

"""How long a backup and its way back take, with as many lines at tables as a site has after years.

Prints one JSON line: seconds on the clock to write a backup and read it again, to check the file alone, and to put all
rows back into empty tables (without `verify`, which says afterwards whether they are right).
"""

from __future__ import annotations

import argparse
import tempfile
import time
import uuid
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import harness as bench


def main() -> None:
    options = _arguments()
    bench.set_up()
    from tests.factories import stories
    from tests.factories.base import NOW
    from tournaments.models import JournalLine, Table
    from tournaments.operations.upkeep import restoring
    from tournaments.operations.upkeep.backing_up import back_up
    from tournaments.operations.upkeep.backup_files import checked

    event = stories.an_event(players=options.players, status="running")
    round_ = stories.a_running_round(event, sizes=(5,) * (options.players // 5))
    for table in Table.objects.filter(round=round_):
        stories.record_deals(table, "A B C D E")
    _fill(options.lines, NOW + timedelta(hours=1))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "site.scwu-backup"
        written = seconds(lambda: back_up(file, now=NOW))
        read = seconds(lambda: checked(file))
        backup = checked(file)
        journal = JournalLine.objects.count()
        _unlock()
        loaded = seconds(lambda: restoring.load(backup))
        bench.report(
            "backups",
            lines=backup.tables["games.entry"]["rows"],
            journal=journal,
            rows=backup.rows,
            megabytes=bench.shown(file.stat().st_size / 1e6),
            seconds={"backup": written, "check": read, "load": loaded},
        )


def _unlock() -> None:
    """A restore fills tables that are empty; here they are emptied, which the tables of logs refuse on SQLite."""
    from django.db import connection

    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE '%_delete'")
            for (name,) in cursor.fetchall():
                cursor.execute(f"DROP TRIGGER {name}")


def seconds(act: Callable[[], object]) -> float:
    """On the clock, once."""
    start = time.perf_counter()
    act()
    return bench.shown(time.perf_counter() - start)


def _fill(lines: int, now: object) -> None:
    """So many lines at tables and as many in a journal, like those that are there; no chain speaks for them."""
    from games.models import Entry
    from tournaments.models import JournalHead, JournalLine

    entry, line = Entry.objects.order_by("position").last(), JournalLine.objects.last()
    head = JournalHead.objects.create(event_id=None) if line is None else line.chain
    have = Entry.objects.count()
    values = {name: value for name, value in vars(entry).items() if name != "_state"}
    for start in range(have, lines, 5000):
        numbers = range(start, min(lines, start + 5000))
        entries, notes = [], []
        for number in numbers:
            entries.append(Entry(**{**values, "id": uuid.uuid4(), "position": 1000 + number, "slot": 1000 + number}))
            told = {"games.game": {"fields": ["letters"], "rows": [["1", number, "a" * 64]]}}
            of = {"act": "pen_taken", "by": "account:1", "subject": f"table:{number}", "digest": uuid.uuid4().hex * 2}
            notes.append(JournalLine(chain=head, number=100000 + number, at=now, new={"n": number}, rows=told, **of))
        Entry.objects.bulk_create(entries)
        JournalLine.objects.bulk_create(notes)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=100_000)
    parser.add_argument("--players", type=int, default=20)
    return parser.parse_args()


if __name__ == "__main__":
    main()

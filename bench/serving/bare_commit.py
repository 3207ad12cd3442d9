"""The reference for a recorded deal: its rows, written and committed by the driver alone.

One line, its game, four scores, the event's version. The line is copied from one that stands there, so the database
checks and stores as much as for a real one.
"""

from __future__ import annotations

import sqlite3
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

from serving.measuring import Bench

FIRST_POSITION = 1_000  # behind everything that was recorded


def bare_commit(bench: Bench, slug: str) -> Callable[[], None]:
    """Commits the rows of one deal more in the event, whose log is of no use afterwards."""
    rows = bench.aside.ask("rows_of_a_deal", slug=slug)
    execute, new_id, mark = _driver(bench)
    others = [column for column in rows["columns"] if column not in ("id", "position")]
    names = ", ".join(["id", "position", *others])
    insert = f"INSERT INTO games_entry ({names}) SELECT {', '.join([mark, mark, *others])} FROM games_entry WHERE id = {mark}"  # noqa: S608, E501 - names of our own columns
    line, positions = new_id(rows["line"]), iter(range(FIRST_POSITION, 10**6))
    update = {
        "game": f"UPDATE games_game SET length = length WHERE id = {mark}",  # noqa: S608 - a mark is no value
        "score": f"UPDATE tournaments_score SET deals = deals WHERE registration_id = {mark}",  # noqa: S608 - as above
        "event": f"UPDATE tournaments_event SET version = version + 1 WHERE id = {mark}",  # noqa: S608 - as above
    }

    def act() -> None:
        execute("BEGIN IMMEDIATE" if mark == "?" else "BEGIN", ())
        execute(insert, (new_id(uuid.uuid4().hex), next(positions), line))
        execute(update["game"], (rows["game"],))
        for score in rows["scores"]:
            execute(update["score"], (score,))
        execute(update["event"], (rows["event"],))
        execute("COMMIT", ())

    return act


def _driver(bench: Bench) -> tuple[Callable[[str, tuple[Any, ...]], object], Callable[[str], Any], str]:
    """What runs a statement, what an id is, and the sign for a value."""
    environment = bench.site.environment
    if url := environment.get("DATABASE_URL"):
        import psycopg

        connection = psycopg.connect(url, autocommit=True, prepare_threshold=1)
        return connection.execute, uuid.UUID, "%s"
    file = sqlite3.connect(Path(environment["SCWU_DATA_DIR"]) / "scwu.sqlite3", isolation_level=None, timeout=20)
    for pragma in ("journal_mode=WAL", "synchronous=FULL"):
        file.execute(f"PRAGMA {pragma}")
    return file.execute, str, "?"

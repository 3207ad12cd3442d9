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
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

from serving import browsing, crowds, processes, streaming
from serving.measuring import TABLES, Bench, Figures
from serving.running import Aside, Site, allow_many_connections, embedded, on_servers

ROOT = Path(__file__).resolve().parent.parent
ROWS: dict[str, Callable[[Bench], Figures]] = {
    row.__name__: row
    for row in (
        browsing.bare,
        browsing.deal,
        browsing.lines,
        browsing.unchanged,
        browsing.standings,
        browsing.pages,
        crowds.phones,
        crowds.hall,
        streaming.fanout,
        streaming.through,
        streaming.streams,
        processes.idle,
        processes.warm,
        browsing.kept,
        crowds.attack,
        crowds.worker,
    )
}


def main() -> None:
    given = _arguments()
    allow_many_connections()
    root = given.root.resolve()
    for opened in _sites(given, root):
        with opened as site:
            aside = Aside(site)
            try:
                bench = Bench(site, aside, aside.ask("set_up", referees=TABLES), given.quick)
                for name in given.rows:
                    _print(name, site, ROWS[name], bench)
            finally:
                aside.close()


def _print(name: str, site: Site, row: Callable[[Bench], Figures], bench: Bench) -> None:
    """The one line. A row that fails says so in it, and the others follow."""
    try:
        figures = row(bench)
    except Exception as error:
        figures = {"failed": f"{type(error).__name__}: {error}"[:1000], "log": site.log()}
    print(json.dumps({"bench": "served", "row": name, "database": site.database, **figures}), flush=True)


def _sites(given: argparse.Namespace, root: Path) -> Iterator[AbstractContextManager[Site]]:
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

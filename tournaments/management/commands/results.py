"""`manage.py results FILE`: the results document of an event file, worked out without any database.

For the evening on which the system was down (competition.md 7) and for checking a published event. A refused file,
a missing one or a directory ends with code 2 and one line per fault, `path: sentence`, on the error stream.
"""

from __future__ import annotations

import gc
import io
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import gettext as _
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from games.rules.refusals import Refused
from tournaments.exchange.event_file import MAX_BYTES, EventFile, parse
from tournaments.exchange.played import played_event
from tournaments.standings.reasons import sentence
from tournaments.standings.results import Results, results, results_document
from tournaments.standings.success import display

REFUSED = 2


class Command(BaseCommand):
    help = "Prints the results (scwu-results/1) of an event file (scwu-event/1). Needs no database."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help="the event file; - reads standard input")
        parser.add_argument("--table", action="store_true", help="the standings as a table for people")

    def handle(self, *_args: Any, **options: Any) -> None:
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):  # whatever the locale says, nicks are UTF-8
                stream.reconfigure(encoding="utf-8", errors="backslashreplace")
        try:
            text = _printed(options["file"], as_table=options["table"])
        except OSError as error:
            self._refuse([(options["file"], error.strerror or str(error))])
        except Refused as refused:
            self._refuse(refused.values["faults"])
        else:
            self._print(text)

    def _refuse(self, faults: Any) -> None:
        for path, fault in faults:
            self.stderr.write(f"{path}: {fault}")
        raise SystemExit(REFUSED)

    def _print(self, text: str) -> None:
        try:
            self.stdout.write(text)
            self.stdout.flush()
        except (
            BrokenPipeError
        ):  # `results FILE | head`: nobody reads on, and Python would complain once more at its end
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _printed(name: str, *, as_table: bool) -> str:
    with _without_collector():
        event = parse(_read(name))
        found = results(played_event(event))
        return _table(event, found) if as_table else json.dumps(results_document(found), indent=1, ensure_ascii=False)


@contextmanager
def _without_collector() -> Iterator[None]:
    """Values without cycles are made and kept: looking through them for garbage takes a quarter of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _read(name: str) -> bytes:
    """One byte more than a file may have is enough to refuse it."""
    if name == "-":
        if sys.stdin is None:  # closed by whoever called
            raise OSError("there is no standard input")
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    with Path(name).open("rb") as file:
        return file.read(MAX_BYTES + 1)


def _table(event: EventFile, found: Results) -> str:
    nicks = {entry.id: entry.nick for entry in event.entries}
    table = Table(title=escape(event.name))
    for heading, justify in ((_("Place"), "right"), (_("Nick"), "left"), (_("Success"), "right"), (_("Why"), "left")):
        table.add_column(heading, justify=justify)  # type: ignore[arg-type]  # "left" and "right", as rich wants it
    for standing in found.standings:
        shown = display(
            standing.success, decimals=found.regulations.percent_decimals, mode=found.regulations.percent_mode
        )
        why = "; ".join(sentence(reason) for reason in standing.why)
        table.add_row(f"{standing.place}.", escape(nicks[standing.entry]), shown or "–", escape(why))
    console = Console(file=io.StringIO(), width=120)
    console.print(table)
    return console.file.getvalue() if isinstance(console.file, io.StringIO) else ""

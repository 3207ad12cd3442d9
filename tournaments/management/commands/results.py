"""`manage.py results FILE`: the results document of an event file, worked out without any database.

For the evening on which the system was down (competition.md 7) and for checking a published event. A refused file,
a missing one or a directory ends with code 2 and one line per fault, `path: sentence`, on the error stream.
"""

from __future__ import annotations

import gc
import io
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from games.management.documents import DocumentCommand
from tournaments.exchange.event_file import MAX_BYTES, parse
from tournaments.exchange.played import played_event
from tournaments.exchange.shapes import EventFile
from tournaments.facts.regulations import Regulations
from tournaments.standings.places import Standing
from tournaments.standings.reasons import sentence
from tournaments.standings.results import Results, results, results_document
from tournaments.standings.success import display
from tournaments.texts.about_faults import fault_text


class Command(DocumentCommand):
    help = "Prints the results (scwu-results/1) of an event file (scwu-event/1). Needs no database."
    requires_system_checks: list[str] = []
    what = "the event file"
    most_bytes = MAX_BYTES
    sentence_of = staticmethod(fault_text)

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--table", action="store_true", help="the standings as a table for people")

    def answer(self, data: bytes, options: dict[str, Any]) -> str:
        with _without_collector():
            event = parse(data)
            found = results(played_event(event))
            if options["table"]:
                return _table(event, found)
            return json.dumps(results_document(found), indent=1, ensure_ascii=False)


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


def _table(event: EventFile, found: Results) -> str:
    nicks = {entry.id: entry.nick for entry in event.entries}
    table = Table(title=escape(event.name))
    figures = [_("Games won"), _("Points")] if found.regulations.game == "smear" else [_("Success")]
    right = [(heading, "right") for heading in figures]
    for heading, justify in ((_("Place"), "right"), (_("Nick"), "left"), *right, (_("Why"), "left")):
        table.add_column(heading, justify=justify)  # type: ignore[arg-type]  # "left" and "right", as rich wants it
    for standing in found.standings:
        why = "; ".join(sentence(reason) for reason in standing.why)
        shown = _figures(standing, found.regulations)
        table.add_row(f"{standing.place}.", escape(nicks[standing.entry]), *shown, escape(why))
    console = Console(file=io.StringIO(), width=120)
    console.print(table)
    return console.file.getvalue() if isinstance(console.file, io.StringIO) else ""


def _figures(standing: Standing, regulations: Regulations) -> list[str]:
    """What decides about the places, as this game has it."""
    if regulations.game == "smear":
        return [str(standing.total.won), str(standing.total.points)]
    shown = display(standing.success, decimals=regulations.percent_decimals, mode=regulations.percent_mode)
    return [shown or "–"]

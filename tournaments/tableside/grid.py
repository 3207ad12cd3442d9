"""A score sheet of paper typed in: rows of deals, a column for each seat, for a table that had no power at all.

The rows are those of the printed sheet (console/print_sheets.html): deal, bench, loser, note. It is looked at first:
what the log would say, and of each row that cannot be why. Then all rows are recorded in one transaction, or none. They
come after what the log holds already. For referees and the director.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games import queries as game_queries
from games.rules.paper import Copied, PaperRow, copied
from games.rules.payload import LONGEST_REASON, one_line
from games.rules.refusals import Refused
from tournaments import access
from tournaments.acts.visit import note_refusal, signed_in
from tournaments.operations.evening import recording
from tournaments.queries.tables import TableView, table_view
from tournaments.tableside.face import TABLE, tableside
from tournaments.tableside.table_answers import (
    CONFLICT,
    UNPROCESSABLE,
    Place,
    Refusal,
    gone,
    named,
    refusal_of,
    wants_part,
)
from tournaments.texts.about_findings import finding_text
from tournaments.texts.about_log import LogLine, log_lines

SPARE, MOST_ROWS = 4, 60
VOID, LETTER = "void", "letter"


@dataclass(frozen=True, slots=True)
class GridRow:
    """A row as it was typed. `fault`: why it cannot be."""

    number: int
    chosen: str = ""
    is_letter: bool = False
    bench: str = ""
    note: str = ""
    fault: str = ""

    @property
    def paper(self) -> PaperRow | None:
        """What it says, None if it is empty."""
        reason = one_line(self.note)[:LONGEST_REASON]
        if not self.chosen:
            return None
        bench = (
            tuple(dict.fromkeys(letter for letter in self.bench.upper() if letter.isalpha())) if self.bench else None
        )
        if self.chosen == VOID:
            return PaperRow(self.number, "void", bench=bench, reason=reason)
        if self.is_letter:
            return PaperRow(self.number, "letter", self.chosen, reason=reason)
        return PaperRow(self.number, "deal", self.chosen, bench=bench)


@tableside.view(
    f"{TABLE}grid/",
    right="table.rule",
    methods="GET POST",
    name="grid",
    wanted=gettext_lazy("Typing in a score sheet"),
)
def grid_page(request: HttpRequest, slug: str, round_number: int, table_number: int) -> HttpResponse:
    """The empty sheet; what it would say; and all of it recorded."""
    place, account = Place(slug, round_number, table_number), signed_in(request)
    held = access.table_for_referee(account, slug, round_number, table_number)
    view = table_view(held.table, viewer=account, is_referee=True)
    if view.is_smear or view.state is None:
        raise Http404
    rows = _rows(request.POST, view)
    if request.method != "POST":
        return _page(request, place, view, rows)
    if _is_recorded(request.POST, view):  # the phone asks again
        messages.success(request, _("That is done already."))
        return gone(request, place.base, _form_id(request.POST))
    log = [game_queries.parsed(line) for line in game_queries.log_of(held.game)]
    found = copied(view.state.setup, log, [row.paper for row in rows if row.paper])
    rows = _with_faults(rows, found)
    if found.faults or not found.entries:
        return _page(request, place, view, rows, found=found, status=UNPROCESSABLE)
    if "again" in request.POST or request.POST.get("looked") != _mark(request.POST, view.length):
        return _page(request, place, view, rows, found=found, looked=_mark(request.POST, view.length))
    try:
        recording.record_sheet(
            by=account,
            entries=found.entries,
            base=view.length,
            form=_form_id(request.POST),
            now=timezone.now(),
            **place.named(),
        )
    except Refused as refused:
        note_refusal(request, refused)
        return _page(request, place, view, rows, refusal=refusal_of(refused), status=CONFLICT)
    said = ngettext(
        "%(n)s line of the sheet is recorded.", "%(n)s lines of the sheet are recorded.", len(found.entries)
    )
    messages.success(request, said % {"n": len(found.entries)})
    return gone(request, place.base, _form_id(request.POST))


def _rows(data: QueryDict, view: TableView) -> list[GridRow]:
    """As many rows as the game can still have deals, and some for what else stands on a sheet."""
    most = view.state.deals_to_go[1] if view.state and view.state.deals_to_go else 0
    seats = {*(seat.seat for seat in view.seats), VOID}
    found = []
    for number in range(1, min(most + SPARE, MOST_ROWS) + 1):
        chosen = data.get(f"chosen_{number}", "")
        found.append(
            GridRow(
                number=number,
                chosen=chosen if chosen in seats else "",
                is_letter=f"{LETTER}_{number}" in data,
                bench=data.get(f"bench_{number}", "").strip()[:6],
                note=data.get(f"note_{number}", "").replace("\x00", "").strip()[:LONGEST_REASON],
            )
        )
    return found


def _with_faults(rows: list[GridRow], found: Copied) -> list[GridRow]:
    faults = {number: finding_text(finding.code, finding.values) for number, finding in found.faults}
    return [
        GridRow(row.number, row.chosen, row.is_letter, row.bench, row.note, faults.get(row.number, "")) for row in rows
    ]


def _form_id(data: QueryDict) -> uuid.UUID:
    """The id of the sheet, from which each of its lines has its own: sent twice, it is recorded once."""
    try:
        return uuid.UUID(data.get("entry_id", ""))
    except ValueError:
        return uuid.uuid4()


def _is_recorded(data: QueryDict, view: TableView) -> bool:
    """Whether this very sheet, as it was looked at, stands in the log already."""
    first = recording.sheet_line(_form_id(data), 1)
    return any(line.id == first and data.get("looked") == _mark(data, line.position - 1) for line in view.lines)


def _mark(data: QueryDict, length: int) -> str:
    """What was looked at: the rows as they were typed, on the log as it was."""
    names = (name for name in sorted(data) if name.rpartition("_")[2].isdecimal() and data[name])
    typed = [f"{name}={data[name]}" for name in names]
    return str(uuid.uuid5(_form_id(data), f"{length}|{'|'.join(typed)}"))


def _page(
    request: HttpRequest,
    place: Place,
    view: TableView,
    rows: list[GridRow],
    *,
    found: Copied | None = None,
    looked: str = "",
    refusal: Refusal | None = None,
    status: int = 200,
) -> HttpResponse:
    context: dict[str, Any] = {
        "place": place,
        "view": view,
        "rows": rows,
        "void": VOID,
        "first": view.state.deals + 1 if view.state else 1,
        "lines": _lines(view, found) if found and not found.faults else [],
        "result": [(view.nick(seat.seat), seat.letters) for seat in found.state.seats.values()] if found else [],
        "is_empty": found is not None and not found.entries and not found.faults,
        "looked": looked,
        "entry_id": _form_id(request.POST),
        "refusal": refusal,
        "not_over": bool(found and not found.state.finished),
    }
    with timezone.override(ZoneInfo(view.zone)):
        answer = render(request, "tableside/grid.html", context, status=status)
    return named(answer, context["entry_id"] if wants_part(request) else None)


def _lines(view: TableView, found: Copied) -> list[LogLine]:
    """What the log would say of the rows."""
    return log_lines(found.state, view.names, has_letters=bool(view.letters), since=view.length + 1)

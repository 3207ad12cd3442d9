"""How a line is answered to `outbox.js`: it is named, with what became of it, and what changed on the page.

JSON, 200, or 422 or 409 where it was refused:

    {"lines": [{"id": "7d…", "status": "applied", "position": 12}],    a line for each id that was sent
     "head": {"position": 12, "digest": "5f…"},                        of the log as it is now
     "version": 481, "etag": "…",                                      of the event, and of the part of the page
     "table": {…}}

A refused one is {"id": "7d…", "status": "refused", "code": "stale_position", "sentences": ["…"]}; its `id` is null if
it could not be read. `table` is what changed since the page that the form stood on, and no longer for a longer log:

    {"was": "11-1-ABCDE-en",                                           that page: `shows` of its forms
     "fields": {"slot": 9, "shows": "12-1-ABCDE-en", "bench": "E", …}, values that its forms have now, by their names
     "dealer": "B", "leader": "C",                                     whom the rules propose
     "parts": {"undo": "<div …", "word-A": "<span …", …},              contents of the elements with that `data-part`
     "log": {"12": "<li …"}}                                           lines that are new or read differently

Where more has changed than that, where the form stood on another page, and where nothing was recorded, it is the whole
part, {"html": "…"}. That a page so changed is the page that a reload shows is tried with whole games in
tests/e2e/test_line_answers.py.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils import timezone

from games.rules.entries import Correction, Deal, Pause, PenaltyLetter, SmearDeal, Strike, VoidDeal
from tournaments.acts.visit import signed_in
from tournaments.models import RoundStatus
from tournaments.operations.evening.recording import Recorded
from tournaments.queries.tables import TableView, recorded_view
from tournaments.tableside import pieces
from tournaments.tableside.sheet import Choice
from tournaments.tableside.shown import shown_lines, to_undo
from tournaments.tableside.smear_sheet import SmearChoice
from tournaments.tableside.table_answers import (
    Place,
    Refusal,
    etag_of_view,
    form_shown,
    named,
    page_name,
    shows,
    table_context,
)

# Lines that change no more than pieces of the page, unless somebody leaves by them or comes back.
OF_A_DEAL = (Deal, SmearDeal, VoidDeal, PenaltyLetter, Strike)
FEW_LINES = 4  # of the log, that are sent anew at most


def answer_recorded(request: HttpRequest, place: Place, recorded: Recorded, *, entry_id: UUID) -> HttpResponse:
    """The answer to a line that was recorded: what changed since the page that its form stood on, or all of it."""
    since, was = _first_changed(recorded), _page_before(recorded)
    is_small = bool(was) and was == request.POST.get("shows") and recorded.position < since + FEW_LINES
    view = recorded_view(
        recorded.table,
        occupants=recorded.occupants,
        state=recorded.state,
        log=recorded.log,
        viewer=signed_in(request),
        is_referee=recorded.is_referee,
        since=since if is_small else 1,
    )
    table = {"was": was, **_changes(place, view)} if is_small else _whole(request, place, view)
    return _told(view, {"id": entry_id, "status": "applied", "position": recorded.position}, table)


def answer_refused(
    request: HttpRequest,
    place: Place,
    view: TableView,
    refusal: Refusal,
    *,
    choice: Choice | SmearChoice | None,
    entry_id: UUID | None,
) -> HttpResponse:
    """The answer to a line that was not recorded: why, and the page with it."""
    line = {"id": entry_id, "status": "refused", "code": refusal.code, "sentences": list(map(str, refusal.sentences))}
    return _told(view, line, _whole(request, place, view, choice=choice, refusal=refusal), status=refusal.status)


def _told(view: TableView, line: dict[str, Any], table: dict[str, Any], *, status: int = 200) -> HttpResponse:
    said = {
        "lines": [line],
        "head": {"position": view.length, "digest": view.head},
        "version": view.version,
        "etag": etag_of_view(view),
        "table": table,
    }
    short = {"ensure_ascii": False, "separators": (",", ":")}
    return named(JsonResponse(said, status=status, json_dumps_params=short), line["id"])


def _whole(
    request: HttpRequest,
    place: Place,
    view: TableView,
    *,
    choice: Choice | SmearChoice | None = None,
    refusal: Refusal | None = None,
) -> dict[str, Any]:
    with timezone.override(ZoneInfo(view.zone)):
        context = table_context(place, view, choice, refusal)
        return {"html": render_to_string("tableside/table_now.html", context, request)}


def _changes(place: Place, view: TableView) -> dict[str, Any]:
    """What the page needs that showed the table as it was before the lines of the view."""
    sheet, proposal, zone = form_shown(view, None), view.proposal, ZoneInfo(view.zone)
    assert sheet is not None and proposal is not None  # noqa: PT018, S101 – for the type checker: the game goes on
    lines = shown_lines(view)
    parts = {
        "state": pieces.state(view),
        "question": pieces.question(sheet),
        "undo": pieces.undo(to_undo(view, lines), place.base),
        **{f"score-{party.name}": str(party.score) for party in view.parties},
    }
    if not view.is_smear:
        parts["void"] = pieces.void_deals(view)
        parts |= {f"word-{seat.seat}": pieces.word(view, seat) for seat in view.seats if seat.left is None}
    return {
        "fields": {
            "expected_position": view.length + 1,
            "base": view.length,
            "slot": sheet.number,
            "pen": view.pen.epoch,
            "shows": shows(view),
            **({"bench": "".join(proposal.bench)} if not view.is_smear else {}),
        },
        "dealer": proposal.dealer,
        "leader": proposal.leader,
        "parts": parts,
        "log": {line.line.position: pieces.line(line, zone, base=place.base) for line in lines},
    }


def _page_before(recorded: Recorded) -> str:
    """The page that becomes the present one when pieces of it are changed; empty if none does."""
    state, game, position = recorded.state, recorded.table.game, recorded.position
    if game is None or state.finished or recorded.table.round.status != RoundStatus.RUNNING:
        return ""
    if position == 1 or position < len(recorded.log):  # the first line takes the pen
        return ""
    if not all(isinstance(line.entry, OF_A_DEAL) for line in state.lines[_first_changed(recorded) - 1 :]):
        return ""
    if _ended_pause(recorded):
        return ""
    return page_name(position - 1, game.pen_epoch, state.active)


def _ended_pause(recorded: Recorded) -> bool:
    """Whether the table had a pause when the line came: its page says so, beside the pieces."""
    earlier = (line.entry for line in reversed(recorded.state.lines[: recorded.position - 1]) if line.applied)
    last = next((entry for entry in earlier if not isinstance(entry, Correction)), None)
    return isinstance(last, Pause)


def _first_changed(recorded: Recorded) -> int:
    """The first line of the log that reads differently for the line that was recorded, if only itself."""
    position = recorded.position
    while isinstance(entry := recorded.state.lines[position - 1].entry, Correction) and entry.position < position:
        position = entry.position
    return position

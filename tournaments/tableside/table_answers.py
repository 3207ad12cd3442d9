"""How the table side answers a form: by a redirect, so that reload and the back button repeat nothing.

A refused entry is answered in the page, next to the form: 422 where something filled in must be mended, 409 where the
table has moved on; what was recorded meanwhile and what was wanted then stand side by side. The forms beside the log
(rulings, corrections, a score sheet) are kept and sent again by `phone/drafts.js`, which says so by `X-Resend`:
`X-Entry-Id` tells it that this very form was dealt with, and a redirect comes to it as JSON.
"""

from __future__ import annotations

import itertools
import re
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any
from zoneinfo import ZoneInfo

from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language

from games.rules.refusals import Refused
from games.rules.renonc import catalogue_of
from tournaments import access
from tournaments.acts.visit import signed_in
from tournaments.models import Table
from tournaments.queries.tables import LineView, SeatView, TableView, table_view
from tournaments.tableside import pieces
from tournaments.tableside.phone_page import as_script, game_told
from tournaments.tableside.sheet import Choice, Sheet, read_choice, sheet_of
from tournaments.tableside.shown import ShownLine, shown_lines, to_undo
from tournaments.tableside.smear_sheet import SmearChoice, SmearSheet, read_smear_choice, smear_sheet_of
from tournaments.texts import about_events, about_rulings, refusals

CONFLICT, UNPROCESSABLE = 409, 422

# Refusals that somebody can mend in the form; with all others the table itself says no.
MISTYPED = frozenset(
    {
        "bid_out_of_range",
        "cannot_complete",
        "facts_required",
        "loser_not_playing",
        "malformed_entry",
        "moon_bids_all",
        "no_moon",
        "no_such_deal",
        "not_four",
        "points_off",
        "points_required",
        "ruling_not_allowed",
        "stand_in_reason_required",
        "unknown_party",
        "unknown_seat",
    }
)
# Where a template says nothing it leaves an empty line: one in two of this page, which has the most to send.
EMPTY_LINES = re.compile(rb"\n\s*\n")
OUTDATED = frozenset({"stale_position", "id_reused"})


@dataclass(frozen=True, slots=True)
class Place:
    """Which table an address names."""

    slug: str
    round_number: int
    table_number: int

    @property
    def base(self) -> str:
        """The address of the table; those of all acts begin with it."""
        return reverse("table:table", args=[self.slug, self.round_number, self.table_number])

    def named(self) -> dict[str, Any]:
        """The place as the operations take it."""
        return {"slug": self.slug, "round_number": self.round_number, "table_number": self.table_number}


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why nothing was recorded. `meanwhile`: lines that the form did not know of; `wanted`: what it said."""

    sentences: Sequence[str]
    status: int
    code: str = "malformed_entry"
    meanwhile: Sequence[ShownLine] = ()
    wanted: str = ""


def fetch(request: HttpRequest, place: Place) -> TableView:
    """The table as it is now, if whoever asks may record there."""
    account = signed_in(request)
    held = access.table_for_recorder(account, place.slug, place.round_number, place.table_number)
    return table_view(held.table, viewer=account, is_referee=held.is_referee)


def fetch_line(request: HttpRequest, place: Place, position: int) -> tuple[TableView, LineView]:
    """The table as `fetch` gives it, and the line of its log at `position`. Raises Http404."""
    view = fetch(request, place)
    line = view.line(position)
    if line is None:
        raise Http404
    return view, line


def refusal_of(refused: Refused, *, meanwhile: Sequence[ShownLine] = (), wanted: str = "") -> Refusal:
    """A refusal of the house as a page shows it."""
    status = UNPROCESSABLE if refused.code in MISTYPED else CONFLICT
    return Refusal([refusals.sentence_for(refused)], status, refused.code, meanwhile, wanted)


def wants_part(request: HttpRequest) -> bool:
    """Whether `phone/drafts.js` asks, which puts the answer into the page itself."""
    return request.headers.get("X-Resend") == "1"


def show_table(
    request: HttpRequest,
    place: Place,
    view: TableView,
    *,
    choice: Choice | SmearChoice | None = None,
    refusal: Refusal | None = None,
    part: bool = False,
    beside: Mapping[str, Any] = MappingProxyType({}),
) -> HttpResponse:
    """The page of a table, or the part of it that changes.

    `beside`: what else the whole page says: `own`, the reader's tables of the round; for referees `calls` of other
    tables in the version `bell_version` of the event.
    """
    context = {**table_context(place, view, choice, refusal), **beside}
    if told := game_told(view, signed_in(request), place=place.base):
        context["game"] = as_script(told)
    status = refusal.status if refusal else 200
    with timezone.override(ZoneInfo(view.zone)):
        answer = render(request, f"tableside/table{'_now' if part else ''}.html", context, status=status)
    answer.content = EMPTY_LINES.sub(b"\n", answer.content)
    answer["X-Version"] = str(view.version)
    return named(answer, None)


def table_context(
    place: Place, view: TableView, choice: Choice | SmearChoice | None, refusal: Refusal | None
) -> dict[str, Any]:
    """What the templates of the page and of its part are told."""
    sheet, zone = form_shown(view, choice), ZoneInfo(view.zone)
    lines = shown_lines(view)
    return {
        "place": {"base": place.base},
        "view": view,
        "sheet": sheet,
        "round_title": about_events.round_title(view.round_number, view.round_kind),
        "kinds": [(kind, about_rulings.RENONC_KINDS[kind]) for kind in catalogue_of(is_smear=view.is_smear)],
        "playing": len(sheet.players) if isinstance(sheet, Sheet) else 0,
        "result": sorted(view.seats, key=_in_result),
        "log": [pieces.line(line, zone, base=place.base) for line in reversed(lines)],
        "refusal": refusal,
        "pieces": {
            "state": pieces.state(view),
            "question": pieces.question(sheet) if sheet else "",
            "void": pieces.void_deals(view),
            "undo": pieces.undo(to_undo(view, lines), place.base),
        },
        "etag": etag_of_view(view),
        "new_id": _ids(),
    }


def _ids() -> Callable[[], uuid.UUID]:
    """A new id for each form of a page. They follow one on another, which packs into a tenth."""
    following = itertools.count(uuid.uuid4().int)
    return lambda: uuid.UUID(int=next(following) % 2**128)


def form_shown(view: TableView, choice: Choice | SmearChoice | None) -> Sheet | SmearSheet | None:
    """The form of the next deal, as the game wants it."""
    if view.is_smear:
        return smear_sheet_of(view, choice if isinstance(choice, SmearChoice) else None)
    return sheet_of(view, choice if isinstance(choice, Choice) else None)


def choice_of(data: QueryDict, view: TableView) -> Choice | SmearChoice:
    """What `data` (a form or an address) says."""
    return read_smear_choice(data, view) if view.is_smear else read_choice(data, view)


def _in_result(seat: SeatView) -> tuple[int, int, str]:
    """By place where there are places; else the badges in their order, then those who stayed."""
    return (seat.place or 0, seat.left or 99, seat.seat)


def etag_of(table: Table) -> str:
    """What the part of a table page depends on: the log, the pen, the round; before the start the whole event."""
    game, round_ = table.game, table.round
    call = getattr(table, "open_call", None) or 0
    return _etag(f"{game.length}-{game.pen_epoch}-{round_.status}-{call}" if game else f"{round_.event.version}")


def etag_of_view(view: TableView) -> str:
    """The same of a table that was looked at."""
    call = view.call.mark if view.call else 0
    stamp = f"{view.length}-{view.pen.epoch}-{view.round_status}-{call}"
    return _etag(stamp if view.state else f"{view.version}")


def _etag(stamp: str) -> str:
    return f'"{stamp}-{get_language()}"'


def gone(request: HttpRequest, address: str, entry_id: uuid.UUID) -> HttpResponse:
    """An act that worked and leads to another page."""
    return named(JsonResponse({"location": address}), entry_id) if wants_part(request) else redirected(address)


def redirected(address: str) -> HttpResponse:
    """Redirect after a POST with 303, so that reloading the page repeats nothing."""
    answer = HttpResponseRedirect(address)
    answer.status_code = 303
    return answer


def named(answer: HttpResponse, entry_id: uuid.UUID | None) -> HttpResponse:
    """Names the entry that was dealt with, so that the phone need not send it again."""
    if entry_id is not None:
        answer["X-Entry-Id"] = str(entry_id)
    answer["Cache-Control"] = "no-store, private"
    return answer


def renewed(form: Form, **hidden: object) -> Form:
    """A refused form to be sent again is another form: it has its own id and knows the log as it is now."""
    if form.is_bound:
        assert isinstance(form.data, QueryDict)  # noqa: S101 – for the type checker: it came by a request
        form.data = form.data.copy()
        for name, value in hidden.items():
            form.data[name] = str(value)
    return form

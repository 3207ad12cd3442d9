"""The seating on a big screen, at one address for the whole evening: it follows the rounds by itself.

Only what is published is shown. Everything stands in the page, by name and by table, in large type; a script turns the
pages (static/tournaments/screen.js), live.js brings what is new. Without scripts the page is one long list that is
loaded again every half minute.
"""

from __future__ import annotations

from operator import itemgetter
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments import access
from tournaments.public.events import fragment
from tournaments.public.face import public
from tournaments.queries.tables_public import TableNow, seated_round, tables_of
from tournaments.queries.versions import etag, live_page
from tournaments.texts.about_events import round_title
from tournaments.texts.about_languages import name_order

SHOWS = ("names", "tables")


@public.view("e/<slug:slug>/screen/", right="public.read")
@live_page
def screen(request: HttpRequest, slug: str) -> HttpResponse:
    """The newest seating that is published. `?show=names` or `tables`: only one of the two, for two screens."""
    return render(request, "public/screen.html", _context(request, slug))


@public.view("e/<slug:slug>/screen/fragment/", right="public.read")
@live_page
def screen_fragment(request: HttpRequest, slug: str) -> HttpResponse:
    """The part of the screen that changes."""
    return fragment(request, "public/screen_live.html", _context(request, slug))


def _context(request: HttpRequest, slug: str) -> dict[str, Any]:
    event = access.public_event(slug)
    round_ = seated_round(event)
    tables = tables_of(round_) if round_ else []
    asked = request.GET.get("show", "")
    return {
        "section": "events",
        "event": event,
        "title": round_title(round_.number, round_.kind) if round_ else "",
        "number": round_.number if round_ else None,
        "show": asked if asked in SHOWS else "",
        "tables": [
            {"number": table.number, "seats": [(seat.seat, seat.now.nick) for seat in table.seats if seat.left is None]}
            for table in tables
        ],
        "by_name": _by_name(tables),
        "version": event.version,
        "etag": etag(event.version),
    }


def _by_name(tables: list[TableNow]) -> list[tuple[str, int, str]]:
    seats = [(seat.now.nick, table.number, seat.seat) for table in tables for seat in table.seats if seat.left is None]
    return sorted(seats, key=name_order(itemgetter(0)))

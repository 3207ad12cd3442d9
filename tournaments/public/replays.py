"""Any table and any event stepped through, line by line; each step has an address of its own, so each deal has one.

Without a script it is a page with links; with one (static/tournaments/replay.js) keys, a slider and a pace fetch the
part that changes and keep the address right.
"""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from games.rules.replay import GameState
from tournaments import access
from tournaments.public.events import event_frame, fragment
from tournaments.public.face import public
from tournaments.public.shown import table_shown, tables_shown
from tournaments.public.tables import rulings_shown
from tournaments.queries.replays import event_step, step_of
from tournaments.queries.tables_public import TableNow
from tournaments.queries.versions import etag, live_page
from tournaments.texts.about_events import round_title
from tournaments.texts.about_log import LogLine, log_lines

OF_TABLE = "e/<slug:slug>/round/<int:number>/table/<int:table>/replay/"
OF_EVENT = "e/<slug:slug>/replay/"


@public.view(OF_TABLE, right="public.read")
@live_page
def replay(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """A table before its first deal."""
    return render(request, "public/replay.html", _table_context(slug, number, table, 0))


@public.view(OF_TABLE + "<int:position>/", right="public.read")
@live_page
def replay_at(request: HttpRequest, slug: str, number: int, table: int, position: int) -> HttpResponse:
    """A table after so many lines of its log."""
    return render(request, "public/replay.html", _table_context(slug, number, table, position))


@public.view(OF_TABLE + "<int:position>/fragment/", right="public.read")
@live_page
def replay_fragment(request: HttpRequest, slug: str, number: int, table: int, position: int) -> HttpResponse:
    """The part of a step that changes."""
    return fragment(request, "public/replay_step.html", _table_context(slug, number, table, position))


@public.view(OF_EVENT, right="public.read")
@live_page
def event_replay(request: HttpRequest, slug: str) -> HttpResponse:
    """An event at its first line."""
    return render(request, "public/event_replay.html", _event_context(slug, 1))


@public.view(OF_EVENT + "<int:position>/", right="public.read")
@live_page
def event_replay_at(request: HttpRequest, slug: str, position: int) -> HttpResponse:
    """An event after so many lines, whatever the table."""
    return render(request, "public/event_replay.html", _event_context(slug, position))


@public.view(OF_EVENT + "<int:position>/fragment/", right="public.read")
@live_page
def event_replay_fragment(request: HttpRequest, slug: str, position: int) -> HttpResponse:
    """The part of an event's step that changes."""
    return fragment(request, "public/event_replay_step.html", _event_context(slug, position))


def _table_context(slug: str, number: int, table_number: int, position: int) -> dict[str, Any]:
    table = access.public_table(slug, number, table_number)
    step = step_of(table, position)
    if step is None:
        raise Http404
    event = table.round.event
    return {
        "section": "events",
        "event": event,
        "number": number,
        "shown": table_shown(step.now),
        "step": step,
        "line": _line(step.state, step.now),
        "rulings": rulings_shown(step.rulings, step.now),
        "at": position,
        "first": 0,
        "length": step.length,
        "deals": step.deals,
        "version": event.version,
        "etag": etag(event.version),
    }


def _event_context(slug: str, number: int) -> dict[str, Any]:
    found = access.public_event_page(slug)
    step = event_step(found.event, number)
    if step is None and number != 1:
        raise Http404
    shown: dict[str, Any] = {"step": step, "at": number, "first": 1, "length": step.length if step else 0}
    if step is not None:
        table = next(one for one in step.tables if one.number == step.table)
        shown |= {
            "tables": tables_shown(step.tables),
            "title": round_title(step.round.number, step.round.kind),
            "line": _line(step.state, table),
            "rulings": rulings_shown(step.rulings, table),
            "starts": [(round_title(one.number, one.kind), start) for one, start in step.starts],
        }
    return event_frame(found, "event") | shown


def _line(state: GameState, now: TableNow) -> LogLine | None:
    """The last line of a prefix in words; none before the first."""
    if not state.lines:
        return None
    return log_lines(state, now.names, has_letters=now.has_word, since=len(state.lines))[0]

"""The page of a table for those who watch: the letters filling up, and the log line by line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments import access
from tournaments.acts.taken_back import taken_back_page
from tournaments.models import Event, RoundStatus, Ruling
from tournaments.public.events import fragment
from tournaments.public.face import public
from tournaments.public.pictures import race_shown
from tournaments.public.shown import table_shown
from tournaments.queries.finals import unfinished_before
from tournaments.queries.forecasts import forecast_at
from tournaments.queries.tables_public import TableNow, log_of, table_now
from tournaments.queries.versions import etag, live_page
from tournaments.texts.about_forecasts import end_text
from tournaments.texts.about_log import log_lines
from tournaments.texts.about_rulings import DECISIONS, JUDGES, RENONC_KINDS
from tournaments.texts.about_tables import table_name
from tournaments.texts.about_words import in_caption


@public.view("e/<slug:slug>/round/<int:number>/table/<int:table>/", right="public.read", name="table")
@live_page
def table_page(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """One table, as it is; while its round is seated anew, and once that has left the plan, only that."""
    try:
        context = _context(slug, number, table)
    except Http404:
        return taken_back_page(request, slug, number, table)
    return render(request, "public/table.html", context)


@public.view("e/<slug:slug>/round/<int:number>/table/<int:table>/fragment/", right="public.read")
@live_page
def table_fragment(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """The part of a table's page that changes."""
    try:
        context = _context(slug, number, table)
    except Http404:
        return taken_back_page(request, slug, number, table, is_part=True)
    return fragment(request, "public/table_live.html", context)


def _context(slug: str, number: int, table_number: int) -> dict[str, Any]:
    table: Any = access.public_table(slug, number, table_number)  # with what the query annotates
    event = table.round.event
    now = table_now(table)
    is_stopped = now.started and not now.finished and now.status == RoundStatus.CLOSED
    shown, word = table_shown(now), table.round.playing_word
    log = log_of(table, now)
    lines = [] if log is None else log_lines(log.state, log.names, has_letters=log.has_letters)
    return {
        "section": "events",
        "event": event,
        "number": number,
        "shown": shown,
        "is_drawn_again": table.round.is_told_again,
        "is_promised_again": table.round.is_promised_again and not table.round.is_told_again,
        "outdated": table.round.is_outdated and not table.round.is_told_again,
        "left_at": table.left_at if is_stopped else None,
        "basic_unfinished": unfinished_before(table.round),
        "said": in_caption(word.word, word.caption) if shown["has_word"] and word and word.caption else "",
        "lines": [{"line": line, "at": log.times[line.position]} for line in reversed(lines)] if log else [],
        "race": race_shown(log.steps, now.word, log.names) if log and log.has_letters else None,
        "doubts": sum(len(line.doubts) for line in lines),
        "rulings": rulings_shown(log.rulings, now) if log else [],
        "forecast": _forecast(now, event),
        "version": event.version,
        "etag": etag(event.version),
    }


def _forecast(now: TableNow, event: Event) -> str:
    minutes, at = forecast_at(now), now.last_entry_at or now.opened_at
    if not minutes or not at:
        return ""
    return end_text(table_name(event, now.number), minutes, at=at, zone=event.time_zone)


def rulings_shown(rulings: Sequence[Ruling], now: TableNow) -> list[dict[str, Any]]:
    """The rulings at a table in short, without the facts, which are for the referees; an overruled one is marked."""
    nicks = {seat.seat: seat.now.nick for seat in now.seats}
    overruled = {ruling.overrules_id: ruling.judged_by for ruling in rulings}
    return [
        {
            "nick": ruling.concerned.nick if ruling.concerned else nicks.get(ruling.seat, ruling.seat),
            "text": ruling.public_text,
            "kind": RENONC_KINDS[ruling.kind],
            "decision": DECISIONS[ruling.decision],
            "judge": JUDGES[ruling.judged_by],
            "at": ruling.at,
            "is_overruled": ruling.pk in overruled,
            "is_mended": overruled.get(ruling.pk) == ruling.judged_by,
        }
        for ruling in rulings
    ]

"""Records and curiosities: of an event, of a season, of all time; each leads to its deal in the replay."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from tournaments import access
from tournaments.models import Season
from tournaments.public.events import event_frame, hidden_page
from tournaments.public.face import public
from tournaments.public.open_page import open_page
from tournaments.queries.feats import (
    PAIR,
    Holder,
    RecordHeld,
    records_of_all_time,
    records_of_event,
    records_of_season,
    seasons_with_feats,
)
from tournaments.queries.versions import live_page
from tournaments.texts.about_feats import MEANINGS, TITLES, value_text
from tournaments.texts.about_tables import game_where


@public.view("e/<slug:slug>/records/", right="public.read")
@live_page
def event_records(request: HttpRequest, slug: str) -> HttpResponse:
    """The records of an evening, from the tables that are finished."""
    found = access.public_event_page(slug)
    if found.hides_standings:
        return hidden_page(request, found, "records")
    context = {"records": records_shown(records_of_event(found.event)), "in_event": found.event.slug}
    return render(request, "public/event_records.html", event_frame(found, "records") | context)


@public.view("records/", right="public.read")
@open_page
def all_records(request: HttpRequest) -> HttpResponse:
    """The records of everything that was played here."""
    return _page(request, records_of_all_time(), None)


@public.view("records/<int:year>/", right="public.read")
@open_page
def season_records(request: HttpRequest, year: int) -> HttpResponse:
    """The records of a season."""
    if not Season.objects.filter(year=year).exists():
        raise Http404
    return _page(request, records_of_season(year), year)


def _page(request: HttpRequest, records: Iterable[RecordHeld], year: int | None) -> HttpResponse:
    context = {"section": "players", "records": records_shown(records), "year": year, "years": seasons_with_feats()}
    return render(request, "public/records.html", context)


def records_shown(records: Iterable[RecordHeld]) -> list[dict[str, Any]]:
    """Records with their words."""
    return [
        {
            "title": TITLES[one.kind],
            "meaning": MEANINGS[one.kind],
            "value": value_text(one.kind, one.value),
            "holders": [(held, _where(one.kind, held)) for held in one.holders],
            "more": one.more,
        }
        for one in records
    ]


def _where(kind: str, held: Holder) -> str:
    where = holder_where(held)
    return _("last in %(where)s") % {"where": where} if kind == PAIR else where


def holder_where(held: Holder) -> str:
    """The game in which somebody did it, of several the last."""
    return game_where(held.places, held.round, held.table) if held.round and held.table else ""

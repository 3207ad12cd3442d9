"""The list of players and the page of one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from tournaments.public.forms import search_of
from tournaments.public.open_page import open_page
from tournaments.queries import players as player_queries
from tournaments.texts import EVENT_STATES, REGISTRATION_STATES, place_text


@open_page
def players(request: HttpRequest) -> HttpResponse:
    """Find a player by a part of his nick, present or former, without accents."""
    search = search_of(request)
    page = player_queries.players_page(search=search, year=timezone.localdate().year, page=request.GET.get("page"))
    context = {"section": "players", "search": search, "players": list(page), "page_obj": page}
    return render(request, "public/players.html", context)


@open_page
def player(request: HttpRequest, pk: int) -> HttpResponse:
    """A player: clubs by season, events with places, former nicks."""
    found = player_queries.player_with(pk)
    page = player_queries.events_of(found, request.GET.get("page"))
    events = [
        dict(one)
        | {
            "state": EVENT_STATES[one["event__status"]],
            "registration": REGISTRATION_STATES[one["status"]],
            "place": _place(one),
        }
        for one in page
    ]
    context = {
        "section": "players",
        "player": found,
        "aliases": player_queries.former_nicks(found),
        "clubs": player_queries.clubs_of(found),
        "events": events,
        "page_obj": page,
    }
    return render(request, "public/player.html", context)


def _place(one: Mapping[str, Any]) -> str:
    """The place that the referee set, else the computed one with those who share it; empty before final results."""
    if one["set_place"]:
        return str(one["set_place"])
    return place_text(one["place"], one["place"] + one["sharing"] - 1) if one["place"] else ""

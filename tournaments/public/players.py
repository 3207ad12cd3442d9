"""The list of players and the page of one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from tournaments.facts.nicks import LONGEST_KEY
from tournaments.models import Ruling
from tournaments.operations.people.players import find_player
from tournaments.public.face import public
from tournaments.public.forms import search_of
from tournaments.public.open_page import open_page
from tournaments.public.pictures import seasons_shown
from tournaments.public.records import records_shown
from tournaments.queries import players as player_queries
from tournaments.queries.badges import badges_of_player
from tournaments.queries.feats import records_of_player
from tournaments.queries.pictures import places_of_player
from tournaments.queries.rankings import newest_with_points
from tournaments.queries.rulings import public_rulings_of
from tournaments.standings.places import place_text
from tournaments.texts.about_events import EVENT_STATES, REGISTRATION_STATES, round_title
from tournaments.texts.about_rulings import DECISIONS, JUDGES, RENONC_KINDS
from tournaments.texts.about_tables import table_name


@public.view("players/", right="public.read")
@open_page
def players(request: HttpRequest) -> HttpResponse:
    """Find a player by a part of his nick, present or former, without accents."""
    search = search_of(request)
    page = player_queries.players_page(search=search, year=timezone.localdate().year, page=request.GET.get("page"))
    context = {"section": "players", "search": search, "players": list(page), "page_obj": page}
    return render(request, "public/players.html", context)


@public.view("players/<int:pk>/", right="public.read")
@open_page
def player(request: HttpRequest, pk: int) -> HttpResponse:
    """A player: clubs by season, events with places, former nicks. A merged record leads to the one that stays."""
    found = player_queries.player_shown(pk, now=timezone.now())
    if found.merged_into_id:
        return moved_for_good("public:player", found.merged_into_id)
    page = player_queries.events_of(found, request.GET.get("page"))
    events = [
        dict(entry)
        | {
            "state": EVENT_STATES[entry["event__status"]],
            "registration": REGISTRATION_STATES[entry["status"]],
            "place": _place(entry),
        }
        for entry in page
    ]
    context = {
        "section": "players",
        "player": found,
        "aliases": player_queries.former_nicks(found),
        "clubs": player_queries.clubs_of(found),
        "events": events,
        "ranked": newest_with_points(found),
        "badges": badges_of_player(found),
        "rulings": [_ruling(one) for one in public_rulings_of(found)],
        "records": records_shown(records_of_player(found)),
        "places_by_season": seasons_shown(places_of_player(found), found.nick),
        "page_obj": page,
    }
    return render(request, "public/player.html", context)


def _ruling(one: Ruling) -> dict[str, Any]:
    round_, table = one.table.round, table_name(one.table.round.event, one.table.number)
    return {
        "event": round_.event,
        "where": f"{round_title(round_.number, round_.kind)}, {table}",
        "kind": RENONC_KINDS[one.kind],
        "decision": DECISIONS[one.decision],
        "judge": JUDGES[one.judged_by],
        "text": one.public_text,
    }


def _place(entry: Mapping[str, Any]) -> str:
    """The place that the referee set, else the computed one with those who share it; empty before final results."""
    if entry["set_place"]:
        return str(entry["set_place"])
    return place_text(entry["place"], entry["place"] + entry["sharing"] - 1) if entry["place"] else ""


@public.view("players/named/<path:nick>/", right="public.read", name="player_named")
@open_page
def named(_request: HttpRequest, nick: str) -> HttpResponse:
    """The address of a player by his nick, present or former, however it is spelled."""
    found = None if "\x00" in nick else find_player(nick[:LONGEST_KEY])
    if found is None:
        raise Http404
    return moved_for_good("public:player", found.pk)


def moved_for_good(name: str, *keys: int | str) -> HttpResponsePermanentRedirect:
    """To the address that counts. It is asked anew each time (`open_page`), because a merge can be undone."""
    return HttpResponsePermanentRedirect(reverse(name, args=keys))

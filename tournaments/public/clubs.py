"""The list of clubs and the page of one."""

from __future__ import annotations

from itertools import groupby

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from tournaments.public.face import public
from tournaments.public.forms import search_of
from tournaments.public.open_page import open_page
from tournaments.public.pictures import seasons_shown
from tournaments.public.players import moved_for_good
from tournaments.public.records import records_shown
from tournaments.queries import clubs as club_queries
from tournaments.queries import players as player_queries
from tournaments.queries.badges import badges_of_club
from tournaments.queries.feats import records_of_club
from tournaments.queries.pictures import places_of_club


@public.view("clubs/", right="public.read")
@open_page
def clubs(request: HttpRequest) -> HttpResponse:
    """Every club with its country and how many members it has this season."""
    search = search_of(request)
    page = player_queries.clubs_page(search=search, year=timezone.localdate().year, page=request.GET.get("page"))
    context = {"section": "clubs", "search": search, "clubs": list(page), "page_obj": page}
    return render(request, "public/clubs.html", context)


@public.view("clubs/<path:code>/", right="public.read")
@open_page
def club(request: HttpRequest, code: str) -> HttpResponse:
    """A club: captain and logo, its members, season by season. A former code leads to the present one."""
    if "\x00" in code:  # PostgreSQL would refuse the question, not answer it
        raise Http404
    found = player_queries.club_with(code)
    if found is None:
        return moved_for_good("public:club", player_queries.code_since(code))
    page = player_queries.members_of(found, request.GET.get("page"))
    seasons = [
        (year, list(members)) for year, members in groupby(page, key=lambda membership: membership["season__year"])
    ]
    context = {
        "section": "clubs",
        "club": found,
        "captains": club_queries.captains_of(found),
        "seasons": seasons,
        "badges": badges_of_club(found),
        "records": records_shown(records_of_club(found)),
        "places_by_season": seasons_shown(places_of_club(found), found.name),
        "page_obj": page,
    }
    return render(request, "public/club.html", context)

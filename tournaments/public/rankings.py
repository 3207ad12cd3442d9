"""The ranking of a season: players, clubs, and why somebody has so many points (competition.md 3.8)."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from tournaments.exchange.spreadsheet import csv_text
from tournaments.models import Season
from tournaments.public.face import public
from tournaments.public.forms import search_of
from tournaments.public.open_page import open_page
from tournaments.queries import players as player_queries
from tournaments.queries import ranking_rules
from tournaments.queries import rankings as queries
from tournaments.standings.places import place_text
from tournaments.standings.points_tables import points_text
from tournaments.standings.ranking import Rules
from tournaments.texts.about_ranking import award_text

PER_PAGE = 100


@public.view("ranking/", right="public.read", name="ranking")
@open_page
def newest(request: HttpRequest) -> HttpResponse:
    """On to the newest season in which anybody has points, or to the newest there is."""
    years = queries.seasons()
    if not years:
        return render(request, "public/ranking.html", {"section": "ranking", "years": []})
    return redirect("public:ranking_of", year=queries.newest_ranked() or years[0])


@public.view("ranking/<int:year>/", right="public.read", name="ranking_of")
@open_page
def players(request: HttpRequest, year: int) -> HttpResponse:
    """The players with points, a hundred to a page; a search keeps everybody's rank."""
    season, search = queries.season_with(year), search_of(request)
    lines = queries.players_found(queries.ranking_of(season).players, search)
    page = Paginator(lines, PER_PAGE).get_page(request.GET.get("page"))
    rows = [
        {
            "rank": ranked.line.rank,
            "pk": ranked.line.player,
            "nick": ranked.nick,
            "club": ranked.club,
            "country": ranked.country,
            "points": points_text(ranked.line.points),
            "counted": ranked.line.counted,
            "events": ranked.line.events,
        }
        for ranked in queries.named_players(list(page), season)
    ]
    context = _frame(season, "players") | {"rows": rows, "page_obj": page, "search": search}
    return render(request, "public/ranking.html", context)


@public.view("ranking/<int:year>/clubs/", right="public.read", name="ranking_clubs")
@open_page
def clubs(request: HttpRequest, year: int) -> HttpResponse:
    """The clubs with points."""
    season = queries.season_with(year)
    page = Paginator(queries.ranking_of(season).clubs, PER_PAGE).get_page(request.GET.get("page"))
    rows = [
        {
            "rank": ranked.line.rank,
            "name": ranked.name,
            "code": ranked.code,
            "country": ranked.country,
            "members": ranked.line.members,
            "points": points_text(ranked.line.points),
        }
        for ranked in queries.named_clubs(list(page))
    ]
    context = _frame(season, "clubs") | {"rows": rows, "page_obj": page}
    return render(request, "public/ranking_clubs.html", context)


@public.view("ranking/<int:year>/player/<int:pk>/", right="public.read", name="ranking_player")
@open_page
def player(request: HttpRequest, year: int, pk: int) -> HttpResponse:
    """Why a player has this many points: every event, what its place earned, and whether it counts."""
    season, found = queries.season_with(year), player_queries.player_with(pk)
    if found.merged_into_id:
        return redirect("public:ranking_player", year, found.merged_into_id, permanent=True)
    lines, total, rules = queries.why_player(season, found)
    rank = next((line.rank for line in queries.ranking_of(season).players if line.player == found.pk), None)
    rows = [
        {
            "event": line.event,
            "place": place_text(line.award.place, line.award.place + line.award.sharing - 1),
            "sharing": line.award.sharing if line.award.place else 1,
            "average": line.average and line.award.sharing > 1,
            "club": line.club,
            "points": points_text(line.award.points),
            "state": award_text(line.award.state, rules.best_of),
            "counts": line.award.state == "counted",
        }
        for line in lines
    ]
    context = _frame(season, "players") | {
        "player": found,
        "rank": rank,
        "total": points_text(total),
        "rows": rows,
        "rules": rules,
    }
    return render(request, "public/ranking_player.html", context)


@public.view("ranking/<int:year>/club/<path:code>/", right="public.read", name="ranking_club")
@open_page
def club(request: HttpRequest, year: int, code: str) -> HttpResponse:
    """Why a club has this many points: its players under its colours, and its teams."""
    if "\x00" in code:  # PostgreSQL would refuse the question, not answer it
        raise Http404
    season, found = queries.season_with(year), player_queries.club_with(code)
    if found is None:
        return redirect("public:ranking_club", year, player_queries.code_since(code), permanent=True)
    why = queries.why_club(season, found)
    rank = next((line.rank for line in queries.ranking_of(season).clubs if line.club == found.pk), None)
    page = Paginator(why.shares, PER_PAGE).get_page(request.GET.get("page"))
    context = _frame(season, "clubs") | {
        "club": found,
        "rank": rank,
        "total": points_text(why.points),
        "page_obj": page,
        "shares": [
            {"pk": share.player, "nick": nick, "points": points_text(share.points), "counts": share.counts}
            for share, nick in page
        ],
        "teams": [
            {"event": event, "place": place_text(place, place + sharing - 1), "points": points_text(points)}
            for event, place, sharing, points in why.teams
        ],
        "rules": ranking_rules.rules_of(season),
    }
    return render(request, "public/ranking_club.html", context)


@public.view("ranking/<int:year>/ranking.csv", right="public.read", name="ranking_csv")
@open_page
def table(request: HttpRequest, year: int) -> HttpResponse:
    """The players as a table for spreadsheets. Points that are no whole number are rounded there, and only there."""
    season = queries.season_with(year)
    named = queries.named_players(queries.ranking_of(season).players, season)
    rows = [
        (
            ranked.line.rank,
            ranked.nick,
            ranked.club,
            ranked.country,
            ranked.line.points,
            ranked.line.counted,
            ranked.line.events,
        )
        for ranked in named
    ]
    text = csv_text(("rank", "nick", "club", "country", "points", "counted", "events"), rows)
    response = HttpResponse(text, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="ranking-{year}.csv"'
    return response


def _frame(season: Season, tab: str) -> dict[str, Any]:
    rules: Rules = ranking_rules.rules_of(season)
    return {
        "section": "ranking",
        "season": season,
        "years": queries.seasons(),
        "tab": tab,
        "rules": rules,
        "carried": ranking_rules.carried_over(season).years,
        "tables": [
            {"name": name, "players": players, "clubs": clubs}
            for name, players, clubs in ranking_rules.shown_tables(season)
            if players or clubs
        ],
    }

"""Standings and teams as tables for spreadsheets, CSV or XLSX: what the pages show, a line for each player.

Columns have one name in every language, so that whoever reads the file by a program finds them. Nobody has a place in
them who has none on the page, and nobody is in them while the standings are hidden.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse

from tournaments import access
from tournaments.exchange.spreadsheet import XLSX, Cell, csv_text, xlsx_bytes
from tournaments.public.face import public
from tournaments.queries.standings import out_of_classification, whole_standings
from tournaments.queries.teams import teams_of
from tournaments.queries.versions import live_page

Table = tuple[Sequence[str], list[tuple[Cell, ...]]]

PLACES = ("place", "shared_to", "nick", "club", "country")
FIGURES, SMEAR_FIGURES = ("deals", "letters", "success"), ("games", "won", "points")
TEAMS = ("place", "code", "team", "country", *FIGURES, "nick", "own_place", "own_deals", "own_letters", "own_success")


@public.view("e/<slug:slug>/standings/standings.csv", right="public.read")
@live_page
def standings_csv(_request: HttpRequest, slug: str) -> HttpResponse:
    """The standings as they are now, those out of classification last, without a place."""
    return _as_csv(f"{slug}-standings", _standings(slug))


@public.view("e/<slug:slug>/standings/standings.xlsx", right="public.read")
@live_page
def standings_xlsx(_request: HttpRequest, slug: str) -> HttpResponse:
    """The same as a workbook."""
    return _as_xlsx(f"{slug}-standings", _standings(slug))


@public.view("e/<slug:slug>/teams/teams.csv", right="public.read")
@live_page
def teams_csv(_request: HttpRequest, slug: str) -> HttpResponse:
    """A line for each member with the figures of his team."""
    return _as_csv(f"{slug}-teams", _teams(slug))


@public.view("e/<slug:slug>/teams/teams.xlsx", right="public.read")
@live_page
def teams_xlsx(_request: HttpRequest, slug: str) -> HttpResponse:
    """The same as a workbook."""
    return _as_xlsx(f"{slug}-teams", _teams(slug))


def _standings(slug: str) -> Table:
    found = access.public_event_page(slug)
    is_smear = found.event.is_smear
    header = (*PLACES, *(SMEAR_FIGURES if is_smear else FIGURES))
    if found.hides_standings:
        return header, []
    placed = [row for row, _before in whole_standings(found.event, has_overrides=found.has_overrides)]
    return header, [
        (
            row.official or None,
            row.last_place if row.official == row.place and row.last_place > row.place else None,
            row.nick,
            row.club or "",
            row.country or "",
            *((row.games, row.games_won, row.points) if is_smear else (row.deals, row.letters, row.success or "")),
        )
        for row in (*placed, *out_of_classification(found.event))
    ]


def _teams(slug: str) -> Table:
    """Raises Http404 for an event of Smear: nobody has a success to share."""
    found = access.public_event_page(slug)
    if found.event.is_smear:
        raise Http404
    teams = () if found.hides_standings else teams_of(found.event, has_overrides=found.has_overrides)
    return TEAMS, [
        (
            team.place,
            team.code,
            team.name,
            team.country,
            team.deals,
            team.letters,
            team.success,
            one.row.nick,
            one.row.official,
            one.deals,
            one.letters,
            one.success,
        )
        for team in teams
        for one in team.members
    ]


def _as_csv(name: str, table: Table) -> HttpResponse:
    return _file(f"{name}.csv", csv_text(*table), "text/csv; charset=utf-8")


def _as_xlsx(name: str, table: Table) -> HttpResponse:
    return _file(f"{name}.xlsx", xlsx_bytes(*table), XLSX)


def _file(name: str, content: str | bytes, kind: str) -> HttpResponse:
    response = HttpResponse(content, content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response

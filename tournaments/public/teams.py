"""The page of teams: how the clubs of an event stand, each with its members; live, and for paper."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments import access
from tournaments.facts.regulations import Regulations
from tournaments.public.events import event_frame, fragment
from tournaments.public.face import public
from tournaments.public.shown import rows_shown
from tournaments.queries.teams import Team, teams_of
from tournaments.queries.versions import live_page
from tournaments.standings.places import place_text
from tournaments.texts.about_reasons import reasons_shown
from tournaments.texts.about_regulations import BY_CHOICE


@public.view("e/<slug:slug>/teams/", right="public.read")
@live_page
def teams(request: HttpRequest, slug: str) -> HttpResponse:
    """The places of the teams as they are now, each with its reason and its members."""
    return render(request, "public/teams.html", _context(slug))


@public.view("e/<slug:slug>/teams/fragment/", right="public.read")
@live_page
def teams_fragment(request: HttpRequest, slug: str) -> HttpResponse:
    """The lines of the teams without the page around them."""
    return fragment(request, "public/teams_live.html", _context(slug))


def teams_shown(teams: Sequence[Team]) -> list[dict[str, Any]]:
    """Teams with their words; codes of clubs in reasons become their names."""
    names = {team.code: team.name for team in teams}
    return [
        {
            "place": place_text(team.place, team.last_place),
            "code": team.code,
            "name": team.name,
            "country": team.country,
            "deals": team.deals,
            "letters": team.letters,
            "success": team.success,
            "why": reasons_shown(team.why, names),
            "step": team.place,
            "members": [
                shown | {"deals": one.deals, "letters": one.letters, "success": one.success}
                for one, shown in zip(team.members, rows_shown([one.row for one in team.members]), strict=True)
            ],
        }
        for team in teams
    ]


def _teams(found: access.PublicEvent) -> tuple[Team, ...]:
    """None while the standings are hidden. Raises Http404 for an event of Smear: nobody has a success to share."""
    if found.event.is_smear:
        raise Http404
    return () if found.hides_standings else teams_of(found.event, has_overrides=found.has_overrides)


def _context(slug: str) -> dict[str, Any]:
    found = access.public_event_page(slug)
    teams = _teams(found)
    regulations = Regulations.from_dict(found.event.regulations)
    is_over = found.event.status == "finished"
    return event_frame(found, "teams") | {
        "teams": teams_shown(teams),
        "has_deals": any(team.deals for team in teams),
        "how": BY_CHOICE["team_result"][regulations.team_result],
        "is_final": is_over and found.last_is_final,
        "is_over": is_over,
    }

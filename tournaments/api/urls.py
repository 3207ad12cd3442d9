"""The addresses of version 1. Whatever else is asked for here is answered in JSON, too."""

from __future__ import annotations

from typing import Any

from django.urls import URLPattern, path, re_path
from django.utils.translation import gettext_lazy as _
from rest_framework.views import APIView

from tournaments import routes
from tournaments.api import (
    entries,
    errors,
    events,
    rankings,
    registrations,
    rounds,
    rulings,
    standings,
    tables,
    teams,
    words,
)
from tournaments.routes import Route

app_name = "api"


def _told(address: str, view: type[APIView], name: str, wanted: Any = "", **rights: str) -> URLPattern:
    """An address with the right of each of its methods, and what is wanted by who changes something there."""
    routes.register(Route(f"api:{name}", rights, f"api:{name}", wanted))
    return path(address, view.as_view(), name=name)


ROUND = "events/<slug:slug>/rounds/<int:number>/"
TABLE = f"{ROUND}tables/<int:table>/"

urlpatterns = [
    _told("events/", events.Events, "events", GET="public.read"),
    _told("events/<slug:slug>/", events.OneEvent, "event", GET="public.read"),
    _told("events/<slug:slug>/registrations/", registrations.Registrations, "registrations", GET="public.read"),
    _told("events/<slug:slug>/standings/", standings.Standings, "standings", GET="public.read"),
    _told("events/<slug:slug>/teams/", teams.Teams, "teams", GET="public.read"),
    _told("events/<slug:slug>/rulings/", rulings.Rulings, "rulings", GET="public.read"),
    _told("events/<slug:slug>/rounds/", rounds.Rounds, "rounds", GET="public.read"),
    _told(ROUND, rounds.OneRound, "round", GET="public.read"),
    _told(f"{ROUND}tables/", tables.Tables, "tables", GET="public.read"),
    _told(TABLE, tables.OneTable, "table", GET="public.read"),
    _told(
        f"{TABLE}entries/",
        entries.Entries,
        "entries",
        _("Recording at a table"),
        GET="public.read",
        POST="table.record",
    ),
    _told("rankings/", rankings.Rankings, "rankings", GET="public.read"),
    _told("rankings/<int:year>/players/", rankings.RankedPlayers, "ranked_players", GET="public.read"),
    _told("rankings/<int:year>/players/<int:player>/", rankings.WhyPlayer, "ranked_player", GET="public.read"),
    _told("rankings/<int:year>/clubs/", rankings.RankedClubs, "ranked_clubs", GET="public.read"),
    _told("events/<slug:slug>/words/", words.SealedWords, "words", GET="public.read"),
    _told("words/", words.Proposals, "proposals", GET="words.propose", POST="words.propose"),
    re_path(r"^[\s\S]*\Z", errors.Unknown.as_view(), name="unknown"),  # also with a new line in it
]

routes.foreign("GET,POST  nobody  api:unknown")

"""The addresses of version 1. Whatever else is asked for here is answered in JSON, too."""

from __future__ import annotations

from django.urls import path, re_path

from tournaments.api import entries, errors, events, rankings, registrations, rounds, rulings, standings, tables, words

app_name = "api"


ROUND = "events/<slug:slug>/rounds/<int:number>/"
TABLE = f"{ROUND}tables/<int:table>/"

urlpatterns = [
    path("events/", events.Events.as_view(), name="events"),
    path("events/<slug:slug>/", events.OneEvent.as_view(), name="event"),
    path("events/<slug:slug>/registrations/", registrations.Registrations.as_view(), name="registrations"),
    path("events/<slug:slug>/standings/", standings.Standings.as_view(), name="standings"),
    path("events/<slug:slug>/rulings/", rulings.Rulings.as_view(), name="rulings"),
    path("events/<slug:slug>/rounds/", rounds.Rounds.as_view(), name="rounds"),
    path(ROUND, rounds.OneRound.as_view(), name="round"),
    path(f"{ROUND}tables/", tables.Tables.as_view(), name="tables"),
    path(TABLE, tables.OneTable.as_view(), name="table"),
    path(f"{TABLE}entries/", entries.Entries.as_view(), name="entries"),
    path("rankings/", rankings.Rankings.as_view(), name="rankings"),
    path("rankings/<int:year>/players/", rankings.RankedPlayers.as_view(), name="ranked_players"),
    path("rankings/<int:year>/players/<int:player>/", rankings.WhyPlayer.as_view(), name="ranked_player"),
    path("rankings/<int:year>/clubs/", rankings.RankedClubs.as_view(), name="ranked_clubs"),
    path("events/<slug:slug>/words/", words.SealedWords.as_view(), name="words"),
    path("words/", words.Proposals.as_view(), name="proposals"),
    re_path(r"^.*$", errors.Unknown.as_view(), name="unknown"),
]

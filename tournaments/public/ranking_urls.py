"""Addresses of the ranking."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tournaments.public import rankings

ranking_pages: list[URLPattern | URLResolver] = [
    path("", rankings.newest, name="ranking"),
    path("<int:year>/", rankings.players, name="ranking_of"),
    path("<int:year>/ranking.csv", rankings.table, name="ranking_csv"),
    path("<int:year>/clubs/", rankings.clubs, name="ranking_clubs"),
    path("<int:year>/player/<int:pk>/", rankings.player, name="ranking_player"),
    path("<int:year>/club/<path:code>/", rankings.club, name="ranking_club"),
]

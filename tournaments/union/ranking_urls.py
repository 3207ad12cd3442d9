"""Addresses of the union's pages about the ranking, the Elite, and lists of players."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tournaments.union import elite, player_lists, rankings

ranking_pages: list[URLPattern | URLResolver] = [
    path("", rankings.overview, name="ranking"),
    path("<int:year>/", rankings.overview, name="ranking_of"),
    path("<int:year>/rules/", rankings.rules, name="ranking_rules"),
    path("<int:year>/<slug:code>/<slug:body>/", rankings.points, name="ranking_points"),
]

entry_pages: list[URLPattern | URLResolver] = [
    path("elite/", elite.elite, name="elite"),
    path("elite/<int:year>/", elite.elite, name="elite_of"),
    path("elite/<int:year>/<int:pk>/drop/", elite.drop, name="drop_elite"),
    path("list/", player_lists.of_union, name="player_list"),
    path("federations/<str:country>/list/", player_lists.of_federation, name="federation_player_list"),
]

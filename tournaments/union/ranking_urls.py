"""Addresses of the union's pages about the ranking."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tournaments.union import rankings

ranking_pages: list[URLPattern | URLResolver] = [
    path("", rankings.overview, name="ranking"),
    path("<int:year>/", rankings.overview, name="ranking_of"),
    path("<int:year>/rules/", rankings.rules, name="ranking_rules"),
    path("<int:year>/<slug:code>/<slug:body>/", rankings.points, name="ranking_points"),
]

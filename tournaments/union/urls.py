"""Addresses of the union's offices. Each group of pages brings its own list."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from tournaments.union import home, journal
from tournaments.union.ranking_urls import ranking_pages

app_name = "union"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("journal/", journal.journal, name="journal"),
    path("ranking/", include(ranking_pages)),
]

"""Addresses of the union's offices. Each group of pages brings its own list."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from tournaments.union import erasing, home, journal, recovery
from tournaments.union.club_urls import club_pages
from tournaments.union.ranking_urls import entry_pages, ranking_pages
from tournaments.union.rulings_urls import ruling_pages

app_name = "union"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("", include(ruling_pages)),
    *club_pages,
    path("erase/", erasing.erase, name="erase"),
    path("journal/", journal.journal, name="journal"),
    path("recovery/", recovery.recovery, name="recovery"),
    path("ranking/", include(ranking_pages)),
    *entry_pages,
]

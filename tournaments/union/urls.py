"""Addresses of the union's offices. Each group of pages brings its own list."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tournaments.union import home

app_name = "union"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
]

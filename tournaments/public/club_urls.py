"""Addresses of logos, and of players by nick."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tournaments.public import logos, players

logo_pages: list[URLPattern | URLResolver] = [
    path("logos/<str:name>.png", logos.logo, name="logo"),
    path("players/named/<path:nick>/", players.named, name="player_named"),
]

"""Addresses of the desk. Those with a deal in them never change: people keep them."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tournaments.public.deal_desk import entering, pages

desk_pages: list[URLPattern | URLResolver] = [
    path("", pages.desk, name="deal"),
    path("scwu-deal.json", pages.deal_file, name="deal_file"),
    path("scwu-ruling.json", pages.ruling_file, name="deal_ruling"),
    path("code.svg", pages.code, name="deal_code"),
    path("by-chance/", pages.by_chance, name="deal_by_chance"),
    path("enter/", entering.enter, name="deal_enter"),
    path("enter/players/", entering.players, name="deal_players"),
    path("enter/hand/", entering.hand, name="deal_hand"),
    path("enter/pass/", entering.passed, name="deal_pass"),
]

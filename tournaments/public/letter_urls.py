"""Addresses about letters; that of opting out stands in letters that are kept for years."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tournaments.public import letters

letter_pages: list[URLPattern | URLResolver] = [
    path("mail/<str:token>/", letters.no_mail, name="no_mail"),
    path("me/mail/", letters.my_mail, name="my_mail"),
]

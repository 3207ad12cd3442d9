"""The language that a reader chose, kept where the switch at the top of every page keeps it."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpResponse


def remember_language(response: HttpResponse, language: str) -> None:
    """The same cookie as the switch at the top of every page sets."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.SESSION_COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        samesite="Lax",
    )

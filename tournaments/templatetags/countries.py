"""Flags and names of countries. A flag is a drawing of our own beside the code; who has no drawing keeps the code."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from tournaments.facts.countries import country_name as name_of
from tournaments.public import fast_markup

register = template.Library()
SPRITE = "tournaments/flags.svg"


@cache
def drawn() -> frozenset[str]:
    """The countries whose flags are drawn."""
    found = finders.find(SPRITE)
    return frozenset(re.findall(r'<symbol id="([A-Z]{2})"', Path(found).read_text())) if found else frozenset()


@register.filter
def country_name(code: str) -> str:
    """In the language of the page."""
    return name_of(code, get_language() or "")


@register.simple_tag
def flag(code: str) -> SafeString | str:
    """The flag with its code, and the country's name for who points at it; nothing without a country."""
    return _flag(code, get_language() or "") if code else ""


@cache
def _flag(code: str, language: str) -> SafeString:
    """Made once for each country and language: long lists show hundreds of them."""
    return fast_markup.flag(code, name_of(code, language), f"{static(SPRITE)}#{code}" if code in drawn() else "")

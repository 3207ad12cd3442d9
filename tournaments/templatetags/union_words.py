"""Offices in words, for the union's templates."""

from __future__ import annotations

from django import template

from tournaments.texts.about_roles import OFFICES

register = template.Library()


@register.filter
def office_name(code: str) -> str:
    return str(OFFICES[code])

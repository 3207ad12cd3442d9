"""Numbers as readers of a language write them."""

from __future__ import annotations

from django import template

from tournaments.texts.about_numbers import decimal_said

register = template.Library()


@register.filter
def decimal(text: str | None) -> str:
    """A percentage as it is shown: 85.4, in Czech 85,4; nothing where there is none."""
    return decimal_said(text) if text else ""

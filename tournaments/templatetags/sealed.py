"""Sentences that are sealed with keys in place of nicks (tournaments/facts/masking.py), as they are read today."""

from __future__ import annotations

from django import template

from tournaments.facts.masking import unmasked
from tournaments.models import Event
from tournaments.queries.documents import nicks_at

register = template.Library()


@register.filter
def with_nicks(text: str, event: Event) -> str:
    """Today's nicks in place of `[p7]`. One statement, and none for a sentence without any."""
    return unmasked(text, nicks_at(event)) if "[" in text else text

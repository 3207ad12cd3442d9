"""A pair of numbers as one writes it."""

from __future__ import annotations

from collections.abc import Sequence

from django import template

from tournaments.facts import spans

register = template.Library()


@register.filter
def from_to(pair: Sequence[int]) -> str:
    """3–9; nothing where there is no pair."""
    return spans.from_to(*pair) if pair else ""

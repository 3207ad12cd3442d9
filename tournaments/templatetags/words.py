"""Filters of the pages of words."""

from __future__ import annotations

from django import template

from tournaments.texts.about_words import STATES

register = template.Library()

BADGES = {"proposed": "wait", "sealed": "plain", "revealed": "good", "rejected": "bad", "withdrawn": "off"}


@register.filter
def word_state(state: str) -> str:
    """A state in a word."""
    return str(STATES[state])


@register.filter
def word_badge(state: str) -> str:
    """The kind of badge of a state."""
    return BADGES[state]

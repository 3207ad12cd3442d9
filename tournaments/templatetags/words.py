"""Filters of the pages of words."""

from __future__ import annotations

import shlex

from django import template

from tournaments.texts.about_languages import named_language
from tournaments.texts.about_words import STATES, in_caption

register = template.Library()

BADGES = {"proposed": "wait", "sealed": "plain", "revealed": "good", "rejected": "bad", "withdrawn": "off"}


@register.filter
def within(word: str, caption: str) -> str:
    """A word in the text around it."""
    return in_caption(word, caption)


@register.filter
def word_state(state: str) -> str:
    """A state in a word."""
    return str(STATES[state])


@register.filter
def word_badge(state: str) -> str:
    """The kind of badge of a state."""
    return BADGES[state]


@register.filter
def shell_quoted(text: str) -> str:
    """A text as one argument of a command, whatever stands in it."""
    return shlex.quote(text)


@register.filter
def language(code: str) -> str:
    """What a language is called."""
    return named_language(code)

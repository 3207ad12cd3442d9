"""What a publication is worth among the others of its event, `{% no_longer event one newest as words %}`, and its note:
`{{ publication.note|note_of_results }}`.
"""

from __future__ import annotations

from typing import Any

from django import template

from tournaments.models import Event
from tournaments.texts import about_events

register = template.Library()


@register.simple_tag
def no_longer(event: Event, number: int, newest: int, final: Any) -> str:
    """Why it does not count as it says; empty if it does."""
    return about_events.no_longer(number, newest, final=bool(final), status=event.status)


@register.filter
def note_of_results(note: str) -> str:
    """The note of a publication as this reader reads it."""
    return about_events.note_of_results(note)

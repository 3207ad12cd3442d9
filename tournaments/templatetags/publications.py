"""What a publication is worth among the others of its event: `{% no_longer event one newest as words %}`."""

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

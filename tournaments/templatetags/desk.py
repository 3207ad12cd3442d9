"""Stored codes as words and badges, for the templates of the director's desk."""

from __future__ import annotations

from collections.abc import Mapping

from django import template

from tournaments.console import sentences
from tournaments.models import Round, Step
from tournaments.texts import about_draws, about_events, about_roles, about_steps

register = template.Library()

PERSON_BADGES = {"applied": "wait", "confirmed": "plain", "waiting": "wait", "checked_in": "good", "withdrawn": "off"}
STEP_BADGES = {"due": "wait", "done": "good", "refused": "bad"}


@register.filter
def event_state(code: str) -> str:
    return str(about_events.EVENT_STATES[code])


@register.filter
def event_badge(code: str) -> str:
    return about_events.event_badge(code)


@register.filter
def round_state(round_: Round) -> str:
    return about_events.round_state(round_.status, kind=round_.kind, is_drawn_again=round_.is_drawn_again)


@register.filter
def round_badge(round_: Round) -> str:
    return about_events.round_badge(round_.status, is_drawn_again=round_.is_drawn_again)


@register.filter
def round_title(round_: Round) -> str:
    return about_events.round_title(round_.number, round_.kind)


@register.filter
def draw_state(step: str) -> str:
    return str(about_draws.UNDER_WAY[step])


@register.filter
def person_state(code: str) -> str:
    return str(about_events.REGISTRATION_STATES[code])


@register.filter
def person_badge(code: str) -> str:
    return PERSON_BADGES.get(code, "plain")


@register.filter
def role_name(code: str) -> str:
    return str(about_roles.ROLES[code])


@register.filter
def step_words(step: Step) -> str:
    return about_steps.step_text(step)


@register.filter
def step_why(step: Step) -> str:
    return about_steps.step_reason(step)


@register.filter
def step_state(code: str) -> str:
    return str(about_steps.STEP_STATES[code])


@register.filter
def step_badge(code: str) -> str:
    return STEP_BADGES.get(code, "plain")


@register.filter
def seat_fault(fault: tuple[str, Mapping[str, object]]) -> str:
    return sentences.seat_fault_text(*fault)


@register.filter
def missing(lack: tuple[str, Mapping[str, int]]) -> str:
    return sentences.missing_text(*lack)


@register.filter
def fitted(text: str) -> str:
    """The class under which a nick or a word goes on a card in one or two lines (paper.css)."""
    longest = max(map(len, text.split()), default=0)
    if longest > 18 or len(text) > 30:
        return "longer"
    return "long" if longest > 12 or len(text) > 20 else ""

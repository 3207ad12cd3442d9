"""What the clock does at an event, in words: for the director's desk and the administration."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.models import Step
from tournaments.texts.refusals import REFUSALS

STEP_KINDS: Mapping[str, Any] = {
    "open_registration": _("Registration opens"),
    "close_registration": _("Registration closes"),
    "remind": _("Everybody who is in gets a reminder by e-mail"),
    "draw_round": _("Round %(round)s is drawn, for you to publish"),
    "draw_and_publish": _("Round %(round)s is drawn and published"),
    "remind_word": _("If round %(round)s has no word, its director and the commission are reminded"),
    "start_round": _("Round %(round)s starts"),
    "close_round": _("Round %(round)s closes when all its tables are finished"),
    "publish_results": _("The standings are published"),
}
STEP_STATES: Mapping[str, Any] = {
    "due": _("waiting for its time"),
    "done": _("done"),
    "refused": _("not done"),
}


class _Known(dict[str, object]):
    """Values for a sentence; what is not known is a dash."""

    def __missing__(self, name: str) -> str:
        return "–"


def step_text(step: Step) -> str:
    """What a step of the clock does."""
    return str(STEP_KINDS[step.kind]) % {"round": step.round.number if step.round else "–"}


def trouble_text(step: Step) -> str:
    """What the clock could not do for a round, and why; or that the round has no word though its time is over."""
    if step.kind == "remind_word":
        number = step.round.number if step.round else "–"
        return str(_("The deadline is over, and round %(round)s has no word.")) % {"round": number}
    values = {"what": step_text(step), "why": step_reason(step)}
    return str(_("The clock could not do it: %(what)s. %(why)s")) % values


def step_reason(step: Step) -> str:
    """Why a step was refused, as a sentence; code and numbers were kept with it, and nobody's nick."""
    if not step.reason:
        return ""
    round_ = {"round": step.round.number} if step.round else {}
    return str(REFUSALS[step.reason]) % _Known(round_ | step.reason_numbers)

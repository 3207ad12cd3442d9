"""Words of the desk alone: what speaks against a seat, what the clock does, what results still lack."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tournaments.models import Step
from tournaments.texts import REFUSALS

SEAT_FAULTS: Mapping[str, Any] = {
    "meets_again": _("meets %(other)s again"),
    "meets_again_at_once": _("meets %(other)s again, as in the last round"),
    "club_mate": _("sits with %(other)s of the same club"),
    "deals_first_again": _("deals first again"),
    "large_table_again": _("sits at a larger table again"),
}
STEP_KINDS: Mapping[str, Any] = {
    "open_registration": _("Registration opens"),
    "close_registration": _("Registration closes"),
    "remind": _("Everybody who is in gets a reminder by e-mail"),
    "start_round": _("Round %(round)s starts"),
    "publish_results": _("The standings are published"),
}
STEP_STATES: Mapping[str, Any] = {
    "due": _("waiting for its time"),
    "done": _("done"),
    "refused": _("not done"),
}
MISSING: Mapping[str, Any] = {
    "round_running": _("Round %(round)s is still running."),
    "round_not_played": _("Round %(round)s has not been played."),
    "basic_rounds_missing": ngettext_lazy(
        "%(n)d basic round of this series is not planned.", "%(n)d basic rounds of this series are not planned.", "n"
    ),
    "no_final": _("There has been no final."),
}


class _Known(dict[str, object]):
    """Values for a sentence; what is not known is a dash."""

    def __missing__(self, name: str) -> str:
        return "–"


def seat_fault_text(code: str, values: Mapping[str, object]) -> str:
    """A fault of a seat in a few words."""
    if code == "meets_again" and values.get("last_round"):
        code = "meets_again_at_once"
    return str(SEAT_FAULTS[code]) % values


def step_text(step: Step) -> str:
    """What a step of the clock does."""
    return str(STEP_KINDS[step.kind]) % {"round": step.round.number if step.round else "–"}


def step_reason(step: Step) -> str:
    """Why a step was refused, as a sentence; only the code was kept with it."""
    if not step.reason:
        return ""
    return str(REFUSALS[step.reason]) % _Known(round=step.round.number if step.round else "–")


def missing_text(code: str, values: Mapping[str, int]) -> str:
    """What results still lack."""
    return str(MISSING[code] % values)

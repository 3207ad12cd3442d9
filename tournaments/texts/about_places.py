"""Why somebody is where he is in the standings, in words (`standings/reasons.py`), and how a place is written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

REASONS: Mapping[str, Any] = {
    "final_survivor": _("final: survivor"),
    "final_playing": _("final: still playing"),
    "final_left_1": _("final: left first"),
    "final_left_2": _("final: left second"),
    "final_left_3": _("final: left third"),
    "small_final_survivor": _("small final: survivor"),
    "small_final_playing": _("small final: still playing"),
    "small_final_left_1": _("small final: left first"),
    "small_final_left_2": _("small final: left second"),
    "small_final_left_3": _("small final: left third"),
    "gave_up_final_seat": _("gave up a seat in a final"),
    "cumulative": _("cumulative %(won)d/%(deals)d"),
    "then_cumulative": _("tied so far, cumulative %(won)d/%(deals)d"),
    "this_final": _("in this final %(won)d/%(deals)d"),
    "then_this_final": _("tied so far, in this final %(won)d/%(deals)d"),
    "basic": _("basic %(won)d/%(deals)d"),
    "then_basic": _("tied so far, basic %(won)d/%(deals)d"),
    "basic_mean": _("basic %(won)d/%(deals)d as the mean of %(rounds)d rounds"),
    "then_basic_mean": _("tied so far, basic %(won)d/%(deals)d as the mean of %(rounds)d rounds"),
    "cumulative_none": _("no own deals"),
    "then_cumulative_none": _("tied so far, no own deals"),
    "this_final_none": _("no own deals in this final"),
    "then_this_final_none": _("tied so far, no own deals in this final"),
    "basic_none": _("no own deals in the basic rounds"),
    "then_basic_none": _("tied so far, no own deals in the basic rounds"),
    "games": _("games won: %(won)d of %(games)d, points: %(points)d"),
    "games_in_final": _("final, games won: %(won)d of %(games)d, points: %(points)d"),
    "games_in_small_final": _("small final, games won: %(won)d of %(games)d, points: %(points)d"),
    "then_games": _("tied so far, games won in all: %(won)d of %(games)d, points: %(points)d"),
    "games_none": _("no deal played"),
    "games_in_final_none": _("final: no deal played"),
    "games_in_small_final_none": _("small final: no deal played"),
    "then_games_none": _("tied so far, no deal played"),
    "shared": _("shared with %(others)s"),
    "shared_with_more": _("shared with %(others)s and %(more)d more"),
}


def place_text(place: int, last_place: int) -> str:
    """7, or 7–8 where the place is shared; nothing for who takes none."""
    if not place:
        return ""
    return str(place) if place == last_place else f"{place}–{last_place}"


def reason_text(code: str, values: Mapping[str, object]) -> str:
    """A reason for a place in the language of the request; entry keys are already replaced by nicks."""
    return str(REASONS[code]) % values

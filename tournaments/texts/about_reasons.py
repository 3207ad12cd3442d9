"""Why somebody is where he is in the standings, in words of people who watch: the codes of `standings/reasons.py`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.standings import reasons

_IN_WORDS = {
    "final_survivor": _("among the survivors of the final"),
    "final_playing": _("still playing in the final"),
    "final_left_1": _("first to leave the final"),
    "final_left_2": _("second to leave the final"),
    "final_left_3": _("third to leave the final"),
    "small_final_survivor": _("among the survivors of the small final"),
    "small_final_playing": _("still playing in the small final"),
    "small_final_left_1": _("first to leave the small final"),
    "small_final_left_2": _("second to leave the small final"),
    "small_final_left_3": _("third to leave the small final"),
    "cumulative": _("%(won)d of %(deals)d deals in all without a letter"),
    "cumulative_mean": _("%(won)d of %(deals)d deals without a letter, as the mean of all %(rounds)d rounds"),
    "cumulative_none": _("no own deals"),
    "this_final": _("%(won)d of %(deals)d deals of this final without a letter"),
    "this_final_none": _("no own deals in this final"),
    "basic": _("%(won)d of %(deals)d deals of the basic rounds without a letter"),
    "basic_mean": _("%(won)d of %(deals)d deals without a letter, as the mean of %(rounds)d basic rounds"),
    "basic_none": _("no own deals in the basic rounds"),
    "then_cumulative": _("equal so far, then %(won)d of %(deals)d deals in all without a letter"),
    "then_cumulative_mean": _(
        "equal so far, then %(won)d of %(deals)d deals without a letter, as the mean of all %(rounds)d rounds"
    ),
    "then_cumulative_none": _("equal so far, no own deals"),
    "then_this_final": _("equal so far, then %(won)d of %(deals)d deals of this final without a letter"),
    "then_this_final_none": _("equal so far, no own deals in this final"),
    "then_basic": _("equal so far, then %(won)d of %(deals)d deals of the basic rounds without a letter"),
    "then_basic_mean": _(
        "equal so far, then %(won)d of %(deals)d deals without a letter, as the mean of %(rounds)d basic rounds"
    ),
    "then_basic_none": _("equal so far, no own deals in the basic rounds"),
    "shared": _("equal to %(others)s, and equal players share their place"),
    "shared_with_more": _("equal to %(others)s and %(more)d more, and equal players share their place"),
}
REASONS: Mapping[str, Any] = {code: _(said) for code, said in reasons.REASONS.items()} | _IN_WORDS


def reason_sentence(code: str) -> str:
    """Why somebody has a place, in the language of the request; filled in by `reasons.values_for`."""
    return str(REASONS[code])


def reasons_shown(
    why: Iterable[reasons.Reason], nicks: Mapping[str, str], sentence: Callable[[str], str] = reason_sentence
) -> str:
    """The reasons for a place as one line. `sentence`: of a code, looked up once where there are many rows."""
    return "; ".join(sentence(one.code) % reasons.values_for(one, lambda key: nicks.get(key, key)) for one in why)

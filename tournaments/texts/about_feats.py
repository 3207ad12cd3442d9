"""Records and curiosities in words: the kinds of `standings/feats.py`, and how much of each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.standings.feats import KINDS

TITLES: Mapping[str, Any] = {code: gettext_lazy(kind.title) for code, kind in KINDS.items()}
MEANINGS: Mapping[str, Any] = {code: gettext_lazy(kind.meaning) for code, kind in KINDS.items()}


def value_text(kind: str, value: int) -> str:
    """How much it was: "12 deals", "in deal 4", "3 match balls", "21 minutes", "2 times"."""
    match kind:
        case "first_letter":
            said = _("in own deal %(n)s")
        case "left_early":
            said = _("after deal %(n)s")
        case "close_finish":
            said = ngettext("%(n)s match ball", "%(n)s match balls", value)
        case "last_letter":
            said = ngettext("%(n)s time", "%(n)s times", value)
        case "fast_game" | "slow_game":
            said = ngettext("%(n)s minute", "%(n)s minutes", value)
        case _:
            said = ngettext("%(n)s deal", "%(n)s deals", value)
    return said % {"n": value}

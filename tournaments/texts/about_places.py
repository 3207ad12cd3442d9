"""Why somebody is where he is in the standings, in words (`standings/reasons.py`), and how a place is written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.standings import reasons

REASONS: Mapping[str, Any] = {code: _(said) for code, said in reasons.REASONS.items()}


def place_text(place: int, last_place: int) -> str:
    """7, or 7–8 where the place is shared; nothing for who takes none."""
    if not place:
        return ""
    return str(place) if place == last_place else f"{place}–{last_place}"


def reason_text(code: str, values: Mapping[str, object]) -> str:
    """A reason for a place in the language of the request; entry keys are already replaced by nicks."""
    return str(REASONS[code]) % values

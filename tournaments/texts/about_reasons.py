"""Why somebody is where he is in the standings, in words: the codes of `standings/reasons.py`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.standings import reasons

REASONS: Mapping[str, Any] = {code: _(said) for code, said in reasons.REASONS.items()}


def reason_sentence(code: str) -> str:
    """Why somebody has a place, in the language of the request; filled in by `reasons.values_for`."""
    return str(REASONS[code])

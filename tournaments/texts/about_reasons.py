"""Why somebody is where he is in the standings, in words: the codes of `standings/reasons.py`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.standings import reasons

REASONS: Mapping[str, Any] = {code: _(said) for code, said in reasons.REASONS.items()}


def reason_sentence(code: str) -> str:
    """Why somebody has a place, in the language of the request; filled in by `reasons.values_for`."""
    return str(REASONS[code])


def reasons_shown(
    why: Iterable[reasons.Reason], nicks: Mapping[str, str], sentence: Callable[[str], str] = reason_sentence
) -> str:
    """The reasons for a place as one line. `sentence`: of a code, looked up once where there are many rows."""
    return "; ".join(sentence(one.code) % reasons.values_for(one, lambda key: nicks.get(key, key)) for one in why)

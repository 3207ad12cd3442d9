"""What is odd about a line of the log, in words: the codes of `games/rules/findings.py`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from games.rules import findings

FINDINGS: Mapping[str, Any] = {code: _(said) for code, said in findings.SENTENCES.items()}


def finding_text(code: str, values: Mapping[str, object]) -> str:
    """A finding in the language of the request."""
    return str(FINDINGS[code]) % values

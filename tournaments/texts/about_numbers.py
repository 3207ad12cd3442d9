"""Numbers as readers of a language write them."""

from __future__ import annotations

from django.utils.formats import get_format


def decimal_said(text: str) -> str:
    """A number that was rounded already, with the sign that stands before its decimals: 85.4, in Czech 85,4."""
    return text.replace(".", str(get_format("DECIMAL_SEPARATOR"))) if "." in text else text

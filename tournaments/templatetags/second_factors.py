"""What a page about second factors asks of those of its reader."""

from __future__ import annotations

from typing import Any

from cryptography.fernet import InvalidToken
from django import template

register = template.Library()


@register.filter
def codes_left(recovery_codes: Any) -> int | None:
    """How many recovery codes were not used yet; None where the site has another key than when they were made."""
    try:
        return len(recovery_codes.get_unused_codes())
    except InvalidToken:
        return None

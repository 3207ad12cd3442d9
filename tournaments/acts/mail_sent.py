"""What every template may ask about letters: whether any can be sent."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest


def mail_is_sent(_request: HttpRequest) -> dict[str, bool]:
    """`mail_is_sent`: no page promises a letter where it is not."""
    return {"mail_is_sent": settings.MAIL_IS_SENT}

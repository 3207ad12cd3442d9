"""An address as a code that a phone reads off a screen or a sheet of paper. It is drawn here, without the internet."""

from __future__ import annotations

import segno
from django.conf import settings
from django.http import HttpRequest


def code_on_screen(url: str) -> dict[str, str]:
    """An address as text, and as a code for a phone."""
    return {"url": url, "code": segno.make(url, error="m", micro=False).svg_data_uri(scale=8, border=4)}


def absolute(request: HttpRequest, path: str) -> str:
    """The path as an address that a phone can reach: the site's own, unless only this machine knows it."""
    host = request.get_host().partition(":")[0]
    is_local = host in ("localhost", "127.0.0.1", "[")  # the last is ::1 in its brackets
    return f"{settings.SITE_URL}{path}" if is_local else request.build_absolute_uri(path)

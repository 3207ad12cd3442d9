"""The answer to one attempt too many: what to do, and when to come back."""

from __future__ import annotations

from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.public.throttle import Limit, seconds_left


def too_much(request: HttpRequest, now: datetime, limit: Limit) -> HttpResponse:
    """429 with a sentence for people and Retry-After for machines."""
    seconds = seconds_left(now, limit.window)
    response = render(request, "public/too_much.html", {"minutes": -(-seconds // 60)}, status=429)
    response["Retry-After"] = str(seconds)
    return response

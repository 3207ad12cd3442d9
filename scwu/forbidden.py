"""What may not be done is answered by the page 403, and written down if somebody who signed in tried to do it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.defaults import permission_denied

from tournaments.operations.refusals import FORBIDDEN, note_refused_act


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Looking is no act; and who is nobody to us writes nothing into our journal."""
    if request.method == "POST":
        note_refused_act(FORBIDDEN, where=request.resolver_match, by=request.user, now=timezone.now())
    return permission_denied(request, exception)

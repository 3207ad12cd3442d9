"""What may not be done is answered by the page 403, and written down if somebody who signed in tried to do it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.defaults import permission_denied

from tournaments.acts.visit import note_refusal
from tournaments.operations.refusals import FORBIDDEN


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Looking is no act; and who is nobody to us writes nothing into our journal."""
    if request.method == "POST":
        note_refusal(request, FORBIDDEN)
    return permission_denied(request, exception)

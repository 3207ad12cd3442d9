"""The union's front door: what its reader may do here, by the offices that he holds."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.union.answers import page


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """For everybody who is signed in; who holds no office finds the way to his club."""
    return page(request, "home", {"tab": "home"})

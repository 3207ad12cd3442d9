"""The union's front door: what its reader may do here, by the offices that he holds."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.operations.union.memberships import year_of
from tournaments.queries import clubs as queries
from tournaments.union.answers import page, signed_in


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """For everybody who is signed in; who holds no office finds the way to his club."""
    account = signed_in(request)
    values = {
        "led": queries.clubs_led_by(account, year_of(timezone.now())),
        "federations": queries.federations_of(account),
    }
    return page(request, "home", {"tab": "home", **values})

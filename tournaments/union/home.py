"""The union's front door: what its reader may do here, by the offices that he holds."""

from __future__ import annotations

from django.http import HttpResponse

from tournaments.acts.visit import Visit
from tournaments.operations.union.memberships import year_of
from tournaments.queries import clubs as queries
from tournaments.union.face import union


@union.page("", right="union.home")
def home(visit: Visit) -> HttpResponse:
    """For everybody who is signed in; who holds no office finds the way to his club."""
    values = {
        "tab": "home",
        "led": queries.clubs_led_by(visit.by, year_of(visit.now)),
        "federations": queries.federations_of(visit.by),
    }
    return visit.page("union/home.html", values)

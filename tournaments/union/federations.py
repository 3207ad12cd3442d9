"""Federations, for the union; one of them with its clubs and requests, for its officers."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from tournaments.acts.face import Values
from tournaments.acts.visit import Visit
from tournaments.models import Federation
from tournaments.operations.people import enrolments
from tournaments.operations.union.memberships import year_of
from tournaments.queries import clubs as queries
from tournaments.union.enrolled import enrolled
from tournaments.union.face import union
from tournaments.union.forms import FederationPlayerForm


@union.page("federations/", right="office.manage")
def federations(visit: Visit) -> HttpResponse:
    """All of them. A federation comes into being with the first club of its country."""
    values = {"tab": "federations", "federations": queries.all_federations(year_of(visit.now))}
    return visit.page("union/federations.html", values)


@union.page("federations/<str:country>/", right="federation.run", name="federation")
def federation_page(federation: Federation, visit: Visit) -> HttpResponse:
    """Its clubs, with requests that wait, and its officers."""
    clubs = queries.clubs_of_federation(federation, year=year_of(visit.now), page=visit.request.GET.get("page"))
    fresh = {"federation": federation, "initial": {"language": get_language()}}
    values = {
        "tab": "federations",
        "federation": federation,
        "clubs": list(clubs),
        "page_obj": clubs,
        "officers": queries.officers_of(federation),
        "form": visit.form_of(FederationPlayerForm, **fresh),
    }
    return visit.page("union/federation.html", values)


@union.act(
    "federations/<str:country>/players/",
    right="federation.run",
    page=federation_page,
    form=lambda federation, visit: FederationPlayerForm(visit.sent, federation=federation),
    wanted=_("Registering a player for a federation"),
    code="union:federation_player",
)
def enrol_federation_player(_federation: Federation, visit: Visit) -> Values:
    """Register a new player, into a club of this federation or into none."""
    return enrolled(enrolments.enrol_player(by=visit.by, now=visit.now, **visit.said))

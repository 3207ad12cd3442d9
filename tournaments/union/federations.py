"""Federations, for the union; one of them with its clubs and requests, for its officers."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.rules.refusals import Refused
from tournaments import access
from tournaments.models import Federation
from tournaments.operations.people import enrolments
from tournaments.operations.union.memberships import year_of
from tournaments.queries import clubs as queries
from tournaments.union.answers import UNPROCESSABLE, acted, address, page, signed_in
from tournaments.union.forms import FederationPlayerForm


@require_safe
def federations(request: HttpRequest) -> HttpResponse:
    """All of them. A federation comes into being with the first club of its country."""
    access.prove(signed_in(request), "office.manage")
    return page(
        request, "federations", {"tab": "federations", "federations": queries.all_federations(year_of(timezone.now()))}
    )


@require_safe
def federation(request: HttpRequest, country: str) -> HttpResponse:
    """Its clubs, with requests that wait, and its officers."""
    return _page(request, _federation(request, country))


@require_POST
def player(request: HttpRequest, country: str) -> HttpResponse:
    """Register a player through the office."""
    one = _federation(request, country)
    form = FederationPlayerForm(request.POST, federation=one)
    if not form.is_valid():
        return _page(request, one, form=form, status=UNPROCESSABLE)

    def act() -> str:
        made = enrolments.enrol_player(by=signed_in(request), now=timezone.now(), **form.cleaned_data)
        return _("%(nick)s is registered.") % {"nick": made.nick}

    return acted(
        request,
        act,
        to=address("federation", country),
        refused=lambda refused: _page(request, one, refused, form=form),
    )


def _federation(request: HttpRequest, country: str) -> Federation:
    return access.federation_for(signed_in(request), country, "federation.run")


def _page(
    request: HttpRequest,
    one: Federation,
    refusal: Refused | None = None,
    *,
    form: FederationPlayerForm | None = None,
    status: int = 200,
) -> HttpResponse:
    year = year_of(timezone.now())
    clubs = queries.clubs_of_federation(one, year=year, page=request.GET.get("page"))
    values = {
        "tab": "federations",
        "federation": one,
        "clubs": list(clubs),
        "page_obj": clubs,
        "officers": queries.officers_of(one),
        "form": form or FederationPlayerForm(federation=one, initial={"language": get_language()}),
    }
    return page(request, "federation", values, refusal, status=status)

"""The union gives offices and takes them back: board, commission, officers, captains, press. Rows stay."""

from __future__ import annotations

import datetime as dt

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.rules.refusals import Refused
from tournaments import access
from tournaments.models import Account, Office
from tournaments.operations.union import offices as operations
from tournaments.queries import clubs as queries
from tournaments.union.answers import UNPROCESSABLE, acted, address, page, signed_in
from tournaments.union.forms import LONGEST_REASON, OfficeForm
from tournaments.union.my_club import number_in, text_in


@require_http_methods(["GET", "HEAD", "POST"])
def offices(request: HttpRequest) -> HttpResponse:
    """Who holds what, since when and until when; and one more."""
    by = _union(request)
    if request.method != "POST":
        return _page(request)
    form = OfficeForm(request.POST)
    if not form.is_valid():
        return _page(request, form=form, status=UNPROCESSABLE)

    def act() -> str:
        values = dict(form.cleaned_data)
        starts_on, ends_on = values.pop("starts_on"), values.pop("ends_on")
        starts_at, ends_at = _midnight(starts_on), _midnight(ends_on, days=1)
        office = operations.give_office_by_email(
            by=by, now=timezone.now(), starts_at=starts_at, ends_at=ends_at, **values
        )
        return _("%(who)s holds the office now.") % {"who": office.account}

    return acted(request, act, to=address("offices"), refused=lambda refused: _page(request, refused, form=form))


@require_POST
def end(request: HttpRequest) -> HttpResponse:
    """Take one back, at once."""
    by = _union(request)

    def act() -> str:
        office = Office.objects.select_related("account").filter(pk=number_in(request, "office")).first()
        if office is None:
            raise Refused("office_ended")
        reason = text_in(request.POST, "reason", most=LONGEST_REASON)
        operations.end_office(office=office, by=by, now=timezone.now(), reason=reason)
        return _("%(who)s holds the office no more.") % {"who": office.account}

    return acted(request, act, to=address("offices"), refused=lambda refused: _page(request, refused))


def _union(request: HttpRequest) -> Account:
    account = signed_in(request)
    access.prove(account, "office.manage")
    return account


def _midnight(day: dt.date | None, *, days: int = 0) -> dt.datetime | None:
    """When a day begins, where the site stands; the day after the last one ends a term."""
    if day is None:
        return None
    begins = dt.datetime.combine(day + dt.timedelta(days=days), dt.time())
    return timezone.make_aware(begins)


def _page(
    request: HttpRequest, refusal: Refused | None = None, *, form: OfficeForm | None = None, status: int = 200
) -> HttpResponse:
    found = queries.offices(request.GET.get("page"))
    values = {
        "tab": "offices",
        "offices_listed": list(found),
        "page_obj": found,
        "form": form or OfficeForm(),
        "now": timezone.now(),
    }
    return page(request, "offices", values, refusal, status=status)

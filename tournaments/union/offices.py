"""The union gives offices and takes them back: board, commission, officers, captains, press. Rows stay."""

from __future__ import annotations

import datetime as dt

from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.rules.refusals import Refused
from tournaments.acts.face import Values
from tournaments.acts.visit import Visit
from tournaments.models import Office
from tournaments.operations.union import offices as operations
from tournaments.queries import clubs as queries
from tournaments.union.face import union
from tournaments.union.forms import LONGEST_REASON, OfficeForm


@union.page("offices/", right="office.manage")
def offices(visit: Visit) -> HttpResponse:
    """Who holds what, since when and until when."""
    found = queries.offices(visit.request.GET.get("page"))
    values = {
        "tab": "offices",
        "offices_listed": list(found),
        "page_obj": found,
        "form": visit.form_of(OfficeForm),
        "now": visit.now,
    }
    return visit.page("union/offices.html", values)


@union.act(
    "offices/",
    right="office.manage",
    page=offices,
    form=OfficeForm,
    wanted=_("Giving an office"),
    done=_("%(who)s holds the office now."),
    code="union:offices",
    fresh=True,
)
def give_office_by_email(visit: Visit) -> Values:
    """Give an office for a term to whoever has this address."""
    said = dict(visit.said)
    starts_at, ends_at = _midnight(said.pop("starts_on")), _midnight(said.pop("ends_on"), days=1)
    office = operations.give_office_by_email(by=visit.by, now=visit.now, starts_at=starts_at, ends_at=ends_at, **said)
    return {"who": office.account}


@union.act(
    "offices/ends/",
    right="office.manage",
    page=offices,
    wanted=_("Ending an office"),
    done=_("%(who)s holds the office no more."),
    fresh=True,
)
def end_office(visit: Visit) -> Values:
    """Take an office back, at once."""
    office = Office.objects.select_related("account").filter(pk=visit.number("office")).first()
    if office is None:
        raise Refused("office_ended")
    operations.end_office(office=office, by=visit.by, now=visit.now, reason=visit.text("reason", most=LONGEST_REASON))
    return {"who": office.account}


def _midnight(day: dt.date | None, *, days: int = 0) -> dt.datetime | None:
    """When a day begins, where the site stands; the day after the last one ends a term."""
    if day is None:
        return None
    begins = dt.datetime.combine(day + dt.timedelta(days=days), dt.time())
    return timezone.make_aware(begins)

"""The order of criteria as a list that the director reads and sets before the first round starts."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from django.utils.translation import gettext_lazy as _

from tournaments.acts.visit import Visit
from tournaments.console.face import desk
from tournaments.facts.regulations import ORDERS, Criterion, Regulations
from tournaments.models import Event
from tournaments.operations.events import criteria as operations
from tournaments.projections import regulations_of
from tournaments.texts.about_regulations import CRITERIA, order_in_words

CODES = {order: code for code, order in ORDERS.items()}


@desk.page("<slug:slug>/criteria/", right="event.direct")
def criteria(event: Event, visit: Visit) -> HttpResponse:
    """What ranks the survivors of a final, first, second, third. Raises Http404 in Smear, which has no survivors."""
    if event.is_smear:
        raise Http404
    regulations = regulations_of(event)
    values = {
        "tab": "settings",
        "event": event,
        "lines": _lines(regulations),
        "said": order_in_words(regulations, has_final=True),
        "is_default": regulations.final_ranking == Regulations().final_ranking,
        "is_frozen": event.is_over or operations.are_criteria_frozen(event),
    }
    return visit.page("console/criteria.html", values)


@desk.act(
    "<slug:slug>/criteria/",
    right="event.direct",
    page=criteria,
    wanted=_("Setting the order of criteria"),
    done=_("The order of criteria is set."),
    code="desk:criteria",
)
def set_criteria(event: Event, visit: Visit) -> None:
    """Put the criteria into the order that the button says; pressed twice it is the same order."""
    operations.set_criteria(event=event, order=visit.text("order"), by=visit.by, now=visit.now)


def _lines(regulations: Regulations) -> list[dict[str, Any]]:
    """Each criterion with its words, and the order that its buttons lead to."""
    order = regulations.criteria
    return [
        {
            "name": CRITERIA[one][0],
            "meaning": CRITERIA[one][1],
            "up": _moved(order, at - 1) if at else "",
            "down": _moved(order, at) if at + 1 < len(order) else "",
        }
        for at, one in enumerate(order)
    ]


def _moved(order: tuple[Criterion, ...], at: int) -> str:
    """The code of the order in which those at `at` and behind it have changed places."""
    return CODES[*order[:at], order[at + 1], order[at], *order[at + 2 :]]

"""Tables and rooms: what tables are called, where they stand, and the referee of each room, in every round."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _

from tournaments.acts.face import Values
from tournaments.acts.visit import Visit
from tournaments.console.face import desk
from tournaments.console.staff import TablesField
from tournaments.facts.places import LONGEST, place_of, places_of, rooms_of
from tournaments.models import Event, Staff, StaffRole
from tournaments.operations.events import places as operations
from tournaments.queries import desk as queries


class PlaceForm(forms.Form):
    tables = TablesField(label=_("Tables"), help_text=_("Their numbers, such as 1, 2. They hold in every round."))
    label = forms.CharField(
        label=_("Label"),
        max_length=LONGEST,
        required=False,
        help_text=_("For one table: what stands on it, instead of its number. Empty: its number."),
    )
    room = forms.CharField(
        label=_("Room"),
        max_length=LONGEST,
        required=False,
        help_text=_("Where they stand, such as “Salonek 2”. Empty: not said."),
    )


@desk.page("<slug:slug>/places/", right="event.direct")
def places(event: Event, visit: Visit) -> HttpResponse:
    """Every table of which something is said, the rooms with their referees; `table`: which one is changed."""
    values = {
        "tab": "settings",
        "event": event,
        "places": places_of(event.places).items(),
        "rooms": rooms_of(event.places),
        "referees": [staff for staff in queries.staff_of(event) if staff.role != StaffRole.LINE_JUDGE],
        "form": visit.form_of(PlaceForm, initial=_initial(event, visit)),
    }
    return visit.page("console/places.html", values)


def _initial(event: Event, visit: Visit) -> dict[str, Any]:
    asked = visit.request.GET.get("table", "")
    if not (asked.isascii() and asked.isdecimal() and len(asked) < 5):
        return {}
    return {"tables": asked, **place_of(event.places, int(asked))._asdict()}


@desk.act(
    "<slug:slug>/places/",
    right="event.direct",
    page=places,
    form=PlaceForm,
    wanted=_("Saying what tables are called"),
    done=_("Saved."),
)
def name_tables(event: Event, visit: Visit) -> None:
    """Give one table a label, and tables a room."""
    said = dict(visit.said)
    operations.name_tables(event=event, numbers=said.pop("tables"), by=visit.by, now=visit.now, **said)


@desk.act(
    "<slug:slug>/places/referees/<int:pk>/",
    right="event.staff",
    page=places,
    wanted=_("Giving a referee a room"),
    done=_("%(who)s: saved."),
)
def give_room(event: Event, visit: Visit) -> Values:
    """Say which room a referee looks after; a director may look after one himself."""
    found = Staff.objects.filter(event=event, ended_at=None).exclude(role=StaffRole.LINE_JUDGE)
    staff = get_object_or_404(found.select_related("account"), pk=visit.address["pk"])
    staff.event = event
    operations.give_room(staff=staff, room=visit.text("room"), by=visit.by, now=visit.now)
    return {"who": staff.account}

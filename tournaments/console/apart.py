"""Who may not share a table: pairs of registered players, chosen by name; they count from the next draw on."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpResponse
from django.utils.translation import gettext_lazy as _

from tournaments.acts.face import Values
from tournaments.acts.visit import Visit
from tournaments.console.face import desk
from tournaments.models import ApartPair, Event, Registration
from tournaments.operations.seating import apart as operations
from tournaments.texts.about_languages import ByNameField, name_order


class NickField(ByNameField):
    def label_from_instance(self, obj: Any) -> str:
        return str(obj.nick)


class PairForm(forms.Form):
    one = NickField(label=_("Player"), queryset=Registration.objects.none(), empty_label="–")
    other = NickField(label=_("… may not share a table with"), queryset=Registration.objects.none(), empty_label="–")

    def __init__(self, *args: Any, event: Event, **options: Any) -> None:
        super().__init__(*args, **options)
        entered = Registration.objects.filter(event=event).playing()
        for name in ("one", "other"):
            field = self.fields[name]
            assert isinstance(field, forms.ModelChoiceField)  # noqa: S101 – tells the type checker
            field.queryset = entered


@desk.page("<slug:slug>/apart/", right="event.draw")
def apart(event: Event, visit: Visit) -> HttpResponse:
    """Show the pairs who may not share a table, and a form for another pair."""
    pairs = ApartPair.objects.filter(event=event).select_related("one", "other").order_by("pk")
    key = name_order()
    values = {
        "tab": "settings",
        "event": event,
        "form": visit.form_of(PairForm, event=event),
        "pairs": sorted(pairs, key=lambda pair: (key(pair.one.nick), key(pair.other.nick))),
    }
    return visit.page("console/apart.html", values)


@desk.act(
    "<slug:slug>/apart/",
    right="event.draw",
    page=apart,
    form=lambda event, visit: PairForm(visit.sent, event=event),
    wanted=_("Keeping two players apart"),
    done=_("%(one)s and %(other)s share no table from the next draw on."),
    code="desk:apart",
)
def keep_apart(event: Event, visit: Visit) -> Values:
    """Say that two players may not share a table."""
    one, other = visit.said["one"], visit.said["other"]
    operations.keep_apart(event=event, one=one, other=other, by=visit.by, now=visit.now)
    return {"one": one.nick, "other": other.nick}


@desk.act(
    "<slug:slug>/apart/<int:pk>/allow/",
    right="event.draw",
    page=apart,
    wanted=_("Letting two players share a table again"),
    done=_("They may share a table again."),
)
def allow_pair(event: Event, visit: Visit) -> None:
    """Take a pair off the list."""
    operations.allow_pair(event=event, pair=visit.address["pk"], by=visit.by, now=visit.now)

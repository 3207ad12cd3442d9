"""The form of an event: name, day, time, place, capacity, registration, and the regulations folded away.

Times are local to the event's zone. The regulations begin with what the series' preset says; only what differs from
it is stored (competition.md 2 to 5, facts/regulations.py). After the first draw they are shown, not asked. Which
game is played the series says; only its settings are asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django import forms
from django.conf import settings
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournaments.console.fields import LocalDateTimeField, ZoneField, local_value, moment
from tournaments.facts.regulations import CHOICES, RANGES, Regulations, names_for
from tournaments.models import Event, Series
from tournaments.texts.about_settings import LABELS, choice_words

if TYPE_CHECKING:
    EventModelForm = forms.ModelForm[Event]
else:
    EventModelForm = forms.ModelForm

SET_AS_A_LIST = "final_ranking"  # on a page of its own (console/criteria.py), and nowhere else


class RegulationsForm(forms.Form):
    """All settings with the preset's values filled in, but for the order of criteria."""

    prefix = "rules"

    def __init__(self, *args: Any, values: Regulations, **options: Any) -> None:
        super().__init__(*args, **options)
        self.names = [name for name in names_for(values.game) if name != SET_AS_A_LIST]
        for name in self.names:
            self.fields[name] = _field(name)
            self.fields[name].initial = getattr(values, name)

    def given(self, *, beside: dict[str, Any], over: Regulations) -> dict[str, Any]:
        """What to store: the settings that differ from `over`, and those that were stored (`beside`) already."""
        chosen = {name: self.cleaned_data[name] for name in self.names}
        kept = {name: value for name, value in beside.items() if name not in self.names}
        return kept | {name: value for name, value in chosen.items() if name in beside or value != getattr(over, name)}


def _field(name: str) -> forms.Field:
    label, help_text = LABELS[name]
    if name in RANGES:
        least, most = RANGES[name]
        return forms.IntegerField(label=label, help_text=help_text, min_value=least, max_value=most)
    if name in CHOICES:
        words = [(code, choice_words(name, code)) for code in CHOICES[name]]
        return forms.ChoiceField(label=label, help_text=help_text, choices=words)
    return forms.BooleanField(label=label, help_text=help_text, required=False)


def in_words(values: Regulations) -> list[tuple[Any, Any]]:
    """The settings as a list to read, where they can no longer be changed."""
    found = []
    for name in names_for(values.game):
        value = getattr(values, name)
        said = choice_words(name, value) if name in CHOICES else {True: _("yes"), False: _("no")}.get(value, value)
        found.append((LABELS[name][0], value if name in RANGES else said))
    return found


class EventForm(EventModelForm):
    """An event, and in `rules` its regulations. Its instants are set on the instance when the form is valid.

    `values`: the regulations to begin with. Those of an event that are frozen are not read. The form of an event that
    is there carries what it was made from, so that it knows what somebody has changed in it.
    """

    starts = forms.TimeField(
        label=_("Start"),
        required=False,
        help_text=_("What the clock in the hall shows. Players get a reminder the day before."),
        widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
    )
    opens = LocalDateTimeField(
        label=_("Registration opens"), required=False, help_text=_("By itself at this time. Empty: when you open it.")
    )
    closes = LocalDateTimeField(
        label=_("Registration closes"), required=False, help_text=_("By itself at this time. Empty: when you close it.")
    )
    time_zone = ZoneField(label=_("Time zone"), help_text=_("All times of the event are meant in it."))

    field_order = [
        "name", "date", "starts", "place", "theme", "capacity", "opens", "closes", "note", "fee", "time_zone",
    ]  # fmt: skip  # one line reads as the order it is

    class Meta:
        model = Event
        fields = ["name", "date", "place", "theme", "capacity", "note", "fee", "time_zone"]
        labels = {
            "name": _("Name"),
            "date": _("Day"),
            "place": _("Place"),
            "theme": _("Theme"),
            "capacity": _("Places"),
            "note": _("Note for everybody"),
            "fee": _("Fee"),
        }
        help_texts = {
            "theme": _("What the playing words are about."),
            "capacity": _("When they are taken, nobody more can be confirmed. Empty: no limit."),
            "note": _("How to get there, the fee, what to bring."),
            "fee": _("Such as 100 Kč: the check-in list then notes who has paid. Only the desk sees it. Empty: none."),
        }
        widgets = {
            "date": forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
            "note": forms.Textarea(attrs={"rows": 3}),
            "capacity": forms.NumberInput(attrs={"inputmode": "numeric"}),
        }

    def __init__(self, data: Any = None, *, values: Regulations, **options: Any) -> None:
        super().__init__(data, **options)
        self.rules = RegulationsForm(data, values=values)
        zone = self.instance.time_zone if self.instance.pk else settings.TIME_ZONE
        self.fields["time_zone"].initial = zone
        self.initial.setdefault("time_zone", zone)
        if not self.instance.pk:
            self.initial["time_zone"] = zone
        start = local_value(self.instance.starts_at, zone)
        self.fields["starts"].initial = start.time() if start else None
        self.fields["opens"].initial = local_value(self.instance.registration_opens_at, zone)
        self.fields["closes"].initial = local_value(self.instance.registration_closes_at, zone)
        self.fields["capacity"].min_value = 4  # type: ignore[attr-defined]  # the field of a PositiveIntegerField
        for form in (self, self.rules) if self.instance.pk else ():
            for field in form.fields.values():
                field.show_hidden_initial = True

    def changed_by_both(self) -> list[tuple[str, Any]]:
        """What was changed here and is stored otherwise meanwhile: label and stored value."""
        return [
            (str(field.label), field.initial)
            for field, is_changed in self._asked()
            if is_changed and field.field.has_changed(field.initial, field.data) and self._began_otherwise(field)
        ]

    def would_change_frozen(self) -> bool:
        """Whether it was made before the regulations were frozen, and says others than those."""
        rules = [field for field in self.rules if field.name in self.rules.changed_data]
        return any(field.field.has_changed(field.initial, field.data) for field in rules)

    def untouched_as_stored(self) -> QueryDict:
        """What was sent, with what is stored now wherever nothing was changed in the form."""
        data = QueryDict(mutable=True)
        data.update(self.data)
        for field, is_changed in self._asked():
            data[field.html_initial_name] = _as_carried(field)
            if not is_changed:
                data.pop(field.html_name, None)
                data.update(_as_sent(field))
        return data

    def _began_otherwise(self, field: forms.BoundField) -> bool:
        """Whether the form was made from another value than is stored now, or does not say from which."""
        began = self.data.get(field.html_initial_name)
        return began is None or began.splitlines() != _as_carried(field).splitlines()

    def _asked(self) -> Iterator[tuple[forms.BoundField, bool]]:
        """The fields that are asked, and whether somebody has changed them in this form."""
        for form in (self,) if self.instance.regulations_frozen_at else (self, self.rules):
            for field in form:
                yield field, field.name in form.changed_data

    def is_valid(self) -> bool:
        """Whether the event is, and its regulations, with the faults of both."""
        are_rules_valid = self.instance.regulations_frozen_at is not None or self.rules.is_valid()
        return super().is_valid() and are_rules_valid

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        zone, date, starts = data.get("time_zone"), data.get("date"), data.get("starts")
        if zone:
            start = datetime.combine(date, starts) if date and starts else None
            self.instance.starts_at = moment(self, "starts", start, zone)
            opens = self.instance.registration_opens_at = moment(self, "opens", data.get("opens"), zone)
            closes = self.instance.registration_closes_at = moment(self, "closes", data.get("closes"), zone)
            if opens and closes and closes <= opens:
                self.add_error("closes", _("Registration would close before it opens."))
        return data


def preset_of(series: Series) -> Regulations:
    """The regulations that an event of the series starts from."""
    return Regulations.from_dict(series.preset)


def _as_carried(field: forms.BoundField) -> str:
    """What is stored, as the form carries it along."""
    stored = field.field.prepare_value(field.initial)
    return "" if stored is None else str(stored)


def _as_sent(field: forms.BoundField) -> dict[str, str]:
    """What is stored, as a browser sends it when nothing is changed."""
    stored, widget = field.field.prepare_value(field.initial), field.field.widget
    if isinstance(widget, forms.CheckboxInput):
        return {field.html_name: "on"} if stored else {}
    if isinstance(widget, forms.Select):
        return {field.html_name: _as_carried(field)}
    return {field.html_name: widget.format_value(stored) or ""}

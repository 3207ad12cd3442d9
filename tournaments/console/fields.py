"""Form fields for what the clock in the hall shows; the form turns them into instants by the event's own zone."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.functional import lazy

from games.rules.refusals import Refused
from tournaments.facts.local_times import instant, wall_clock, zone_names
from tournaments.texts.refusals import sentence_for


class LocalDateTimeField(forms.DateTimeField):
    """A date and time without a zone. The browser's own picker fills it in."""

    widget = forms.DateTimeInput(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"})

    def to_python(self, value: Any) -> datetime | None:
        with timezone.override(UTC):  # so that Django applies no zone of its own, least of all one with a summer time
            read = super().to_python(value)
        return read.replace(tzinfo=None) if read else None

    def prepare_value(self, value: Any) -> Any:
        return value


class ZoneField(forms.ChoiceField):
    """The time zone of the hall."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            choices=lazy(lambda: [(name, name.replace("_", " ")) for name in zone_names()], list), **options
        )


def moment(form: forms.BaseForm, field: str, local: datetime | None, zone: str) -> datetime | None:
    """The instant of a local time; an impossible or ambiguous one becomes the fault of `field`."""
    if local is None:
        return None
    try:
        return instant(local, zone)
    except Refused as refused:
        form.add_error(field, sentence_for(refused))
        return None


def local_value(at: datetime | None, zone: str) -> datetime | None:
    """What a form shows of a stored instant."""
    return wall_clock(at, zone) if at else None

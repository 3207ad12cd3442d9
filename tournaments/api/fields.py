"""Fields that take JSON by its word: a number is a number, and not a text that looks like one or `true`."""

from __future__ import annotations

import datetime as dt
from dataclasses import MISSING, fields
from typing import Any, NoReturn

from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.rules.documents.faults import Fault
from games.rules.entries import KINDS, VERDICTS, Amend
from tournaments.texts.about_faults import fault_text

LARGEST_INTEGER = 2_147_483_647  # what both databases store
SANE_YEARS = range(2000, 2200)
INSTANT = (
    r"^2[01][0-9]{2}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]+)?"
    r"(Z|[+-](0[0-9]|1[0-3]):[0-5][0-9])$"
)


def _of_kind(kind: type[Any]) -> dict[str, Any]:
    """Which fields a kind of line has, and which must be there. Its reader asks more (games/rules/payload.py)."""
    names = {one.name: one.default is MISSING for one in fields(kind)}
    if kind is Amend:  # what it changes stands beside its position
        names = {**dict.fromkeys((name for other in KINDS.values() for name in other.amendable), False), **names}
        del names["changes"]
    known = {"entry" if name == "occupant" else name: needed for name, needed in names.items()}
    return {
        "properties": {"kind": {"const": kind.code}},
        "propertyNames": {"enum": ["kind", *known]},
        "required": ["kind", *(name for name, needed in known.items() if needed)],
    }


SEAT = {"type": "string", "pattern": "^[A-Z]$", "description": "A seat."}
LOG_LINE = {
    "type": "object",
    "description": "A line of a table's log, as in the event file (scwu-event/1, `log`); `smear_deal` in Smear.",
    "required": ["kind"],
    "additionalProperties": False,
    "oneOf": [_of_kind(kind) for kind in KINDS.values()],
    "properties": {
        "kind": {"type": "string", "enum": list(KINDS)},
        "position": {"type": "integer", "minimum": 1, "description": "amend, strike: the earlier line."},
        "loser": SEAT,
        "seat": SEAT,
        "entry": {"type": "string", "description": "substitute: key of the registration that takes the seat over."},
        "bench": {
            "type": "array",
            "items": SEAT,
            "uniqueItems": True,
            "description": "Seats that sit out; absent: nobody.",
        },
        "points": {
            "type": ["object", "null"],
            "additionalProperties": {"type": "integer", "minimum": 0, "maximum": 33},
            "description": "Penalty points by seat; in Smear what each party won in the tricks, such as AC.",
        },
        "pitcher": {**SEAT, "description": "smear_deal: who pitched."},
        "bid": {"type": "integer", "minimum": 1, "maximum": 99, "description": "smear_deal: what the pitcher bid."},
        "moon": {"type": ["boolean", "null"], "description": "smear_deal: the pitcher shot the moon."},
        "packed": {"type": ["boolean", "null"]},
        "dealer": {"type": ["string", "null"], "pattern": "^[A-Z]$", "description": "Who really dealt, if noted."},
        "arrival": {"type": "string", "format": "uuid", "description": "settle: id of the line that a phone brought."},
        "verdict": {"type": "string", "enum": list(VERDICTS), "description": "settle: what a referee says of it."},
        "other": {**SEAT, "description": "swap: the seat with which places were changed."},
        "since": {"type": "integer", "minimum": 1, "description": "swap: from which line on they had changed places."},
        "after": {"type": "integer", "minimum": 1, "description": "penalty_letter: found late, due after this line."},
        "reason": {"type": ["string", "null"], "maxLength": 500, "description": "Shown to the event's staff only."},
    },
}


class KnownFieldsOnly(serializers.Serializer[Any]):
    """A body in which what nobody knows is refused: a misspelt field is no wish that may be passed over."""

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        unknown = sorted(set(self.initial_data) - set(self.fields))
        if unknown:
            said = fault_text(Fault("unknown_key", "$"))
            raise serializers.ValidationError({name[:40]: said for name in unknown[:20]})
        return attrs


class StrictIntegerField(serializers.IntegerField):
    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:
            self.fail("invalid")
        return super().to_internal_value(data)


class StrictUUIDField(serializers.UUIDField):
    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, str) or len(data) != 36:
            self.fail("invalid", value="")
        return super().to_internal_value(data)


class StrictCharField(serializers.CharField):
    @property
    def pattern(self) -> str:
        """What the document says of it: no NUL, and more than blanks where it may not be empty."""
        return r"^[^\u0000]*$" if self.allow_blank else r"^[^\u0000]*[^\s\u0000][^\u0000]*$"

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


@extend_schema_field({"type": "string", "format": "date-time", "pattern": INSTANT})
class InstantField(serializers.Field[dt.datetime, str, str, Any]):
    """A moment with its offset: without one nobody knows when it was."""

    default_error_messages = {"invalid": _("This must be a time with date and offset, such as 2026-02-03T18:30:00Z.")}

    def to_internal_value(self, data: Any) -> dt.datetime:
        moment = self._parsed(data)
        if moment is None or moment.tzinfo is None or moment.year not in SANE_YEARS:
            self._refuse()
        return moment.astimezone(dt.UTC)

    def to_representation(self, value: dt.datetime) -> str:
        return value.astimezone(dt.UTC).isoformat().replace("+00:00", "Z")

    def _parsed(self, data: Any) -> dt.datetime | None:
        try:
            return parse_datetime(data) if isinstance(data, str) else None
        except ValueError:
            return None

    def _refuse(self) -> NoReturn:
        self.fail("invalid")


@extend_schema_field(LOG_LINE)
class LogLineField(serializers.JSONField):
    """A line as it stands in an event file; the rules' own reader judges it (games/rules/payload.py)."""

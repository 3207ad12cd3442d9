"""What stands in a column of the administration: words instead of codes, people instead of keys, times of the hall.

A column is made for one request, since what it links to is what whoever asks may see. Called with a row it gives what
the page shows; `text` gives the same for a file.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from django.contrib.admin.utils import get_fields_from_path
from django.core.exceptions import FieldDoesNotExist
from django.db.models import Field, Model
from django.db.models.constants import LOOKUP_SEP
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _

from tournaments import models
from tournaments.queries.names import shown_name
from tournaments.templatetags.event_times import day, moment
from tournaments.texts.about_admin import MEANINGS, called

if TYPE_CHECKING:
    from tournaments.admin.rows import Rows

NOTHING = "–"
SORTED_BY = {models.Account: "name", models.Club: "name", models.Event: "name", models.Federation: "name"} | {
    models.Player: "nick",
    models.Registration: "nick",
    models.Round: "number",
    models.Table: "number",
}


class Column:
    """`name`: a method of the list, or a field of its rows or of what they belong to, `table__round`."""

    def __init__(self, rows: Rows, request: HttpRequest, name: str, *, leads: bool = True) -> None:
        self.__name__ = name
        self._rows, self._request, self._leads = rows, request, leads
        self._method = getattr(rows, name, None)
        self._field = None if self._method else _field(rows.model, name)
        self.short_description = self._label()
        self.admin_order_field = self._order()

    def __call__(self, row: Model) -> str:
        value = self._value(row)
        if isinstance(value, Model) and self._leads and self._is_shown(value):
            return format_html('<a href="{}">{}</a>', address_of(value), self._words(row, value))
        return self._words(row, value)

    def __contains__(self, sign: str) -> bool:
        """Django looks for `__` in what cannot be sorted, and takes it for a name."""
        return False

    def text(self, row: Model) -> str:
        """What the page shows, without its links."""
        return self._words(row, self._value(row))

    def leading(self, row: Model) -> str:
        """The same as the way to the page of the row."""
        return format_html('<a href="{}">{}</a>', address_of(row), self.text(row))

    def _is_shown(self, row: Model) -> bool:
        """Whether a row has a page here, and whoever asks may see it."""
        home = self._rows.admin_site._registry.get(type(row))  # noqa: SLF001 – Django knows no other way to ask
        return home is not None and home.has_view_permission(self._request)

    def _words(self, row: Model, value: Any) -> str:
        match value:
            case None | "":
                return NOTHING
            case bool():
                return _("yes") if value else _("no")
            case datetime():
                return moment(value, self._rows.zone_of(row))
            case date():
                return day(value)
            case _:
                return named(value) if isinstance(value, Model) else str(value)

    def _value(self, row: Model) -> Any:
        if self._method:
            return self._method(row)
        *way, last = self.__name__.split(LOOKUP_SEP)
        found: Any = row
        for part in way:
            found = getattr(found, part, None)
        value = getattr(found, last, None)
        meanings = MEANINGS.get((type(found), last), {})
        return meanings.get(value or "") or getattr(found, f"get_{last}_display", lambda: value)()

    def _label(self) -> Any:
        if self._method:
            return getattr(self._method, "short_description", self.__name__)
        related: Any = getattr(self._field, "related_model", None)  # of a way back, which has no name of its own
        unnamed = related._meta.verbose_name if related else self.__name__  # noqa: SLF001 – documented
        return getattr(self._field, "verbose_name", unnamed)

    def _order(self) -> str:
        if self._method:
            return str(getattr(self._method, "admin_order_field", ""))
        related = getattr(self._field, "related_model", None)
        return f"{self.__name__}__{SORTED_BY[related]}" if related in SORTED_BY else self.__name__


def named(row: Model) -> str:
    """What a row is called where it is spoken of. An account never by its whole address."""
    return shown_name(row) if isinstance(row, models.Account) else called(row)


def address_of(row: Model) -> str:
    """The page of a row here."""
    meta = row._meta  # noqa: SLF001 – documented
    return reverse(f"admin:{meta.app_label}_{meta.model_name}_change", args=[row.pk])


def _field(model: type[Model], name: str) -> Field[Any, Any] | None:
    try:
        found: Any = get_fields_from_path(model, name)[-1]
    except FieldDoesNotExist:
        return None
    return found  # type: ignore[no-any-return]

"""Lists of rows, and who sees which: the one base of everything in the administration.

A list names the right by which it is seen. Whoever holds it everywhere sees every row, whoever holds it at events of
his own sees theirs: the list says by `event_path` how a row belongs to an event, and one that says nothing shows him
nothing. Search, filters, counts, export, pages of rows and links all ask `get_queryset`, and there is nothing else.

What the acts of the house write is `Recorded`: it is looked at here and changed on the real pages, to which each row
leads. Refused are adding, changing, deleting and anything else that is posted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any, ClassVar
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import admin
from django.contrib.admin import ChoicesFieldListFilter, RelatedOnlyFieldListFilter
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.utils import get_fields_from_path, unquote
from django.core.exceptions import BadRequest, PermissionDenied
from django.db.models import Field, Model, Q, QuerySet
from django.db.models.constants import LOOKUP_SEP
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.text import capfirst

from tournaments import access
from tournaments.acts.visit import signed_in
from tournaments.admin.columns import Column, named
from tournaments.exchange.spreadsheet import csv_text
from tournaments.facts.nicks import nick_key
from tournaments.models import Event
from tournaments.queries import folded as folded  # so that texts can be looked up without accents
from tournaments.texts.about_admin import MEANINGS

if TYPE_CHECKING:  # Django knows no parameters of these at run time
    Base = admin.ModelAdmin[Any]
    AnyField = Field[Any, Any]
else:
    Base, AnyField = admin.ModelAdmin, Field

MOST = 300  # rows of a table on a page; the list behind it has them all
MOST_WORDS = 20  # of a search


@dataclass(frozen=True, slots=True)
class Part:
    """A table on the page of a row. `more`: the list that has all of it; `kind`: its class in the stylesheet."""

    title: Any
    header: Sequence[Any]
    lines: Sequence[Sequence[str]]
    more: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Door:
    """A page of the site that a row leads to, for those who hold `right` at its event."""

    right: str
    name: Any
    address: str


class InWords(ChoicesFieldListFilter):
    """A filter by the codes of a column, which it calls as the column does."""

    def __init__(self, field: AnyField, *asked: Any, **path: Any) -> None:
        told = copy(field)
        meanings = MEANINGS.get((field.model, field.name)) or dict(field.flatchoices)
        told.choices = [(code, capfirst(words)) for code, words in meanings.items()]
        super().__init__(told, *asked, **path)


class Rows(Base):
    """`right`: by which its rows are seen; `event_path`: the way from a row to its event, `pk` for an event itself."""

    right: ClassVar[str] = "admin.enter"
    event_path: ClassVar[str] = ""
    exports: ClassVar[bool] = True
    list_select_related: ClassVar[tuple[str, ...]] = ()

    # --- Who sees what ------------------------------------------------------------------------------------------------

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return sees(request, self.right)

    def has_view_or_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Who may correct rows does not see them by that alone."""
        return self.has_view_permission(request, obj)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """The rows that whoever asks may see."""
        rows = super().get_queryset(request)
        if self.list_select_related:
            rows = rows.select_related(*self.list_select_related)
        account = signed_in(request)
        if access.may(account, self.right):
            return rows
        if not self.event_path:
            return rows.none()
        return rows.filter(**{f"{self.event_path}__in": access.events_where(account, self.right)})

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        """Only what a filter of the list asks; Django takes any column, also one that the list does not show."""
        asked = [*map(str, self.list_filter), *filter(None, [self.date_hierarchy])]
        return any(f"{lookup}__".startswith(f"{name}__") for name in asked) and super().lookup_allowed(
            lookup, value, request
        )

    def get_list_filter(self, request: HttpRequest) -> list[Any]:
        """What a filter offers is what the rows that are seen have."""
        names = [str(name) for name in super().get_list_filter(request)]
        return [self._filter(name, get_fields_from_path(self.model, name)[-1]) for name in names]

    def _filter(self, name: str, field: Any) -> Any:
        if field.is_relation:
            return name, RelatedOnlyFieldListFilter
        return (name, InWords) if field.choices else name

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Each word somewhere in the row, without case and accents. No row has so many that the database gives up."""
        names, words = self.get_search_fields(request), dict.fromkeys(nick_key(search_term).split())
        if len(words) > MOST_WORDS:
            return queryset.none(), False
        for word in words:
            queryset = queryset.filter(reduce(or_, (Q(**{f"{name}__folded__contains": word}) for name in names)))
        return queryset, True

    # --- What of a row ------------------------------------------------------------------------------------------------

    def event_of(self, row: Any) -> Event | None:
        """The event of a row, if it belongs to one."""
        for part in self.event_path.split(LOOKUP_SEP) if self.event_path not in ("", "pk") else ():
            row = getattr(row, part, None)
        return row if isinstance(row, Event) else None

    def zone_of(self, row: Model) -> str:
        """The zone in which its times are told."""
        event = self.event_of(row)
        return event.time_zone if event else settings.TIME_ZONE

    def columns(self, request: HttpRequest, names: Iterable[str]) -> list[Column]:
        """These columns, for whoever asks."""
        return [Column(self, request, name) for name in names]

    def get_list_display(self, request: HttpRequest) -> list[Any]:
        first, *others = super().get_list_display(request)
        return [Column(self, request, str(first), leads=False), *self.columns(request, map(str, others))]

    # --- The list, and its file ---------------------------------------------------------------------------------------

    def get_urls(self) -> list[Any]:
        export = path("export/", self.admin_site.admin_view(self.export_view), name=self._called("export"))
        return [export, *(one for one in super().get_urls() if one.name)]  # none without a name: it leads elsewhere

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        export = f"{self.address('export')}?{request.GET.urlencode()}" if self.exports else ""
        return super().changelist_view(request, {"export": export, **(extra_context or {})})

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """What was changed in a row here. Django would lead elsewhere before it asks who may see that."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        return super().history_view(request, object_id, extra_context)

    def export_view(self, request: HttpRequest) -> HttpResponse:
        """The rows of the list as CSV: filtered, searched and sorted as it is, all its pages."""
        if request.method not in ("GET", "HEAD") or not self.exports or not self.has_view_permission(request):
            raise PermissionDenied
        try:
            shown = self.get_changelist_instance(request).queryset
        except IncorrectLookupParameters as wrong:
            raise BadRequest from wrong
        columns = self.columns(request, map(str, self.list_display))
        text = csv_text(
            [str(one.short_description) for one in columns], ([one.text(row) for one in columns] for row in shown)
        )
        response = HttpResponse(text, content_type="text/csv; charset=utf-8")
        response["Content-Disposition"] = f'attachment; filename="{self.opts.model_name}.csv"'
        return response

    def _called(self, what: str) -> str:
        return f"{self.opts.app_label}_{self.opts.model_name}_{what}"

    def address(self, what: str) -> str:
        """Where the list is (`changelist`), or its file (`export`)."""
        return reverse(f"admin:{self._called(what)}")


class Recorded(Rows):
    """Rows that only the acts of the house may write. `shown`: what the page of a row says besides its list."""

    shown: ClassVar[tuple[str, ...]] = ()

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        _only_looked_at(request)
        return super().changelist_view(request, extra_context)

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """There is none: what became of a row stands in the journal of its event."""
        raise PermissionDenied

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The page of a row: what it says, what belongs to it, and the real pages on which it is dealt with."""
        _only_looked_at(request)
        if not self.has_view_permission(request):
            raise PermissionDenied
        row = self.get_object(request, unquote(object_id))
        if row is None:
            raise Http404
        names = dict.fromkeys((*map(str, self.list_display), *self.shown))
        event = self.event_of(row)
        context = {
            **self.admin_site.each_context(request),
            "title": capfirst(named(row)),
            "list": f"admin:{self._called('changelist')}",
            "event": event if event is not row else None,
            "opts": self.opts,
            "said": [(column.short_description, column(row)) for column in self.columns(request, names)],
            "parts": [part for part in self.parts(row, request) if part],
            "doors": [door for door in self.doors(row) if self._is_open(door, event, request)],
        }
        return TemplateResponse(request, "admin/row.html", context)

    def parts(self, row: Any, request: HttpRequest) -> Iterator[Part | None]:
        """The tables below: what belongs to the row."""
        yield from ()

    def doors(self, row: Any) -> Iterator[Door]:
        """The pages of the site about it."""
        yield from ()

    def part(self, request: HttpRequest, model: type[Model], *without: str, **of: Any) -> Part | None:
        """Rows of another list that belong to this one; nothing where there are none, or none that may be seen."""
        other = self.admin_site._registry[model]  # noqa: SLF001 – Django knows no other way to ask
        assert isinstance(other, Rows)  # noqa: S101 – all are; tells the type checker
        if not other.has_view_permission(request):
            return None
        first, *others = other.columns(request, (name for name in map(str, other.list_display) if name not in without))
        rows = other.get_queryset(request).filter(**of)
        lines = [[first.leading(row), *(column(row) for column in others)] for row in rows[: MOST + 1]]
        if not lines:
            return None
        more = f"{other.address('changelist')}?{urlencode(of)}" if len(lines) > MOST else ""
        header = [column.short_description for column in (first, *others)]
        return Part(other.opts.verbose_name_plural, header, lines[:MOST], more)

    def _is_open(self, door: Door, event: Event | None, request: HttpRequest) -> bool:
        return access.may(signed_in(request), door.right, event=event)


def sees(request: HttpRequest, right: str) -> bool:
    """Whether whoever asks holds `right` somewhere. Found out once for each request."""
    known: dict[str, bool] = request.__dict__.setdefault("_rights_somewhere", {})
    if right not in known:
        known[right] = access.may_somewhere(signed_in(request), right)
    return known[right]


def _only_looked_at(request: HttpRequest) -> None:
    if request.method not in ("GET", "HEAD"):
        raise PermissionDenied

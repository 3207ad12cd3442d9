"""An event from above: its rounds and registrations, draws and publications, and what only the desk shows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html_join
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments import models
from tournaments.admin.front import front
from tournaments.admin.rows import Door, Part, Recorded
from tournaments.admin.tables import AT_TABLE
from tournaments.projections import regulations_of
from tournaments.texts.about_events import note_of_results, round_title
from tournaments.texts.about_regulations import regulations_in_words
from tournaments.texts.about_steps import step_reason, step_text
from tournaments.texts.about_tables import table_short
from tournaments.texts.about_words import STATES


class EventAdmin(Recorded):
    right, event_path = "admin.event", "pk"
    list_display = ("name", "date", "series", "place", "status")
    list_filter = ("status", "series", "season")
    list_select_related = ("series", "season")
    search_fields = ("name", "slug", "place", "theme")
    date_hierarchy = "date"
    ordering = ("-date", "-pk")
    shown = (
        *("season", "theme", "starts_at", "time_zone", "capacity", "registration_opens_at"),
        *("registration_closes_at", "regulations", "regulations_frozen_at", "version"),
    )

    def front(self, request: HttpRequest) -> dict[str, Any]:
        """What the first page of the administration shows besides the lists."""
        return front(request, self.admin_site, now=timezone.now())

    def event_of(self, row: models.Event) -> models.Event:
        return row

    @admin.display(description=_("regulations"))
    def regulations(self, event: models.Event) -> str:
        return format_html_join("", "<p>{}</p>", ((one,) for one in regulations_in_words(regulations_of(event))))

    def parts(self, row: models.Event, request: HttpRequest) -> Iterator[Part | None]:
        yield self.part(request, models.Round, "event", event=row.pk)
        yield self.part(request, models.Ruling, "event", table__round__event=row.pk)
        yield self.part(request, models.Appeal, "event", ruling__table__round__event=row.pk)
        yield self.part(request, models.Question, "event", event=row.pk)
        yield self.part(request, models.Step, "event", event=row.pk)
        yield self.part(request, models.Publication, "event", event=row.pk)
        yield self.part(request, models.Registration, "event", event=row.pk)

    def doors(self, row: models.Event) -> Iterator[Door]:
        yield Door("event.direct", _("Open at the desk"), reverse("desk:event", args=[row.slug]))
        yield Door("event.watch", _("Tables"), reverse("table:board", args=[row.slug]))
        yield Door("event.watch", _("Rulings"), reverse("table:rulings", args=[row.slug]))
        yield Door("event.journal", _("Journal"), reverse("desk:journal", args=[row.slug]))
        if row.status != models.EventStatus.DRAFT:
            yield Door("public.read", _("The public page"), reverse("public:event", args=[row.slug]))


class RoundAdmin(Recorded):
    """Not the word that is to be played, nor whether there is one: it is nobody's business before the start."""

    right, event_path = "admin.event", "event"
    list_display = ("called", "event", "status", "starts_at", "started_at", "closed_at")
    list_filter = ("event", "status", "kind")
    list_select_related = ("event",)
    search_fields = ("event__name", "event__slug")
    ordering = ("-event__date", "event", "number")
    shown = ("kind", "published_at")

    @admin.display(ordering="number", description=_("round"))
    def called(self, round_: models.Round) -> str:
        return round_title(round_.number, round_.kind)

    def parts(self, row: models.Round, request: HttpRequest) -> Iterator[Part | None]:
        yield self.part(request, models.Table, "event", "round", round=row.pk)
        yield self.part(request, models.Ruling, "event", "round", table__round=row.pk)
        yield self.part(request, models.Draw, "event", "round", round=row.pk)

    def doors(self, row: models.Round) -> Iterator[Door]:
        here = {"slug": row.event.slug, "number": row.number}
        yield Door("event.rounds", _("Open at the desk"), reverse("desk:round", kwargs=here))
        board = reverse("table:board", args=[row.event.slug])
        yield Door("event.watch", _("Tables"), f"{board}?round={row.number}")
        if row.published_at:
            yield Door("public.read", _("The public page"), reverse("public:round", kwargs=here))


class RegistrationAdmin(Recorded):
    right, event_path = "admin.event", "event"
    list_display = ("nick", "event", "club", "status", "classified", "earns_points", "status_at")
    list_filter = ("event", "status", "classified", "event__series")
    list_select_related = ("event", "club", "player")
    search_fields = ("nick", "player__nick", "event__name", "event__slug", "club__name")
    ordering = ("-event__date", "event", "nick")
    shown = ("player", "applied_at", "seats")

    @admin.display(description=_("seats"))
    def seats(self, entry: models.Registration) -> str:
        sat = entry.seats.filter(active=True).select_related("round", "table").order_by("round__number")
        return ", ".join(
            gettext("%(round)s: table %(n)s, seat %(seat)s")
            % {
                "round": round_title(one.round.number, one.round.kind),
                "n": table_short(entry.event, one.table.number),
                "seat": one.seat,
            }
            for one in sat
        )

    def parts(self, row: models.Registration, request: HttpRequest) -> Iterator[Part | None]:
        yield self.part(request, models.Ruling, "event", "concerned", concerned=row.pk)

    def doors(self, row: models.Registration) -> Iterator[Door]:
        yield Door("event.people", _("Open at the desk"), reverse("desk:person", args=[row.event.slug, row.key]))


class DrawAdmin(Recorded):
    """Who was drawn to which table. What a draw read and its seed are checked on the public page of the draw."""

    right, event_path = "admin.event", "round__event"
    list_display = ("attempt", "round", "event", "algorithm", "reason", "by", "at")
    list_filter = ("round__event",)
    list_select_related = ("round__event", "by")
    search_fields = ("round__event__name", "round__event__slug", "reason")
    ordering = ("-at", "-pk")
    shown = ("inputs_hash",)

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).defer("inputs", "quality")

    @admin.display(ordering="round__event__name", description=_("event"))
    def event(self, draw: models.Draw) -> models.Event:
        return draw.round.event

    def parts(self, row: models.Draw, request: HttpRequest) -> Iterator[Part | None]:
        nicks = dict(row.round.event.registrations.values_list("key", "nick"))
        lines = [[str(n), ", ".join(nicks.get(key, "–") for key in keys)] for n, keys in enumerate(row.tables, start=1)]
        yield Part(_("tables"), (_("table"), _("who was drawn to it")), lines)

    def doors(self, row: models.Draw) -> Iterator[Door]:
        here = {"slug": row.round.event.slug, "number": row.round.number}
        if row.round.removed_at is None:
            yield Door("event.draw", _("Open at the desk"), reverse("desk:draw", kwargs=here))
        if row.round.published_at:
            yield Door("public.read", _("The public page"), reverse("public:draw", kwargs=here))


class PublicationAdmin(Recorded):
    right, event_path = "admin.event", "event"
    list_display = ("number", "event", "final", "as_read", "by", "at")
    list_filter = ("event", "final")
    list_select_related = ("event", "by")
    search_fields = ("event__name", "event__slug", "note")
    ordering = ("-at", "-pk")
    shown = ("head", "journal_line", "journal_head")

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).defer("document")

    @admin.display(ordering="note", description=_("note"))
    def as_read(self, row: models.Publication) -> str:
        return note_of_results(row.note)

    def doors(self, row: models.Publication) -> Iterator[Door]:
        yield Door("public.read", _("The public page"), reverse("public:results", args=[row.event.slug, row.number]))
        yield Door("event.publish", _("Open at the desk"), reverse("desk:standings", args=[row.event.slug]))


class QuestionAdmin(Recorded):
    right, event_path = "admin.desk", "event"
    list_display = (
        "asked_at",
        "event",
        "kind",
        "registration",
        "round",
        "table",
        "answer",
        "answered_by",
        "answered_at",
    )
    list_filter = ("event", "kind", "answer")
    list_select_related = (
        "event",
        "registration",
        "round",
        "table__round",
        "answered_by",
        *(f"ruling__{one}" for one in AT_TABLE),
    )
    search_fields = ("event__name", "event__slug", "registration__nick")
    ordering = ("-asked_at", "-pk")
    shown = ("ruling",)

    def doors(self, row: models.Question) -> Iterator[Door]:
        yield Door("event.direct", _("Open at the desk"), reverse("desk:questions", args=[row.event.slug]))


class StepAdmin(Recorded):
    right, event_path = "admin.desk", "event"
    list_display = ("due_at", "what", "event", "status", "why", "done_at")
    list_filter = ("event", "status", "kind")
    list_select_related = ("event", "round")
    search_fields = ("event__name", "event__slug")
    ordering = ("-due_at", "-pk")

    @admin.display(ordering="kind", description=_("what"))
    def what(self, step: models.Step) -> str:
        return step_text(step)

    @admin.display(description=_("reason"))
    def why(self, step: models.Step) -> str:
        return step_reason(step)

    def doors(self, row: models.Step) -> Iterator[Door]:
        yield Door("event.direct", _("Open at the desk"), reverse("desk:schedule", args=[row.event.slug]))


class EventWordAdmin(Recorded):
    """Words of the commission by number. What is sealed has no page here, neither open nor sealed."""

    list_display = ("number", "event", "state", "is_reserve", "dropped_from", "dropped_reason")
    list_filter = ("word__state", "is_reserve")
    list_select_related = ("event", "word")
    search_fields = ("event__name", "event__slug", "word__commitment")
    shown = ("commitment", "dropped_at")

    def event_of(self, row: models.EventWord) -> models.Event:
        return row.event

    @admin.display(ordering="word__state", description=_("state"))
    def state(self, event_word: models.EventWord) -> str:
        return str(STATES[event_word.word.state])

    @admin.display(ordering="word__commitment", description=_("commitment"))
    def commitment(self, event_word: models.EventWord) -> str:
        return event_word.word.commitment

    def doors(self, row: models.EventWord) -> Iterator[Door]:
        yield Door("words.watch", _("Playing words"), reverse("commission:event", args=[row.event.slug]))

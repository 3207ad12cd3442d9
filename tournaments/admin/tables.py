"""What happens at tables: their games, calls of the referee, rulings and appeals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models import Game
from tournaments import models
from tournaments.admin.rows import Door, Part, Recorded
from tournaments.admin.table_logs import log_part, log_text
from tournaments.facts.masking import unmasked
from tournaments.texts.about_tables import table_name

AT_TABLE = ("table__round__event", "table__round")


class TableAdmin(Recorded):
    right, event_path = "admin.event", "round__event"
    list_display = ("called", "round", "event", "people", "lines", "state", "last_entry")
    list_filter = ("round__event", "round__kind", "round__status")
    list_select_related = ("round__event", "game")
    search_fields = ("round__event__name", "round__event__slug", "occupants__registration__nick")
    ordering = ("-round__event__date", "round__event", "round__number", "number")

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).prefetch_related("occupants__registration")

    @admin.display(ordering="number", description=_("table"))
    def called(self, table: models.Table) -> str:
        return table_name(table.round.event, table.number)

    @admin.display(ordering="round__event__name", description=_("event"))
    def event(self, table: models.Table) -> models.Event:
        return table.round.event

    @admin.display(description=_("who sits there"))
    def people(self, table: models.Table) -> str:
        sitting = sorted((one.seat, one.label, one.registration.nick) for one in table.occupants.all() if one.active)
        return ", ".join(f"{seat} {nick}" for seat, _label, nick in sitting)

    @admin.display(ordering="game__length", description=_("lines of the log"))
    def lines(self, table: models.Table) -> int | None:
        return table.game.length if table.game else None

    @admin.display(ordering="game__finished", description=_("state"))
    def state(self, table: models.Table) -> str:
        if table.game is None:
            return gettext("not started")
        return gettext("finished") if table.game.finished else gettext("playing")

    @admin.display(ordering="game__last_entry_at", description=_("last entry at"))
    def last_entry(self, table: models.Table) -> Any:
        return table.game.last_entry_at if table.game else None

    def parts(self, row: models.Table, request: HttpRequest) -> Iterator[Part | None]:
        yield log_part(row)
        yield self.part(request, models.Ruling, "event", "table__round", "table", table=row.pk)
        yield self.part(request, models.Call, "event", "table__round", "table", table=row.pk)

    def doors(self, row: models.Table) -> Iterator[Door]:
        yield Door("table.record", _("Open at the table"), reverse("table:table", args=at_the_table(row)))
        board = reverse("table:board", args=[row.round.event.slug])
        yield Door("event.watch", _("Tables"), f"{board}?round={row.round.number}")
        if row.round.published_at:
            yield Door("public.read", _("The public page"), reverse("public:table", args=at_the_table(row)))


def at_the_table(table: models.Table) -> tuple[str, int, int]:
    """What stands in the addresses of a table."""
    return table.round.event.slug, table.round.number, table.number


class GameAdmin(Recorded):
    """The seal of a log. Not the letters of the word: a running word is public, but lists are seen over shoulders."""

    list_display = ("called", "event", "table__round", "table", "seats", "length", "finished", "last_entry_at")
    list_filter = ("finished",)
    list_select_related = ("table__round__event",)
    search_fields = ("table__round__event__name", "table__round__event__slug", "head")
    ordering = ("-opened_at", "-pk")
    shown = ("head", "pen_epoch", "opened_at")

    def event_of(self, row: Game) -> models.Event:
        event: models.Event = row.table.round.event
        return event

    @admin.display(ordering="pk", description=_("game"))
    def called(self, game: Game) -> str:
        return log_text(game)

    @admin.display(ordering="table__round__event__name", description=_("event"))
    def event(self, game: Game) -> models.Event:
        return self.event_of(game)

    def parts(self, row: Game, request: HttpRequest) -> Iterator[Part | None]:
        yield log_part(row.table)

    def doors(self, row: Game) -> Iterator[Door]:
        yield Door("table.record", _("Open at the table"), reverse("table:table", args=at_the_table(row.table)))


class CallAdmin(Recorded):
    right, event_path = "admin.event", "table__round__event"
    list_display = ("at", "event", "table__round", "table", "reason", "by", "answered_by", "answered_at", "ended_at")
    list_filter = ("table__round__event",)
    list_select_related = (*AT_TABLE, "by", "answered_by")
    search_fields = ("table__round__event__name",)
    ordering = ("-at", "-pk")

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).prefetch_related("table__occupants__registration")

    @admin.display(ordering="table__round__event__name", description=_("event"))
    def event(self, call: models.Call) -> models.Event:
        return call.table.round.event

    @admin.display(description=_("reason"))
    def reason(self, call: models.Call) -> str:
        return unmasked(call.reason, {one.label: one.registration.nick for one in call.table.occupants.all()})

    def doors(self, row: models.Call) -> Iterator[Door]:
        yield Door("table.record", _("Open at the table"), reverse("table:table", args=at_the_table(row.table)))


class RulingAdmin(Recorded):
    """Without its facts: they are for the judges, the union and the player, who read them on their pages."""

    right, event_path = "admin.event", "table__round__event"
    list_display = (
        "at",
        "event",
        "table__round",
        "table",
        "seat",
        "concerned",
        "kind",
        "decision",
        "judged_by",
        "stands",
    )
    list_filter = ("table__round__event", "kind", "decision", "judged_by", "ban_proposed")
    list_select_related = (*AT_TABLE, "concerned", "overrules", "overruled_by", "appeal", "by")
    search_fields = ("public_text", "table__round__event__name", "concerned__nick")
    ordering = ("-at", "-pk")
    shown = ("deal", "ban_proposed", "public_text", "by", "overrules", "overruling")

    @admin.display(ordering="table__round__event__name", description=_("event"))
    def event(self, ruling: models.Ruling) -> models.Event:
        return ruling.table.round.event

    @admin.display(description=_("state"))
    def stands(self, ruling: models.Ruling) -> str:
        if hasattr(ruling, "overruled_by"):
            return gettext("put right") if ruling.overruled_by.is_mending else gettext("overruled")
        is_open = hasattr(ruling, "appeal") and not ruling.appeal.outcome
        return gettext("under appeal") if is_open else gettext("in force")

    @admin.display(description=_("overruled by"))
    def overruling(self, ruling: models.Ruling) -> models.Ruling | None:
        return getattr(ruling, "overruled_by", None)

    def parts(self, row: models.Ruling, request: HttpRequest) -> Iterator[Part | None]:
        yield self.part(request, models.Appeal, "event", "ruling", ruling=row.pk)

    def doors(self, row: models.Ruling) -> Iterator[Door]:
        if not hasattr(row, "overruled_by"):
            overrule = reverse("table:overrule", args=[*at_the_table(row.table), row.pk])
            yield Door("table.rule", _("Overrule, or put it right"), overrule)
        yield Door("event.watch", _("Rulings"), reverse("table:rulings", args=[row.table.round.event.slug]))
        yield Door("table.record", _("Open at the table"), reverse("table:table", args=at_the_table(row.table)))
        yield Door("union.rule", _("Open at the union"), reverse("union:ruling", args=[row.pk]))


class AppealAdmin(Recorded):
    """Against rulings; those against sanctions are of the union and of no event. Without the grounds and the reasons:
    they are for the union, the judges and the player, who read them on their pages.
    """

    right, event_path = "admin.event", "ruling__table__round__event"
    list_display = ("made_at", "event", "ruling", "concerned", "ruling__judged_by", "outcome", "decided_at")
    list_filter = ("ruling__table__round__event", "outcome")
    list_select_related = (
        *("ruling__table__round__event", "ruling__concerned", "decided_by"),
        *("ruling_after__table__round__event",),
    )
    search_fields = ("public_text", "ruling__table__round__event__name", "ruling__concerned__nick")
    ordering = ("-made_at", "-pk")
    shown = ("public_text", "decided_by", "ruling_after")

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).filter(ruling__isnull=False)

    @admin.display(ordering="ruling__table__round__event__name", description=_("event"))
    def event(self, appeal: models.Appeal) -> models.Event:
        return _ruling_of(appeal).table.round.event

    @admin.display(ordering="ruling__concerned__nick", description=_("whom it concerns"))
    def concerned(self, appeal: models.Appeal) -> models.Registration | None:
        return _ruling_of(appeal).concerned

    def doors(self, row: models.Appeal) -> Iterator[Door]:
        table = _ruling_of(row).table
        yield Door("union.rule", _("Open at the union"), reverse("union:appeal", args=[row.pk]))
        yield Door("event.watch", _("Rulings"), reverse("table:rulings", args=[table.round.event.slug]))
        yield Door("table.record", _("Open at the table"), reverse("table:table", args=at_the_table(table)))


def _ruling_of(appeal: models.Appeal) -> models.Ruling:
    """Against which it was made; the list has no others."""
    assert appeal.ruling is not None  # noqa: S101 – asked for; tells the type checker
    return appeal.ruling

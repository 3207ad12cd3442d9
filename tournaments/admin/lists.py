"""The lists, and the page of each row.

What an act of the house writes (draws, seats, rulings, publications, scores, steps) can be looked at and not edited
here: editing it would go past the rules, the versions and the log. People and clubs can be corrected by the keeper.
Playing words are not registered at all; they are nobody's business before their round.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.contrib.auth.models import Group
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html_join
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models import Game
from tournaments import models
from tournaments.acts.fresh import demand_fresh
from tournaments.admin.front import front
from tournaments.admin.noting import Noted
from tournaments.admin.rows import Door, Part, Recorded
from tournaments.admin.table_logs import log_part, log_text
from tournaments.facts.masking import unmasked
from tournaments.operations.union.clubs import hold_club, show_new_name
from tournaments.projections import regulations_of
from tournaments.texts.about_admin import give_names
from tournaments.texts.about_events import note_of_results, round_title
from tournaments.texts.about_regulations import regulations_in_words
from tournaments.texts.about_steps import step_reason, step_text
from tournaments.texts.about_tables import table_name, table_short
from tournaments.texts.about_words import STATES

AT_TABLE = ("table__round__event", "table__round")


# --- An evening, from above -------------------------------------------------------------------------------------------


@admin.register(models.Event)
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


@admin.register(models.Round)
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


@admin.register(models.Table)
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


@admin.register(models.Ruling)
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


@admin.register(models.Appeal)
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


@admin.register(models.Call)
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


@admin.register(models.Registration)
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


@admin.register(models.Draw)
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
        yield Door("event.draw", _("Open at the desk"), reverse("desk:draw", kwargs=here))
        if row.round.published_at:
            yield Door("public.read", _("The public page"), reverse("public:draw", kwargs=here))


@admin.register(models.Publication)
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


# --- What only the desk shows -----------------------------------------------------------------------------------------


@admin.register(models.Question)
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


@admin.register(models.Step)
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


# --- The keeper's -----------------------------------------------------------------------------------------------------


@admin.register(Game)
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


@admin.register(models.EventWord)
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


class Inside(admin.TabularInline):
    """Rows on the page of another, which only acts of the house write."""

    extra = 0

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    has_change_permission = has_delete_permission = has_add_permission


class AliasInline(Inside):
    model = models.NickAlias
    fields = ("nick",)
    ordering = ("nick",)


class MembershipInline(Inside):
    """Who joins whom is asked of captains and of the union, never of this page."""

    model = models.Membership
    fields = ("club", "season", "left_at")
    ordering = ("-season__year",)


@admin.register(models.Player)
class PlayerAdmin(Noted):
    """The nick itself is respelled by an act that keeps the alias, so it is read-only here."""

    list_display = ("nick", "account", "merged_into", "created_at")
    list_select_related = ("account", "merged_into")
    search_fields = ("nick", "aliases__nick")
    readonly_fields = ("nick", "nick_key", "look", "look_in_capitals", "account", "created_at", "merged_into")
    inlines = (AliasInline, MembershipInline)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: models.Player | None = None) -> bool:
        return False


@admin.register(models.Club)
class ClubAdmin(Noted):
    """A code is changed by an act that keeps the former one; the country never changes."""

    list_display = ("name", "code", "federation")
    list_filter = ("federation",)
    list_select_related = ("federation",)
    search_fields = ("name", "code")

    def get_readonly_fields(self, request: HttpRequest, obj: models.Club | None = None) -> tuple[str, ...]:
        return ("code", "federation") if obj else ()

    def save_model(self, request: HttpRequest, obj: Model, form: Any, change: Any) -> None:
        if change and isinstance(obj, models.Club) and "name" in form.changed_data:
            hold_club(models.Club(pk=obj.pk))  # a copy: `obj` has the new name, and keeps it
            show_new_name(obj)
        super().save_model(request, obj, form, change)


@admin.register(models.Federation)
class FederationAdmin(Noted):
    list_display = ("name", "country")
    search_fields = ("name", "country")

    def get_readonly_fields(self, request: HttpRequest, obj: models.Federation | None = None) -> tuple[str, ...]:
        return ("country",) if obj else ()


@admin.register(models.Office)
class OfficeAdmin(Recorded):
    list_display = ("account", "role", "federation", "club", "starts_at", "ends_at", "ended_at")
    list_filter = ("role",)
    list_select_related = ("account", "federation", "club")
    search_fields = ("account__email", "account__player__nick", "club__name", "federation__name")


@admin.register(models.JoinRequest)
class JoinRequestAdmin(Recorded):
    list_display = ("player", "club", "season", "status", "made_at", "decided_at")
    list_filter = ("status", "season")
    list_select_related = ("player", "club", "season")
    search_fields = ("player__nick", "club__name", "club__code")
    shown = ("decided_by",)


@admin.register(models.Merge)
class MergeAdmin(Recorded):
    list_display = ("survivor", "alias", "at", "by", "undone_at")
    list_select_related = ("survivor", "alias", "by", "undone_by")
    search_fields = ("survivor__nick", "alias__nick")
    shown = ("undone_by",)


@admin.register(models.Account)
class AccountAdmin(Noted):
    """Rights are given here; passwords are set by their owners. Addresses leave in no file."""

    exports = False
    list_display = ("email", "name", "may_direct", "is_staff", "is_superuser", "is_active")
    list_filter = ("may_direct", "is_staff", "is_active")
    search_fields = ("email", "name")
    fields = (
        "email",
        "name",
        "language",
        "may_direct",
        "is_staff",
        "is_superuser",
        "is_active",
        "last_login",
    )
    readonly_fields = ("last_login",)

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method == "POST" and self.has_change_permission(request):
            demand_fresh(request)
        return super().changeform_view(request, *args, **kwargs)

    def has_delete_permission(self, request: HttpRequest, obj: models.Account | None = None) -> bool:
        return False


# Rights come from the matrix (tournaments/rights.py); groups would count for nothing. Second factors and the addresses
# that allauth has seen are nobody's business but their owner's.
admin.site.unregister([Group, Authenticator, EmailAddress])
give_names()

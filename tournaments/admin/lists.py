"""The referees' admin: searchable lists and read-only records.

What an act of the house writes (draws, seats, rulings, publications, scores, steps) can be looked at and not edited
here: editing it would go past the rules, the versions and the log. People and clubs can be corrected. Playing words
are not registered at all; they are nobody's business before their round.
"""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.contrib.auth.models import Group
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from games.admin import EntryInline, ReadOnly
from games.models import Entry, Game
from tournaments import models
from tournaments.acts.fresh import demand_fresh
from tournaments.admin.noting import Noted
from tournaments.operations.union.clubs import hold_club, show_new_name
from tournaments.queries.tables_public import log_of, table_now
from tournaments.texts.about_admin import give_names
from tournaments.texts.about_log import log_lines
from tournaments.texts.about_words import STATES


@admin.register(models.Event)
class EventAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("name", "date", "series", "place", "status", "version")
    list_filter = ("status", "series", "season")
    list_select_related = ("series", "season")
    search_fields = ("name", "slug", "place", "theme")
    date_hierarchy = "date"


@admin.register(models.Registration)
class RegistrationAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("nick", "event", "club", "status", "classified", "earns_points", "status_at")
    list_filter = ("status", "classified", "event__series")
    list_select_related = ("event", "club")
    search_fields = ("nick", "player__nick", "event__name", "event__slug", "club__name")


class OccupantInline(ReadOnly, admin.TabularInline):
    model = models.Occupant
    fields = ("label", "registration", "active")
    ordering = ("label",)
    extra = 0

    def get_queryset(self, request: HttpRequest) -> QuerySet[models.Occupant]:
        return super().get_queryset(request).select_related("registration")


@admin.register(models.Table)
class TableAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("__str__", "round", "event", "game")
    list_filter = ("round__kind", "round__status")
    list_select_related = ("round__event", "game")
    search_fields = ("round__event__name", "round__event__slug", "occupants__registration__nick")
    inlines = (OccupantInline,)

    @admin.display(ordering="round__event__name", description=_("event"))
    def event(self, table: models.Table) -> str:
        return table.round.event.name


class LogInline(EntryInline):
    """The log of a game. `sentence`: what a line says on the pages of its table."""

    fields = ("position", "kind", "sentence", "payload", "by", "pen", "at_server", "digest")
    readonly_fields = ("sentence",)

    def get_formset(self, request: HttpRequest, obj: Game | None = None, **options: Any) -> Any:
        self.sentences = _sentences(obj) if obj else {}
        return super().get_formset(request, obj, **options)

    @admin.display(description=_("what it says"))
    def sentence(self, line: Entry) -> str:
        return self.sentences.get(line.position, "")


def _sentences(game: Game) -> dict[int, str]:
    table = models.Table.objects.select_related("game").filter(game=game).first()
    log = log_of(table, table_now(table)) if table else None
    lines = log_lines(log.state, log.names, has_letters=log.has_letters) if log else []
    return {line.position: line.text for line in lines}


@admin.register(Game)
class GameAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("table", "event", "seats", "length", "finished", "last_entry_at")
    list_filter = ("finished",)
    list_select_related = ("table__round__event",)
    search_fields = ("table__round__event__name", "table__round__event__slug", "head")
    # Not the letters of the word: a running word is public, but lists are seen over shoulders.
    fields = ("seats", "options", "length", "head", "pen_epoch", "finished", "opened_at", "last_entry_at")
    inlines = (LogInline,)

    @admin.display(ordering="table__round__event__name", description=_("event"))
    def event(self, game: Game) -> str:
        return game.table.round.event.name


@admin.register(models.Ruling)
class RulingAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("at", "event", "table", "seat", "kind", "decision", "judged_by", "ban_proposed")
    list_filter = ("kind", "decision", "ban_proposed")
    list_select_related = ("table__round__event",)
    search_fields = ("public_text", "table__round__event__name", "table__occupants__registration__nick")
    exclude = ("facts",)  # private: for the judges, the union and the player

    @admin.display(ordering="table__round__event__name", description=_("event"))
    def event(self, ruling: models.Ruling) -> str:
        return ruling.table.round.event.name


@admin.register(models.Draw)
class DrawAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("round", "event", "attempt", "algorithm", "reason", "at")
    list_select_related = ("round__event",)
    search_fields = ("round__event__name", "round__event__slug", "reason")

    @admin.display(ordering="round__event__name", description=_("event"))
    def event(self, draw: models.Draw) -> str:
        return draw.round.event.name


@admin.register(models.EventWord)
class EventWordAdmin(ReadOnly, admin.ModelAdmin):
    """Words of the commission by number. What is sealed has no page here, neither open nor sealed."""

    list_display = ("number", "event", "state", "is_reserve", "dropped_from", "dropped_reason")
    list_filter = ("word__state", "is_reserve")
    list_select_related = ("event", "word")
    search_fields = ("event__name", "event__slug", "word__commitment")
    fields = ("event", "number", "state", "commitment", "is_reserve", "dropped_from", "dropped_at", "dropped_reason")

    @admin.display(ordering="word__state", description=_("state"))
    def state(self, event_word: models.EventWord) -> str:
        return str(STATES[event_word.word.state])

    @admin.display(ordering="word__commitment", description=_("commitment"))
    def commitment(self, event_word: models.EventWord) -> str:
        return event_word.word.commitment or "–"


@admin.register(models.Publication)
class PublicationAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("event", "number", "final", "at", "note")
    list_select_related = ("event",)
    search_fields = ("event__name", "event__slug", "note")


@admin.register(models.Step)
class StepAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("due_at", "kind", "event", "round", "status", "reason")
    list_filter = ("status", "kind")
    list_select_related = ("event", "round")
    search_fields = ("event__name", "event__slug")


class AliasInline(ReadOnly, admin.TabularInline):
    model = models.NickAlias
    fields = ("nick",)
    ordering = ("nick",)
    extra = 0


class MembershipInline(ReadOnly, admin.TabularInline):
    """Who joins whom is asked of captains and of the union, never of this page."""

    model = models.Membership
    fields = ("club", "season", "left_at")
    ordering = ("-season__year",)
    extra = 0


@admin.register(models.Player)
class PlayerAdmin(Noted):
    """The nick itself is respelled by an act that keeps the alias, so it is read-only here."""

    list_display = ("nick", "created_at")
    search_fields = ("nick", "nick_key", "aliases__nick")
    readonly_fields = ("nick", "nick_key", "account", "created_at", "merged_into")
    inlines = (AliasInline, MembershipInline)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: models.Player | None = None) -> bool:
        return False


@admin.register(models.Club)
class ClubAdmin(Noted):
    """A code is changed by an act that keeps the former one; the country never changes."""

    list_display = ("name", "code", "federation")
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
class OfficeAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("account", "role", "federation", "club", "starts_at", "ends_at", "ended_at")
    list_filter = ("role",)
    list_select_related = ("account", "federation", "club")
    search_fields = ("account__email", "account__player__nick", "club__name", "federation__name")


@admin.register(models.JoinRequest)
class JoinRequestAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("player", "club", "season", "status", "made_at", "decided_at")
    list_filter = ("status", "season")
    list_select_related = ("player", "club", "season")
    search_fields = ("player__nick", "club__name", "club__code")


@admin.register(models.Merge)
class MergeAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("survivor", "alias", "at", "by", "undone_at")
    list_select_related = ("survivor", "alias", "by")
    search_fields = ("survivor__nick", "alias__nick")


@admin.register(models.Account)
class AccountAdmin(Noted):
    """Rights are given here; passwords are set by their owners."""

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

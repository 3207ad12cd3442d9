"""Players, clubs, federations and their offices, and the accounts behind them: the keeper's rows."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest, HttpResponse

from tournaments import models
from tournaments.acts.fresh import demand_fresh
from tournaments.admin.noting import Noted
from tournaments.admin.rows import Recorded
from tournaments.operations.union.clubs import hold_club, show_new_name


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


class FederationAdmin(Noted):
    list_display = ("name", "country")
    search_fields = ("name", "country")

    def get_readonly_fields(self, request: HttpRequest, obj: models.Federation | None = None) -> tuple[str, ...]:
        return ("country",) if obj else ()


class OfficeAdmin(Recorded):
    list_display = ("account", "role", "federation", "club", "starts_at", "ends_at", "ended_at")
    list_filter = ("role",)
    list_select_related = ("account", "federation", "club")
    search_fields = ("account__email", "account__player__nick", "club__name", "federation__name")


class JoinRequestAdmin(Recorded):
    list_display = ("player", "club", "season", "status", "made_at", "decided_at")
    list_filter = ("status", "season")
    list_select_related = ("player", "club", "season")
    search_fields = ("player__nick", "club__name", "club__code")
    shown = ("decided_by",)


class MergeAdmin(Recorded):
    list_display = ("survivor", "alias", "at", "by", "undone_at")
    list_select_related = ("survivor", "alias", "by", "undone_by")
    search_fields = ("survivor__nick", "alias__nick")
    shown = ("undone_by",)


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

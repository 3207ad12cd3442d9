"""The referees' admin of games: read-only logs. Nothing here can be added, changed or deleted."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from games.models import Entry, Game


class ReadOnly:
    """For rows that only the acts of the house may write."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class EntryInline(ReadOnly, admin.TabularInline):
    model = Entry
    fields = ("position", "kind", "payload", "by", "pen", "at_server", "digest")
    ordering = ("position",)
    show_change_link = False
    extra = 0


@admin.register(Game)
class GameAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("__str__", "where", "seats", "length", "finished", "last_entry_at")
    list_filter = ("finished",)
    search_fields = ("table__round__event__name", "table__round__event__slug")
    # Not the letters of the word: a game is open as soon as its round has started, but lists are seen over shoulders.
    fields = ("seats", "options", "length", "head", "pen_epoch", "finished", "opened_at", "last_entry_at")
    inlines = (EntryInline,)

    @admin.display(description="table")
    def where(self, game: Game) -> str:
        """The table that plays it, by the reverse name only: games know nothing of tournaments."""
        table = getattr(game, "table", None)
        return "" if table is None else str(table)

"""What the referees' admin shows of a game: its log, to be read. Nothing here can be added, changed or deleted.

The page of a game is registered by the tournaments, which know at which table it is played.
"""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.http import HttpRequest

from games.models import Entry


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
    fields: ClassVar[tuple[str, ...]] = ("position", "kind", "payload", "by", "pen", "at_server", "digest")
    ordering = ("position",)
    show_change_link = False
    extra = 0

"""`manage.py migrate`: Django's own, and then the journal says what it has left.

Playing words that a director has set before they were sealed are sealed.

On a site from before there were seals that is one line for all its rows: what was changed before it, nothing proves.
"""

from __future__ import annotations

from typing import Any

from django.core.management.commands import migrate
from django.db import DEFAULT_DB_ALIAS, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from tournaments.operations.journal import note_after_migrating
from tournaments.operations.words.event_words import seal_open_words


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        super().handle(*args, **options)
        is_only_asked = options.get("plan") or options.get("check_unapplied")
        if not is_only_asked and options.get("database") == DEFAULT_DB_ALIAS and _is_of_today():
            now = timezone.now()
            note_after_migrating(now=now)
            seal_open_words(now=now)


def _is_of_today() -> bool:
    """Whether the tables are those that the models speak of: somebody may have gone to an older migration."""
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())

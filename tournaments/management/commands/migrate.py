"""`manage.py migrate`: a backup, then Django's own, and then the journal says what it has left.

What follows from the logs is made anew, for a column that is new knows nothing of the evenings before it. Playing words
that a director has set before they were sealed are sealed.

Whoever changes a table waits for all who use it, and everybody else waits behind him. So on PostgreSQL a change waits
for seconds only, gives way, and is tried again; an upgrade may run while the version before still serves.

On a site from before there were seals that is one line for all its rows: what was changed before it, nothing proves.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.core.management.commands import migrate
from django.db import DEFAULT_DB_ALIAS, OperationalError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone
from django.utils.translation import gettext as _

from games.once_more import is_kept_waiting, is_taken_back
from games.rules.refusals import Refused
from tournaments.operations import journal
from tournaments.operations.journal import note_after_migrating
from tournaments.operations.upkeep import kept_backups, schemas
from tournaments.operations.upkeep.restoring import rebuild_all
from tournaments.operations.words.round_words import seal_open_words
from tournaments.texts.refusals import sentence_for

LONGEST_WAIT, TRIES, PAUSE_SECONDS = "2s", 60, 1.0


class Command(migrate.Command):
    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--no-backup", action="store_false", dest="backup", help="take no backup before")

    def handle(self, *args: Any, **options: Any) -> None:
        is_ours = options.get("database") == DEFAULT_DB_ALIAS
        is_only_asked = options.get("plan") or options.get("check_unapplied")
        if is_ours and (unknown := schemas.newer()):
            said = _("These data were written by a newer version of SCWU (%(name)s). Start that version.")
            raise CommandError(said % {"name": unknown[-1]})
        is_upgrade = is_ours and not is_only_asked and bool(schemas.applied()) and not _is_of_today()
        if is_upgrade and options.get("backup", True):
            _back_up()
        self._migrated(args, options)
        if not is_only_asked and is_ours and _is_of_today():
            now = timezone.now()
            note_after_migrating(now=now)
            seal_open_words(now=now)
            if is_upgrade:
                rebuild_all()

    def _migrated(self, args: Any, options: dict[str, Any]) -> None:
        """Django's own. A change that has given way is tried again, and what was done before it stays done."""
        for left in reversed(range(TRIES)):
            try:
                with _waiting_briefly():
                    super().handle(*args, **options)
            except OperationalError as error:
                if not left or not (is_taken_back(error) or is_kept_waiting(error)):
                    raise
                time.sleep(PAUSE_SECONDS)
            else:
                return


@contextmanager
def _waiting_briefly() -> Iterator[None]:
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute(f"SET lock_timeout = '{LONGEST_WAIT}'")
        try:
            yield
        finally:
            cursor.execute("RESET lock_timeout")


def _back_up() -> None:
    try:
        kept_backups.take("migration", by=journal.TERMINAL, now=timezone.now())
    except Refused as refused:
        raise CommandError(sentence_for(refused)) from None


def _is_of_today() -> bool:
    """Whether the tables are those that the models speak of: somebody may have gone to an older migration."""
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())

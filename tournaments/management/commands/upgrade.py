"""`manage.py upgrade`: says what starting this version would do to the data, and does nothing; `--now` does it.

`./run` does the same by itself. On several machines it is the step between the old version and the new one: run it
once, from the new version, while the old one still serves (CONTRIBUTING.md, "Change a table"), then start the new one.
"""

from __future__ import annotations

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.db.migrations import Migration
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.operations.upkeep import kept_backups, schemas


class Command(BaseCommand):
    help = "Says what an upgrade of the data would do; with --now it does it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--now", action="store_true", help="do it")

    def handle(self, *_args: Any, **options: Any) -> None:
        executor = MigrationExecutor(connection)
        plan = [migration for migration, _is_back in executor.migration_plan(executor.loader.graph.leaf_nodes())]
        if unknown := schemas.newer():
            said = _("These data were written by a newer version of SCWU (%(name)s). Start that version.")
            raise CommandError(said % {"name": unknown[-1]})
        if not plan:
            self.stdout.write(_("The data are those of this version: there is nothing to do."))
            return
        if schemas.applied():
            self._tell(plan)
        else:
            self.stdout.write(_("The database is empty: its tables are made, and nothing has to be backed up."))
        if options["now"]:
            call_command("migrate", interactive=False, verbosity=0)
            self.stdout.write(_("Done."))
        else:
            self.stdout.write(_("Nothing was done yet: ./run upgrade --now does it, and so does ./run."))

    def _tell(self, plan: list[Migration]) -> None:
        self.stdout.write(_("1. A backup into %(folder)s.") % {"folder": kept_backups.folder()})
        said = ngettext("2. %(n)d change of the tables:", "2. %(n)d changes of the tables:", len(plan))
        self.stdout.write(said % {"n": len(plan)})
        for migration in plan:
            self.stdout.write(f"   {migration.app_label} {migration.name}")
        self.stdout.write(_("3. What follows from the logs is made anew."))

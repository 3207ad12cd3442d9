"""`manage.py snapshots`: what was put aside before which act. `--restore NAME`: the way back, once the site is stopped.

What is there now is put aside before. Words stay sealed with the key that lies beside the database.
"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from django.utils.translation import gettext as _

from games.rules.refusals import Refused
from tournaments.operations.upkeep import snapshots
from tournaments.texts.about_journal import act_text
from tournaments.texts.refusals import sentence_for


class Command(BaseCommand):
    help = "Lists the snapshots that were taken before dangerous acts, or goes back to one of them."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--restore", metavar="NAME", default="", help="go back to this one; stop the site before")

    def handle(self, *_args: Any, **options: Any) -> None:
        if name := options["restore"]:
            try:
                was = snapshots.go_back(name, now=timezone.now())
            except Refused as refused:
                raise CommandError(sentence_for(refused)) from None
            said = _("The database is what it was. What it was until now lies in %(name)s.")
            self.stdout.write(said % {"name": was.name})
            return
        if not snapshots.are_taken():
            self.stdout.write(_("No snapshots are taken on this database: whoever keeps it takes backups."))
        for one in snapshots.snapshots():
            self.stdout.write(f"{one.name}  {act_text(one.act)}  {one.by}  {one.size // 1024} KiB")

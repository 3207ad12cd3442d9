"""`manage.py backup [FILE]`: everything in one file, while the site runs. `./run restore FILE` is the way back.

Without FILE it lies with those that the site takes by itself, and goes to the second place as they do. `--with-keys`
puts the site's keys and the sessions in as well, sealed by a passphrase that is asked for (or stands in
SCWU_BACKUP_PASSPHRASE): that is the way to another machine. `--list` prints those that are kept.
"""

from __future__ import annotations

import getpass
import os
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.refusals import Refused
from tournaments.operations.journal import TERMINAL
from tournaments.operations.upkeep import kept_backups
from tournaments.operations.upkeep.backing_up import back_up
from tournaments.operations.upkeep.backup_files import checked
from tournaments.texts.about_journal import reason_text
from tournaments.texts.refusals import sentence_for


class Command(BaseCommand):
    help = "Backs up everything into one file, while the site runs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", nargs="?", default="", help="where to; by default with the others")
        parser.add_argument("--with-keys", action="store_true", help="the keys too, under a passphrase: to move a site")
        parser.add_argument("--list", action="store_true", help="print the backups that are kept, and make none")
        parser.add_argument("--check", action="store_true", help="look whether FILE is whole, and make none")

    def handle(self, *_args: Any, **options: Any) -> None:
        if options["list"]:
            for one in kept_backups.kept_backups():
                self.stdout.write(f"{one.path}  {reason_text(one.why)}  {one.by}  {one.size // 1024} KiB")
            return
        try:
            found = self._made(options)
        except Refused as refused:
            raise CommandError(sentence_for(refused)) from None
        said = ngettext("%(file)s: %(n)d row, whole.", "%(file)s: %(n)d rows, whole.", found.rows)
        self.stdout.write(said % {"file": found.path, "n": found.rows})

    def _made(self, options: dict[str, Any]) -> Any:
        path, now = Path(options["file"]), timezone.now()
        if options["check"]:
            return checked(path)
        if options["with_keys"]:
            if not options["file"]:
                raise CommandError(_("Say where the file with the keys goes: ./run backup FILE --with-keys"))
            return back_up(path, now=now, why="asked", by=TERMINAL, passphrase=_new_passphrase())
        if options["file"]:
            return back_up(path, now=now, why="asked", by=TERMINAL)
        return checked(kept_backups.take("asked", by=TERMINAL, now=now).path)


def _new_passphrase() -> str:
    if given := os.environ.get("SCWU_BACKUP_PASSPHRASE"):
        return given
    said = getpass.getpass(_("A passphrase for the keys in this file (it cannot be found again): "))
    if said != getpass.getpass(_("The same again: ")):
        raise CommandError(_("These were two different passphrases. Nothing was written."))
    return said

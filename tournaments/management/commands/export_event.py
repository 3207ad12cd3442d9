"""`manage.py export_event SLUG`: the whole event as an event file, printed or written to a file.

The words that directors have set for rounds to come are in it, and in the readings that the terminal took them; those
of the commission are not. Imported on an empty database it exports to the same bytes.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.exchange.event_file import dump
from tournaments.models import Event
from tournaments.operations.files.event_files import whole_event


class Command(BaseCommand):
    help = "Prints an event as an event file (scwu-event/1)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", metavar="SLUG", help="the event, as in its address /e/SLUG/")
        parser.add_argument("--output", metavar="FILE", default="", help="write there instead of printing")

    def handle(self, *_args: Any, **options: Any) -> None:
        event = Event.objects.filter(slug=options["slug"]).select_related("series").first()
        if event is None:
            raise CommandError(_("There is no event %(slug)s.") % {"slug": options["slug"]})
        text = dump(whole_event(event, now=timezone.now()))
        if not options["output"]:
            if isinstance(sys.stdout, io.TextIOWrapper):  # a file is being made: UTF-8 whatever the locale says
                sys.stdout.reconfigure(encoding="utf-8")
            self.stdout.write(text, ending="\n" if sys.stdout.isatty() else "")
            return
        try:
            Path(options["output"]).write_text(text, encoding="utf-8", newline="\n")
        except OSError as error:
            raise CommandError(f"{options['output']}: {error.strerror}") from None

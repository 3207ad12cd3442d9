"""`manage.py verify [SLUG]`: every chain of digests checked; each fault in one line that names what was changed.

Journals of the events and of the union, logs of the tables, steps of public draws, published documents. Code 1 if
anything is wrong. `--heads` prints how far each journal goes and its digest: kept somewhere else, a line of that kind
tells later whether the end of a journal was cut off after the last publication.
"""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from tournaments.models import Event, JournalHead
from tournaments.operations.upkeep.verifying import verify
from tournaments.texts.about_journal import fault_text


class Command(BaseCommand):
    help = "Looks for changed bytes in journals, logs, draws and publications, and names the line."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", metavar="SLUG", nargs="?", default="", help="one event; by default everything")
        parser.add_argument("--heads", action="store_true", help="print the head of each journal as well")

    def handle(self, *_args: Any, **options: Any) -> None:
        event = None
        if options["slug"]:
            event = Event.objects.filter(slug=options["slug"]).first()
            if event is None:
                raise CommandError(_("There is no event %(slug)s.") % {"slug": options["slug"]})
        found = verify(event=event)
        for fault in found.faults:
            where = fault.where or _("union")
            self.stdout.write(f"{where}: {fault_text(fault.code, fault.values)}")
        if options["heads"]:
            self._heads(event)
        self.stdout.write(
            _(
                "%(lines)d lines of journals, %(logs)d logs, %(draws)d steps of draws, "
                "%(publications)d publications: %(faults)d faults"
            )
            % {
                "lines": found.lines,
                "logs": found.logs,
                "draws": found.draws,
                "publications": found.publications,
                "faults": len(found.faults),
            }
        )
        if found.faults:
            sys.exit(1)

    def _heads(self, event: Event | None) -> None:
        heads = JournalHead.objects.select_related("event").order_by("event_id")
        for head in heads if event is None else heads.filter(event=event):
            where = head.event.slug if head.event else _("union")
            self.stdout.write(f"{where} {head.length} {head.digest}")

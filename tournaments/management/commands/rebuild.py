"""`manage.py rebuild [SLUG] [--check]`: projections made anew from the logs; every difference printed in one line.

Code 1 if a hash chain is broken or a log does not say what was ruled, and with `--check`, which changes nothing, also
if anything differed.
"""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from tournaments.models import Event
from tournaments.operations.upkeep.rebuilding import Rebuilt, rebuild_event
from tournaments.texts.about_journal import fault_text


class Command(BaseCommand):
    help = "Makes game states and scores anew from the logs, and verifies the hash chains of the logs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", metavar="SLUG", nargs="?", default="", help="one event; by default all of them")
        parser.add_argument("--check", action="store_true", help="change nothing; code 1 if anything differs")

    def handle(self, *_args: Any, **options: Any) -> None:
        events = Event.objects.order_by("pk")
        if options["slug"]:
            events = events.filter(slug=options["slug"])
            if not events:
                raise CommandError(_("There is no event %(slug)s.") % {"slug": options["slug"]})
        found = [self._rebuild(event, only_check=options["check"]) for event in events]
        differences, broken = (
            sum(len(rebuilt.differences) for rebuilt in found),
            sum(len(rebuilt.broken) for rebuilt in found),
        )
        self.stdout.write(
            _(
                "%(events)d events, %(games)d games, %(scores)d scores: "
                "%(differences)d differences, %(broken)d broken logs"
            )
            % {
                "events": len(found),
                "games": sum(rebuilt.games for rebuilt in found),
                "scores": sum(rebuilt.scores for rebuilt in found),
                "differences": differences,
                "broken": broken,
            }
        )
        contradicted = any(rebuilt.contradicted for rebuilt in found)
        if broken or contradicted or (differences and options["check"]):
            sys.exit(1)

    def _rebuild(self, event: Event, *, only_check: bool) -> Rebuilt:
        found = rebuild_event(event=event, only_check=only_check)
        for where, position in found.broken.items():
            said = _("the log was changed at line %(position)d; the event is left as it is") % {"position": position}
            self.stdout.write(f"{event.slug}: {where}: {said}")
        for difference in found.differences:
            self.stdout.write(
                f"{event.slug}: {difference.where}: {difference.what}: {difference.stored!r} → {difference.rebuilt!r}"
            )
        for contradiction in found.contradicted:
            self.stdout.write(f"{event.slug}: {fault_text(contradiction.code, contradiction.values)}")
        return found

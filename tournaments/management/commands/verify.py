"""`manage.py verify [SLUG]`: every chain of digests and every row checked; each fault in one line that names it.

Journals of the events and of the union, logs of the tables, steps of public draws, published documents, and each row
against the line of the journal that has left it. Code 1 if anything is wrong. `--heads` prints how far each journal
and log goes, and its digest: who can rewrite the whole database can rewrite its chains, and only what is kept somewhere
else speaks against him. `--heads FILE` holds them against what FILE has kept, then adds what is new.
`--uncovered` prints which columns no line proves, and why.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from tournaments.models import Event
from tournaments.operations.upkeep.faults import Fault
from tournaments.operations.upkeep.heads import faults_of_heads, heads_of
from tournaments.operations.upkeep.verifying import Verified, verify
from tournaments.texts.about_journal import fault_text
from tournaments.uncovered import UNCOVERED


class Command(BaseCommand):
    help = "Looks for changed bytes in journals, logs, draws, publications and rows, and names each."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", metavar="SLUG", nargs="?", default="", help="one event; by default everything")
        parser.add_argument(
            "--heads",
            metavar="FILE",
            nargs="?",
            const="",
            default=None,
            help="print the head of each chain as well; with FILE, compare with those kept there and add them",
        )
        parser.add_argument("--uncovered", action="store_true", help="print which columns no line proves, and why")

    def handle(self, *_args: Any, **options: Any) -> None:
        if options["uncovered"]:
            self._uncovered()
            return
        event = None
        if options["slug"]:
            event = Event.objects.filter(slug=options["slug"]).first()
            if event is None:
                raise CommandError(_("There is no event %(slug)s.") % {"slug": options["slug"]})
        found = verify(event=event)
        faults = list(found.faults)
        if options["heads"]:
            faults += self._held_against(Path(options["heads"]), event)
        for fault in faults:
            where = fault.where or _("union")
            self.stdout.write(f"{where}: {fault_text(fault.code, fault.values)}")
        if options["heads"] is not None:
            self.stdout.write("\n".join(heads_of(event)))
        self._rows(found)
        self.stdout.write(
            _(
                "%(lines)d lines of journals, %(logs)d logs, %(arrivals)d lines kept aside, %(draws)d steps of draws, "
                "%(publications)d publications: %(faults)d faults"
            )
            % {
                "lines": found.lines,
                "logs": found.logs,
                "arrivals": found.arrivals,
                "draws": found.draws,
                "publications": found.publications,
                "faults": len(faults),
            }
        )
        if faults:
            sys.exit(1)

    def _held_against(self, path: Path, event: Event | None) -> list[Fault]:
        """What the heads in the file speak against. Where nothing does, those of today are added to it."""
        kept = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        faults = faults_of_heads(kept)
        if not faults:
            new = [head for head in heads_of(event) if head not in kept]
            path.write_text("".join(f"{head}\n" for head in [*kept, *new]), encoding="utf-8")
        return faults

    def _rows(self, found: Verified) -> None:
        self.stdout.write(_("%(rows)d rows held against the journal") % {"rows": found.rows.rows})
        for day, rows in sorted(found.rows.unproved.items()):
            self.stdout.write(_("%(rows)d of them: unproved before %(day)s") % {"rows": rows, "day": day.isoformat()})
        if found.rows.outgrown:
            said = _("%(rows)d of them: unproved until their next change, for a column of theirs is no more")
            self.stdout.write(said % {"rows": found.rows.outgrown})

    def _uncovered(self) -> None:
        for label, parts in sorted(UNCOVERED.items()):
            for part in parts:
                self.stdout.write(f"{label} {', '.join(part.columns) or '*'}: {part.why}")

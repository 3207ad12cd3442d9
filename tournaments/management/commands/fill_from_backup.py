"""`manage.py fill_from_backup FILE`: the part of `./run restore` that fills an empty database, in a process of its own.

The database of its settings becomes what is in the file; what was done is printed as one line of JSON. Whoever wants a
backup back runs `./run restore`, which puts that database in the place of the site's.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from games.rules.refusals import Refused
from tournaments.operations.upkeep import schemas
from tournaments.operations.upkeep.backup_files import checked
from tournaments.operations.upkeep.restoring import fill
from tournaments.texts.about_journal import fault_text
from tournaments.texts.refusals import sentence_for


class Command(BaseCommand):
    help = "Fills an empty database from a backup; `./run restore` calls it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE")
        parser.add_argument("--past", type=int, default=None, help="the highest version of an event of the site before")

    def handle(self, *_args: Any, **options: Any) -> None:
        if schemas.applied():
            raise CommandError("This database is not empty.")
        try:
            filled = fill(checked(Path(options["file"])), past=options["past"], now=timezone.now())
        except Refused as refused:
            raise CommandError(sentence_for(refused)) from None
        faults = [f"{fault.where or '-'}: {fault_text(fault.code, fault.values)}" for fault in filled.faults]
        self.stdout.write(json.dumps({**asdict(filled), "faults": faults}))

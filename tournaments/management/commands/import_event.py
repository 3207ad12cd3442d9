"""`manage.py import_event FILE`: an event file taken into the database, whole or not at all.

A refused file, a missing one or an event that is there already ends with code 2 and one line per fault,
`path: sentence`, on the error stream.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.rules.refusals import Refused
from tournaments.exchange.event_file import MAX_BYTES, parse
from tournaments.models import Account
from tournaments.operations.event_files import import_event
from tournaments.texts import sentence_for

REFUSED = 2
PATHS = {"event_exists": "$.slug", "one_player_twice": "$.entries"}


class Command(BaseCommand):
    help = "Takes an event file (scwu-event/1) into the database."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help="the event file; - reads standard input")
        parser.add_argument("--director", metavar="EMAIL", default="", help="who directs the event from now on")

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            file = parse(_read(options["file"]))
            with transaction.atomic():
                event = import_event(file=file, by=_director(options["director"]), now=timezone.now())
        except OSError as error:
            self._refuse([(options["file"], error.strerror or str(error))])
        except Refused as refused:
            faults: Any = refused.values.get("faults")
            self._refuse(faults or [(PATHS.get(refused.code, "$"), sentence_for(refused))])
        else:
            self.stdout.write(_("Imported %(name)s: /e/%(slug)s/") % {"name": event.name, "slug": event.slug})

    def _refuse(self, faults: Iterable[tuple[str, str]]) -> None:
        for path, fault in faults:
            self.stderr.write(f"{path}: {fault}")
        sys.exit(REFUSED)


def _read(name: str) -> bytes:
    """One byte more than a file may have is enough to refuse it."""
    if name == "-":
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    with Path(name).open("rb") as file:
        return file.read(MAX_BYTES + 1)


def _director(email: str) -> Account | None:
    """The account with this address, made if it is new; besides this event it may nothing."""
    email = email.strip().lower()
    if not email:
        return None
    return Account.objects.filter(email=email).first() or Account.objects.create_user(email)

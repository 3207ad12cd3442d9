"""`manage.py import_event FILE`: an event file taken into the database, whole or not at all.

A refused file, a missing one or an event that is there already ends with code 2 and one line per fault,
`path: sentence`, on the error stream.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.core.management.base import CommandParser
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.management.documents import DocumentCommand
from games.rules.documents.faults import faults_in
from games.rules.refusals import Refused
from tournaments.exchange.event_file import MAX_BYTES, parse
from tournaments.models import Account
from tournaments.operations.files.event_files import import_event
from tournaments.texts.about_faults import fault_text
from tournaments.texts.refusals import sentence_for

PATHS = {"event_exists": "$.slug", "one_player_twice": "$.entries"}


class Command(DocumentCommand):
    help = "Takes an event file (scwu-event/1) into the database."
    what = "the event file"
    most_bytes = MAX_BYTES
    sentence_of = staticmethod(fault_text)

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--director", metavar="EMAIL", default="", help="who directs the event from now on")

    def answer(self, data: bytes, options: dict[str, Any]) -> str:
        file = parse(data)
        with transaction.atomic():
            event = import_event(file=file, by=_director(options["director"]), now=timezone.now())
        return _("Imported %(name)s: /e/%(slug)s/") % {"name": event.name, "slug": event.slug}

    def told(self, refused: Refused) -> Iterable[tuple[str, str]]:
        if faults_in(refused):
            return super().told(refused)
        return [(PATHS.get(refused.code, "$"), sentence_for(refused))]


def _director(email: str) -> Account | None:
    """The account with this address, made if it is new; besides this event it may nothing."""
    email = email.strip().lower()
    if not email:
        return None
    return Account.objects.filter(email=email).first() or Account.objects.create_user(email)

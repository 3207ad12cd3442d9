"""`manage.py sample`: another sample evening of any size, to try things out on.

`./run` calls it with `--if-empty` on a first start, so that every page has something to show; then it makes three
evenings, one over, one being played, one to come. The same seed gives the same evening.
"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from django.utils.translation import gettext as _

from games.rules.refusals import Refused
from tournaments.models import Event
from tournaments.operations.files.samples import STAGES, first_evenings, sample_evening
from tournaments.texts.refusals import sentence_for

MOST_PLAYERS = 3000


class Command(BaseCommand):
    help = "Plays a sample evening with invented players and prints its address on the site."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--players", type=int, default=30, help="how many play (default 30)")
        parser.add_argument("--seed", type=int, default=7, help="chance; the same seed gives the same evening")
        parser.add_argument("--until", choices=STAGES, default="running", help="how far it is played")
        parser.add_argument("--if-empty", action="store_true", help="three evenings, and only if there is no event")

    def handle(self, *_args: Any, **options: Any) -> None:
        if options["if_empty"]:
            made = () if Event.objects.exists() else first_evenings(seed=options["seed"], now=timezone.now())
        else:
            made = (_one(options),)
        if options["if_empty"] and made:  # below it stand the lines of a start
            self.stdout.write(_("Evenings to look around in, with invented players:"))
        for event in made:
            self.stdout.write(f"/e/{event.slug}/  {event.name}")


def _one(options: dict[str, Any]) -> Event:
    players = options["players"]
    if players > MOST_PLAYERS:
        raise CommandError(_("A sample has at most %(most)s players.") % {"most": MOST_PLAYERS})
    try:
        return sample_evening(players=players, seed=options["seed"], now=timezone.now(), until=options["until"])
    except Refused as refusal:
        raise CommandError(sentence_for(refusal)) from None

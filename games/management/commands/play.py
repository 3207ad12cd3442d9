"""`manage.py play`: a person against three computer players, one deal or a whole game for a word, in the terminal.

The same seed and the same moves give the same game. Needs no database, and a terminal, or a script on standard input
that holds every move. Leaving the table, by `q`, Ctrl-C or Ctrl-D, is no error; wrong options and a script that ends
too early are, with code 2.
"""

from __future__ import annotations

import io
import secrets
import sys
from typing import Any, TextIO

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from games.management.documents import REFUSED, speak_utf_8
from games.management.faces import FACES
from games.management.options import add_language, add_tie_without_hejma
from games.management.playing.person import Person
from games.management.playing.prompts import Left, Prompts, ScriptEnded
from games.management.playing.screen import Screen
from games.management.playing.table import Agreed, Table
from games.management.screens import console_on
from games.players.smoking_cat.deals import PLAYERS
from games.rules.setup import GameSetup
from games.rules.tricks import from_seat
from games.rules.word_letters import split_word, word_faults

SEATS = tuple("ABCD")
MOST_DEALS = 1000
NAMES = {
    "random": pgettext_lazy("computer player", "random"),
    "cautious": pgettext_lazy("computer player", "cautious"),
    "sharp": pgettext_lazy("computer player", "sharp"),
}


class Command(BaseCommand):
    help = "Plays Smoking Cat against three computer players. Needs no database."
    requires_system_checks: list[str] = []
    stealth_options = ("answers",)

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--seat", choices=SEATS, default="A", help="your seat; A deals first (default %(default)s)")
        parser.add_argument(
            "--players",
            metavar="NAME,NAME,NAME",
            default="cautious,sharp,random",
            help=f"the others, clockwise from your left: {', '.join(PLAYERS)} (default %(default)s)",
        )
        parser.add_argument("--word", default="", help="play for this word; who has all its letters loses the game")
        parser.add_argument("--deals", type=int, metavar="N", help="so many deals at most (default 1, with a word any)")
        parser.add_argument("--seed", default="", help="chance; the same seed gives the same cards")
        parser.add_argument("--cards", choices=list(FACES), default="czech", help="the pack (default %(default)s)")
        add_tie_without_hejma(parser)
        add_language(parser)

    def handle(self, *_args: Any, **options: Any) -> None:
        speak_utf_8()
        self.stdout.ending = ""  # rich ends its lines itself, and questions have none
        with translation.override(options["language"]):
            table = self._table(options)
            try:
                table.play()
            except (Left, KeyboardInterrupt):
                table.screen.say(_("You leave the table. Goodbye!"))
            except ScriptEnded:
                raise CommandError(
                    _("The answers ended before the game did. Play in a terminal, or hand in every move."),
                    returncode=REFUSED,
                ) from None

    def _table(self, options: dict[str, Any]) -> Table:
        agreed = _agreed(options)
        you, *others = from_seat(SEATS, agreed.seat)
        players = dict(zip(others, _players(options["players"]), strict=True))
        names = {you: _("%(seat)s (you)") % {"seat": you}} | {
            seat: f"{seat} ({NAMES[name]})" for seat, name in players.items()
        }
        console = console_on(self.stdout, options)
        prompts = Prompts(console, _answers(options))
        screen = Screen(console, FACES[options["cards"]], names)
        screen.say(_("The seed of this game is %(seed)s.") % {"seed": agreed.seed}, style="dim")
        person = Person(prompts, screen, PLAYERS["cautious"])
        return Table(agreed, {seat: PLAYERS[name] for seat, name in players.items()}, person, prompts, screen)


def _answers(options: dict[str, Any]) -> TextIO:
    """Those handed in by a caller, else standard input; an empty script if whoever called has closed it."""
    answers: TextIO = options.get("answers") or sys.stdin or io.StringIO()
    return answers


def _agreed(options: dict[str, Any]) -> Agreed:
    """What the options say; without a word the letters are empty, one for each deal."""
    word, deals = split_word(options["word"]), options["deals"]
    if word and word_faults(options["word"]):
        raise CommandError(_("A playing word has 3 to 12 letters."), returncode=REFUSED)
    if deals is None:
        deals = MOST_DEALS if word else 1
    if not 1 <= deals <= MOST_DEALS:
        raise CommandError(_("Play from 1 to %(most)s deals.") % {"most": MOST_DEALS}, returncode=REFUSED)
    setup = GameSetup(letters=word or ("",) * deals, seats=SEATS)
    seed = options["seed"] or secrets.token_hex(4)
    return Agreed(setup, deals, options["seat"], seed, options["tie_without_hejma"])


def _players(names: str) -> list[str]:
    found = [name.strip() for name in names.split(",")]
    if len(found) != len(SEATS) - 1 or not PLAYERS.keys() >= set(found):
        known = ", ".join(PLAYERS)
        raise CommandError(
            _("Name three players, separated by commas, out of %(known)s.") % {"known": known}, returncode=REFUSED
        )
    return found

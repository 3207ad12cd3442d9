"""`manage.py simulate`: deals of Smoking Cat between computer players, counted; one JSON document on standard output.

    simulate --deals 100000 --players random,cautious,sharp,random --seed 7

The same options give the same document. Four random players are played by the bulk engine, a million deals in a second
or two; with others every move is thought about. From deal to deal everybody moves on by one place. Progress is shown on
the error stream if that is a terminal. Wrong options end with one sentence and code 2; Ctrl-C ends with what was
reached, `complete` being false, and code 130. Needs no database. The document:

- `format`: scwu-simulation/1. `seed`, `players`: as asked. `wanted`, `deals`: how many were asked for and played.
  `complete`: whether nothing is missing.
- `by_player`: in the order of `players`; `by_place`: places 1 to 4 counted from the leader of the first trick, so 4
  dealt. Of each: `lost` deals, `share_lost` with its `interval_95` (Wilson), `mean_points`, and `points`: how many
  deals brought it 0, 1 … 33 points. Who packs takes all that is left.
- `decided_by`: `most_points`; `hejma` (a tie that Hejma decided); `undecided` (11–11–10–1, nobody is counted as loser);
  `packed`.
- `certain_after_trick`: the deals by the trick after which somebody had 17 points, so that the loser was certain and
  could pack; `never` where nobody had 17 in the tricks that were played. `packed_after_tricks`: the deals that were
  packed, by the number of complete tricks before.
- `game_lengths`: for words of 3 to 12 letters and tables of 4 to 6 how many deals a game takes until three are left:
  the `fewest` and the `most` that the rules allow, and of `games` games without cards the `mean` and `percentiles` (so
  many deals are not exceeded by 5, 25, 50, 75, 95 per cent of them). There each player of a table loses as readily as
  his kind and his place lost in these deals; tables of five and six begin again with the first player. Bench and dealer
  go as the rules propose them (games/simulation/lengths.py).
"""

from __future__ import annotations

import json
import secrets
from itertools import product
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from games.management.documents import REFUSED, put, speak_utf_8
from games.players.smoking_cat.deals import PLAYERS as KINDS
from games.rules.smoking_cat.play import PLAYERS
from games.simulation.deals import simulated
from games.simulation.document import simulation_document, weights_of
from games.simulation.lengths import TABLE_SIZES, WORD_LENGTHS, Length, expected_deals
from games.simulation.tally import Tally

INTERRUPTED = 130
MOST_DEALS, MOST_GAMES = 1_000_000_000, 1_000_000


class Command(BaseCommand):
    help = "Plays deals of Smoking Cat between computer players and counts them, as JSON. Needs no database."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--deals", metavar="N", default="1000", help="how many (default %(default)s)")
        parser.add_argument(
            "--players",
            metavar="NAME,NAME,NAME,NAME",
            default="random,random,random,random",
            help=f"four out of {', '.join(KINDS)} (default %(default)s)",
        )
        parser.add_argument("--seed", default="", help="chance; the same seed gives the same deals")
        parser.add_argument(
            "--games",
            metavar="N",
            default="500",
            help="games for each length of word and size of table; 0 leaves them out (default %(default)s)",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        speak_utf_8()
        players = _players(options["players"])
        deals = _number(options["deals"], "--deals", 1, MOST_DEALS)
        games = _number(options["games"], "--games", 0, MOST_GAMES)
        seed = options["seed"] or secrets.token_hex(4)
        run = _Run(players, seed, deals, games)
        with _progress() as progress:
            complete = run.go(progress)
        document = simulation_document(players, run.tally, run.lengths, seed=seed, wanted=deals, complete=complete)
        put(self.stdout, json.dumps(document, indent=1))
        if not complete:
            self.stderr.write(_("Interrupted: the document holds what was reached."))
            raise SystemExit(INTERRUPTED)


class _Run:
    """A simulation while it runs; whatever interrupts it, `tally` and `lengths` hold what was reached."""

    def __init__(self, players: list[str], seed: str, deals: int, games: int) -> None:
        self.players, self.seed, self.deals, self.games = players, seed, deals, games
        self.tally = Tally()
        self.lengths: list[Length] = []

    def go(self, progress: Progress) -> bool:
        """Play the deals and games asked for; True if it was not interrupted."""
        try:
            self._play_deals(progress)
            if self.games:
                self._play_games(progress)
        except KeyboardInterrupt:
            return False
        return True

    def _play_deals(self, progress: Progress) -> None:
        task = progress.add_task(_("Deals"), total=self.deals)
        for part in simulated(self.players, seed=self.seed, deals=self.deals):
            self.tally += part
            progress.update(task, completed=self.tally.deals)

    def _play_games(self, progress: Progress) -> None:
        cells = list(product(WORD_LENGTHS, TABLE_SIZES))
        weights = weights_of(self.players, self.tally, TABLE_SIZES[-1])
        for letters, seats in progress.track(cells, description=_("Games")):
            self.lengths.append(expected_deals(letters, seats, weights=weights, games=self.games, seed=self.seed))


def _progress() -> Progress:
    """Bars on the error stream, and nothing at all where that is no terminal."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


def _players(names: str) -> list[str]:
    found = [name.strip() for name in names.split(",")]
    if len(found) != PLAYERS or not KINDS.keys() >= set(found):
        known = ", ".join(KINDS)
        raise CommandError(
            _("Name four players, separated by commas, out of %(known)s.") % {"known": known}, returncode=REFUSED
        )
    return found


def _number(text: str, option: str, least: int, most: int) -> int:
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= len(str(most)) else -1
    if not least <= number <= most:
        values = {"option": option, "least": least, "most": most}
        raise CommandError(_("%(option)s is a whole number from %(least)s to %(most)s.") % values, returncode=REFUSED)
    return number

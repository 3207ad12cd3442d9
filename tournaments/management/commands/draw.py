"""`manage.py draw --players FILE --rounds R`: all rounds of an event drawn from plain text, without any database.

The same players, options and seed give the same bytes everywhere; one that is not given is new each time and printed.
`--events N` draws N random events instead and holds each against the second count (`tournaments.draws.checker`). What
cannot be drawn ends with code 2 and one sentence.
"""

from __future__ import annotations

import json
import os
import secrets
import sys
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import gettext as _

from games.management.documents import REFUSED, speak_utf_8
from games.rules.refusals import Refused
from tournaments.draws.checker import SEATS, misseated, recount
from tournaments.draws.entry_list import MAX_BYTES, EntryList, read_entries, team_sizes
from tournaments.draws.event import EventDrawing, draw_event
from tournaments.draws.model import Options
from tournaments.draws.random_events import RandomEvent, random_events
from tournaments.texts.refusals import sentence_for

MOST_ROUNDS = 64
SEED = "hexadecimal digits, two to a byte; with --events any text; by default new each time, and printed"
INPUT = (
    'NICK or NICK, CLUB a line, a JSON list, or {"players": [...], "apart": [["p1", "p2"], ...]}; '
    "- reads standard input"
)


class Command(BaseCommand):
    help = "Draws all rounds of an event from a list of players. Needs no database."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--players", metavar="FILE", help=INPUT)
        parser.add_argument("--rounds", type=int, default=1, help="how many rounds")
        parser.add_argument("--sizes", default="auto", help="of the tables: 5,5,4 or auto")
        parser.add_argument("--clubs", choices=["off", "prefer", "require", "teams"], default="off", help="kept apart?")
        parser.add_argument("--countries", choices=["off", "prefer", "require"], default="off", help="kept apart?")
        parser.add_argument("--seed", default=secrets.token_hex(32), help=SEED)
        parser.add_argument("--json", action="store_true", help="for programs")
        parser.add_argument("--events", type=int, metavar="N", help="draw N random events and count each again")
        parser.add_argument("--small", action="store_true", help="with --events: small ones, some hundred a second")

    def handle(self, *_args: Any, **options: Any) -> None:
        speak_utf_8()
        try:
            if options["events"] is not None:
                self._try_out(options["events"], options["seed"], small=options["small"])
            else:
                self._draw(options)
        except OSError as error:
            self._refuse(f"{options['players']}: {error.strerror or error}")
        except Refused as refused:
            self._refuse(sentence_for(refused))

    def _draw(self, options: dict[str, Any]) -> None:
        if not options["players"]:
            raise Refused("no_players_file")
        if not 1 <= options["rounds"] <= MOST_ROUNDS:
            raise Refused("too_few_rounds" if options["rounds"] < 1 else "too_many_rounds", most=MOST_ROUNDS)
        entries = read_entries(_data(options["players"]))
        drawing = draw_event(entries.players, options["rounds"], _wishes(options, entries), options["seed"])
        print(json.dumps(_document(drawing), ensure_ascii=False, indent=1) if options["json"] else _text(drawing))

    def _try_out(self, number: int, seed: str, *, small: bool) -> None:
        self.stderr.write(f"--seed {seed}")  # beside the lines for programs
        wrong = False
        for event in random_events(number, seed, small=small):
            line = tried(event)
            wrong = wrong or bool(line["faults"])
            print(json.dumps(line))
        if wrong:
            raise SystemExit(1)

    def _refuse(self, sentence: str) -> None:
        self.stderr.write(sentence)
        raise SystemExit(REFUSED)


def _data(name: str) -> bytes:
    if name == "-":
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    with Path(os.fspath(name)).open("rb") as file:
        return file.read(MAX_BYTES + 1)


def _wishes(options: dict[str, Any], entries: EntryList) -> Options:
    sizes = None
    if options["sizes"] != "auto":
        try:
            sizes = tuple(int(size) for size in options["sizes"].replace("+", ",").split(","))
        except ValueError as error:
            raise Refused("bad_sizes") from error
    if options["clubs"] == "teams":
        together = team_sizes(entries.players)
        return Options(sizes=together, clubs="require", rounds=options["rounds"], apart=entries.apart)
    return Options(
        sizes=sizes,
        clubs=options["clubs"],
        countries=options["countries"],
        rounds=options["rounds"],
        apart=entries.apart,
    )


def _document(drawing: EventDrawing) -> dict[str, Any]:
    quality = drawing.quality
    rules = {rule.name: {"value": rule.value, "bound": rule.bound, "verdict": rule.verdict} for rule in quality.rules}
    faults = {key: [[fault.code, dict(fault.values)] for fault in found] for key, found in quality.per_player.items()}
    return {
        "version": drawing.version,
        "seed": drawing.seed,
        "rounds": [
            {"tables": [{"seats": dict(zip(SEATS, table, strict=False))} for table in tables]}
            for tables in drawing.rounds
        ],
        "quality": {**rules, "per_player": faults},
    }


def _text(drawing: EventDrawing) -> str:
    return "\n".join(_lines(drawing))


def _lines(drawing: EventDrawing) -> Iterator[str]:
    for number, tables in enumerate(drawing.rounds, start=1):
        yield _("Round %(number)s") % {"number": number}
        for place, table in enumerate(tables, start=1):
            seats = ", ".join(f"{letter} {key}" for letter, key in zip(SEATS, table, strict=False))
            yield f"  {place}: {seats}"
    yield ""
    for rule in drawing.quality.rules:
        yield f"{rule.name}: {rule.value} ({rule.verdict})"
    yield f"{drawing.version}, --seed {drawing.seed}"


def tried(event: RandomEvent) -> dict[str, Any]:
    """A random event drawn and counted a second time."""
    drawing = draw_event(event.players, event.rounds, event.options, event.seed)
    counted = recount(drawing.rounds, {player.key: player.club for player in event.players})
    quality, faults = drawing.quality, misseated(drawing.rounds, [player.key for player in event.players])
    for name in ("coincidences", "consecutive", "club_pairs"):
        if quality[name].value != getattr(counted, name):
            faults.append(f"{name}: {quality[name].value} is {getattr(counted, name)}")
        if quality[name].value < quality[name].bound:
            faults.append(f"{name}: below its bound")
    if event.options.clubs == "require" and counted.club_pairs:
        faults.append("clubs are not apart")
    together = [two for tables in drawing.rounds for table in tables for two in combinations(sorted(table), 2)]
    faults += [f"{one} sits with {other}" for one, other in event.options.apart if (one, other) in together]
    return {
        "players": counted.players,
        "rounds": counted.rounds,
        "sizes": event.options.sizes,
        "clubs": event.options.clubs,
        **{rule.name: rule.value for rule in quality.rules},
        "bound": quality["coincidences"].bound,
        "faults": faults,
    }

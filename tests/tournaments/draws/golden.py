"""The golden draws: `golden/NAME.in.json` says what is drawn, `golden/NAME.out` holds the bytes that come out.

Run as a program under any Python of the house it draws them all and prints them; `--write` keeps what comes out, which
is right only together with a new `seeding.VERSION`, or for a new input.
"""

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[3]
FOLDER = Path(__file__).with_name("golden")
sys.path.insert(0, str(ROOT))

from tournaments.ceremony.frozen import frozen_of  # noqa: E402  (a program finds the house only after the line above)
from tournaments.ceremony.transcript import open_draw  # noqa: E402
from tournaments.draws import (  # noqa: E402
    Options,
    Player,
    draw,
    draw_event,
    draw_ladder,
    history_of,
    join,
    reseat,
    seats_of_final,
)

Given = Mapping[str, Any]


def players_of(given: Given) -> list[Player]:
    """So many players p01 ...; the n-th is in club n modulo `clubs_number`, every seventh in none."""
    clubs = given.get("clubs_number", 0)
    return [
        Player(f"p{number:02}", f"club {number % clubs}" if clubs and number % 7 else None)
        for number in range(1, given["players"] + 1)
    ]


def options_of(given: Given) -> Options:
    options = dict(given.get("options", {}))
    for name in ("sizes", "allowed"):
        if name in options:
            options[name] = tuple(options[name])
    options["apart"] = tuple((one, other) for one, other in options.get("apart", ()))
    return Options(**options)


def _event(given: Given) -> object:
    drawing = draw_event(players_of(given), given["rounds"], options_of(given), given["seed"])
    return [drawing.version, drawing.rounds, [[rule.name, rule.value, rule.bound] for rule in drawing.quality.rules]]


def _rounds(given: Given) -> object:
    """Round after round; from round `left` on the last player is missing."""
    drawn: list[Any] = []
    plan = None
    for number in range(given["rounds"]):
        players = players_of(given)[: -1 if number >= given["left"] else None]
        drawing = draw(players, history_of(drawn, plan), options_of(given), f"{given['seed']}{number:02x}")
        drawn, plan = [*drawn, drawing.tables], drawing.plan
    return drawn


def _ladder(given: Given) -> object:
    return draw_ladder(players_of(given), history_of(given["history"]), options_of(given), given["seed"]).tables


def _final(given: Given) -> object:
    return seats_of_final([player.key for player in players_of(given)], apart=options_of(given).apart)


def _late(given: Given) -> object:
    players = players_of(given)
    tables = draw(players, history_of([]), options_of(given), given["seed"]).tables
    left = reseat(tables, given["leaving"], players, history_of([]), options_of(given))
    come = join(tables, Player("late", "club 1"), players, history_of([]), options_of(given))
    return [tables, left.tables, left.moved, left.changed_seats, come.tables, come.moved]


def _transcript(given: Given) -> object:
    return open_draw(frozen_of(given["frozen"]), given["secret"], given["room"]).text


KINDS: Mapping[str, Callable[[Given], object]] = {
    "event": _event,
    "rounds": _rounds,
    "ladder": _ladder,
    "final": _final,
    "late": _late,
    "transcript": _transcript,
}


def drawn() -> Iterator[tuple[str, str]]:
    """The name of each golden draw, and what this Python makes of it."""
    for path in sorted(FOLDER.glob("*.in.json")):
        given = json.loads(path.read_text(encoding="utf-8"))
        yield path.name.removesuffix(".in.json"), json.dumps(KINDS[given["kind"]](given), indent=0) + "\n"


if __name__ == "__main__":
    found = dict(drawn())
    for name, text in found.items() if "--write" in sys.argv else ():
        (FOLDER / f"{name}.out").write_bytes(text.encode("ascii"))
    sys.stdout.write(json.dumps([list(sys.version_info[:2]), found]))

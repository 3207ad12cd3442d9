"""Reading games: their set-up, log and state, for one game or many in few statements.

`summary` is what `Game.state` holds: enough for every page that shows a table, so that no page replays a log. In a game
of Smear it has `smear` besides, and `to_go` is null while it goes on.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import QuerySet

from games.models import Entry, Game
from games.prepared import prepared
from games.rules import entries as log_entries
from games.rules.bench import propose
from games.rules.payload import parse_entry
from games.rules.replay import GameState, replay
from games.rules.setup import GameOptions, GameSetup
from games.rules.smear.game import SmearState

OF_SMEAR = ("game", "smear_variant", "smear_target")


def options_json(options: GameOptions) -> dict[str, Any]:
    """The options of a game as stored; those of Smear only where it is played."""
    stored = dataclasses.asdict(options)
    return stored if options.game == "smear" else {name: stored[name] for name in stored if name not in OF_SMEAR}


def setup_of(game: Game, occupants: Mapping[str, str] | None = None) -> GameSetup:
    """The set-up of a stored game. `occupants`: seat → label, by default `A1`, `B1` …"""
    seats = tuple(game.seats)
    return GameSetup(
        letters=tuple(game.letters),
        seats=seats,
        options=GameOptions(**game.options),
        occupants=occupants or {seat: f"{seat}1" for seat in seats},
    )


def parsed(line: Entry) -> log_entries.Entry:
    """A stored line as the rules know it."""
    return parse_entry(line.payload)


def log_of(game: Game) -> list[Entry]:
    """The log of one game, in order. One statement."""
    return _log(game.pk)


@prepared
def _log(game: int) -> QuerySet[Entry]:
    return Entry.objects.filter(game=game).order_by("position")


def state_of(game: Game) -> GameState:
    """The state of one game, replayed from its log. One statement."""
    return replay(setup_of(game), [parsed(line) for line in log_of(game)])


def logs_of(games: Iterable[Game]) -> dict[int, list[Entry]]:
    """The logs of many games, by game id. One statement."""
    logs: dict[int, list[Entry]] = {game.pk: [] for game in games}
    for line in Entry.objects.filter(game__in=logs.keys()).order_by("game_id", "position"):
        logs[line.game_id].append(line)
    return logs


def summary(state: GameState) -> dict[str, Any]:
    """A state as the small JSON value that pages show."""
    proposal = propose(state)
    match_balls = state.match_balls
    smear = {"smear": smear_summary(state.smear)} if state.smear else {}
    return {
        "deals": state.deals,
        "void_deals": state.void_deals,
        "finished": state.finished,
        "closed": state.closed,
        "to_go": state.deals_to_go and list(state.deals_to_go),
        "findings": len(state.findings),
        "seats": {
            letter: {
                "letters": seat.letters,
                "left": seat.left,
                "occupant": seat.occupant,
                "deals": seat.own.deals,
                "own_letters": seat.own.letters,
                "match_ball": letter in match_balls,
            }
            for letter, seat in state.seats.items()
        },
        "next": proposal
        and {
            "bench": list(proposal.bench),
            "players": list(proposal.players),
            "dealer": proposal.dealer,
            "leader": proposal.leader,
        },
        **smear,
    }


def smear_summary(smear: SmearState) -> dict[str, Any]:
    """What the state of a game of Smear has besides that of other games: target, scores and winner."""
    return {"target": smear.target, "scores": dict(smear.scores), "winner": smear.winner}

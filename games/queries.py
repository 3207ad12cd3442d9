"""Reading games: their set-up, log and state, for one game or many in few statements.

`summary` is what `Game.state` holds: enough for every page that shows a table, so that no page replays a log. In a game
of Smear it has `smear` besides, and `to_go` is null while it goes on. `paused`, with its reason, is there during a
pause, and `accepted_by` when somebody at the table has agreed with the end.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast
from uuid import UUID

from django.db.models import QuerySet

from games.arrivals import known
from games.arrivals.sent import Sent, read_sent
from games.models import Arrival, Entry, Game
from games.prepared import prepared
from games.rules import entries as log_entries
from games.rules.bench import propose
from games.rules.payload import parse_entry
from games.rules.replay import GameState, replay
from games.rules.setup import GameOptions, GameSetup
from games.rules.smear.game import SmearState
from games.simulation.pace import Pace, pace_of

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
    return log_of_game(game.pk)


@prepared
def log_of_game(game: int) -> QuerySet[Entry]:
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
        **({"paused": _pause_of(state)} if state.paused else {}),
        **({"accepted_by": state.accepted_by} if state.accepted_by else {}),
        **smear,
    }


def pace(game: Game, state: GameState, log: Sequence[Entry]) -> Pace:
    """How long the deals of a game took."""
    return pace_of(state.lines, [min(line.tapped_at or line.at_server, line.at_server) for line in log], game.opened_at)


def _pause_of(state: GameState) -> str:
    """The reason of the pause that the table has, as the log keeps it."""
    entries = (line.entry for line in reversed(state.lines) if line.applied)
    return next(entry.reason for entry in entries if isinstance(entry, log_entries.Pause))


def smear_summary(smear: SmearState) -> dict[str, Any]:
    """What the state of a game of Smear has besides that of other games: target, scores and winner."""
    return {"target": smear.target, "scores": dict(smear.scores), "winner": smear.winner}


# --- What phones bring (games/arrivals) -------------------------------------------------------------------------------


def known_of(
    game: Game, log: Iterable[Entry], arrivals: Iterable[Arrival], *, holder: str, is_closed: bool
) -> known.Known:
    """What the site knows of a game when a line arrives. `holder`: the device that holds the pen."""
    lines = tuple(written(line) for line in log)
    settled = known.settled(lines)
    taken = {(line.id, line.said) for line in lines if str(line.id) not in settled}  # held once, and in the log by now
    return known.Known(
        game=game.pk,
        setup=setup_of(game),
        log=lines,
        arrivals=tuple(one for one in latest(arrivals) if (one.id, one.said) not in taken),
        pen=known.Pen(epoch=game.pen_epoch, holder=holder, heard=game.pen_heard_at, since=game.pen_since),
        is_closed=is_closed,
        ruled=game.ruled,
    )


def arrivals_of(game: Game) -> list[Arrival]:
    """What phones brought to a game that is no line of its log. One statement, none where there is nothing."""
    return _arrivals(game.pk) if game.kept else []


def counters_of(game: Game, device: str) -> set[int]:
    """The counters of a phone's lines in this game that have come, whatever became of them. One statement or two."""
    arrived = {row.counter for row in arrivals_of(game) if row.device == device}
    return {counter for counter in {*_counters(game.pk, device), *arrived} if counter}


@prepared
def _counters(game: int, device: str) -> QuerySet[Entry, int | None]:
    return Entry.objects.filter(game=game, device=device, said__isnull=False).values_list("counter", flat=True)


@prepared
def _arrivals(game: int) -> QuerySet[Arrival]:
    return Arrival.objects.filter(game=game).order_by("pk")


def written(line: Entry) -> known.Written:
    """A stored line as arrivals are held against it."""
    return known.Written(
        position=line.position,
        id=line.id,
        entry=parsed(line),
        by=line.by,
        at=line.at_server,
        device=line.device,
        counter=line.counter,
        tapped=line.tapped_at,
        witness=line.witness,
        seen=bool(line.seen),
        said=line.said or "",
        digest=line.digest,
    )


def latest(rows: Iterable[Arrival]) -> tuple[known.Arrival, ...]:
    """What was decided last of each arrival, in the order in which it was."""
    found: dict[tuple[UUID, str], known.Arrival] = {}
    for row in rows:
        found.pop((row.line, row.said), None)
        found[row.line, row.said] = arrived(row)
    return tuple(found.values())


def arrived(row: Arrival) -> known.Arrival:
    """A stored arrival as the rules of arrivals know it."""
    return known.Arrival(
        id=row.line,
        said=row.said,
        status=cast("known.Status", row.status),
        code=row.code,
        sent=_sent(row),
        device=row.device,
        counter=row.counter,
        about=row.about,
    )


def _sent(row: Arrival) -> Sent | None:
    """The line, if it can be read. What is kept names nobody; the digest is that of what came."""
    try:
        sent = read_sent(json.loads(row.raw))
    except ValueError:  # it was too long to be kept whole
        return None
    return dataclasses.replace(sent, said=row.said) if isinstance(sent, Sent) else None

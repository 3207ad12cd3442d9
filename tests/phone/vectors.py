"""Games as the site folds them, for the scripts of a phone to fold again: setup, log, state and the deal to come.

Half of the logs is what referees write: at each line mostly what is possible then, and every line gives a vector. The
other half is what nobody would write, of which only the end is told. Chance is a seed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import MISSING, asdict, fields
from random import Random  # noqa: TID251 - thousands of games, the same each time for a seed
from typing import Any

from games.rules.bench import propose
from games.rules.entries import KINDS, Correction
from games.rules.payload import entry_payload, parse_entry
from games.rules.replay import GameState, replay
from games.rules.setup import GameOptions, GameSetup
from games.rules.smear.game import SmearState
from games.rules.smear.variants import CUTTHROAT, VARIANTS, parties, party_of

Payload = dict[str, Any]
SEATS = "ABCDEFGH"
LETTERS = ["K", "A", "Á", "CH", "M", "Ř", "E", "L", "O", "Ž"]


def vectors(seed: int, *, told: int, wild: int) -> Iterator[dict[str, Any]]:
    """So many logs with a vector for each of their lines, and so many of which only the end is told."""
    chance = Random(seed)  # noqa: S311 - as above
    for _ in range(told):
        yield from _told(_setup(chance), chance)
    for _ in range(wild):
        setup = _setup(chance)
        log = [_any_line(setup, chance) for _ in range(chance.randint(0, 25))]
        yield vector(setup, log, replay(setup, [parse_entry(line) for line in log]))


def vector(setup: GameSetup, log: list[Payload], state: GameState) -> dict[str, Any]:
    return {"setup": setup_document(setup), "log": log, "state": _state(state), "proposal": _proposal(state)}


def setup_document(setup: GameSetup) -> dict[str, Any]:
    """As the page of a table has it."""
    return {
        "seats": "".join(setup.seats),
        "letters": list(setup.letters),
        "occupants": dict(setup.occupants),
        "options": setup.options.changed,
    }


def vocabulary() -> dict[str, Any]:
    """What the scripts know by heart: fields that may be amended, with their defaults, and what scoring asks."""
    return {
        "amendable": {code: _amendable(kind) for code, kind in KINDS.items() if kind not in Correction.__args__},
        "variants": {
            name: {
                "parties": {str(table.players): table.parties for table in variant.tables},
                "lowestBid": variant.lowest_bid,
                "highestBid": variant.highest_bid,
                "moon": variant.moon,
                "onlyPitchersWin": variant.only_pitchers_win,
            }
            for name, variant in VARIANTS.items()
        },
    }


def _amendable(kind: type[Any]) -> dict[str, Any]:
    defaults = {field.name: field.default for field in fields(kind)}
    return {name: "required" if defaults[name] is MISSING else defaults[name] for name in kind.amendable}


def _state(state: GameState) -> dict[str, Any]:
    smear = state.smear
    return {
        "seats": {
            name: {"letters": seat.letters, "left": seat.left, "occupant": seat.occupant}
            for name, seat in state.seats.items()
        },
        "active": state.active,
        "deals": state.deals,
        "voids": state.void_deals,
        "closed": state.closed,
        "finished": state.finished,
        "paused": getattr(state, "paused", False),
        "acceptedBy": getattr(state, "accepted_by", None),
        "matchBalls": sorted(state.match_balls),
        "toGo": state.deals_to_go,
        "lines": [{"applied": line.applied, "struck": line.struck, "letterTo": line.letter_to} for line in state.lines],
        "findings": [
            {"position": found.position, "code": found.code, "values": found.values} for found in state.findings
        ],
        "smear": smear
        and {
            "parties": smear.parties,
            "scores": smear.scores,
            "winner": smear.winner,
            "dealer": smear.dealer,
            "deals": [deal._asdict() for deal in smear.deals],
        },
    }


def _proposal(state: GameState) -> dict[str, Any] | None:
    proposal = propose(state)
    return asdict(proposal) if proposal else None


def _setup(chance: Random) -> GameSetup:
    if chance.random() < 0.4:
        variant = chance.choice([*VARIANTS.values(), CUTTHROAT, CUTTHROAT])  # three parties: two may stand equal
        seats = tuple(SEATS[: chance.choice(variant.players)])
        options = GameOptions(game="smear", smear_variant=variant.name, smear_target=chance.choice([1, 2, 5, 13, 30]))
        return GameSetup((), seats, options)
    options = GameOptions(
        survivors=chance.randint(1, 5),
        penalty_letter_completes=chance.random() < 0.5,
        bench=chance.choice(["cycle", "loser_sits", "free"]),
    )
    letters = tuple(chance.choice(LETTERS) for _ in range(chance.randint(1, 10)))
    return GameSetup(letters, tuple(SEATS[: chance.randint(4, 8)]), options)


def _told(setup: GameSetup, chance: Random) -> Iterator[dict[str, Any]]:
    log: list[Payload] = []
    state = replay(setup, ())
    for _ in range(chance.randint(5, 40)):
        possible = chance.random() < 0.85 and not state.finished
        if log and chance.random() < 0.15:
            line = _correction(setup, log, chance)
        elif log and chance.random() < 0.1:
            late = {"after": chance.randint(1, len(log))}
            line = {"kind": "penalty_letter", "seat": chance.choice(setup.seats), **late}
        else:
            line = _possible_line(setup, state, chance) if possible else _any_line(setup, chance)
        log = [*log, line]
        state = replay(setup, [parse_entry(line) for line in log])
        yield vector(setup, log, state)


def _correction(setup: GameSetup, log: list[Payload], chance: Random) -> Payload:
    """Of one of the last lines, so that some are corrected twice, and corrections too."""
    position = max(1, len(log) - chance.choice([0, 1, 1, 2, 3]))
    if chance.random() < 0.3:
        return {"kind": "strike", "position": position}
    who = "pitcher" if setup.options.game == "smear" else "loser"
    return {"kind": "amend", "position": position, who: chance.choice(setup.seats)}


def _possible_line(setup: GameSetup, state: GameState, chance: Random) -> Payload:
    proposal = propose(state)
    assert proposal is not None
    kind = chance.random()
    if state.smear:
        return _smear_line(setup, state.smear, chance)
    players, bench = list(proposal.players), list(proposal.bench)
    if kind < 0.2:  # somebody agreed on another bench
        seats = chance.sample(state.active, len(state.active))
        players, bench = seats[:4], seats[4:]
    deal: Payload = {"bench": bench} if bench else {}
    if chance.random() < 0.1:
        deal["dealer"] = chance.choice(players)
    if kind > 0.9:
        return {"kind": "void_deal", **deal}
    if chance.random() < 0.2:
        deal["points"] = {seat: chance.choice([0, 3, 11, 11, 33]) for seat in players}
    return {"kind": "deal", "loser": chance.choice(players), **deal}


def _smear_line(setup: GameSetup, smear: SmearState, chance: Random) -> Payload:
    """Moons are shot more often than at a table, and points are few, so that parties stand equal."""
    dealer = {"dealer": chance.choice(setup.seats)} if chance.random() < 0.1 else {}
    if chance.random() < 0.05:
        return {"kind": "void_deal", **dealer}
    most = smear.variant.highest_bid
    pitcher, moon = chance.choice(setup.seats), smear.variant.moon and chance.random() < 0.3
    bid = most if moon else chance.randint(smear.variant.lowest_bid, most)
    points = {party: chance.randint(0, 2) for party in smear.parties}
    if chance.random() < 0.5:
        points[party_of(smear.parties, pitcher)] = most
    shot = {"moon": True} if moon else {}
    return {"kind": "smear_deal", "pitcher": pitcher, "bid": bid, "points": points, **shot, **dealer}


def _any_line(setup: GameSetup, chance: Random) -> Payload:
    """A line of any kind, of seats that may not be there, as the log would keep it."""
    code = chance.choice([*KINDS, "deal", "deal", "smear_deal", "strike", "strike", "amend", "amend"])
    kind = KINDS[code]
    if code == "amend":
        names = chance.sample(_AMENDED, chance.randint(1, 3))
        smear = setup.options.game == "smear"
        changes = {
            name: None if name in _OPTIONAL and chance.random() < 0.2 else _value(name, setup, chance, smear=smear)
            for name in names
        }
        return {"kind": "amend", "position": chance.randint(1, 25), **changes}
    needed = [field.name for field in fields(kind) if field.default is MISSING or chance.random() < 0.5]
    line = {"kind": code, **{name: _value(name, setup, chance, smear=code == "smear_deal") for name in needed}}
    return entry_payload(parse_entry(line))


_FIELDS = {field.name: field for kind in KINDS.values() for field in fields(kind) if field.name in kind.amendable}
_AMENDED = sorted(_FIELDS)
_OPTIONAL = {name for kind in KINDS.values() for name in kind.amendable if _amendable(kind)[name] != "required"}


def _value(name: str, setup: GameSetup, chance: Random, *, smear: bool) -> Any:
    seats = [*setup.seats, *setup.seats, *setup.seats, "H"]
    match name:
        case "loser" | "seat" | "dealer" | "pitcher" | "other":
            return chance.choice(seats)
        case "bench":
            return [chance.choice(seats) for _ in range(chance.choice([0, 1, 1, 2, 2, 3]))]
        case "points":
            named = [*_parties(setup), *_parties(setup), "AB"] if smear else seats
            return {chance.choice(named): chance.randint(0, 12) for _ in range(3)}
        case "packed" | "moon":
            return chance.random() < 0.5
        case "bid" | "position" | "since" | "after":
            return chance.randint(1, 12)
        case "verdict":
            return "leave"
        case "arrival":
            return "00000000-0000-4000-8000-000000000001"
        case "reason" | "occupant":
            return chance.choice(["p1", "D2", "Pepa ♥"])
    raise AssertionError(
        f"The field {name} is new: say here what it may hold, and teach the phone (game.js) what it does."
    )


def _parties(setup: GameSetup) -> tuple[str, ...]:
    if setup.options.game != "smear":
        return ("AC", "BD")
    return parties(VARIANTS[setup.options.smear_variant], setup.seats)


def dumped(seed: int, *, told: int, wild: int) -> str:
    """The vectors, one a line; the first line is the vocabulary."""
    return "\n".join([json.dumps(vocabulary()), *map(json.dumps, vectors(seed, told=told, wild=wild))])

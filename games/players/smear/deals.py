"""Who plays how, and whole deals of Smear played out. The twin of `games.players.smoking_cat.deals`.

Every move goes through the rules, and every player sees the view of his seat only. A seat without a player is that of
a person: `steps` stops there and goes on with the state that his move makes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from games.players.player import Player
from games.players.smear.at_random import Random
from games.players.smear.cautious import Cautious
from games.rules.chance import Chance
from games.rules.smear.moves import Move, act, seen_by
from games.rules.smear.state import State

SmearPlayer = Player[State, Move]

PLAYERS: Mapping[str, SmearPlayer] = {"random": Random(), "cautious": Cautious()}


class Step(NamedTuple):
    """A move and the state after it."""

    seat: str
    move: Move
    state: State


def steps(state: State, players: Mapping[str, SmearPlayer], chance: Chance) -> Iterator[Step]:
    """Move by move, until the deal is over or a seat is to act that has no player. `players`: seat → player."""
    while (seat := state.to_act) is not None and seat in players:
        move = players[seat].choose(seen_by(state, seat), chance)
        state = act(state, move)
        yield Step(seat, move, state)


def play_out(state: State, players: Mapping[str, SmearPlayer], chance: Chance) -> State:
    """The state after all these steps; with a player in every seat the end of the deal."""
    for step in steps(state, players, chance):
        state = step.state
    return state

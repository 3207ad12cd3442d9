"""Who plays how, and whole deals played out: four players, a state, and chance.

Every move goes through the rules, and every player sees the view of his seat only. A seat without a player is that of
a person: `steps` stops there and goes on with the state that his move makes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from games.players.player import Player
from games.players.smoking_cat.at_random import Random
from games.players.smoking_cat.cautious import Cautious
from games.players.smoking_cat.moves import Move, act, to_act
from games.players.smoking_cat.sharp import Sharp
from games.rules.chance import Chance
from games.rules.smoking_cat.play import State
from games.rules.smoking_cat.view import View, seen_by

CatPlayer = Player[View, Move]

PLAYERS: Mapping[str, CatPlayer] = {"random": Random(), "cautious": Cautious(), "sharp": Sharp()}


class Step(NamedTuple):
    """A move and the state after it."""

    seat: str
    move: Move
    state: State


def steps(state: State, players: Mapping[str, CatPlayer], chance: Chance) -> Iterator[Step]:
    """Move by move, until the deal is over or a seat is to act that has no player. `players`: seat → player."""
    while (seat := to_act(state)) is not None and seat in players:
        move = players[seat].choose(seen_by(state, seat), chance)
        state = act(state, seat, move)
        yield Step(seat, move, state)


def play_out(state: State, players: Mapping[str, CatPlayer], chance: Chance) -> State:
    """The state after all these steps; with four players the end of the deal."""
    for step in steps(state, players, chance):
        state = step.state
    return state

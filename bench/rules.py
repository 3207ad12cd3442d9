"""How many complete random deals of Smoking Cat a second of CPU plays: the step engine, the bulk engine, and a peer.

Prints one JSON line. A deal of the step engine is everything: words of chance, shuffling, dealing, passing, 32 cards
each chosen among the legal ones and judged again when it is played. The bulk engine plays deals of the same kind in
blocks and finds their losers; `same_losers` says that both engines gave the same loser to each of some deals.

The peer is OpenSpiel's hearts (52 cards, three passed, 13 tricks) driven from Python with the cheapest choice there is.
`open_spiel` asks at every node whether chance is to move, as whoever drives a game has to; `open_spiel_unasked` knows
that hearts draws all cards alike and does not ask. Where `pyspiel` cannot be imported they are "not measured". The
goals are ratios to the first.

    PYTHONPATH=.:/wherever/open_spiel/is .venv/bin/python bench/rules.py
"""

from __future__ import annotations

import argparse
import json
import random  # noqa: TID251 the peer is driven with the cheapest chance there is
import statistics
from collections.abc import Callable, Iterable
from importlib.util import find_spec
from itertools import count
from typing import Any

import harness as bench

from games.rules.chance import Chance
from games.rules.smoking_cat.bulk import AT_ONCE, BLOCK, DEALER, SEATS, chance_of, losers, play_block
from games.rules.smoking_cat.play import CARDS_PASSED, State, deal, exchange, play
from games.rules.smoking_cat.points import loser_of

STEP_DEALS, BULK_DEALS, PEER_DEALS = 1500, 4 * AT_ONCE, 750  # a turn of each takes some hundredths of a second


def step(chance: Chance) -> State:
    """One deal by the validating engine."""
    state = deal(chance, seats=SEATS, dealer=DEALER)
    state = exchange(state, [chance.some_of(hand, CARDS_PASSED) for hand in state.dealt])
    while cards := state.legal:
        state = play(state, chance.one_of(cards))
    return state


def steps() -> Callable[[], None]:
    numbers = count()

    def act() -> None:
        for _ in range(STEP_DEALS):
            step(Chance(f"bench {next(numbers)}"))

    return act


def blocks() -> Callable[[], None]:
    numbers = count(step=AT_ONCE // BLOCK)

    def act() -> None:
        for _ in range(BULK_DEALS // AT_ONCE):
            block = play_block("bench", next(numbers), AT_ONCE)  # kept until the next is there, as in a simulation
            losers(block)

    return act


def peers() -> dict[str, Callable[[], None]]:
    """Hearts from Python, if the package is there."""
    if find_spec("pyspiel") is None:
        return {}
    import pyspiel

    game, chance = pyspiel.load_game("hearts"), random.Random(1).random  # noqa: S311 nothing secret is drawn

    def asked() -> None:
        for _ in range(PEER_DEALS):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.is_chance_node()
                actions = state.legal_actions()
                state.apply_action(actions[int(chance() * len(actions))])

    def unasked() -> None:
        for _ in range(PEER_DEALS):
            state = game.new_initial_state()
            while not state.is_terminal():
                actions = state.legal_actions()
                state.apply_action(actions[int(chance() * len(actions))])

    return {"open_spiel": asked, "open_spiel_unasked": unasked}


def same_losers(deals: int) -> bool:
    """Whether both engines let the same seat lose, deal by deal."""
    found = losers(play_block("same", 0, deals))
    for number in range(deals):
        state = step(chance_of("same", 0, number))
        verdict = loser_of(state.points, hejma=state.hejma, last_trick=state.last_trick)
        if [SEATS[place] for place, lost in enumerate(found.lost) if lost >> number & 1] != list(verdict.loser or ""):
            return False
    return True


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=31, help="how often each contestant takes its turn")
    rounds = parser.parse_args().rounds
    contestants = {"step": steps(), "bulk": blocks(), **peers()}
    sizes = {"step": STEP_DEALS, "bulk": BULK_DEALS, "open_spiel": PEER_DEALS, "open_spiel_unasked": PEER_DEALS}
    turns = [bench.alternate(contestants, rounds=1, times=1) for _ in range(rounds)]
    rates = [{name: 1000 * sizes[name] / ms for name, ms in turn.items()} for turn in turns]
    print(json.dumps({"bench": "rules", "rounds": rounds, **figures(rates), "same_losers": same_losers(500)}))


def figures(rates: list[dict[str, float]]) -> dict[str, Any]:
    """Deals per second of CPU time and the ratios that are wanted, taken within a round each: medians of the rounds."""

    def rate(name: str) -> float | str:
        return median(turn[name] for turn in rates) if name in rates[0] else "not measured"

    def ratio(name: str, to: str) -> float | str:
        return median(turn[name] / turn[to] for turn in rates) if to in rates[0] else "not measured"

    return {
        "step_deals_per_s": rate("step"),
        "bulk_deals_per_s": rate("bulk"),
        "open_spiel_deals_per_s": rate("open_spiel"),
        "open_spiel_unasked_deals_per_s": rate("open_spiel_unasked"),
        "bulk_to_step": ratio("bulk", "step"),
        "step_to_open_spiel": ratio("step", "open_spiel"),
        "step_wanted": 2,
        "step_to_open_spiel_unasked": ratio("step", "open_spiel_unasked"),
        "bulk_to_open_spiel": ratio("bulk", "open_spiel"),
        "bulk_wanted": 7,
    }


def median(values: Iterable[float]) -> float:
    return bench.shown(statistics.median(values))


if __name__ == "__main__":
    main()

"""Deals of Smear for tests: played by chance, told as text, changed by one line."""

from dataclasses import replace

from games.rules.chance import Chance
from games.rules.smear.moves import act, any_move
from games.rules.smear.notation import parse_deal
from games.rules.smear.record import record_of
from games.rules.smear.ruling import adjudicate
from games.rules.smear.state import deal_cards
from games.rules.smear.variants import VARIANTS, parties

TABLES = [(variant.name, players) for variant in VARIANTS.values() for players in variant.players]
SEATS = "ABCDEFGH"


def dealt(name, players, seed, seats=SEATS):
    variant, seats = VARIANTS[name], seats[:players]
    return deal_cards(variant, seats, seats[len(seed) % players], Chance(seed))


def playout(table, seed, moves=1000):
    """Every state of a deal in which all act by chance, up to so many acts."""
    chance, (name, players) = Chance(f"moves {seed}"), table
    states = [dealt(name, players, seed)]
    while not states[-1].is_over and len(states) <= moves:
        states.append(act(states[-1], any_move(states[-1], chance)))
    return states


def recorded(table, seed, moves=1000):
    state = playout(table, seed, moves)[-1]
    return record_of(state, target=21, scores=dict.fromkeys(parties(state.variant, state.seats), 0))


def ruling(text, **changes):
    """What the rules say of a deal in one line, with some of the record changed."""
    return adjudicate(replace(parse_deal(text), **changes))


def codes(result):
    return [finding["code"] for finding in result["findings"]]

"""Four players, a seed and a number of deals: the deals played and counted, part by part.

Four random players go through the bulk engine, some blocks at a time; any others play deal by deal, each with the view
of his seat. From deal to deal everybody moves on by one place, so that who leads and who deals is shared out. A deal is
told by the seed and its number and does not depend on how many are played.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.players.smoking_cat.deals import PLAYERS as KINDS
from games.players.smoking_cat.deals import play_out
from games.rules.chance import Chance
from games.rules.smoking_cat.bulk import AT_ONCE, BLOCK, DEALER, SEATS, play_block
from games.rules.smoking_cat.play import deal
from games.simulation.tally import Tally, place_of, tally_of_block, tally_of_state

RANDOM = "random"


def simulated(players: Sequence[str], *, seed: str, deals: int) -> Iterator[Tally]:
    """The tallies of the parts of a simulation; `players`: the kinds of the four."""
    if set(players) == {RANDOM}:
        return _blocks(seed, deals)
    return (_one(players, seed, number) for number in range(deals))


def _blocks(seed: str, deals: int) -> Iterator[Tally]:
    for first in range(0, deals, AT_ONCE):
        # In a variable, so that the last ones are let go only when the next are there: new memory costs a third more.
        block = play_block(seed, first // BLOCK, min(AT_ONCE, deals - first))
        yield tally_of_block(block)


def _one(players: Sequence[str], seed: str, number: int) -> Tally:
    seated = {SEATS[place_of(player, number)]: KINDS[kind] for player, kind in enumerate(players)}
    chance = Chance(f"{seed}|{number}")
    return tally_of_state(play_out(deal(chance, seats=SEATS, dealer=DEALER), seated, chance), number)

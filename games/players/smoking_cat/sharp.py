"""`sharp`: imagines the hidden cards many times over and plays each of his cards to the end of every such deal.

What he wants is not to be the loser of the deal (RULES C49, C50); few points come second. The others, and he himself
later on, are imagined to play by rules of thumb; hands that explain better what has been played count for more. How
many deals he imagines is fixed, so chance and view alone decide. He packs as soon as he has 17 points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple, TypeVar

from games.players.smoking_cat.bits import CARD_OF_BIT, each
from games.players.smoking_cat.moves import PACK, Move, is_lost
from games.players.smoking_cat.sampling import Hands, imagine, plausibility
from games.players.smoking_cat.table import Table, table_of
from games.players.smoking_cat.thumb import card_to_play, three_to_pass
from games.rules.chance import Chance
from games.rules.smoking_cat.hands import BIT, Bits, to_bits, to_cards
from games.rules.smoking_cat.play import CARDS_EACH, CARDS_PASSED, PLAYERS
from games.rules.smoking_cat.points import SURE_TO_LOSE
from games.rules.smoking_cat.view import View

_LOST = 100
"""What a lost deal costs, in points."""

_SHORT_LIST = 8
"""Of the 56 ways to pass three cards so many are looked at closely, after a glance at all."""

World = TypeVar("World")


@dataclass(frozen=True, slots=True)
class Sharp:
    """`samples`: how many deals he imagines for one decision."""

    samples: int = 400

    def choose(self, view: View, chance: Chance) -> Move:
        if view.must_pass:
            return to_cards(self._three_to_pass(view, chance))
        if is_lost(view):
            return PACK
        legal = view.legal_plays
        return legal[0] if len(legal) == 1 else CARD_OF_BIT[self._card_to_play(view, chance)]

    def _three_to_pass(self, view: View, chance: Chance) -> Bits:
        me, leader = view.seats.index(view.seat), view.seats.index(view.leader)
        ways = [sum(three) for three in combinations(each(to_bits(view.hand)), CARDS_PASSED)]
        worlds = [_Dealt(hands, [three_to_pass(hand) for hand in hands]) for hands in self._imagined(view, chance)]

        def cost(three: Bits, world: _Dealt) -> int:
            return _cost_of_the_rest(world.after_passing(three, me), Table(leader), me)

        glance = _costs(ways, worlds[::_SHORT_LIST], cost)
        return _cheapest(_costs(sorted(ways, key=lambda three: (glance[three], three))[:_SHORT_LIST], worlds, cost))

    def _card_to_play(self, view: View, chance: Chance) -> Bits:
        me, table = view.seats.index(view.seat), table_of(view)
        played = [(view.seats.index(seat), BIT[card]) for seat, card in view.played]
        worlds = [_Held(hands, plausibility(hands, played, me=me)) for hands in self._imagined(view, chance)]

        def cost(card: Bits, world: _Held) -> int:
            hands, open_side = world.hands.copy(), table.copy()
            hands[me] ^= card
            open_side.lay(card)
            return world.weight * _cost_of_the_rest(hands, open_side, me)

        return _cheapest(_costs([BIT[card] for card in view.legal_plays], worlds, cost))

    def _imagined(self, view: View, chance: Chance) -> Iterable[Hands]:
        return imagine(view, chance, self.samples)


class _Dealt(NamedTuple):
    """Hands before the pass, and what each would pass on by rules of thumb."""

    hands: Hands
    given: list[Bits]

    def after_passing(self, three: Bits, me: int) -> Hands:
        given = self.given.copy()
        given[me] = three
        return [self.hands[place] & ~given[place] | given[place - 1] for place in range(PLAYERS)]


class _Held(NamedTuple):
    """Hands during play, and how much they count."""

    hands: Hands
    weight: int


def _costs(choices: Iterable[Bits], worlds: Iterable[World], cost: Callable[[Bits, World], int]) -> dict[Bits, int]:
    """What each choice costs in all worlds together."""
    costs = dict.fromkeys(choices, 0)
    for world in worlds:
        for choice in costs:
            costs[choice] += cost(choice, world)
    return costs


def _cheapest(costs: Mapping[Bits, int]) -> Bits:
    """Of equally cheap choices the first in the pack."""
    return min(costs, key=lambda choice: (costs[choice], choice))


def _cost_of_the_rest(hands: Hands, table: Table, me: int) -> int:
    """Play on until the loser is certain, all by rules of thumb."""
    while table.tricks < CARDS_EACH and max(table.points) < SURE_TO_LOSE:
        for _ in range(PLAYERS - table.lying):
            turn = table.turn
            card = card_to_play(hands[turn], table)
            hands[turn] ^= card
            table.lay(card)
    return _cost(table, me)


def _cost(table: Table, me: int) -> int:
    """Where the rules leave the loser open (RULES C51) he is half a loser."""
    mine, most = table.points[me], max(table.points)
    if mine < most:
        return mine
    tied = [place for place, points in enumerate(table.points) if points == most]
    if len(tied) == 1 or table.hejma == me:
        return mine + _LOST
    return mine if table.hejma in tied else mine + _LOST // len(tied)

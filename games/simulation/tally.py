"""What is counted of simulated deals of Smoking Cat, by player and by place.

A place is counted from the leader of the first trick: place 0 leads it, place 3 dealt. A player is known by his number
in the list of four. Counts are whole numbers and add up over any parts of a simulation, in any order.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cache, reduce
from operator import or_

from games.rules.smoking_cat.bulk import Block, losers
from games.rules.smoking_cat.planes import Plane, constant, each_value, is_more
from games.rules.smoking_cat.play import PLAYERS, State
from games.rules.smoking_cat.points import ALL_POINTS, SURE_TO_LOSE, Verdict, loser_of

Sitting = tuple[int, int]
"""A player and the place at which he sat."""


@dataclass(frozen=True, slots=True)
class Tally:
    """`points`: how often a sitting took so many; `decided`: the deals by what decided them (points.py, `packed`).

    `certain`: the deals by the trick after which somebody had 17 points, 0 if nobody ever; `packed`: those that were
    packed by the number of tricks before.
    """

    deals: int = 0
    lost: Counter[Sitting] = field(default_factory=Counter)
    points: Counter[tuple[Sitting, int]] = field(default_factory=Counter)
    decided: Counter[str] = field(default_factory=Counter)
    certain: Counter[int] = field(default_factory=Counter)
    packed: Counter[int] = field(default_factory=Counter)

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.deals + other.deals,
            self.lost + other.lost,
            self.points + other.points,
            self.decided + other.decided,
            self.certain + other.certain,
            self.packed + other.packed,
        )


def place_of(player: int, deal: int) -> int:
    """Where a player sits in a deal: everybody moves on by one place from deal to deal."""
    return (player + deal) % PLAYERS


def tally_of_state(state: State, deal: int) -> Tally:
    """One deal that was played to its end; `deal`: its number, from which the places of the players follow."""
    sittings = {state.seats[place_of(player, deal)]: (player, place_of(player, deal)) for player in range(PLAYERS)}
    verdict = _verdict(state)
    return Tally(
        deals=1,
        lost=Counter([sittings[verdict.loser]] if verdict.loser else ()),
        points=Counter((sittings[seat], points) for seat, points in state.points.items()),
        decided=Counter([verdict.decided_by or ""]),
        certain=Counter([_certain_after(state)]),
        packed=Counter([len(state.taken)] if state.packed_by else ()),
    )


def _verdict(state: State) -> Verdict:
    if state.packed_by:
        return Verdict(state.packed_by, "packed")
    return loser_of(state.points, hejma=state.hejma, last_trick=state.last_trick)


def _certain_after(state: State) -> int:
    """The trick after which somebody had 17 points, 0 if nobody had them in the tricks that were played."""
    points = dict.fromkeys(state.seats, 0)
    for number, trick in enumerate(state.tricks, 1):
        points[trick.taker] += trick.points
        if points[trick.taker] >= SURE_TO_LOSE:
            return number
    return 0


def tally_of_block(block: Block) -> Tally:
    """A block of the bulk engine, whose first deal has a number divisible by four, as all blocks have."""
    lost = losers(block)
    turns = [_every_fourth(block.deals, first) for first in range(PLAYERS)]
    sittings = [(player, turn, place_of(player, turn)) for player in range(PLAYERS) for turn in range(PLAYERS)]
    by_points = [each_value(points, block.everyone)[: ALL_POINTS + 1] for points in block.tricks[-1].points]
    decided = {"hejma": lost.by_hejma.bit_count(), "undecided": lost.undecided.bit_count()}
    return Tally(
        deals=block.deals,
        lost=Counter(
            {(player, place): (lost.lost[place] & turns[turn]).bit_count() for player, turn, place in sittings}
        ),
        points=Counter(
            {
                ((player, place), points): (plane & turns[turn]).bit_count()
                for player, turn, place in sittings
                for points, plane in enumerate(by_points[place])
            }
        ),
        decided=Counter({"most_points": block.deals - sum(decided.values()), **decided}),
        certain=_certain_after_each(block),
    )


@cache
def _every_fourth(deals: int, first: int) -> Plane:
    every_fourth = int.from_bytes(b"\x11" * (deals // 8 + 1), "little")
    return every_fourth << first & (1 << deals) - 1


def _certain_after_each(block: Block) -> Counter[int]:
    sixteen = constant(SURE_TO_LOSE - 1, block.everyone, len(block.tricks[0].points[0]))
    sure = [reduce(or_, (is_more(points, sixteen) for points in trick.points)).bit_count() for trick in block.tricks]
    after = Counter(
        {number: now - before for number, (before, now) in enumerate(zip([0, *sure], sure, strict=False), 1)}
    )
    after[0] = block.deals - sure[-1]
    return after

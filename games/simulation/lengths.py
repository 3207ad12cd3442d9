"""How many deals a game takes until three are left (competition.md 2; RULES C57, C58).

Games are played without cards: in each deal somebody of the four loses, by chance, and takes a letter. Bench and dealer
go as the rules propose them with the settings of an event as they are by default: the bench moves round, the loser of a
deal deals the next one (games/rules/bench.py; a test compares). With equal players it makes no difference who sits
where, but the bench does: it shares the deals out, so that games are longer than if it were drawn.

How likely each of the four loses is a matter of weights: one for the seat, for whoever plays there, times one for the
place counted from the leader. Without weights all four are alike. Penalty letters and withdrawals do not happen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import accumulate
from typing import NamedTuple

from games.rules.chance import Chance
from games.rules.setup import FEWEST_SURVIVORS, PLAYERS_OF_A_DEAL

PERCENTS = (5, 25, 50, 75, 95)
WORD_LENGTHS = range(3, 13)
TABLE_SIZES = range(4, 7)


class Deal(NamedTuple):
    """Seats as numbers from 0; `order`: the four who play, clockwise from the leader, so the dealer comes last."""

    bench: tuple[int, ...]
    order: tuple[int, ...]
    loser: int


class Weights(NamedTuple):
    """How readily somebody loses: by seat and by place, whole numbers of any size."""

    seats: tuple[int, ...] = (1,) * TABLE_SIZES[-1]
    places: tuple[int, ...] = (1,) * PLAYERS_OF_A_DEAL


EVEN = Weights()


class Length(NamedTuple):
    """Deals of a game. `fewest`, `most`: what the rules allow (competition.md 2.3); the rest is from `games` games.

    `percentiles`: for each of PERCENTS the number of deals that so many per cent of the games do not exceed.
    """

    word_length: int
    table_size: int
    fewest: int
    most: int
    games: int
    mean: float
    percentiles: tuple[int, ...]


def expected_deals(
    word_length: int, table_size: int, *, weights: Weights = EVEN, games: int = 1000, seed: str = ""
) -> Length:
    """How long a game is likely to be; the same seed gives the same answer."""
    chance = Chance(f"{seed}|length {word_length} {table_size}")
    lengths: Counter[int] = Counter()
    for _ in range(games):
        played = deals_of_game(word_length, table_size, lambda order: _loser(order, weights, chance))
        lengths[sum(1 for _ in played)] += 1
    leaving = table_size - FEWEST_SURVIVORS
    return Length(
        word_length,
        table_size,
        fewest=leaving * word_length,
        most=leaving * word_length + FEWEST_SURVIVORS * (word_length - 1),
        games=games,
        mean=sum(deals * times for deals, times in lengths.items()) / games,
        percentiles=_percentiles(lengths),
    )


def deals_of_game(word_length: int, table_size: int, lose: Callable[[tuple[int, ...]], int]) -> Iterator[Deal]:
    """The deals of one game. `lose`: of the four, clockwise from the leader, says the seat that loses."""
    letters = [0] * table_size
    active = list(range(table_size))
    bench, dealer, last_to_sit = tuple(active[PLAYERS_OF_A_DEAL:]), 0, table_size - 1
    while len(active) > FEWEST_SURVIVORS:
        playing = [seat for seat in active if seat not in bench]
        order = _clockwise(playing, dealer if dealer in playing else _clockwise(playing, dealer)[0])
        loser = lose(order)
        yield Deal(bench, order, loser)
        letters[loser] += 1
        if letters[loser] == word_length:
            active.remove(loser)
        bench = bench_after(tuple(active), last_to_sit)
        last_to_sit = bench[-1] if bench else last_to_sit
        dealer = loser


@cache
def bench_after(active: tuple[int, ...], last_to_sit: int) -> tuple[int, ...]:
    """Who sits out when the bench moves round: those who follow the last seat that sat out."""
    return _clockwise(active, last_to_sit)[: max(0, len(active) - PLAYERS_OF_A_DEAL)]


def _clockwise(seats: Sequence[int], after: int) -> tuple[int, ...]:
    """The seats in the order in which they follow one, itself last."""
    return (*(seat for seat in seats if seat > after), *(seat for seat in seats if seat <= after))


def _loser(order: Sequence[int], weights: Weights, chance: Chance) -> int:
    *shares, total = accumulate(weights.seats[seat] * place for seat, place in zip(order, weights.places, strict=True))
    drawn = chance.below(total)
    return order[sum(share <= drawn for share in shares)]


def _percentiles(lengths: Counter[int]) -> tuple[int, ...]:
    """For each percentage the smallest length that at least so many of the games do not exceed."""
    reached = list(accumulate(lengths[deals] for deals in sorted(lengths)))
    return tuple(
        next(
            deals for deals, games in zip(sorted(lengths), reached, strict=True) if 100 * games >= percent * reached[-1]
        )
        for percent in PERCENTS
    )

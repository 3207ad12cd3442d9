"""How much better one player is than another, in Smoking Cat: duplicate deals and a confidence interval.

Every deal is played four times, the challenger once in each seat and the other player in the three that are left, so
luck with the cards is the same for both. One as good as the others loses a quarter of his deals. The four plays of a
deal depend on each other, different deals do not; so with k from 0 to 4 the number of times that the challenger lost a
deal, and n deals, the share of deals lost is the mean of k, divided by 4, and its interval at 95 % is

    share ± 1.96 · sqrt(variance of k / n) / 4,    variance of k = (n · Σk² − (Σk)²) / (n · (n − 1)).

All of it is reckoned in whole numbers, in ten-thousandths of all plays, the interval rounded outwards. At 11–11–10–1
the taker of Hejma loses, so that every play has one loser (RULES C51).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import isqrt
from typing import NamedTuple

from games.players.smoking_cat.deals import CatPlayer, play_out
from games.rules.chance import Chance
from games.rules.smoking_cat.play import PLAYERS, State, deal
from games.rules.smoking_cat.record import record_of
from games.rules.smoking_cat.ruling import adjudicate

SEATS = ("A", "B", "C", "D")
WHOLE = 10_000
FAIR = WHOLE // PLAYERS

_Z_OVER_FOUR = 4_900  # 1.96 / 4, in ten-thousandths


class Result(NamedTuple):
    """`lost`: Σk, how often the challenger lost one of the four plays of a deal; `squares`: Σk²."""

    deals: int
    lost: int
    squares: int

    @property
    def share(self) -> int:
        """Of all plays those that the challenger lost, in ten-thousandths."""
        return self.lost * WHOLE // (self.deals * PLAYERS)

    @property
    def margin(self) -> int:
        """Half the interval, in ten-thousandths. Not to be asked of fewer than two deals."""
        spread = self.deals * self.squares - self.lost**2
        return isqrt(_Z_OVER_FOUR**2 * spread // (self.deals**2 * (self.deals - 1))) + 1

    @property
    def interval(self) -> tuple[int, int]:
        return max(0, self.share - self.margin), min(WHOLE, self.share + 1 + self.margin)


def match(challenger: CatPlayer, others: CatPlayer, *, seed: str, deals: int) -> Result:
    """One challenger against three others, so many deals, each played four times."""
    return summed_up(lost_deals(challenger, others, seed=seed, deals=deals))


def summed_up(losses: Iterable[int]) -> Result:
    """The result of a match out of how often each of its deals was lost."""
    counted = tuple(losses)
    return Result(len(counted), sum(counted), sum(lost * lost for lost in counted))


def lost_deals(challenger: CatPlayer, others: CatPlayer, *, seed: str, deals: int) -> Iterator[int]:
    """Deal by deal, how many of its four plays the challenger lost."""
    for number in range(deals):
        name = f"{seed}|{number}"
        state = deal(Chance(name), seats=SEATS, dealer=SEATS[number % PLAYERS])
        yield sum(_loses(challenger, others, state, seat, Chance(f"{name}|{seat}")) for seat in SEATS)


def _loses(challenger: CatPlayer, others: CatPlayer, state: State, seat: str, chance: Chance) -> bool:
    players = {**dict.fromkeys(SEATS, others), seat: challenger}
    ended = play_out(state, players, chance)
    return adjudicate(record_of(ended), tie_without_hejma="hejma_taker").verdict.loser == seat

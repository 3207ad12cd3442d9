"""What a deal of Smear does to the score of the game: kept or set back, and whether somebody has won.

A pitching party that won as many points as were bid keeps what it won (RULES S63); otherwise it is set back by the bid,
whatever it won (RULES S64). The others keep what they won either way, and scores below nothing are possible. Who stands
at the target or above it after a deal wins: the higher score, of equal ones the pitching party (RULES S65, S66).
Shooting the moon wins or loses the whole game at once (RULES S68, S70), but for a party that stood below nothing
(RULES S69). Who deals next is for the game around the deal, games/rules/smear/game.py (RULES S16).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.rules.smear.variants import Variant


class Settled(NamedTuple):
    """A deal on the score. `winner` is the party that has won the game by it, if any."""

    made: bool
    delta: Mapping[str, int]
    scores: Mapping[str, int]
    winner: str | None


def settle(
    variant: Variant,
    *,
    parties: Sequence[str],
    scores: Mapping[str, int],
    target: int,
    pitcher: str,
    bid: int,
    won: Mapping[str, int],
    moon: bool = False,
) -> Settled:
    """`pitcher` is a party; `scores` are those before the deal, `won` the points of each party in it."""
    made = won[pitcher] >= bid
    was_negative = scores[pitcher] < 0
    delta = {party: won[party] for party in parties}
    if not made:
        delta[pitcher] = -bid
    elif moon and was_negative:
        delta[pitcher] = -scores[pitcher]
    after = {party: scores[party] + delta[party] for party in parties}
    if moon and not (made and was_negative):
        winner: str | None = pitcher if made else _best_opponent(parties, after, pitcher)
    else:
        winner = _winner(variant, after, target, pitcher)
    return Settled(made, delta, after, winner)


def _winner(variant: Variant, after: Mapping[str, int], target: int, pitcher: str) -> str | None:
    """None also where two others are equal above the pitching party: they play on (RULES S66, S67)."""
    reached = [party for party in after if after[party] >= target]
    if variant.only_pitchers_win:
        return pitcher if pitcher in reached else None
    best = [party for party in reached if after[party] == max(after[party] for party in reached)]
    if pitcher in best:
        return pitcher
    return best[0] if len(best) == 1 else None


def _best_opponent(parties: Sequence[str], after: Mapping[str, int], pitcher: str) -> str:
    """Of those who did not shoot: the higher score, of equal ones the first clockwise after the pitcher (RULES S70)."""
    place = list(parties).index(pitcher)
    others = (*parties[place + 1 :], *parties[:place])
    return max(others, key=lambda party: after[party])

"""Success: what a player made of the deals he sat in (competition.md 2.4, 3.3).

Success = 1 − letters / own deals, never below 0; without own deals there is none. Whole numbers are kept and exact
fractions compared; only `display` makes percent of them, by whole-number arithmetic, cut off (`floor`) or rounded
half up. Over several rounds it is `pooled` (all deals as one heap) or the `mean` of the rounds with own deals.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction

from games.rules.game import Tally
from tournaments.facts.regulations import PercentMode, Pooling

NOTHING = Tally(deals=0, letters=0)


def total(tallies: Iterable[Tally]) -> Tally:
    """The sum of several tallies."""
    deals = letters = games = won = points = 0
    for tally in tallies:
        deals += tally.deals
        letters += tally.letters
        games += tally.games
        won += tally.won
        points += tally.points
    return Tally(deals, letters, games, won, points)


def success(tally: Tally) -> Fraction | None:
    """The share of own deals not lost; None without any, 0 where penalty letters outnumber the deals."""
    if not tally.deals:
        return None
    return Fraction(max(tally.deals - tally.letters, 0), tally.deals)


def mean(tallies: Iterable[Tally]) -> Fraction | None:
    """The mean of the rounds with own deals; a round without any counts for nothing."""
    values = [value for value in map(success, tallies) if value is not None]
    return sum(values, start=Fraction(0)) / len(values) if values else None


def over_rounds(rounds: Collection[Tally], pooling: Pooling) -> Fraction | None:
    """The success over several rounds, one tally for each."""
    return mean(rounds) if pooling == "mean" else success(total(rounds))


def display(value: Fraction | None, *, decimals: int = 0, mode: PercentMode = "floor") -> str | None:
    """Percent for people: "37", "75.0"; None stays None (shown as –)."""
    if value is None:
        return None
    scaled, whole = value.numerator * 100 * 10**decimals, value.denominator
    units = scaled // whole if mode == "floor" else (2 * scaled + whole) // (2 * whole)
    if not decimals:
        return str(units)
    digits = str(units).zfill(decimals + 1)
    return f"{digits[:-decimals]}.{digits[-decimals:]}"

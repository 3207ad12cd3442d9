"""The order of standings as a text, so that a database can sort by it and find a page without computing anything.

`rank_key` is one digit for the tier (0 final, 1 small final, 2 all others) and 49 digits: in a final the rank, for
the others how much is missing to a success of 1, in units of 10**-48, rounded down only once. Ascending texts are the
order of the standings, equal texts a shared place.

Why that is exact. Let x > y be two values of success with denominators p and q. They differ by at least 1/(pq), and
if that is more than 10**-48, the whole parts of x·10**48 and y·10**48 differ too. A pooled success over 12 rounds of
at most 64 own deals has a denominator of at most 768. A mean of n ≤ 12 such rounds has one that divides n times the
product of their deals: at most 12·64**12 < 5.7·10**22. So 1/(pq) > 1/(3.3·10**45) > 10**-48. (It stays
true up to 80 own deals a round: 12·80**12 < 8.3·10**23, whose square is below 10**48.) Equal values are equal
fractions and give equal texts, since the key is made of the value alone.

In Smear the value of all others is a whole number instead (by_games_won.py), and its key says how much is missing to
10**48: no value comes near that, nor below nothing by as much.
"""

from __future__ import annotations

from fractions import Fraction

FINAL, SMALL_FINAL, OTHERS = 0, 1, 2
DIGITS = 49
SCALE = 10**48


def rank_key(tier: int, value: int | Fraction | None) -> str:
    """In a final `value` is the rank from 1; for all others the basic success, None without own deals."""
    if tier != OTHERS:
        if type(value) is not int:
            raise TypeError("A final is ordered by rank.")
        return f"{tier}{value:0{DIGITS}d}"
    if value is None:
        return f"{tier}{'9' * DIGITS}"
    return f"{tier}{SCALE - value.numerator * SCALE // value.denominator:0{DIGITS}d}"


def smear_key(value: Fraction | None) -> str:
    """The key of all who sit in no final, in an event of Smear."""
    if value is None:
        return f"{OTHERS}{'9' * DIGITS}"
    return f"{OTHERS}{SCALE - int(value):0{DIGITS}d}"

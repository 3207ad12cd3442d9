"""How equal times at large tables can be: a bound that is proved, not hoped for.

They differ by none or by one, if nothing else matters. But repeats come first. If every table is spread over those of
each other round as evenly as can be, which is what fewest repeats ask, a table of s leaves at least q = s div T players
at each of T tables, and one more at s - qT of them; so any two rounds have a number of players in common who sit at
large tables in both. Over all rounds that settles, at least, the sum of C(c, 2) over the players, c being somebody's
times at a large table: 21 players at five tables in three rounds have three such pairs, so somebody sits there twice
while others never do.
"""

from collections.abc import Sequence
from math import comb


def least_spread(sizes: Sequence[int], rounds: int, *, spread_evenly: bool) -> int:
    """Most less fewest times at a large table can be no less; `spread_evenly`: if no repeat is to be added for it."""
    players, seats = sum(sizes), rounds * _large_seats(sizes)
    fairest = int(seats % players > 0)
    needed = comb(rounds, 2) * _shared_at_least(sizes) if spread_evenly else 0
    return next(
        spread for spread in range(fairest, rounds + 1) if _most_pairs(seats, players, spread, rounds) >= needed
    )


def _large_seats(sizes: Sequence[int]) -> int:
    return sum(size for size in sizes if size > min(sizes))


def _shared_at_least(sizes: Sequence[int]) -> int:
    """Players whom the large tables of two rounds have in common, at least, if all tables are spread evenly.

    Counted at the large tables, and at the small: who is at a small table in both rounds is missing at neither twice.
    """
    large, small = ([size for size in sizes if (size > min(sizes)) is is_large] for is_large in (True, False))
    missing = 2 * sum(small) - _kept_among(small, len(sizes))
    return max(_kept_among(large, len(sizes)), sum(sizes) - missing)


def _kept_among(kind: Sequence[int], tables: int) -> int:
    """Players of tables of a kind who are at tables of that kind again, at least."""
    spread = [divmod(size, tables) for size in kind]
    return sum(len(kind) * each + max(one_more - (tables - len(kind)), 0) for each, one_more in spread)


def _most_pairs(seats: int, players: int, spread: int, rounds: int) -> int:
    """The largest sum of C(c, 2) that so many seats can have among the players, if the c differ by so much at most."""
    best = -1
    for fewest in range(rounds - spread + 1):
        over = seats - fewest * players
        if not 0 <= over <= spread * players:
            continue
        whole, rest = divmod(over, spread) if spread else (0, 0)
        some = comb(fewest + spread, 2) * whole + comb(fewest + rest, 2) * (rest > 0)
        best = max(best, some + comb(fewest, 2) * (players - whole - (rest > 0)))
    return best

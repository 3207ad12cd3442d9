"""How equal times at large tables can be: a bound that is proved, not hoped for.

They differ by none or by one, if nothing else matters. But repeats come first. How many players two rounds have in
common who sit at large tables in both settles how evenly tables can be spread over those of the other round, and so how
many pairs meet again at least; the least of all is had by a certain number of them, and fewer or more cost repeats.
Over all rounds that number is the sum of C(c, 2) over the players, c being somebody's times at a large table. So fair
shares may cost more repeats than there are: 21 players at five tables in three rounds have three such pairs, so
somebody sits there twice while others never do; 14 at three tables in eight rounds would need 146 coincidences, and
143 are known. Where that is not the last word, all ways were gone through (`TRIED_OUT`).
"""

from collections.abc import Mapping, Sequence
from itertools import accumulate
from math import comb

from tournaments.draws.sizes import forced_repeats, pairs_kept

TRIED_OUT: Mapping[tuple[tuple[int, ...], int], int] = {
    ((5, 4), 5): 4,
    ((5, 4), 6): 4,
    ((5, 4, 4, 4), 4): 4,
    ((5, 4, 4, 4), 5): 4,
    ((5, 5, 4, 4), 5): 4,
    ((5, 5, 4, 4, 4), 4): 3,
    ((5, 5, 4, 4, 4), 5): 3,
    ((5, 4, 4, 4, 4), 5): 4,
}
"""Sizes and rounds -> the spread with no more repeats than are forced. Of nine players two rounds share three of the
five then, and of all families of so many fives each two of which share three, none is fairer (the tests count them).
For the others a solver has gone through all rounds (`bench/fair_shares.py`).
"""


def least_spread(sizes: Sequence[int], rounds: int, repeats: int | None) -> int:
    """Most less fewest times at a large table can be no less with so many repeats; None: with as many as you like."""
    players, seats = sum(sizes), rounds * _large_seats(sizes)
    fairest, more = divmod(seats, players)
    least = int(more > 0)
    if repeats is None or rounds < 2 or not seats:
        return least
    needed, fewest = _kept_with(sizes), comb(fairest, 2) * (players - more) + comb(fairest + 1, 2) * more
    if repeats == forced_repeats(sizes, rounds):
        least = max(least, TRIED_OUT.get((tuple(sizes), rounds), 0))
    cheapest = comb(rounds, 2) * min(needed, key=lambda shared: needed[shared])
    for spread in range(least, rounds):
        shared = max(fewest, min(cheapest, _most_pairs(seats, players, spread, rounds)))
        if _kept_over_all(needed, shared, comb(rounds, 2)) <= repeats:
            return spread
    return rounds


def _large_seats(sizes: Sequence[int]) -> int:
    return sum(size for size in sizes if size > min(sizes))


def _kept_with(sizes: Sequence[int]) -> dict[int, int]:
    """How many pairs of one round meet again in another at least, if so many players sit at large tables in both."""
    large, small = ([size for size in sizes if (size > min(sizes)) is is_large] for is_large in (True, False))
    of_large, of_small = (_kept_by(kind, len(large), len(small)) for kind in (large, small))
    seats = sum(large)
    return {
        shared: of_large[shared] + of_small[seats - shared]
        for shared in range(seats + 1)
        if seats - shared < len(of_small)
    }


def _kept_by(tables: Sequence[int], large: int, small: int) -> list[int]:
    """The same for the tables of one kind; the n-th: if n of their players go to large ones, to so many tables.

    Each further one goes from where he costs least; for a table each costs no less than the one before.
    """

    def kept(size: int, to_large: int) -> int:
        return pairs_kept(to_large, large) + pairs_kept(size - to_large, small)

    costs = [kept(size, n + 1) - kept(size, n) for size in tables for n in range(size)]
    return list(accumulate(sorted(costs), initial=sum(kept(size, 0) for size in tables)))


def _kept_over_all(needed: Mapping[int, int], shared: int, times: int) -> int:
    """Over so many pairs of rounds that share so many players together; least if they share about equally many."""
    each, more = divmod(shared, times)
    impossible = max(needed.values()) * times + 1
    return needed.get(each, impossible) * (times - more) + (needed.get(each + 1, impossible) * more if more else 0)


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

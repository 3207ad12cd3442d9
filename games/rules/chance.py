"""Chance as an argument: one stream of numbers per seed, the same on every machine and in every version of Python.

The stream `scwu-chance/2` consists of words of 16 bits. It comes in blocks of 84, as many as one turn of SHAKE-128
gives and more than a deal takes; block n is SHAKE-128 of "scwu-chance/2|seed|n", little-endian. `random` is not used
because its shuffles are not promised to stay the same.

A number below n is the next word times n, shifted right by 16. No word is thrown away, so the k-th use of chance is the
k-th word, and a twin that plays many deals at once (smoking_cat/bulk.py) can lay out all their words beforehand. The
price is a bias: of n numbers one may come up more often than another by n in 65,536, with a pack of 32 by one in 2,048,
which washes out over a deal far below what counts of simulated deals can show. Where n is above 256 two words are taken
as one of 32 bits. Several things are chosen by one number, their place among all the choices. Draws of seats, where
somebody might ask, have a generator of their own without any bias (tournaments/draws/seeding.py).
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, MutableSequence, Sequence
from functools import cache
from hashlib import shake_128
from itertools import chain, combinations, count, repeat
from operator import itemgetter, mul, rshift
from typing import Any, TypeVar

VERSION = "scwu-chance/2"
WORD_BITS = 16
MOST_OF_ONE_WORD = 256

T = TypeVar("T")

_BLOCK = struct.Struct("<84H")


def words(seed: str) -> Iterator[int]:
    """The words of the stream without end, each below 2^16."""
    return chain.from_iterable(map(_block, repeat(seed), count()))


def _block(seed: str, number: int) -> tuple[int, ...]:
    return _BLOCK.unpack(shake_128(f"{VERSION}|{seed}|{number}".encode()).digest(_BLOCK.size))


@cache
def _choices(size: int, number: int) -> tuple[itemgetter[Any], ...]:
    """All ways to take two or more of so many things, in the order of `combinations`."""
    return tuple(itemgetter(*places) for places in combinations(range(size), number))


class Chance:
    """The stream of one seed, read word by word. Not shared between threads."""

    __slots__ = ("_words", "seed")

    def __init__(self, seed: str, given: Iterable[int] | None = None) -> None:
        """`given`: words to read in place of those of the seed, which then is a name only."""
        self.seed = seed
        self._words = words(seed) if given is None else iter(given)

    def below(self, limit: int) -> int:
        """A number from 0 to `limit` − 1, each equally likely."""
        word = next(self._words)
        if limit > MOST_OF_ONE_WORD:
            return (word << WORD_BITS | next(self._words)) * limit >> 2 * WORD_BITS
        return word * limit >> WORD_BITS

    def one_of(self, things: Sequence[T]) -> T:
        limit = len(things)
        if limit > MOST_OF_ONE_WORD:
            return things[self.below(limit)]
        return things[next(self._words) * limit >> WORD_BITS]

    def some_of(self, things: Sequence[T], number: int) -> tuple[T, ...]:
        """So many of the things, in their order; one number says which, every choice alike."""
        choices = _choices(len(things), number)
        chosen: tuple[T, ...] = choices[self.below(len(choices))](things)
        return chosen

    def shuffled(self, things: Sequence[T]) -> list[T]:
        """All of the things (256 at most), drawn one after the other."""
        left = list(things)
        if len(left) > MOST_OF_ONE_WORD:
            raise ValueError("too many things for one word each")
        places = map(rshift, map(mul, range(len(left), 0, -1), self._words), repeat(WORD_BITS))
        return list(map(left.pop, places))

    def shuffle(self, things: MutableSequence[T]) -> None:
        """Shuffle the list in place."""
        things[:] = self.shuffled(things)

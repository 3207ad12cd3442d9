"""Chance that can be looked up: a stream of whole numbers that follows from a seed and from nothing else.

A draw must come out the same on every machine and under every Python, for somebody may want to check it years later.
Python's own shuffle does not promise that, so the generator is ours and has a version. Block number i is
SHA-256("scwu-draw/1|stream|" seed "|" i) with the seed in lower-case hex and i in decimal from 0; each block gives
four numbers of 64 bits, highest byte first. A number that would favour some results is thrown away (rejection
sampling). What is left out: where the seed comes from (a secret, cut cards, dice) is settled by the caller.
"""

import re
import struct
from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import chain, count, repeat
from typing import TypeVar

from games.rules.refusals import Refused

ENGINE = 15
VERSION = f"scwu-draw/{ENGINE}"
"""Goes up whenever the same players, history, options and seed would give other tables."""

PLANNED = tuple(f"scwu-draw/{number}" for number in range(4, ENGINE))
"""Versions that knew other plans, or other sizes for a field, and put the lots into a plan as this one does."""

OLDER = ("scwu-draw/1", "scwu-draw/2", "scwu-draw/3")
"""Versions of which transcripts are kept; what they would have found nobody can say any more."""

STREAM = "scwu-draw/1"
"""The version of the numbers themselves, which goes up only when a seed would give others."""

Item = TypeVar("Item")

_RANGE = 1 << 64
_BLOCK = struct.Struct(">4Q")
_SEED = re.compile(r"(?:[0-9a-f]{2}){1,64}")


def numbers(seed: str) -> Iterator[int]:
    """The numbers of a seed without end, each below 2^64."""
    return chain.from_iterable(map(_block, repeat(seed), count()))


def _block(seed: str, number: int) -> tuple[int, ...]:
    return _BLOCK.unpack(sha256(f"{STREAM}|stream|{seed}|{number}".encode("ascii")).digest())


class Stream:
    """The numbers of one seed, in order. Two streams of one seed give the same numbers."""

    def __init__(self, seed_hex: str) -> None:
        self.seed = seed_hex.lower()
        if not _SEED.fullmatch(self.seed):
            raise Refused("bad_seed")
        self._numbers = numbers(self.seed)

    def fork(self, name: str) -> "Stream":
        """Another stream that follows from the seed and the name alone, however much of this one was used."""
        return Stream(sha256(f"{STREAM}|{name}|{self.seed}".encode("ascii")).hexdigest())

    def below(self, limit: int) -> int:
        """A number from 0 to limit − 1, each as likely as the others."""
        if not 0 < limit <= _RANGE:
            raise ValueError(limit)
        number = next(self._numbers)
        while number >= _RANGE - limit and number >= _RANGE - _RANGE % limit:
            number = next(self._numbers)
        return number % limit

    def shuffled(self, items: Iterable[Item]) -> list[Item]:
        """The items in an order by lot (Fisher-Yates from the top); the given ones stay as they are."""
        lots = list(items)
        for top in range(len(lots) - 1, 0, -1):
            other = self.below(top + 1)
            lots[top], lots[other] = lots[other], lots[top]
        return lots

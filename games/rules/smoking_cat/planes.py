"""Thousands of deals in one int: a plane holds one bit of each deal, and `a & b` answers a question for all of them.

Bit i of every plane belongs to deal i. A number is a list of planes, its lowest digit first, so that each deal has a
number of its own; adding and comparing go digit by digit, as on paper. There is no `if` here: what would be a branch is
a plane that says in which deals it is taken. Nothing knows of cards; bulk.py plays with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from hashlib import shake_128

from games.rules.chance import VERSION, WORD_BITS

Plane = int
Number = list[Plane]


def words(seed: str, block: int, count: int, deals: int, *, width: int) -> Iterator[Number]:
    """Words of chance for the first `deals` of a block of `width` deals, a multiple of eight, and of the blocks after.

    The stream is SHAKE-128 of "scwu-chance/2|seed|block n"; `width` bits of it are one plane, the planes of a word
    follow one another from the lowest on. What is read for a deal does not depend on how many are played.
    """
    size, everyone = width // 8, (1 << deals) - 1
    blocks = range(block, block + -(-deals // width))
    length = count * WORD_BITS * size
    streams = [memoryview(shake_128(f"{VERSION}|{seed}|block {number}".encode()).digest(length)) for number in blocks]
    for word in range(0, length, WORD_BITS * size):
        yield [
            int.from_bytes(b"".join([stream[start : start + size] for stream in streams]), "little") & everyone
            for start in range(word, word + WORD_BITS * size, size)
        ]


def constant(value: int, everyone: Plane, digits: int) -> Number:
    """A number that is the same in all deals."""
    return [everyone if value >> digit & 1 else 0 for digit in range(digits)]


def add(one: Sequence[Plane], other: Sequence[Plane]) -> Number:
    """The sum of two numbers of as many digits; it has a digit more."""
    total, carry = [], 0
    for a, b in zip(one, other, strict=True):
        differ = a ^ b
        total.append(differ ^ carry)
        carry = a & b | carry & differ
    return [*total, carry]


def times(number: Number, factor: int) -> Number:
    """The product with a number that is the same in all deals, digit by digit of the factor from its highest on."""
    product: Number = []
    for digit in reversed(range(factor.bit_length())):
        product = [0, *product]
        if factor >> digit & 1:
            product = _plus(product, number)
    return product


def times_each(number: Number, factor: Number) -> Number:
    """The product of two numbers that each deal has for itself."""
    product: Number = []
    for digit in reversed(factor):
        product = _plus([0, *product], [plane & digit for plane in number])
    return product


def _plus(one: Number, other: Number) -> Number:
    """The sum of two numbers, of which the first may be the longer; of nothing and a number, the number."""
    if not any(one):
        return [*other, *one[len(other) :]]
    return add(one + [0] * (len(other) - len(one)), other + [0] * (len(one) - len(other)))


def below(word: Number, limit: int) -> Number:
    """`Chance.below` for all deals: the word times `limit`, shifted right."""
    return times(word, limit)[WORD_BITS : WORD_BITS + (limit - 1).bit_length()]


def below_each(word: Number, limit: Number, digits: int) -> Number:
    """As `below`, with a limit of each deal's own; the result has `digits` digits."""
    return times_each(word, limit)[WORD_BITS : WORD_BITS + digits]


def count(planes: Sequence[Plane]) -> Number:
    """How many of the planes, 2, 4, 8 … of them, have their bit set."""
    if len(planes) == 1:
        return list(planes)
    half = len(planes) // 2
    return add(count(planes[:half]), count(planes[half:]))


def nth(things: Iterable[Plane], number: Number) -> list[Plane]:
    """Of the things there are, that before which `number` others stand: for each thing the deals in which it is.

    From thing to thing the number goes down by one where there is the thing; where it would go below zero, the thing
    is found. There must not be more things in a deal than the digits of the number can count.
    """
    left, found, digits = list(number), [], range(len(number))
    for borrow in things:
        for digit in digits:
            left[digit] = changed = left[digit] ^ borrow
            borrow &= changed  # noqa: PLW2901 carried from digit to digit
        found.append(borrow)
    return found


def each_value(number: Number, everyone: Plane) -> list[Plane]:
    """The deals in which the number is 0, is 1, and so on."""
    values = [everyone]
    for digit in reversed(number):
        values = [part for value in values for part in (value ^ value & digit, value & digit)]
    return values


def is_more(one: Number, other: Number) -> Plane:
    """The deals in which the first number is the greater one."""
    more = 0
    for a, b in zip(one, other, strict=True):
        differ = a ^ b
        more ^= (more ^ a) & differ
    return more


def value_of(number: Number, deal: int) -> int:
    """The number that one deal has."""
    return sum((plane >> deal & 1) << digit for digit, plane in enumerate(number))

"""Small finite fields: adding and multiplying 0, 1 ... q - 1 so that everything but 0 can be divided by.

For a prime q that is counting modulo q. For a power q = p^k a number stands for a polynomial, its digits to the base p
being the coefficients; sums are taken digit by digit, products modulo a polynomial of degree k that has no factors.
The first such polynomial is used, so the tables are the same everywhere.
"""

from collections.abc import Iterator
from functools import cache
from itertools import count


def prime_power(number: int) -> tuple[int, int] | None:
    """(p, k) with number = p^k, or None."""
    if number < 2:
        return None
    prime = next(factor for factor in count(2) if number % factor == 0 or factor * factor > number)
    if number % prime:
        return number, 1
    power = 0
    while number % prime == 0:
        number, power = number // prime, power + 1
    return (prime, power) if number == 1 else None


class Field:
    """The finite field of q elements, each written as a number from 0 to q − 1."""

    def __init__(self, size: int) -> None:
        parts = prime_power(size)
        if parts is None:
            raise ValueError(size)
        self.size = size
        self.prime, self.power = parts
        self._modulus = self._without_factors() if self.power > 1 else []

    def add(self, one: int, other: int) -> int:
        if self.power == 1:
            return (one + other) % self.size
        pairs = zip(self._digits(one), self._digits(other), strict=True)
        return self._number([(a + b) % self.prime for a, b in pairs])

    def times(self, one: int, other: int) -> int:
        if self.power == 1:
            return one * other % self.size
        product = [0] * (2 * self.power - 1)
        for place, a in enumerate(self._digits(one)):
            for further, b in enumerate(self._digits(other)):
                product[place + further] = (product[place + further] + a * b) % self.prime
        return self._number(self._remainder(product))

    def _digits(self, number: int) -> list[int]:
        """The coefficients of the polynomial that the number stands for, the constant one first."""
        digits = []
        for _ in range(self.power):
            number, digit = divmod(number, self.prime)
            digits.append(digit)
        return digits

    def _number(self, digits: list[int]) -> int:
        return sum(digit * self.prime**place for place, digit in enumerate(digits))

    def _remainder(self, polynomial: list[int]) -> list[int]:
        """What remains of the polynomial after division by x^k + modulus."""
        rest = list(polynomial)
        for top in range(len(rest) - 1, self.power - 1, -1):
            for place, coefficient in enumerate(self._modulus):
                rest[top - self.power + place] = (rest[top - self.power + place] - rest[top] * coefficient) % self.prime
            rest[top] = 0
        return rest[: self.power]

    def _without_factors(self) -> list[int]:
        """The lower coefficients of the first polynomial x^k + ... under which no product of two elements is 0."""
        for number in range(self.size):
            self._modulus = self._digits(number)
            if all(self.times(element, other) for element in range(1, self.size) for other in self._divisors()):
                return self._modulus
        raise AssertionError(self.size)  # there is one for every prime power

    def _divisors(self) -> Iterator[int]:
        """The elements to try as factors: of two factors of a polynomial one has at most half its degree."""
        return iter(range(1, self.prime ** (self.power // 2 + 1)))


@cache
def field(size: int) -> Field:
    return Field(size)

"""A round of drand, named before the freezing and typed in when it has come: randomness that nobody in the hall made.

A chain tells round n at genesis + (n - 1) x period, so whether a round was in the future when the list was frozen is
counting. Its randomness is the SHA-256 of its signature, which is BLS on the curve BLS12-381: that it is the chain's
own a library says (`py_ecc`): else whoever types it in could try signatures until the tables please him. Source of the
figures: the chains' own descriptions (drand.love, `/<hash>/info`); what is signed: drand's "bls-unchained-g1-rfc9380"
and "pedersen-bls-chained".
"""

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from importlib import import_module
from typing import Any

from games.rules.refusals import Refused

AHEAD = 300
"""Seconds from naming a round to its coming, where only the chain was named."""
NO_CALENDAR = 253_402_300_800
"""The second with which the year 10000 begins: no round comes then that anybody waits for."""
FARTHEST = 86_400
"""Seconds to the last round that may be named: the draw waits for it, and a digit too many would be years."""


@dataclass(frozen=True, slots=True)
class Chain:
    """`chained`: whether a round signs the signature of the one before (keys on G1, signatures on G2)."""

    name: str
    digest: str
    genesis: int
    period: int
    key: str
    chained: bool

    def time_of(self, number: int) -> int:
        """When this round comes, in seconds since 1970."""
        return self.genesis + (number - 1) * self.period

    def first_after(self, at: int) -> int:
        """The first round that comes later than this second."""
        return max((at - self.genesis) // self.period + 2, 1)


CHAINS: Mapping[str, Chain] = {
    chain.digest: chain
    for chain in (
        Chain(
            name="quicknet",
            digest="52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
            genesis=1692803367,
            period=3,
            key="83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758"
            "c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
            chained=False,
        ),
        Chain(
            name="default",
            digest="8990e7a9aaed2ffed73dbd7092123d6f289930540d7651336225dc172e51b2ce",
            genesis=1595431050,
            period=30,
            key="868f005eb8e6e4ca0a47c8a77ceaa5309a47978a7c71bc5cce96366b5d7a569937c529eeda66c7293784a9402801af31",
            chained=True,
        ),
    )
}
BY_NAME: Mapping[str, Chain] = {chain.name: chain for chain in CHAINS.values()}


@dataclass(frozen=True, slots=True)
class Beacon:
    """The round that was named: `chain` by its digest, and the second in which the list was frozen."""

    chain: str
    round: int
    frozen_at: int

    @property
    def chain_name(self) -> str:
        return CHAINS[self.chain].name

    @property
    def comes_at(self) -> int:
        return CHAINS[self.chain].time_of(self.round)

    @property
    def is_to_come(self) -> bool:
        """Whether the chain is known and had begun when it was frozen, and the round was in the future then."""
        return self.chain in CHAINS and CHAINS[self.chain].genesis <= self.frozen_at < self.comes_at < NO_CALENDAR

    @property
    def frozen_time(self) -> str:
        """When the list was frozen, as whoever wrote this says: 2023-08-23 15:59:23 UTC."""
        return f"{datetime.fromtimestamp(self.frozen_at, UTC):%Y-%m-%d %H:%M:%S} UTC"

    def document(self) -> dict[str, Any]:
        return {"chain": self.chain, "frozen_at": self.frozen_at, "round": self.round}


def named_round(chain: str, number: int | None, frozen_at: int) -> Beacon:
    """The round `number` of a chain by its name; without a number the first that comes `AHEAD` seconds from now.

    Raises Refused `beacon_unknown`, `beacon_past`, `beacon_far`.
    """
    known = BY_NAME.get(chain)
    if known is None:
        raise Refused("beacon_unknown")
    named = Beacon(known.digest, known.first_after(frozen_at + AHEAD) if number is None else number, frozen_at)
    if named.comes_at > frozen_at + FARTHEST:
        raise Refused("beacon_far", last=known.first_after(frozen_at + FARTHEST) - 1)
    if not named.is_to_come:
        raise Refused("beacon_past", first=known.first_after(frozen_at))
    return named


def told_round(named: Beacon, typed: Mapping[str, str]) -> dict[str, str]:
    """What the chain has told, as somebody typed it: `randomness`, `signature` and, of a chained one, `previous`.

    Raises Refused `beacon_form`, `beacon_not_hashed`, `beacon_unsigned`.
    """
    keys = ("previous", "randomness", "signature") if CHAINS[named.chain].chained else ("randomness", "signature")
    told = {key: re.sub(r"[\s\"',:]", "", typed.get(key, "")).lower() for key in keys}
    if not is_told(named, told):
        raise Refused("beacon_form")
    if not is_hashed(told):
        raise Refused("beacon_not_hashed")
    if not is_signed(named, told):
        raise Refused("beacon_unsigned")
    return told


def is_told(named: Beacon, told: Mapping[str, str]) -> bool:
    """Whether it has the form of what this chain tells: no more and no less."""
    length = 192 if CHAINS[named.chain].chained else 96
    lengths = {"randomness": 64, "signature": length, **({"previous": length} if CHAINS[named.chain].chained else {})}
    is_hex = all(re.fullmatch("[0-9a-f]*", one) for one in told.values())
    return is_hex and {key: len(one) for key, one in told.items()} == lengths


def is_hashed(told: Mapping[str, str]) -> bool:
    """Whether the randomness is that of the signature."""
    return sha256(bytes.fromhex(told["signature"])).hexdigest() == told["randomness"]


def _part(name: str) -> Any:
    """A part of the library, which lifts the bound of recursion of the whole process: nested JSON would crash it."""
    bound = sys.getrecursionlimit()
    try:
        return import_module(f"py_ecc.{name}")
    finally:
        sys.setrecursionlimit(bound)


def is_signed(named: Beacon, told: Mapping[str, str]) -> bool:
    """Whether the chain's key signed this round."""
    curve, hashing, points = map(_part, ("optimized_bls12_381", "bls.hash_to_curve", "bls.point_compression"))
    chain, signature = CHAINS[named.chain], bytes.fromhex(told["signature"])
    signed = sha256(bytes.fromhex(told.get("previous", "")) + named.round.to_bytes(8, "big")).digest()
    hash_to, place = (hashing.hash_to_G2, "G2") if chain.chained else (hashing.hash_to_G1, "G1")
    message = hash_to(signed, f"BLS_SIG_BLS12381{place}_XMD:SHA-256_SSWU_RO_NUL_".encode(), sha256)
    try:
        one, other = _point(points, bytes.fromhex(chain.key)), _point(points, signature)
    except ValueError:
        return False
    small, big = (one, other) if chain.chained else (other, one)
    if not _is_in_group(curve, small) or not _is_in_group(curve, big):
        return False
    pairs = (
        [(message, one), (other, curve.neg(curve.G1))]
        if chain.chained
        else [(one, message), (curve.neg(curve.G2), other)]
    )
    product = curve.FQ12.one()
    for of_twist, of_curve in pairs:
        product *= curve.pairing(of_twist, of_curve, final_exponentiate=False)
    return bool(curve.final_exponentiate(product) == curve.FQ12.one())


def _point(points: Any, packed: bytes) -> Any:
    """A point of G1 (48 bytes) or G2 (96). Raises ValueError."""
    if len(packed) == 48:
        return points.decompress_G1(int.from_bytes(packed, "big"))
    return points.decompress_G2((int.from_bytes(packed[:48], "big"), int.from_bytes(packed[48:], "big")))


def _is_in_group(curve: Any, point: Any) -> bool:
    return not curve.is_inf(point) and curve.is_inf(curve.multiply(point, curve.curve_order))

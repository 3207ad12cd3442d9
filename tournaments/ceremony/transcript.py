"""The transcript of a public draw: promise, frozen document, room, secret, lots, plan and tables, as one text.

`seed = SHA-256("pub-draw/1|seed|" frozen_hash "|" secret "|" room)`. If a round of drand was frozen, "|drand|" and its
randomness follow; if a second secret was, "|hall|" and that secret, or, where it was not opened, "|unopened|" and what
the room has turned in its place. Without a ceremony the secret alone is the seed,
and the transcript says so: `ceremony` is false and the room "none". `tables` is `plan` with the lots put in. The text
is canonical JSON, one line, with a digest of all the rest inside, so that any change at all is seen.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from tournaments.ceremony.digests import PROTOCOL, canonical, commitment_to, digest_of, frozen_hash_of
from tournaments.ceremony.frozen import Frozen
from tournaments.ceremony.lots import ByLots, checked_seed, draw_by_lots
from tournaments.ceremony.room import NOBODY

Numbers = Sequence[Sequence[int]]
Told = Mapping[str, str] | None


@dataclass(frozen=True, slots=True)
class Opened:
    """`document`: the transcript as a value; `text`: as it is stored, downloaded and checked."""

    document: Mapping[str, Any]
    by_lots: ByLots

    @property
    def text(self) -> str:
        return canonical(self.document) + "\n"


def seed_of(frozen_hash: str, secret: str, room: str, hall: Told = None, beacon: Told = None) -> str:
    """From the room on nobody can choose it, and before the secret is opened nobody can know it."""
    if room == NOBODY:
        return secret
    more = ["drand", beacon["randomness"]] if beacon else []
    if hall:
        more += ["hall", hall["secret"]] if "secret" in hall else ["unopened", hall["room"]]
    return digest_of("seed", frozen_hash, secret, room, *more)


def open_draw(frozen: Frozen, secret: str, room: str, *, hall: Told = None, beacon: Told = None) -> Opened:
    """Draw, and tell all of it. Raises Refused as the engine does, and `bad_seed` for a secret that is not hex.

    `hall`: the second secret, {"secret": …}, or what was turned in its place, {"room": …}; `beacon`: what drand told.
    """
    secret = checked_seed(secret)
    document = frozen.document()
    frozen_hash = frozen_hash_of(document)
    seed = seed_of(frozen_hash, secret, room, hall, beacon)
    found = draw_by_lots(frozen.players, frozen.rounds_by_key, frozen.options_read, seed, frozen.plan)
    tables = [[int(key) for key in table] for table in found.tables]
    told = {
        "attempt": frozen.attempt,
        **({"beacon": dict(beacon)} if beacon else {}),
        "ceremony": room != NOBODY,
        "commitment": commitment_to(frozen.draw_id, secret),
        "draw_id": frozen.draw_id,
        "format": PROTOCOL,
        "frozen": document,
        "frozen_hash": frozen_hash,
        **({"hall": dict(hall)} if hall else {}),
        "lots": [int(key) for key in found.order],
        "next": found.next and [[list(table) for table in tables] for tables in found.next],
        "plan": [list(table) for table in found.plan],
        "quality": counted(frozen, tables),
        "room": room,
        "secret": secret,
        "seed": seed,
        "tables": tables,
    }
    return Opened({**told, "digest": digest_of("transcript", canonical(told))}, found)


def counted(frozen: Frozen, tables: Numbers) -> dict[str, int]:
    """What anybody can count: earlier meetings, pairs of club-mates, compatriots and the last round, first dealers."""
    met = Counter(pair for earlier in frozen.rounds for pair in _pairs(earlier))
    last = set(_pairs(frozen.rounds[-1] if frozen.rounds else ()))
    now = _pairs(tables)
    dealt = Counter(table[0] for earlier in (*frozen.rounds, tables) for table in earlier)
    shares = [dealt[number] for number in frozen.clubs]
    countries = {"country_pairs": sum(_alike(frozen.countries, pair) for pair in now)}
    return {
        "club_pairs": sum(_alike(frozen.clubs, pair) for pair in now),
        **(countries if frozen.options.countries != "off" else {}),
        "coincidences": sum(met[pair] for pair in now),
        "consecutive": sum(pair in last for pair in now),
        "seat_a_fewest": min(shares),
        "seat_a_most": max(shares),
    }


def _pairs(tables: Numbers) -> list[tuple[int, int]]:
    return [pair for table in tables for pair in combinations(sorted(table), 2)]


def _alike(group_of: Mapping[int, str | None], pair: tuple[int, int]) -> bool:
    group, other = (group_of.get(number) for number in pair)
    return group is not None and group == other

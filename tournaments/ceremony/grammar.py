"""What a transcript looks like: which keys it has and no others, of which kinds, and numbers that can be.

Whoever forges one may write whatever JSON can say; only what is written here is read at all. Transcripts of older
engines have no plan and no sizes.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from itertools import chain
from typing import Any

from games.rules.cards import PACK
from games.rules.refusals import Refused
from games.rules.smear.cards import JOKERS, RANKS, SUITS
from games.rules.smear.variants import VARIANTS
from tournaments.ceremony import hall
from tournaments.ceremony.room import NOBODY, cards_of_room, dice_of_room
from tournaments.draws.seeding import OLDER, PLANNED, VERSION
from tournaments.draws.sizes import STANDARD

Shape = Any
"""A type, a pattern for texts, None, [shape of every item], {key: shape}, or a tuple of shapes of which one fits.

A key that ends with a question mark may be missing.
"""

PROMISED = 64
"""Hex digits of a secret that is promised; who knows the commitment could find a shorter one by trying."""
DIGEST, SECRET = re.compile("[0-9a-f]{64}"), re.compile("([0-9a-f]{2}){1,64}")
DRAW_ID = re.compile("[-_0-9A-Za-z]+/([1-9][0-9]{0,14})/([1-9][0-9]{0,14})")
"""The event's address, the round and the attempt (`frozen.draw_id_of`)."""
UNSAFE = 2**53
"""From here on a browser takes one whole number for another."""
TABLES = [[int]]
OPTIONS = {
    "allowed": [int],
    "clubs": re.compile("off|prefer|require"),
    "rounds": int,
    "sizes": (None, [int]),
    "apart?": [[int]],
    "countries?": re.compile("prefer|require"),
}
FROZEN = {
    "algorithm": str,
    "announced": bool,
    "attempt": int,
    "draw_id": str,
    "earlier": [DIGEST],
    "options": OPTIONS,
    "reason": str,
    "roster": [{"club": (None, str), "country?": (None, str), "no": int}],
    "rounds": [TABLES],
    "rules": {"game": re.compile("smoking_cat|smear"), "kind": re.compile("basic|play_off")},
}
SHARES = {"country_pairs?": int, "seat_a_fewest": int, "seat_a_most": int}
TOLD = {
    "attempt": int,
    "ceremony": bool,
    "commitment": DIGEST,
    "digest": DIGEST,
    "draw_id": str,
    "format": str,
    "frozen": FROZEN,
    "frozen_hash": DIGEST,
    "lots": [int],
    "plan": TABLES,
    "quality": {**dict.fromkeys(("club_pairs", "coincidences", "consecutive"), int), **SHARES},
    "room": str,
    "secret": SECRET,
    "seed": SECRET,
    "tables": TABLES,
}
SECRETS = {
    "beacon?": {"chain": DIGEST, "frozen_at": int, "round": int},
    "hall?": {"commitment": DIGEST, "label": hall.LABEL, "minutes": int},
}
TOLD_NOW = {
    **TOLD,
    "beacon?": {"previous?": str, "randomness": str, "signature": str},
    "frozen": {**FROZEN, **SECRETS, "plan": (None, [TABLES]), "sizes": [int]},
    "hall?": ({"secret": hall.SECRET}, {"room": str}),
    "next": (None, [TABLES]),
}

SIZES: Mapping[str, Collection[tuple[int, ...]]] = {
    "smoking_cat": {STANDARD},
    "smear": {variant.players for variant in VARIANTS.values()},
}
"""The sizes of tables that the games allow."""
PACKS = {"smoking_cat": PACK, "smear": (*(rank + suit for suit in SUITS for rank in RANKS), *JOKERS)}


def is_transcript(document: Any) -> bool:
    """Whether the value has the form of a transcript, of this engine or of a known older one, and could be one.

    It tells of a second secret and of drand if they were frozen, and else not; without a ceremony there are none. In
    public nothing is drawn again without a reason.
    """
    frozen = document.get("frozen") if isinstance(document, dict) else None
    algorithm = frozen.get("algorithm") if isinstance(frozen, dict) else None
    if frozen is None or algorithm not in (VERSION, *PLANNED, *OLDER):
        return False
    if not shaped(document, TOLD if algorithm in OLDER else TOLD_NOW) or not _could_be(document["frozen"]):
        return False
    if document["ceremony"] and len(document["secret"]) != PROMISED:
        return False
    if document["ceremony"] and frozen["attempt"] > 1 and not hall.SEEN.search(frozen["reason"]):
        return False
    return all((key in document) == (key in frozen) <= document["ceremony"] for key in ("hall", "beacon"))


def shaped(value: Any, shape: Shape) -> bool:
    """Whether the value has the shape. Whole numbers are from nought to below `UNSAFE`; neither true nor 1.0 is one."""
    if isinstance(shape, dict):
        return isinstance(value, dict) and _has_keys(value, shape)
    if isinstance(shape, list):
        return isinstance(value, list) and all(shaped(item, shape[0]) for item in value)
    if isinstance(shape, tuple):
        return any(shaped(value, one) for one in shape)
    if isinstance(shape, re.Pattern):
        return isinstance(value, str) and shape.fullmatch(value) is not None
    if shape is int:
        return type(value) is int and 0 <= value < UNSAFE
    return value is None if shape is None else isinstance(value, shape)


def _has_keys(value: Mapping[str, Any], shape: Mapping[str, Shape]) -> bool:
    must = {key for key in shape if not key.endswith("?")}
    known = {key.removesuffix("?"): inner for key, inner in shape.items()}
    return must <= value.keys() <= known.keys() and all(shaped(inner, known[key]) for key, inner in value.items())


def is_room(room: str, game: str) -> bool:
    """Whether this is what a room can turn: ten cards of the game's pack, ten dice, or nothing."""
    kind, _, turned = room.partition(" ")
    try:
        typed = {"cards": lambda: cards_of_room(turned, PACKS[game]), "dice": lambda: dice_of_room(turned)}
        return room == NOBODY or (kind in typed and typed[kind]() == room)
    except Refused:
        return False


def lacks_rounds(frozen: Mapping[str, Any]) -> bool:
    """Whether rounds that came before are not told: then they may have been left out to be followed by what is here.

    A round in which nobody played who plays now tells nothing either. A play-off comes after all basic rounds.
    """
    told, here = DRAW_ID.fullmatch(frozen["draw_id"]), {player["no"] for player in frozen["roster"]}
    of_strangers = any(here.isdisjoint(chain.from_iterable(tables)) for tables in frozen["rounds"])
    is_basic = frozen["rules"]["kind"] == "basic"
    before = int(told[1]) - 1 if told is not None and is_basic else frozen["options"]["rounds"]
    return of_strangers or len(frozen["rounds"]) < before


def _could_be(frozen: Mapping[str, Any]) -> bool:
    numbers, options = [player["no"] for player in frozen["roster"]], frozen["options"]
    named, earlier = DRAW_ID.fullmatch(frozen["draw_id"]), frozen["earlier"]
    return (
        numbers == sorted(set(numbers))
        and min(numbers, default=0) > 0
        and options["rounds"] > 0
        and tuple(options["allowed"]) in SIZES[frozen["rules"]["game"]]
        and named is not None
        and len(frozen["rounds"]) < int(named[1])
        and named[2] == str(frozen["attempt"])
        and frozen["attempt"] > len(earlier) == len(set(earlier))
        and options.get("apart") != []
        and all(len(two) == len(set(two)) == 2 for two in options.get("apart", ()))
        and all(("country" in player) == ("countries" in options) for player in frozen["roster"])
        and all(tables and _is_round(tables, options["allowed"]) for tables in frozen["rounds"])
        and 0 not in chain.from_iterable(chain.from_iterable(frozen["rounds"]))
        and (frozen["algorithm"] in OLDER or _could_be_plan(frozen))
    )


def _could_be_plan(frozen: Mapping[str, Any]) -> bool:
    """The first round has a plan of so many rounds, each with everybody once. A later one may have none, and has none
    after the last; whoever is in it after a draw is in each of its rounds to come.
    """
    plan, played, options = frozen["plan"], len(frozen["rounds"]), frozen["options"]
    rounds, everybody = plan or [], list(range(len(frozen["roster"])))
    if not played:
        return len(rounds) == options["rounds"] and all(
            list(map(len, tables)) == frozen["sizes"] and sorted(chain.from_iterable(tables)) == everybody
            for tables in rounds
        )
    to_come = {frozenset(chain.from_iterable(tables)) for tables in rounds[played - 1 :]}
    return plan is None or (
        plan != []
        and len(to_come) <= 1
        and played < options["rounds"]
        and all(_is_round(tables, options["allowed"]) for tables in plan)
    )


def _is_round(tables: Sequence[Sequence[int]], allowed: Sequence[int]) -> bool:
    seated = list(chain.from_iterable(tables))
    return len(set(seated)) == len(seated) and all(len(table) in allowed for table in tables)

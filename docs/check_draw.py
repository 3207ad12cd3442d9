"""Check the transcript of a public draw. Needs Python alone, and nothing of the site.

Several files, or lines of one, are the rounds of one event in their order: each must go on with the plan that the one
before has left, if that left one. By its plan who sits with whom in a later round is settled before the lots, so alone
its seating is NOT checked. Where a round was drawn again, its attempts come in their order, and each must tell of
those before. What is rejected among several is named. Blank lines say nothing.

Whoever writes a transcript anew writes a digest that fits it, too. That it is the published one, with the cards that
were turned, and that its commitment and its frozen hash were shown before, those can say who noted them. Where the lots
were put into a plan, the seating is checked to the last seat, also with clubs, countries and pairs kept apart; where
the engine searched for it, no rounds before lead to it, or an older engine drew, only its promises are: sizes, clubs,
pairs, repeats. Then the program says that the seating was NOT checked. What the seed was made of, who had a say
in it, and which attempt it is if it was not the first, is said of each draw. Whether a round of drand was signed by its
chain the program knows only where the library py_ecc is installed (python3 -m pip install py_ecc); else its verdict is
that the signature was NOT checked, and whoever wrote the transcript may have made the round up. When the list was
frozen, and so whether the round had still to come then, is the transcript's word.

It ends with code 1 if a transcript is rejected, and with code 2 if there is none to read.
"""

import argparse
import hashlib
import json
import os
import re
import secrets
import struct
import sys
from collections import Counter
from contextlib import suppress
from datetime import datetime, timedelta
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from itertools import chain, combinations, count, pairwise, permutations, repeat
from math import ceil, comb, floor
from pathlib import Path

PLANNED = tuple(f"scwu-draw/{number}" for number in range(4, 16))
OLDER = ("scwu-draw/1", "scwu-draw/2", "scwu-draw/3")

canonical = json.JSONEncoder(sort_keys=True, separators=(",", ":")).encode


def sha(*words):
    return hashlib.sha256("|".join(words).encode()).hexdigest()


# --- What a transcript looks like -------------------------------------------------------------------------------------

HEX, SECRET = re.compile("[0-9a-f]{64}"), re.compile("([0-9a-f]{2}){1,64}")
CLUBS, KIND = re.compile("off|prefer|require"), re.compile("basic|play_off")
DRAW_ID = re.compile("[-_0-9A-Za-z]+/([1-9][0-9]{0,14})/([1-9][0-9]{0,14})")
# Words with one space between them, something to see, and nothing that hides or turns letters.
HIDDEN = (
    r"\x00-\x20\x7f-\xa0\xad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f"
    r"\u2800\u3000\u3164\ud800-\uf8ff\ufeff\uffa0\ufff0-\uffff\U00013430-\U00013440\U0001bca0-\U0001bca3\U0001d159"
    r"\U0001d173-\U0001d17a\U000e0000-\U0010ffff"
)
MARKS = r"\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f"
LABEL = re.compile(f"(?=.{{1,60}}$)(?=.*[^ {MARKS}])[^{HIDDEN}]+( [^{HIDDEN}]+)*")
SEEN = re.compile(f"[^{HIDDEN}{MARKS}]")
TABLES = [[int]]
OPTIONS = {
    "allowed": [int],
    "apart?": [[int]],
    "clubs": CLUBS,
    "countries?": re.compile("prefer|require"),
    "rounds": int,
    "sizes": (None, [int]),
}
FROZEN = {
    "algorithm": str,
    "announced": bool,
    "attempt": int,
    "draw_id": str,
    "earlier": [HEX],
    "options": OPTIONS,
    "reason": str,
    "roster": [{"club": (None, str), "no": int, "country?": (None, str)}],
    "rounds": [TABLES],
    "rules": {"game": re.compile("smoking_cat|smear"), "kind": KIND},
}
COUNTED = dict.fromkeys(
    ["club_pairs", "coincidences", "consecutive", "country_pairs?", "seat_a_fewest", "seat_a_most"], int
)
TOLD = {
    "attempt": int,
    "ceremony": bool,
    "commitment": HEX,
    "digest": HEX,
    "draw_id": str,
    "format": str,
    "frozen": FROZEN,
    "frozen_hash": HEX,
    "lots": [int],
    "plan": TABLES,
    "quality": COUNTED,
    "room": str,
    "secret": SECRET,
    "seed": SECRET,
    "tables": TABLES,
}
NAMED = {
    "beacon?": {"chain": HEX, "frozen_at": int, "round": int},
    "hall?": {"commitment": HEX, "label": LABEL, "minutes": int},
}
NOW = {
    **TOLD,
    "beacon?": {
        "previous?": re.compile("([0-9a-f]{192})"),
        "randomness": HEX,
        "signature": re.compile("([0-9a-f]{96}){1,2}"),
    },
    "frozen": {**FROZEN, **NAMED, "plan": (None, [TABLES]), "sizes": [int]},
    "hall?": ({"secret": re.compile("[0-9a-f]{32}")}, {"room": str}),
    "next": (None, [TABLES]),
}
DICE = re.compile("dice( [1-6]){10}")
CARDS = {
    "smoking_cat": re.compile("cards( [789TUOKA][hlab]){10}"),
    "smear": re.compile("cards( ([2-9TJQKA][hscd]|X[12])){10}"),
}


def shaped(value, shape):
    if isinstance(shape, dict):
        names = {name.rstrip("?"): inner for name, inner in shape.items()}
        must = {name for name in shape if not name.endswith("?")}
        known = type(value) is dict and must <= set(value) <= set(names)
        return known and all(shaped(value[name], names[name]) for name in value)
    if isinstance(shape, list):
        return type(value) is list and all(shaped(one, shape[0]) for one in value)
    if isinstance(shape, tuple):
        return any(shaped(value, one) for one in shape)
    if isinstance(shape, re.Pattern):
        return type(value) is str and shape.fullmatch(value) is not None
    return value is None if shape is None else type(value) is shape and (shape is not int or 0 <= value < 2**53)


def room_is_known(room, game):
    """Nothing, ten dice, or ten cards of the game's pack, each once."""
    cards = CARDS[game].fullmatch(room) and len(set(room.split(" "))) == 11
    return room == "none" or bool(cards or DICE.fullmatch(room))


def can_be_played(allowed, game):
    """The sizes that a table may have are those of the game: four to six, of Smear those of one of its variants."""
    return allowed in ([[4, 5, 6]] if game == "smoking_cat" else [[3], [4], [4, 6], [4, 6, 8]])


def makes_sense(f):
    """Numbers, sizes, plan, earlier rounds and options say something that can be."""
    options, numbers, plan, played = f["options"], [one["no"] for one in f["roster"]], f.get("plan"), len(f["rounds"])
    named = DRAW_ID.fullmatch(f["draw_id"])
    to_come = {frozenset(chain(*tables)) for tables in (plan or [])[max(played - 1, 0) :]}
    fits = all(len(table) in options["allowed"] for table in chain(*f["rounds"], *(plan or [])))
    seated = [list(chain(*tables)) for tables in (*f["rounds"], *(plan or []))]
    return (
        options["rounds"] > 0
        and numbers == sorted(set(numbers))
        and min(numbers, default=0) > 0
        and 0 not in chain(*chain(*f["rounds"]))
        and all(f["rounds"])
        and fits
        and can_be_played(options["allowed"], f["rules"]["game"])
        and all(len(set(one)) == len(one) for one in seated)
        and (plan is None or (plan != [] and len(to_come) <= 1 and played < options["rounds"]))
        and all(("country" in one) == ("countries" in options) for one in f["roster"])
        and bool(named)
        and played < int(named[1])
        and named[2] == str(f["attempt"])
        and f["attempt"] > len(f["earlier"]) == len(set(f["earlier"]))
        and options.get("apart") != []
        and all(len(set(two)) == 2 == len(two) for two in options.get("apart", []))
    )


# --- The other secrets ------------------------------------------------------------------------------------------------

# Of each chain of drand: its name, when it began, the seconds from round to round, its key, and whether it is chained.
CHAINS = {
    "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971": (
        "quicknet",
        1692803367,
        3,
        (
            "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d10645"
            "10d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"
        ),
        False,
    ),
    "8990e7a9aaed2ffed73dbd7092123d6f289930540d7651336225dc172e51b2ce": (
        "default",
        1595431050,
        30,
        "868f005eb8e6e4ca0a47c8a77ceaa5309a47978a7c71bc5cce96366b5d7a569937c529eeda66c7293784a9402801af31",
        True,
    ),
}


NO_CALENDAR = 253_402_300_800  # the second with which the year 10000 begins: no round comes then


def told_as_frozen(d):
    """A second secret and a round of drand are told if they were frozen, and else not; in public alone."""
    return all((key in d) == (key in d["frozen"]) and (d["ceremony"] or key not in d) for key in ("hall", "beacon"))


def hall_holds(d):
    """The second secret is the one whose digest was frozen; or the room turned ten others in its place."""
    if "hall" not in d:
        return True
    promised, hall = d["frozen"]["hall"], d["hall"]
    if promised["minutes"] < 1:
        return False
    if "secret" in hall:
        return promised["commitment"] == sha("pub-draw/1", "hall", d["frozen"]["draw_id"], hall["secret"])
    others = hall["room"] not in ("none", d["room"])
    return others and room_is_known(hall["room"], d["frozen"]["rules"]["game"])


def beacon_holds(d):
    """The chain had begun and the round had still to come when, by what is told, it was frozen; its randomness is that
    of its signature.
    """
    if "beacon" not in d:
        return True
    named, told = d["frozen"]["beacon"], d["beacon"]
    if named["chain"] not in CHAINS:
        return False
    _, began, period, _, chained = CHAINS[named["chain"]]
    whole = len(told["signature"]) == (192 if chained else 96) and ("previous" in told) == chained
    hashed = hashlib.sha256(bytes.fromhex(told["signature"])).hexdigest() == told["randomness"]
    return whole and hashed and began <= named["frozen_at"] < began + period * (named["round"] - 1) < NO_CALENDAR


def is_unsigned(d):
    """Whether there is a round of drand, and no library that can say whether its chain has signed it."""
    return "beacon" in d and not find_spec("py_ecc")


def signature_holds(d):
    """Whether the chain has signed this round; None: there is no round, or no library that can say."""
    if "beacon" not in d or is_unsigned(d):
        return None
    bound = sys.getrecursionlimit()  # which the library lifts: a nested file read after it would crash the program
    bls, to, points = (
        import_module(f"py_ecc.{name}")
        for name in ("optimized_bls12_381", "bls.hash_to_curve", "bls.point_compression")
    )
    sys.setrecursionlimit(bound)
    named, told = d["frozen"]["beacon"], d["beacon"]
    *_, key, chained = CHAINS[named["chain"]]
    message = hashlib.sha256(bytes.fromhex(told.get("previous", "")) + struct.pack(">Q", named["round"])).digest()

    def point(text):
        halves = [int(text[at : at + 96], 16) for at in range(0, len(text), 96)]
        found = points.decompress_G1(*halves) if len(halves) == 1 else points.decompress_G2(tuple(halves))
        if bls.is_inf(found) or not bls.is_inf(bls.multiply(found, bls.curve_order)):
            raise ValueError
        return found

    try:
        key, signature = point(key), point(told["signature"])
    except ValueError:
        return False
    if chained:
        hashed = to.hash_to_G2(message, b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_", hashlib.sha256)
        return bls.pairing(hashed, key) == bls.pairing(signature, bls.G1)
    hashed = to.hash_to_G1(message, b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_", hashlib.sha256)
    return bls.pairing(key, hashed) == bls.pairing(bls.G2, signature)


def seed_of(d):
    words = [d["frozen_hash"], d["secret"], d["room"]]
    if "beacon" in d:
        words += ["drand", d["beacon"]["randomness"]]
    if "hall" in d:
        words += ["hall", d["hall"]["secret"]] if "secret" in d["hall"] else ["unopened", d["hall"]["room"]]
    return sha("pub-draw/1", "seed", *words) if d["ceremony"] else d["secret"]


def secrets_of(d):
    """What the seed was made of and who had a say in it, a sentence each."""
    if not d["ceremony"]:
        yield "This was a draw without a ceremony: the site's secret alone was the seed, so the site has to be trusted."
        return
    turned, named, hall = d["room"].split(" ")[0], d["frozen"].get("beacon"), d["frozen"].get("hall")
    yield (
        f"The seed was made of the site's secret and of ten {turned}, entered for the room. Whether the secret was "
        "promised before, those can say who saw it."
    )
    if named:
        made = f"seed was made of round {named['round']} of drand's chain {CHAINS[named['chain']][0]}, too"
        said = f"The transcript says that the {made}, and" if is_unsigned(d) else f"The {made}. The transcript says"
        at = datetime.fromisoformat("1970-01-01T00:00:00+00:00") + timedelta(seconds=named["frozen_at"])
        yield (
            f"{said} that the list was frozen before it came, at {at:%Y-%m-%d %H:%M:%S} UTC; whether it was, those "
            "can say who saw the promise and the frozen list then."
        )
    opened, label = bool(hall) and "secret" in d["hall"], hall and ascii(hall["label"])
    if opened:
        yield (
            f"The seed was made of a second secret under the name {label}, too, whose digest was frozen. Whose it was, "
            "those can say who saw it."
        )
    elif hall:
        yield f"The second secret under the name {label} was not opened; ten others were entered for the room instead."
    else:
        yield "There was no second secret by somebody of the hall."
    if hall:
        yield (
            "A name is only a name: how it was known the transcript does not say; the page of the draw on its site "
            "does."
        )
    few = "Nobody had a say in the seed but the site and whoever entered the cards or dice"
    if not opened and is_unsigned(d):
        yield f"{few}, unless drand has signed that round."
    elif not opened and not named:
        yield f"{few}."


# --- Lots -------------------------------------------------------------------------------------------------------------


def lots(numbers, seed):
    order, blocks = sorted(numbers), count()
    for top in range(len(order) - 1, 0, -1):
        number = fair = 2**256 // (top + 1) * (top + 1)
        while number >= fair:
            number = int(sha("pub-draw/1", "block", seed, str(next(blocks))), 16)
        order[top], order[number % (top + 1)] = order[number % (top + 1)], order[top]
    return order


class Stream:
    """The engine's own numbers: four of 64 bits from each block, numbers that would favour some thrown away."""

    def __init__(self, seed):
        self.seed, self.numbers = seed, chain.from_iterable(map(self.block, count()))

    def block(self, number):
        return struct.unpack(">4Q", bytes.fromhex(sha("scwu-draw/1", "stream", self.seed, str(number))))

    def fork(self, name):
        return Stream(sha("scwu-draw/1", name, self.seed))

    def below(self, limit):
        return next(one for one in self.numbers if one < 2**64 // limit * limit) % limit

    def shuffled(self, items):
        order = list(items)
        for top in range(len(order) - 1, 0, -1):
            other = self.below(top + 1)
            order[top], order[other] = order[other], order[top]
        return order


# --- The plan of an event ---------------------------------------------------------------------------------------------


def of_one_size(tables, sizes, stream):
    """Tables of each size, and the same in an order by lot."""
    for size in sizes:
        alike = [table for table in tables if len(table) == size]
        yield alike, stream.shuffled(alike)


def sizes_of(tables):
    return sorted({len(table) for table in tables})


def block_of(plan, now):
    """The rounds that are fair together: where all tables are alike, as many as they have seats."""
    smallest, *others = sizes_of(chain(*plan))
    start = 0 if others else now // smallest * smallest
    return range(start, len(plan) if others else min(start + smallest, len(plan)))


class Shares:
    """One player chosen at each table, everybody between his least and his most times, as long as that can be."""

    def __init__(self, choices, least, most):
        self.choices, self.least, self.most, self.given = choices, least, most, set()
        self.chosen = [players[0] for players in choices]
        self.times = Counter(self.chosen)
        self.sits = {player: [at for at, players in enumerate(choices) if player in players] for player in least}
        self.possible = all(self.settle(player) for player in least)

    def settle(self, player):
        while self.times[player] > self.most[player]:
            if not self.shift(player, -1):
                return False
        while self.times[player] < self.least[player]:
            if not self.shift(player, 1):
                return False
        return True

    def shift(self, start, by):
        """Take a table from a player (by = -1) or give him one (1), along the shortest chain of others."""
        came, queue = {start: None}, [start]
        for player in queue:
            for at in (at for at in self.sits[player] if at not in self.given):
                has = self.chosen[at]
                if (has == player) != (by < 0):
                    continue
                for other in self.choices[at] if by < 0 else [has]:
                    if other in came:
                        continue
                    came[other] = player, at
                    queue.append(other)
                    room = self.most[other] - self.times[other] if by < 0 else self.times[other] - self.least[other]
                    if room > 0:
                        self.times[start] += by
                        self.times[other] -= by
                        self.change_back(start, other, came, by)
                        return True
        return False

    def change_back(self, start, end, came, by):
        while end != start:
            before, at = came[end]
            self.chosen[at] = end if by < 0 else before
            end = before

    def give(self, at, player):
        had, kept = self.chosen[at], (self.chosen[:], self.times.copy())
        self.given.add(at)
        self.chosen[at] = player
        self.times[had] -= 1
        self.times[player] += 1
        if self.settle(player) and self.settle(had):
            return True
        self.given.discard(at)
        self.chosen, self.times = kept
        return False


def fair_shares(choices, tables, level):
    """Everybody his share of the tables rounded up or down; if it cannot be, off by one, and so on."""
    parts = Counter()
    for table in tables:
        parts.update(dict.fromkeys(table, Fraction(1, len(table))))
    least, most = ({player: end(part) for player, part in parts.items()} for end in (floor, ceil))
    if level:
        few, many = floor(len(tables) / len(parts)), ceil(len(tables) / len(parts))
        low = {player: max(few, times) for player, times in least.items()}
        high = {player: min(many, times) for player, times in most.items()}
        shares = all(low[player] <= high[player] for player in parts) and Shares(choices, low, high)
        if shares and shares.possible:
            return shares
    lows = ({player: times - off for player, times in least.items()} for off in count())
    highs = ({player: times + off for player, times in most.items()} for off in count())
    return next(shares for shares in map(Shares, repeat(choices), lows, highs) if shares.possible)


def by_lot(plan, now, stream):
    """The plan with the tables of round `now` in an order by lot, and their seats by lot, as far as that is fair."""
    drawn = [table for _, tables in of_one_size(plan[now], sizes_of(plan[now])[::-1], stream) for table in tables]
    block = block_of(plan, now)
    past = [table for number in block if number < now for table in plan[number]]
    later = [table for number in block if number > now for table in plan[number]]
    had = Counter((player, seat) for tables in plan[:now] for table in tables for seat, player in enumerate(table))
    seats = [{} for _ in drawn]
    for seat in (0, *range(len(drawn[0]) - 1, 3, -1)):
        at = [number for number, table in enumerate(drawn) if len(table) > seat]
        free = [[one for one in drawn[number] if one not in seats[number].values()] for number in at]
        before, then = ([table for table in tables if len(table) > seat] for tables in (past, later))
        choices = [*free, *then, *([table[seat]] for table in before)]
        shares = fair_shares(choices, [*(drawn[number] for number in at), *then, *before], seat == 0)
        for place, number in enumerate(at):
            order = sorted(stream.shuffled(free[place]), key=lambda one: had[one, seat] if seat else 0)
            seats[number][seat] = next(one for one in order if shares.give(place, one))
    for table, taken in zip(drawn, seats, strict=True):
        left = [seat for seat in range(len(table)) if seat not in taken]
        orders = list(permutations(one for one in table if one not in taken.values()))
        times = [sum(had[two] for two in zip(order, left, strict=True)) for order in orders]
        best = [order for order, so_often in zip(orders, times, strict=True) if so_often == min(times)]
        taken.update(zip(left, best[stream.below(len(best))], strict=True))
    return [*plan[:now], [[taken[seat] for seat in range(len(taken))] for taken in seats], *plan[now + 1 :]]


def numbers_shown(rounds, plan):
    """Number of the plan -> start number, as everybody sits where the plan has him; None if somebody does not."""
    players = {}
    for told, planned in zip(rounds, plan, strict=False):
        if list(map(len, told)) != list(map(len, planned)):
            return None
        for no, number in zip(chain(*told), chain(*planned), strict=True):
            if players.setdefault(number, no) != no:
                return None
    return players if len(set(players.values())) == len(players) else None


def exchanged(plan, stream):
    """The plan after tables of one size have changed places in its first round."""
    now = {}
    for alike, drawn in of_one_size(plan[0], sizes_of(plan[0]), stream):
        now.update(zip(chain(*alike), chain(*drawn), strict=True))
    return [plan[0], *([[now[one] for one in table] for table in tables] for tables in plan[1:])]


def with_newcomers(plan, played, players, lots, stream):
    """The plan with new numbers for those who came in for others."""
    upcoming, lot_of = sorted(chain(*plan[played])), {no: lot for lot, no in enumerate(lots, 1)}
    gone = [one for one in upcoming if players.get(one) not in lot_of]
    new = stream.shuffled(sorted(set(lot_of.values()) - {lot_of.get(players.get(one)) for one in upcoming}))
    fresh = dict(zip(gone, count(max(*players, *upcoming) + 1), strict=False))
    players.update({fresh[number]: lots[lot - 1] for number, lot in zip(gone, new, strict=True)})
    later = [[[fresh.get(one, one) for one in table] for table in tables] for tables in plan[played:]]
    return [*plan[:played], *later]


def apart_in(f):
    """Start number -> the group that is kept apart, and the pairs who are; countries contain clubs, and go first."""
    options, club = f["options"], of_each(f, "club")
    pairs = [two for two in options.get("apart", []) if set(two) <= set(club)]
    if "countries" not in options:
        return club if options["clubs"] != "off" else dict.fromkeys(club), pairs
    country = of_each(f, "country")
    if options["clubs"] == "require":
        mates = [two for two in combinations(club, 2) if club[two[0]] == club[two[1]] is not None]
        is_soft = options["countries"] == "prefer"
        pairs += [two for two in mates if is_soft or not country[two[0]] == country[two[1]] is not None]
    return country, pairs


def clubs_spared(f):
    """The clubs whose members are spared before other compatriots, where neither must be apart: since scwu-draw/8."""
    members = {}
    if f["algorithm"] in PLANNED[4:] and f["options"]["clubs"] == f["options"].get("countries") == "prefer":
        for no, club in of_each(f, "club").items():
            if club is not None:
                members.setdefault(club, []).append(no)
    return list(members.values())


class Numbers:
    """Who has which number of the plan: club-mates and pairs are parted by exchanges, as far as that can be.

    `group`: of each lot; `foes`: of each lot the others whom it had better not meet, and what that weighs.
    """

    def __init__(self, order, group, foes, plan):
        self.group, self.foes, self.lot = group, foes, order
        self.met = [[] for _ in order]
        for table in chain(*plan):
            for one in table:
                self.met[one] += [other for other in table if other != one]
        self.bad, self.place = [], {}
        self.note(range(len(order)))

    def weight(self, one, other):
        return self.foes.get(one, {}).get(other, 0) + (self.group[one] == self.group[other])

    def cost(self, *numbers):
        lot = self.lot
        return sum(self.weight(lot[one], lot[other]) for one in numbers for other in self.met[one])

    def note(self, numbers):
        """Who meets somebody he should not; the last comes into the place of one who does no more."""
        for number in numbers:
            if self.cost(number) and number not in self.place:
                self.place[number] = len(self.bad)
                self.bad.append(number)
            elif not self.cost(number) and number in self.place:
                place, last = self.place.pop(number), self.bad.pop()
                if last != number:
                    self.bad[place], self.place[last] = last, place

    def exchange(self, one, other):
        self.lot[one], self.lot[other] = self.lot[other], self.lot[one]

    def gain(self, one, other):
        before = self.cost(one, other)
        self.exchange(one, other)
        after = self.cost(one, other)
        self.exchange(one, other)
        return after - before

    def mend(self, stream, least):
        n = len(self.lot)
        now = best = self.cost(*range(n)) // 2
        since, resting, looks = [], {}, min(60_000, 2_000 * n) + 20 * n
        for step in count(1):
            if now <= least or looks <= 0:
                break
            looks -= 40
            number = self.bad[stream.below(len(self.bad))]
            others = {stream.below(n) for _ in range(40)}
            free = [other for other in others if resting.get((number, other), 0) < step]
            if not self.foes:
                free = [other for other in free if self.group[self.lot[other]] != self.group[self.lot[number]]]
            if not free:
                continue
            gain, other = min((self.gain(number, other), other) for other in free)
            self.exchange(number, other)
            self.note(sorted({number, other, *self.met[number], *self.met[other]}))
            resting[number, other] = resting[other, number] = step + 3 + stream.below(8)
            now += gain
            since.append((number, other))
            if now < best:
                best, since = now, []
        for two in reversed(since if now > best else []):
            self.exchange(*two)

    def wander(self, stream):
        """Exchange by lot among numberings that are as good, through some a little worse, which do not count."""
        n, visits, more, since = len(self.lot), 0, 0, []
        first, further = min(n, 200), 6 * max(n - 200, 0)
        for _ in range(120 * first + further):
            one, other = stream.below(n), stream.below(n)
            if self.foes or self.group[self.lot[one]] != self.group[self.lot[other]]:
                gain = self.gain(one, other)
                if more + gain <= 2 and (gain <= 0 or not stream.below(8**gain)):
                    self.exchange(one, other)
                    more += gain
                    since.append((one, other))
            if more <= 0:
                more, since, visits = 0, [], visits + 1
            if visits == 20 * first + further:
                break
        for two in reversed(since):
            self.exchange(*two)


def numbered(order, group, foes, spared, plan, stream, algorithm):
    """For each number of the plan the lot that has it. Clubs, the largest first, fill column after column by lot; then
    lots go on from there, since scwu-draw/13.
    """
    tables, n = len(plan[0]), len(order)
    columns = stream.shuffled(range(start, min(start + tables, n)) for start in range(0, n, tables))
    spread = [number for column in columns for number in stream.shuffled(column)]
    members, first = Counter(group.values()), list(dict.fromkeys(group[lot] for lot in order))
    by_clubs = sorted(order, key=lambda lot: (-members[group[lot]], first.index(group[lot])))
    numbers = Numbers([lot for _, lot in sorted(zip(spread, by_clubs, strict=True))], group, foes, plan)
    halves = (divmod(size, tables) for size in (*members.values(), *map(len, spared)))
    kept = sum(tables * q * (q - 1) // 2 + r * q for q, r in halves)
    numbers.mend(stream, len(plan) * kept)
    if algorithm in PLANNED[9:]:
        numbers.wander(stream)
    return numbers.lot


def first_round(d, group, pairs, stream):
    """The plan and the tables of a first round, by lot number."""
    lot_of = {no: lot for lot, no in enumerate(d["lots"], 1)}
    clubs = {lot: (no,) if group[no] is None else group[no] for no, lot in lot_of.items()}
    foes, weights, spared = {}, Counter({frozenset(two): 2**20 for two in pairs}), clubs_spared(d["frozen"])
    weights.update(frozenset(two) for members in spared for two in combinations(members, 2))
    for two, weight in weights.items():
        for one, other in permutations(two):
            foes.setdefault(lot_of[one], {})[lot_of[other]] = weight
    order = stream.shuffled(range(1, len(lot_of) + 1))
    if pairs or any(one is not None for one in group.values()):
        order = numbered(order, clubs, foes, spared, d["frozen"]["plan"], stream, d["frozen"]["algorithm"])
    plan = by_lot(d["frozen"]["plan"], 0, stream.fork("seats 0"))
    return plan, {number: d["lots"][lot - 1] for number, lot in enumerate(order)}


def follows(d):
    """What comes of the plan and the lots: the plan as they leave it and the tables, by lot number.

    (None, None): there was nothing to follow, or it brings people together who had better be apart.
    """
    f, lots, (group, pairs) = d["frozen"], d["lots"], apart_in(d["frozen"])
    plan, played, stream = f["plan"], len(f["rounds"]), Stream(sha("pub-draw/1", "engine", d["seed"]))
    if plan is None or len(plan) != f["options"]["rounds"]:
        return None, None
    if not played:
        plan, players = first_round(d, group, pairs, stream)
    else:
        players = numbers_shown(f["rounds"], plan)
        if players is None or any(list(map(len, tables)) != f["sizes"] for tables in plan):
            return None, None
        if played == 1 and not pairs and not any(one is not None for one in group.values()):
            plan = exchanged(plan, stream)
        plan = with_newcomers(plan, played, players, lots, stream)
        plan = by_lot(plan, played, stream.fork(f"seats {played}"))
    tables = [[players[number] for number in table] for table in plan[played]]
    if any(set(two) <= set(table) for two in pairs for table in tables) or together(group, tables):
        return None, None
    return plan, [[lots.index(no) + 1 for no in table] for table in tables]


def seating(d, before=()):
    """Does the seating follow from the lots? None: it was searched for, or by an older engine, or nothing leads to its
    plan: nobody here can say. `before`: what was drawn before it.
    """
    f, everybody = d["frozen"], list(range(len(d["lots"])))
    if f["algorithm"] in OLDER:
        return None
    if not f["rounds"]:  # the first round has a plan always, with everybody once in each of its rounds
        plan = f["plan"] or []
        if len(plan) != f["options"]["rounds"] or not all(is_round(tables, f["sizes"], everybody) for tables in plan):
            return False
    plan, tables = follows(d)
    if plan is None:
        return None if d["next"] is None else False
    if d["next"] != plan or d["plan"] != tables:
        return False
    return True if leads_to(before, d) and not lacks_rounds(f) else None


def leads_to(before, d):
    """Whether it is a first round, or the last of another round leaves its plan and is told in it as it was drawn."""
    f, before = d["frozen"], [one for one in before if not is_redraw(one, d)]
    if not f["rounds"] or not before:
        return not f["rounds"]
    left, played = before[-1].get("next"), [*before[-1]["frozen"]["rounds"], before[-1]["tables"]]
    return left is not None and [left, played] == [f["plan"], f["rounds"]]


def lacks_rounds(f):
    """Whether rounds that came before are not told: then they may have been left out to be followed by what is here.

    Nor does a round tell anything in which nobody played who plays now. A play-off comes after all basic rounds.
    """
    here = {one["no"] for one in f["roster"]}
    if any(here.isdisjoint(chain(*tables)) for tables in f["rounds"]):
        return True
    before = int(f["draw_id"].split("/")[1]) - 1 if f["rules"]["kind"] == "basic" else f["options"]["rounds"]
    return len(f["rounds"]) < before


def is_round(tables, sizes, everybody):
    return list(map(len, tables)) == sizes and sorted(chain(*tables)) == everybody


# --- What can be counted ----------------------------------------------------------------------------------------------


def of_each(f, what):
    """Start number -> club or country."""
    return {one["no"]: one.get(what) for one in f["roster"]}


def together(group, tables):
    """How many pairs of one group share a table."""
    pairs = chain.from_iterable(combinations(table, 2) for table in tables)
    return sum(group[one] == group[other] is not None for one, other in pairs)


def quality(f, tables):
    rounds, no = [*f["rounds"], tables], [one["no"] for one in f["roster"]]
    pairs = [[tuple(sorted(two)) for table in seated for two in combinations(table, 2)] for seated in rounds]
    met, last, now = Counter(chain(*pairs[:-1])), set(chain(*pairs[-2:-1])), pairs[-1]
    first = Counter(table[0] for seated in rounds for table in seated)
    groups = ["club", "country"] if "countries" in f["options"] else ["club"]
    found = {f"{what}_pairs": together(of_each(f, what), tables) for what in groups}
    found |= {"coincidences": sum(met[two] for two in now), "consecutive": sum(two in last for two in now)}
    return found | {"seat_a_fewest": min(first[one] for one in no), "seat_a_most": max(first[one] for one in no)}


def sizes_hold(f, tables):
    told, wanted, allowed = list(map(len, tables)), f["options"]["sizes"], f["options"]["allowed"]
    frozen = f.get("sizes", told)
    wanted = sorted(frozen if wanted is None else wanted)
    return told == frozen and sorted(told) == wanted and all(size in allowed for size in told)


def form(text):
    """Whether this is a transcript at all, as it was written; else what is said."""
    d = json.loads(text)
    f = d["frozen"]
    yield f["algorithm"] in (*PLANNED, *OLDER), "was drawn by an engine that nobody knows"
    yield shaped(d, TOLD if f["algorithm"] in OLDER else NOW), "has not the form of one"
    yield text.removesuffix("\n") == canonical(d), "is not written in the one way that there is"
    digest = d.pop("digest")
    yield (
        digest == sha("pub-draw/1", "transcript", canonical(d)) and d["format"] == "pub-draw/1",
        "was changed afterwards",
    )
    yield makes_sense(f), "has inputs that cannot be"


def check(text):
    """Each promise and what is said if it is broken, in the order in which they are looked at."""
    yield from form(text)
    d = json.loads(text)
    f, tables = d["frozen"], d["tables"]
    n, club = len(f["roster"]), of_each(f, "club")
    yield (
        d["commitment"] == sha("pub-draw/1", "commit", f["draw_id"], d["secret"]),
        "tells another secret than the promised",
    )
    yield d["frozen_hash"] == sha("pub-draw/1", "frozen", canonical(f)), "has inputs that were changed afterwards"
    yield [d["draw_id"], d["attempt"]] == [f["draw_id"], f["attempt"]], "is that of another draw"
    yield room_is_known(d["room"], f["rules"]["game"]), "has a room that turned neither ten cards nor ten dice"
    yield told_as_frozen(d), "tells of other secrets than were frozen"
    yield hall_holds(d), "has a second secret that is not the frozen one, and nothing in its place"
    yield (
        beacon_holds(d),
        (
            "has a round of drand that had come or of a chain that had not begun when the list was frozen, or that "
            "does not fit its signature"
        ),
    )
    yield signature_holds(d) is not False, "has a round of drand that its chain did not sign"
    public = d["ceremony"] == (d["room"] != "none") and (f["announced"] or not d["ceremony"])
    yield len(d["secret"]) == 64 or not d["ceremony"], "has a secret that no site promises: it has 64 digits"
    yield f["attempt"] == 1 or SEEN.search(f["reason"]) or not d["ceremony"], "was drawn again, and nobody says why"
    yield public and d["seed"] == seed_of(d), "has a seed that does not follow"
    yield d["lots"] == lots(club, d["seed"]), "has lots that do not follow from the seed"
    yield sorted(chain(*d["plan"])) == list(range(1, n + 1)), "does not seat every lot once"
    yield tables == [[d["lots"][lot - 1] for lot in table] for table in d["plan"]], "has tables that no lots give"
    yield sizes_hold(f, tables), "has tables of other sizes than were frozen"
    yield not [1 for p in f["options"].get("apart", []) for t in tables if {*p} <= {*t}], "seats a forbidden pair"
    yield f["options"]["clubs"] != "require" or not together(club, tables), "seats club-mates together"
    abroad = f["options"].get("countries") != "require" or not together(of_each(f, "country"), tables)
    yield abroad, "seats compatriots together"
    yield d["quality"] == quality(f, tables), "counts its own faults wrongly"
    yield seating(d) is not False, "has a seating that does not follow from its lots"


def lines_of(texts):
    """The transcripts, a line each, ended as any system ends it: mail and browsers change that. Blank lines, and a lost
    end of the last, say nothing: a pasted text has them.
    """
    lines = ([line for line in text.replace("\r", "\n").split("\n") if line.strip(" \t")] for text in texts)
    return list(chain.from_iterable(found or [""] for found in lines))


def named(texts, at):
    """What one of these transcripts is called: its draw if there are several, or its place if it is none."""
    if len(texts) == 1:
        return "this transcript"
    with suppress(Exception):
        if all(holds for holds, _ in form(texts[at])):
            return json.loads(texts[at])["frozen"]["draw_id"]
    return f"transcript {at + 1}"


VERDICTS = {
    "holds": "It holds.",
    "unsigned": "It holds, but the signature of the drand round was NOT checked here.",
    "unchecked": "The promises hold, but the seating itself was NOT checked.",
    "neither": (
        "The promises hold, but NEITHER the seating itself NOR the signature of the drand round was checked here."
    ),
}


def verdict(texts):
    """One sentence, and whether it is a good one."""
    unchecked, before = False, []
    for at, text in enumerate(texts):
        try:
            fault = next((fault for holds, fault in check(text) if not holds), None)
            unchecked = unchecked or (fault is None and seating(json.loads(text), before) is None)
        except Exception:
            fault = "cannot be read"
        if fault:
            return f"Rejected: {named(texts, at)} {fault}.", False
        before.append(json.loads(text))
    for one, other in pairwise(before):
        left, plan = one.get("next"), other["frozen"].get("plan")
        if place_of(one)[0] != place_of(other)[0] or place_of(one) >= place_of(other):
            told = f"{other['draw_id']} stands after {one['draw_id']}"
            return f"Rejected: they are not of one event in the order of its rounds and attempts: {told}.", False
        if is_redraw(one, other):
            known = [*one["frozen"]["earlier"], one["digest"]]
            if other["frozen"]["earlier"][: len(known)] != known:
                told = f"{one['draw_id']}, drawn before it, and of all attempts that this one tells of"
                return f"Rejected: {other['draw_id']} does not tell of {told}.", False
        elif left is not None and plan is not None and left != plan:
            return f"Rejected: {other['draw_id']} does not go on with the plan that {one['draw_id']} has left.", False
    good = ("unchecked", "neither") if unchecked else ("holds", "unsigned")
    return VERDICTS[good[any(map(is_unsigned, before))]], True


def place_of(d):
    event, *numbers = d["draw_id"].split("/")
    return [event, *map(int, numbers)]


def is_redraw(one, other):
    """Whether these are attempts to draw one and the same round."""
    return one["draw_id"].rpartition("/")[0] == other["draw_id"].rpartition("/")[0]


def worth_of_plan(d):
    """How good the plan is that the lots were put into; None if there is none, or if it changed on the way."""
    plan = d.get("next") or []
    if len({(*map(len, tables), 0, *sorted(chain(*tables))) for tables in plan}) != 1:
        return None
    met = Counter(tuple(sorted(two)) for tables in plan for table in tables for two in combinations(table, 2))
    repeats, sizes = sum(comb(times, 2) for times in met.values()), list(map(len, plan[0]))
    pairs = comb(sum(sizes), 2)
    halves = ((*divmod(size, len(sizes)), len(sizes)) for size in sizes)
    kept = sum(comb(q, 2) * (t - r) + comb(q + 1, 2) * r for q, r, t in halves)
    # Spread so evenly, too many may come to a small table or too few to a large one; who must not meets one more.
    fewest, most = sum(size // len(sizes) for size in sizes), sum(ceil(size / len(sizes)) for size in sizes)
    kept += max(sum(max(0, fewest - size) for size in sizes), sum(max(0, size - most) for size in sizes))
    often, more = divmod(len(plan) * sum(comb(size, 2) for size in sizes), pairs)
    least = max(kept * comb(len(plan), 2), pairs * comb(often, 2) + more * often)
    said = f"Rounds: {len(plan)}; repeat meetings: {repeats}"
    if repeats == least:
        return f"Its plan is as good as any for tables of its sizes can be. {said}."
    other = f"proved is only that there are at least {least}. The site's own check says which plan its engine knows"
    return f"Its plan may not be the best. {said}; {other}."


def why_left(d, before):
    """Why the plan that the round before has left is not followed, if it left one that has this round."""
    f, before = d["frozen"], [one for one in before if not is_redraw(one, d)]
    left, played = before and before[-1].get("next"), len(f["rounds"])
    if not left or d.get("next") is not None or f["algorithm"] in OLDER:
        return
    last, then = before[-1], before[-1]["frozen"]
    if len(then["rounds"]) != played - 1 or len(left) <= played:
        return
    said = f"The plan that {last['draw_id']} has left is not followed, so the engine searches:"
    if len(left) != (now := f["options"]["rounds"]):
        yield f"{said} rounds were added or taken out since then. Rounds of the plan: {len(left)}; rounds now: {now}."
    elif f["plan"] is None:
        yield f"{said} this draw was frozen without it."
    elif numbers_shown(f["rounds"], left) is None:
        yield f"{said} somebody sat elsewhere than it has him, or is back after a round without him."
    elif any(list(map(len, tables)) != f["sizes"] for tables in left):
        players, now = len(then["roster"]), len(f["roster"])
        yield f"{said} the tables are of other sizes. Players then: {players}; players now: {now}."
    else:
        pairs, now = (len(each["options"].get("apart", [])) for each in (then, f))
        yield (
            f"{said} it would bring together club-mates, compatriots or a pair whom the rules keep apart. "
            f"Pairs kept off one table then: {pairs}; now: {now}."
        )


def said_of(d, before, here):
    """What is told of a draw beside the verdict: its secrets, which attempt it is, what was taken as it is told, and
    how good its plan is.

    `before`: the draws before it, of which it may say that the last was played at other tables than were drawn; `here`:
    the digests of all.
    """
    last = before[-1] if before else None
    yield from secrets_of(d)
    if apart := d["frozen"]["options"].get("apart"):
        times = Counter(chain(*apart))
        number, most = min(times.items(), key=lambda one: (-one[1], one[0]))
        yield f"Pairs that the director kept off one table: {len(apart)}; most of one player: {most} (number {number})."
    attempt, told, reason = d["attempt"], len(d["frozen"]["earlier"]), d["frozen"]["reason"]
    if attempt > 1:
        at_hand = len(here.intersection(d["frozen"]["earlier"]))
        yield f"It is attempt {attempt}; earlier ones that it tells of: {told}, of these at hand: {at_hand}."
        if reason:
            yield f"The reason that is frozen for this attempt: {reason!a}"
    if attempt > told + 1:
        yield "Whether all other attempts before it were given up, and so left no transcript, those can say who saw it."
    if is_unsigned(d):
        yield "The signature of drand's round was NOT checked here."
    if d.get("next") is not None:
        by = d["frozen"]["algorithm"]
        said = f"Its plan and the sizes of its tables were taken as they are frozen; that the engine {by} makes just"
        yield f"{said} these was not computed anew."
    if worth := worth_of_plan(d):
        yield worth
    seated = d["frozen"]["rounds"][len(last["frozen"]["rounds"]) :][:1] if last else []
    if seated and seated != [last["tables"]] and not is_redraw(last, d):
        yield f"It says that {last['draw_id']} was played at other tables than were drawn."
    yield from why_left(d, before)


def remarks(texts):
    """A line for each remark, which begins with the name of its draw."""
    draws = list(map(json.loads, texts))
    here = {d["digest"] for d in draws}
    for at, d in enumerate(draws):
        yield from (f"{d['draw_id']}: {said}" for said in said_of(d, draws[:at], here))


def second_secret(draw_id):
    """A second secret for this draw and its digest, for whoever does not trust the site's own page with it."""
    secret = secrets.token_hex(16)
    return f"Secret, to keep: {secret}\nDigest, to hand in: {sha('pub-draw/1', 'hall', draw_id, secret)}"


def asked():
    """The files and the draw that somebody asks about; a usage line and code 2 for anything else."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )
    parser.add_argument("files", metavar="FILE", nargs="*", help="transcripts, in the order of the rounds")
    parser.add_argument(
        "--secret", metavar="EVENT/ROUND/ATTEMPT", help="make a second secret for this draw to come, and its digest"
    )
    found = parser.parse_args()
    if bool(found.files) == (found.secret is not None):
        parser.error("give either FILE or --secret")
    if found.secret is not None and not DRAW_ID.fullmatch(found.secret):
        parser.error(f"{found.secret!a} is no draw: it is called as the site calls it, EVENT/ROUND/ATTEMPT")
    return found


def main():
    """What is said and the code of the end; 2 where there is nothing to read."""
    given = asked()
    if given.secret is not None:
        return second_secret(given.secret), 0
    try:
        texts = lines_of([Path(name).read_bytes().decode(errors="surrogateescape") for name in given.files])
    except OSError as error:
        return f"{error.filename}: {error.strerror}", 2
    said, good = verdict(texts)
    return "\n".join([said, *remarks(texts)]) if good else said, 0 if good else 1


if __name__ == "__main__":
    said, code = main()
    try:
        print(said, file=sys.stderr if code else sys.stdout, flush=True)
    except BrokenPipeError:  # who reads it has gone; Python would complain once more at its end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(code)

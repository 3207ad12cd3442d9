"""Which drawing belongs on which card: one `<symbol>` of 100 by 150 for each card of a pack.

The left edge is made for a fan of cards and for a phone: rank and sign stand there, large enough at 40 px. Beside it
number cards have their pips, the ace one great sign, court cards a figure cut off by the lower edge, single-headed as
good players like it (RULES C5). The lower holds a sign low, the upper has one high: that is what their names say. Ranks
of the Czech pack are written as in notation, U and O, because spodek and svršek begin with the same letter; the French
pack has J and Q. Hejma is a cat, and she smokes. The parts are drawn in templates/parts/card_drawings.html.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from typing import Literal

from games.rules.cards import HEJMA, RANKS, SUITS

Pack = Literal["czech", "french", "smear"]
SUITS_OF: Mapping[Pack, str] = {"czech": SUITS, "french": SUITS, "smear": "hscd"}
RANKS_OF: Mapping[Pack, str] = {"czech": RANKS, "french": RANKS, "smear": "23456789TJQKA"}
JOKERS = ("X1", "X2")

FRENCH_SIGNS = {"h": "h", "l": "s", "a": "c", "b": "d"}  # RULES C4
FRENCH_RANKS = {"U": "J", "O": "Q"}

LEFT, MIDDLE, RIGHT = 54, 69, 84
PIPS: Mapping[str, tuple[tuple[int, int], ...]] = {
    "2": ((MIDDLE, 44), (MIDDLE, 106)),
    "3": ((MIDDLE, 34), (MIDDLE, 75), (MIDDLE, 116)),
    "4": tuple(product((LEFT, RIGHT), (44, 106))),
    "5": (*product((LEFT, RIGHT), (38, 112)), (MIDDLE, 75)),
    "6": tuple(product((LEFT, RIGHT), (34, 75, 116))),
    "7": (*product((LEFT, RIGHT), (34, 75, 116)), (MIDDLE, 54)),
    "8": (*product((LEFT, RIGHT), (34, 75, 116)), (MIDDLE, 54), (MIDDLE, 96)),
    "9": (*product((LEFT, RIGHT), (26, 59, 91, 124)), (MIDDLE, 75)),
    "T": (*product((LEFT, RIGHT), (26, 59, 91, 124)), (MIDDLE, 43), (MIDDLE, 107)),
}


def sign_of(suit: str, pack: Pack) -> str:
    return FRENCH_SIGNS[suit] if pack == "french" else suit


def cards_of(pack: Pack) -> tuple[str, ...]:
    """Every card of the pack in the game's own text, suit by suit."""
    jokers = JOKERS if pack == "smear" else ()
    return (*(rank + suit for suit in SUITS_OF[pack] for rank in RANKS_OF[pack]), *jokers)


@cache
def symbols(pack: Pack) -> str:
    """The pack as SVG symbols, called `card-` and the card's text."""
    return "\n".join(_symbol(card, pack) for card in cards_of(pack))


def _symbol(card: str, pack: Pack) -> str:
    colour = "cd"[JOKERS.index(card)] if card in JOKERS else sign_of(card[1], pack)
    parts = _joker(card) if card in JOKERS else _suited(card, colour, pack)
    face = '<rect class="c-face" x="1" y="1" width="98" height="148" rx="9"/>'
    edge = '<rect class="c-edge" x="1" y="1" width="98" height="148" rx="9"/>'
    return f'<symbol id="card-{card}" class="c-{colour}" viewBox="0 0 100 150">{face}{"".join(parts)}{edge}</symbol>'


def _suited(card: str, sign: str, pack: Pack) -> Iterator[str]:
    rank = FRENCH_RANKS.get(card[0], card[0]) if pack == "french" else card[0]
    yield _use(f"rank-{rank}", 9, 13)
    yield _use(f"sign-{sign}", 19, 64, 1.15)
    if rank in PIPS:
        yield from (_use(f"sign-{sign}", x, y, 0.8) for x, y in PIPS[rank])
    elif rank == "A":
        yield _use(f"sign-{sign}", MIDDLE, 75, 2.2)
    elif card == HEJMA and pack != "smear":
        yield _use("figure-cat") + _use(f"sign-{sign}", 58, 24, 0.9)
    elif rank in "UJ":
        yield _use("figure-U") + _use(f"sign-{sign}", 78, 128, 0.9)
    elif rank in "OQ":
        yield _use(f"figure-{rank}") + _use(f"sign-{sign}", 84, 24, 0.9)
    else:
        yield _use("figure-K")


def _joker(card: str) -> Iterator[str]:
    yield from (_use("star", 19, 28 + 26 * place) for place in range(JOKERS.index(card) + 1))
    yield _use("figure-joker")


def _use(name: str, x: int = 0, y: int = 0, scale: float = 1) -> str:
    where = "" if (x, y, scale) == (0, 0, 1) else f' transform="translate({x} {y})scale({scale:g})"'
    return f'<use href="#{name}"{where}/>'

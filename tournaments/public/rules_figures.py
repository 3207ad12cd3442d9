"""What is drawn beside the rules: each figure is a template and a function that works out what it shows.

Nothing here is copied from the rules: points, the taker of the trick, benches come from the engine, so a figure cannot
say anything else than a ruling would.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games import smear_texts
from games.rules.cards import HEJMA, RANKS, STRENGTH, SUITS
from games.rules.smear.cards import JOKERS, card_points, jick_of, trump_heights
from games.rules.smear.cards import RANKS as SMEAR_RANKS
from games.rules.smear.variants import TEN_POINT, VARIANTS
from games.rules.smoking_cat.play import taken_by
from games.rules.smoking_cat.points import ALL_POINTS, LAST_TRICK, POINTS

TRUMP = "h"
EXAMPLE_TRICK = (("B", "Ta"), ("C", "Ka"), ("D", HEJMA), ("A", "8a"))
"""B leads, C and A follow suit, D has no acorns. C takes it, and Hejma with it."""
DEALT = ("7h", "Kh", "9l", "Ol", "Al", "8a", "Ub", "Ab")
PASSED = ("Ol", "Al", "Kh")

Figure = Callable[[], dict[str, Any]]


def pack() -> dict[str, Any]:
    """One suit in its order, and every suit with its sign."""
    return {"suits": SUITS, "order": [rank + "l" for rank in reversed(RANKS)]}


def points() -> dict[str, Any]:
    """Every card that costs something, the dearest first, and of equals the highest."""
    dearest = sorted(filter(POINTS.__getitem__, POINTS), key=lambda card: (-POINTS[card], -STRENGTH[card]))
    return {"prices": [(card, POINTS[card]) for card in dearest], "last_trick": LAST_TRICK, "all_points": ALL_POINTS}


def passing() -> dict[str, Any]:
    return {"hand": [(card, card in PASSED) for card in DEALT]}


def trick() -> dict[str, Any]:
    taker, taking = EXAMPLE_TRICK[taken_by([card for _, card in EXAMPLE_TRICK])]
    return {
        "led": EXAMPLE_TRICK[0][1][1],
        "plays": EXAMPLE_TRICK,
        "taker": taker,
        "taking": taking,
        "points": sum(POINTS[card] for _, card in EXAMPLE_TRICK),
    }


def variants() -> dict[str, Any]:
    """What differs between the variants at a glance."""
    return {
        "variants": [
            {
                "text": smear_texts.VARIANTS[name],
                "players": variant.players,
                "cards": sorted({table.cards for table in variant.tables}, reverse=True),
                "lowest": variant.lowest_bid,
                "highest": variant.highest_bid,
            }
            for name, variant in VARIANTS.items()
        ]
    }


def trumps() -> dict[str, Any]:
    """The second joker stands above the first, though only one that falls second does (RULES S11)."""
    heights = trump_heights(TEN_POINT, TRUMP)
    order = sorted(heights, key=lambda card: (heights[card], card), reverse=True)
    return {"order": order, "trump": TRUMP, "jick": jick_of(TRUMP)}


def worth() -> dict[str, Any]:
    """Each point with a card that stands for it, and what cards count for Game."""
    shown = {"high": "A", "low": "2", "jack": "J", "game": "T", "trey": "3"}
    cards = {name: rank + TRUMP for name, rank in shown.items()}
    cards |= {"jick": jick_of(TRUMP), "joker_1": JOKERS[0], "joker_2": JOKERS[1]}
    counts = {rank + "s": card_points([rank + "s"]) for rank in reversed(SMEAR_RANKS)}
    return {
        "trump": TRUMP,
        "points": [(smear_texts.POINTS[point.name], cards[point.name], point.worth) for point in TEN_POINT.points],
        "counts": [(card, count) for card, count in counts.items() if count],
    }


FIGURES: Mapping[str, tuple[str, Figure]] = {
    "cat-pack": ("public/rules_pack.html", pack),
    "cat-points": ("public/rules_points.html", points),
    "cat-passing": ("public/rules_passing.html", passing),
    "cat-tricks": ("public/rules_trick.html", trick),
    "smear-players": ("public/rules_variants.html", variants),
    "smear-pack": ("public/rules_trumps.html", trumps),
    "smear-points": ("public/rules_worth.html", worth),
}

"""What the room adds to a draw: ten cards of the game's own pack, in the order in which they were turned, or ten dice.

Ten of 32 cards are 48 bits, ten dice 26; since nobody in the room knows the secret, either is enough. Whoever types
may use capitals or not, commas or blanks, and 10 for T. What counts is the one text that is hashed: "cards Ol 7h …",
"dice 3 6 …", or "none" where there was no ceremony.
"""

import re
from collections.abc import Sequence

from games.rules.cards import Card
from games.rules.refusals import Refused

NUMBER = 10
SIDES = ("1", "2", "3", "4", "5", "6")
NOBODY = "none"
"""The room of a draw without a ceremony."""


def cards_of_room(typed: str, pack: Sequence[Card]) -> str:
    """Ten cards as the room's text. Raises Refused `room_no_card`, `room_card_twice`, `room_needs_ten`."""
    known = {card.upper(): card for card in pack}
    cards: list[Card] = []
    for word in _words(typed):
        card = known.get(re.sub("^10", "T", word.upper()))
        if card is None:
            raise Refused("room_no_card", card=word[:10])
        if card in cards:
            raise Refused("room_card_twice", card=card)
        cards.append(card)
    return _room("cards", cards)


def dice_of_room(typed: str) -> str:
    """Ten dice as the room's text. Raises Refused `room_no_die`, `room_needs_ten`."""
    dice = list(typed) if typed.isdecimal() else _words(typed)
    for die in dice:
        if die not in SIDES:
            raise Refused("room_no_die", die=die[:10])
    return _room("dice", dice)


def _words(typed: str) -> list[str]:
    return re.split(r"[\s,;]+", typed.strip(" \t\r\n,;")) if typed.strip(" \t\r\n,;") else []


def _room(kind: str, turned: Sequence[str]) -> str:
    if len(turned) != NUMBER:
        raise Refused("room_needs_ten", number=len(turned))
    return " ".join((kind, *turned))

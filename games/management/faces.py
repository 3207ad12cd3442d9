"""How cards look in a terminal, and what a person may type for one.

A card is the text of its notation with the suit's symbol behind it, `Ol♠`: the letters say everything, the symbol helps
the eye, and colour only repeats it, so nothing is lost without colours. The suits of the Czech pack have no signs in
Unicode; their French twins stand for them (RULES C4), and a ball for bells, which are balls in Czech. Typed, a card may
be of either pack, in small letters, with letter or symbol: `ol`, `Qs` and `Q♠` are all Hejma.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import NamedTuple

from rich.text import Text

from games.deal_texts import MOST_LISTED
from games.rules.cards import PACK, Card


class Faces(NamedTuple):
    """One way to show cards. `ranks`, `suits`: what is written for those of the notation, where it differs."""

    symbols: Mapping[str, str]
    styles: Mapping[str, str]
    ranks: Mapping[str, str] = {}
    suits: Mapping[str, str] = {}

    def text(self, card: Card) -> str:
        rank, suit = card[0], card[1]
        return self.ranks.get(rank, rank) + self.suits.get(suit, suit) + self.symbols.get(suit, "")

    def styled(self, card: Card, style: str = "") -> Text:
        return Text(self.text(card), style=f"{self.styles.get(card[1], '')} {style}".strip())

    def row(self, cards: Iterable[Card], style: str = "") -> Text:
        """Side by side; of more than a deal can have only the first."""
        shown = [self.styled(card, style) for card in islice(cards, MOST_LISTED + 1)]
        return Text(" ").join([*shown[:MOST_LISTED], *(Text("…") for _more in shown[MOST_LISTED:])])


CZECH = Faces(
    symbols={"h": "♥", "l": "♠", "a": "♣", "b": "●"},
    styles={"h": "red", "l": "green", "a": "yellow", "b": "cyan"},
)
FRENCH = Faces(
    symbols={"h": "♥", "l": "♠", "a": "♣", "b": "♦"},
    styles={"h": "red", "b": "red"},
    ranks={"U": "J", "O": "Q"},
    suits={"l": "s", "a": "c", "b": "d"},
)
SMEAR = Faces(
    symbols={"h": "♥", "s": "♠", "c": "♣", "d": "♦"},
    styles={"h": "red", "d": "red"},
)
FACES: Mapping[str, Faces] = {"czech": CZECH, "french": FRENCH}


def read_card(typed: str) -> Card | None:
    """The card of Smoking Cat that somebody means, in whatever pack he thinks; None if it is none."""
    return _SPELLINGS.get(typed.casefold())


def _spellings(faces: Faces, card: Card) -> Iterable[str]:
    written = faces.text(card)
    for rank in {written[0], "10" if written[0] == "T" else written[0]}:
        for suit in (written[1], written[2], written[1:]):
            yield (rank + suit).casefold()


_SPELLINGS: Mapping[str, Card] = {
    spelling: card for faces in FACES.values() for card in PACK for spelling in _spellings(faces, card)
}

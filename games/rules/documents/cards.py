"""Cards in a document: a text of them with blanks between, or a list. In both the path counts the cards from 0."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass

from games.rules.cards import Card, read_cards
from games.rules.documents.faults import Faults


@dataclass(frozen=True, slots=True)
class CardReader:
    """Reads the cards of one game. `no_text`, `no_card`: the faults of what is no text, or no card."""

    pack: Container[Card]
    no_text: str
    no_card: str

    def text_of_cards(self, value: object, path: str, faults: Faults) -> tuple[Card, ...]:
        if isinstance(value, str):
            return self.cards(read_cards(value), path, faults)
        faults.add(path, self.no_text)
        return ()

    def cards(self, words: Iterable[object], path: str, faults: Faults) -> tuple[Card, ...]:
        found = []
        for place, word in enumerate(words):
            if isinstance(word, str) and word in self.pack:
                found.append(word)
            else:
                faults.add(f"{path}[{place}]", self.no_card)
        return tuple(found)

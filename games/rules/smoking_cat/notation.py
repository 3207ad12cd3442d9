r"""A deal of Smoking Cat as one line of text, both ways: for links, for pasting, for tests.

    @C B:UhAlObOhAa9lKl8b>AlAaOb C:UlTbOa8l7hKa7lUb>OaUl7h D:AhUaTaOlKb7bKh7a>OlTaAh
    F:8h9aTlAb8a9b9hTh>9a8a8h KhTh8hAa 7hAhOhUb 9hUhKaKb packed:F

Words between blanks: the dealer `@C`; each seat with its hand and, after `>`, the three cards it passed; the cards as
they fell, a trick to a word; at the end perhaps `packed:F` or `early`. Reading is generous about where words break
and about the order of seats, and judges nothing but the shape: a misdeal or a revoke is for ruling.py. Every sign
survives in an address. `parse_deal(format_deal(record)) == record` for every record whose seats stand in order.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from games.rules.cards import PACK, Card
from games.rules.refusals import Refused
from games.rules.smoking_cat.play import PLAYERS, Hand
from games.rules.smoking_cat.record import DealRecord

MOST_WORDS = 200
"""A deal has no more than 40 words, however it is typed."""

_CARD = "|".join(PACK)
_CARDS = rf"(?:{_CARD})*"
_DEALER = re.compile(r"@([A-H])")
_HAND = re.compile(rf"([A-H]):({_CARDS})(?:>({_CARDS}))?")
_PLAYS = re.compile(rf"(?:{_CARD})+")
_PACKED = re.compile(r"packed:([A-H])")


def format_deal(record: DealRecord) -> str:
    tricks = [record.plays[first : first + PLAYERS] for first in range(0, len(record.plays), PLAYERS)]
    words = [f"@{record.dealer}", *(_hand(record, seat) for seat in record.seats), *map("".join, tricks)]
    if record.packed_by is not None:
        words.append(f"packed:{record.packed_by}")
    if record.ended_early:
        words.append("early")
    return " ".join(words)


def _hand(record: DealRecord, seat: str) -> str:
    passed = f">{''.join(record.passes[seat])}" if seat in record.passes else ""
    return f"{seat}:{''.join(record.hands[seat])}{passed}"


def parse_deal(text: str) -> DealRecord:
    """The record that `text` tells.

    Raises Refused: `malformed_deal` (values: text, the word that cannot be read), `incomplete_deal` (no dealer, no four
    hands, or somebody packed who does not play).
    """
    dealer: str | None = None
    hands: dict[str, Hand] = {}
    passes: dict[str, Hand] = {}
    plays: list[Card] = []
    packed_by, ended_early = None, False
    for word in text.split(None, MOST_WORDS):
        if (found := _DEALER.fullmatch(word)) and dealer is None:
            dealer = found[1]
        elif (found := _HAND.fullmatch(word)) and found[1] not in hands:
            hands[found[1]] = _cards(found[2])
            if found[3] is not None:
                passes[found[1]] = _cards(found[3])
        elif _PLAYS.fullmatch(word):
            plays += _cards(word)
        elif (found := _PACKED.fullmatch(word)) and packed_by is None:
            packed_by = found[1]
        elif word == "early":
            ended_early = True
        else:
            raise Refused("malformed_deal", text=word[:40])
    _complete(dealer, hands, packed_by)
    return DealRecord(str(dealer), _by_seat(hands), _by_seat(passes), tuple(plays), packed_by, ended_early)


def _complete(dealer: str | None, hands: Iterable[str], packed_by: str | None) -> None:
    seats = set(hands)
    if len(seats) != PLAYERS or dealer not in seats or (packed_by is not None and packed_by not in seats):
        raise Refused("incomplete_deal")


def _by_seat(cards: dict[str, Hand]) -> dict[str, Hand]:
    return dict(sorted(cards.items()))


def _cards(text: str) -> Hand:
    return tuple(re.findall(_CARD, text))

"""A deal of Smear as one line of text, both ways: for links, for pasting, for tests.

    ten_point 21 AC:-4 BD:14 @C A:7c5c5h8s9c6s4cJs9hQh B:2c… C:… D:… stock:5sTd2h… bids:D2,A3,B5,C6 trump:d
    A-5h7cJs5c B-… C-… D-… Td6d4cKd 3h9d4dQh …

Words between blanks: first the variant, then in any order the target; each party with its score; the dealer `@C`; each
seat with its hand as dealt; the stock, the widow first; the calls in their order, `B-` for a pass, `Bm` for the moon;
the trump; each seat with what it put away after `-`; the cards as they fell, so many to a word as there are seats.
Every sign survives in an address.

It is a skin over deal_file.py, which judges the shape; misdeals and revokes are for ruling.py. So
`parse_deal(format_deal(record)) == record` for every record that a deal file can hold.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from games.rules.cards import write_cards
from games.rules.documents.faults import Faults
from games.rules.refusals import Refused
from games.rules.smear.cards import Hand
from games.rules.smear.deal_file import FORMAT, read
from games.rules.smear.record import DealRecord
from games.rules.smear.state import MOON, PASS, Bid, Call

MOST_WORDS = 300
"""A deal has no more than 100 words, however it is typed."""

_CARD = r"[2-9TJQKA][hscd]|X[12]"
_CARDS = rf"(?:{_CARD})*"
_CALL = r"[A-H](?:-?[0-9]{1,9}|-|m)"
_WORD = re.compile(
    r"(?P<target>[0-9]{1,9})"
    r"|(?P<party>[A-H]+):(?P<score>-?[0-9]{1,9})"
    r"|@(?P<dealer>[A-H])"
    rf"|(?P<seat>[A-H]):(?P<hand>{_CARDS})"
    rf"|stock:(?P<stock>{_CARDS})"
    rf"|bids:(?P<bids>{_CALL}(?:,{_CALL})*)"
    r"|trump:(?P<trump>[hscd])"
    rf"|(?P<from>[A-H])-(?P<away>{_CARDS})"
    rf"|(?P<plays>(?:{_CARD})+)"
)
_SINGLE = ("target", "dealer", "stock", "bids", "trump")


def format_deal(record: DealRecord) -> str:
    return " ".join(_words(record))


def _words(record: DealRecord) -> Iterator[str]:
    yield record.variant.name
    yield str(record.target)
    yield from (f"{party}:{score}" for party, score in record.scores.items())
    yield f"@{record.dealer}"
    yield from (f"{seat}:{_joined(hand)}" for seat, hand in record.hands.items())
    yield f"stock:{_joined(record.stock)}"
    if record.calls:
        yield "bids:" + ",".join(_written(call) for call in record.calls)
    if record.trump is not None:
        yield f"trump:{record.trump}"
    yield from (f"{seat}-{_joined(cards)}" for seat, cards in record.discards.items())
    for first in range(0, len(record.plays), len(record.seats)):
        yield _joined(record.plays[first : first + len(record.seats)])


def _joined(cards: Hand) -> str:
    return "".join(cards)


def _written(call: Call) -> str:
    return f"{call.seat}{'-' if call.bid is PASS else 'm' if call.bid == MOON else call.bid}"


def parse_deal(text: str) -> DealRecord:
    """The record that `text` tells.

    Raises Refused: `malformed_deal` (text=the word that cannot be read), `bad_deal_file` (what the words tell is no
    deal; the paths are those of the file).
    """
    words = text.split(None, MOST_WORDS)
    told: dict[str, Any] = {"format": FORMAT, "scores": {}, "hands": {}, "discards": {}, "plays": []}
    told["variant"] = words[0] if words else ""
    for word in words[1:]:
        _read_word(word, told)
    told.setdefault("bids", [])
    faults = Faults("bad_deal_file")
    record = read(told, faults)
    faults.refuse_if_any()
    if record is None:
        raise AssertionError("A deal that could not be read without a fault to tell.")
    return record


def _read_word(word: str, told: dict[str, Any]) -> None:
    """Adds what one word tells; what was told before cannot be told again, but for the cards that fell."""
    found = _WORD.fullmatch(word)
    if found is None or not _is_news(found, told):
        raise Refused("malformed_deal", text=word[:40])
    if found["target"]:
        told["target"] = int(found["target"])
    elif found["party"]:
        told["scores"][found["party"]] = int(found["score"])
    elif found["seat"]:
        told["hands"][found["seat"]] = _spaced(found["hand"])
    elif found["from"]:
        told["discards"][found["from"]] = _spaced(found["away"])
    elif found["bids"]:
        told["bids"] = [{"seat": call[0], "bid": _bid(call[1:])} for call in found["bids"].split(",")]
    elif found["plays"]:
        told["plays"] += re.findall(_CARD, found["plays"])
    elif found["stock"] is not None:
        told["stock"] = _spaced(found["stock"])
    else:
        told |= {name: found[name] for name in ("dealer", "trump") if found[name]}


def _is_news(found: re.Match[str], told: Mapping[str, Any]) -> bool:
    known = {"party": told["scores"], "seat": told["hands"], "from": told["discards"]}
    twice = any(found[name] in those for name, those in known.items())
    return not twice and not any(found[name] is not None and name in told for name in _SINGLE)


def _spaced(cards: str) -> str:
    return write_cards(re.findall(_CARD, cards))


def _bid(text: str) -> Bid:
    if text == "-":
        return PASS
    return MOON if text == "m" else int(text)

"""The Smear deal file, `scwu-smear/1`: text to a record and back (formats/smear-file.md).

Only the shape is judged here: a variant that exists, as many seats as play it, a score for each party, cards that
exist, known keys. Whether the right cards were dealt, bid, put away and played is a question for ruling.py, which
answers with findings. A file with any fault is refused whole, Refused("bad_deal_file", faults=[Fault, …]); in a text
of cards the path counts the words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.rules.cards import write_cards
from games.rules.documents.cards import CardReader
from games.rules.documents.faults import Faults, list_at, number_at, object_at
from games.rules.documents.strict_json import decode
from games.rules.smear.cards import JOKERS, RANKS, SUITS, Hand, Suit
from games.rules.smear.record import DealRecord
from games.rules.smear.state import MOON, PASS, Bid, Call
from games.rules.smear.variants import VARIANTS, Variant, parties

FORMAT = "scwu-smear/1"
MOST_MIB = 1
LARGEST_SCORE = 9_999
MOST_BIDS = 64  # each seat has one; a list of thousands is no deal that somebody wrote down
LARGEST_BID = 99  # what is no bid of the variant is a finding; what is no bid anywhere is a fault


SEATS = "ABCDEFGH"
CARDS = frozenset((*(rank + suit for rank in RANKS for suit in SUITS), *JOKERS))
_READER = CardReader(CARDS, no_text="not_a_text_of_smear_cards", no_card="no_such_smear_card")


def parse(data: bytes | str) -> DealRecord:
    """The record in `data`; nothing of it if anything is wrong."""
    faults = Faults("bad_deal_file")
    record = read(decode(data, faults, most_mib=MOST_MIB), faults)
    faults.refuse_if_any()
    if record is None:
        raise AssertionError("A deal that could not be read without a fault to tell.")
    return record


def read(value: object, faults: Faults) -> DealRecord | None:
    """The record that a JSON value tells; None, or nothing to be used, if `faults` has any afterwards."""
    deal = object_at(
        value,
        "$",
        faults,
        required=("format", "variant", "target", "scores", "dealer", "hands", "stock", "bids", "plays"),
        optional=("trump", "discards"),
    )
    if "format" in deal and deal["format"] != FORMAT:
        faults.add("$.format", "not_a_smear_file")
    variant = _variant(deal, faults)
    seats = _seats(deal, variant, faults)
    record = DealRecord(
        variant=variant or VARIANTS["ten_point"],
        target=number_at(deal, "target", "$", faults, most=LARGEST_SCORE),
        scores=_scores(deal, variant, seats, faults),
        dealer=_seat(deal, "dealer", "$", seats, faults),
        hands=_hands(deal, "hands", seats, faults),
        stock=_READER.text_of_cards(deal.get("stock", ""), "$.stock", faults),
        calls=_calls(deal, seats, faults),
        trump=_trump(deal, variant, faults),
        discards=_hands(deal, "discards", seats, faults),
        plays=_READER.cards(list_at(deal, "plays", "$", faults), "$.plays", faults),
    )
    return record if variant and seats else None


def document(record: DealRecord) -> dict[str, object]:
    """The record as a JSON value; `read` of it gives the record again."""
    return {
        "format": FORMAT,
        "variant": record.variant.name,
        "target": record.target,
        "scores": dict(record.scores),
        "dealer": record.dealer,
        "hands": {seat: write_cards(record.hands[seat]) for seat in record.seats},
        "stock": write_cards(record.stock),
        "bids": [{"seat": call.seat, "bid": call.bid} for call in record.calls],
        **({"trump": record.trump} if record.trump is not None else {}),
        **({"discards": _texts(record.discards)} if record.discards else {}),
        "plays": list(record.plays),
    }


def _texts(hands: Mapping[str, Hand]) -> dict[str, str]:
    return {seat: write_cards(cards) for seat, cards in hands.items()}


def _variant(deal: Mapping[str, Any], faults: Faults) -> Variant | None:
    name = deal.get("variant")
    if isinstance(name, str) and name in VARIANTS:
        return VARIANTS[name]
    if "variant" in deal:
        faults.add("$.variant", "no_such_variant")
    return None


def _seats(deal: Mapping[str, Any], variant: Variant | None, faults: Faults) -> tuple[str, ...]:
    """The seats that have a hand; none if the variant cannot be played with them."""
    hands = deal.get("hands")
    if not isinstance(hands, dict):  # told where the hands are read
        return ()
    if not all(_is_seat(seat) for seat in hands) or (variant and len(hands) not in variant.players):
        faults.add("$.hands", "wrong_seats")
        return ()
    return tuple(sorted(hands))


def _is_seat(value: object) -> bool:
    return isinstance(value, str) and len(value) == 1 and value in SEATS


def _seat(holder: Mapping[str, Any], key: str, path: str, seats: Sequence[str], faults: Faults) -> str:
    """One of the seats; any letter if they are not known."""
    seat = holder.get(key)
    if isinstance(seat, str) and (seat in seats or (not seats and _is_seat(seat))):
        return seat
    if key in holder:
        faults.add(f"{path}.{key}", "not_a_seat_of_the_deal")
    return ""


def _scores(deal: Mapping[str, Any], variant: Variant | None, seats: Sequence[str], faults: Faults) -> dict[str, int]:
    """A score for each party. Without a variant or seats the parties are not known, and any names do."""
    if "scores" not in deal:
        return {}
    known = parties(variant, seats) if variant and seats else ()
    given = deal["scores"] if isinstance(deal["scores"], dict) else {}
    scores = object_at(deal["scores"], "$.scores", faults, required=known, optional=() if known else tuple(given))
    return {party: _score(scores[party], f"$.scores.{party}", faults) for party in sorted(scores) if party in known}


def _score(value: object, path: str, faults: Faults) -> int:
    return _number(value, path, faults, least=-LARGEST_SCORE, most=LARGEST_SCORE)


def _number(value: object, path: str, faults: Faults, *, least: int, most: int) -> int:
    """Read a whole number; neither `true` nor 1.0 counts as one."""
    if type(value) is not int:
        faults.add(path, "not_a_number")
    elif value < least:
        faults.add(path, "too_small")
    elif value > most:
        faults.add(path, "too_large")
    else:
        return value
    return 0


def _hands(deal: Mapping[str, Any], key: str, seats: Sequence[str], faults: Faults) -> dict[str, Hand]:
    if key not in deal:
        return {}
    known = tuple(seats) or tuple(SEATS)
    hands = object_at(deal[key], f"$.{key}", faults, required=(), optional=known)
    return {
        seat: _READER.text_of_cards(hands[seat], f"$.{key}.{seat}", faults) for seat in sorted(hands) if seat in known
    }


def _calls(deal: Mapping[str, Any], seats: Sequence[str], faults: Faults) -> tuple[Call, ...]:
    calls: list[Call] = []
    bids = list_at(deal, "bids", "$", faults)
    if len(bids) > MOST_BIDS:
        faults.add("$.bids", "too_many_bids")
        return ()
    for place, value in enumerate(bids):
        path = f"$.bids[{place}]"
        call = object_at(value, path, faults, required=("seat", "bid"))
        bid = _bid(call["bid"], f"{path}.bid", faults) if "bid" in call else PASS
        calls.append(Call(_seat(call, "seat", path, seats, faults), bid))
    return tuple(calls)


def _bid(value: object, path: str, faults: Faults) -> Bid:
    if value is PASS or value == MOON:
        return PASS if value is PASS else MOON
    if type(value) is not int:
        faults.add(path, "not_a_call")
        return PASS
    return _number(value, path, faults, least=-LARGEST_BID, most=LARGEST_BID)


def _trump(deal: Mapping[str, Any], variant: Variant | None, faults: Faults) -> Suit | None:
    """Absent before it is named, and where the lead names it."""
    trump = deal.get("trump")
    names_by_lead = variant is not None and variant.first_lead == "names_trump"
    if "trump" not in deal:
        if variant and not names_by_lead and (deal.get("plays") or deal.get("discards")):
            faults.add("$.trump", "missing")
        return None
    if names_by_lead:
        faults.add("$.trump", "lead_names_trump")
    elif not isinstance(trump, str) or len(trump) != 1 or trump not in SUITS:
        faults.add("$.trump", "not_a_suit")
    else:
        return trump
    return None

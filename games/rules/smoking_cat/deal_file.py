"""The deal file, `scwu-deal/1`: text to a record and back (formats/deal-file.md).

Only the shape is judged here: four seats, cards that exist, known keys. Whether eight cards were dealt to each, three
passed, a suit followed, is a question for ruling.py, which answers with findings. A file with any fault is refused
whole, Refused("bad_deal_file", faults=[Fault, …]); in a text of cards the path counts the words.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.rules.cards import PACK, write_cards
from games.rules.documents.cards import CardReader
from games.rules.documents.faults import Faults, list_at, object_at
from games.rules.documents.strict_json import decode
from games.rules.smoking_cat.play import PLAYERS, Hand
from games.rules.smoking_cat.record import DealRecord

FORMAT = "scwu-deal/1"
MOST_MIB = 1


SEATS = "ABCDEFGH"
_READER = CardReader(frozenset(PACK), no_text="not_a_text_of_cards", no_card="no_such_card")


def parse(data: bytes | str) -> DealRecord:
    """The record in `data`; nothing of it if anything is wrong."""
    faults = Faults("bad_deal_file")
    record = read(decode(data, faults, most_mib=MOST_MIB), faults)
    faults.refuse_if_any()
    return record


def read(value: object, faults: Faults) -> DealRecord:
    """The record that a JSON value tells; of use only if `faults` stays empty."""
    deal = object_at(
        value,
        "$",
        faults,
        required=("format", "dealer", "hands", "passes", "plays"),
        optional=("packed", "ended"),
    )
    if "format" in deal and deal["format"] != FORMAT:
        faults.add("$.format", "not_a_deal_file")
    seats = _seats(deal, faults)
    packed_by = None
    if "packed" in deal:
        packed = object_at(deal["packed"], "$.packed", faults, required=("by",))
        packed_by = _seat(packed, "by", "$.packed", seats, faults)
    return DealRecord(
        dealer=_seat(deal, "dealer", "$", seats, faults),
        hands=_hands(deal, "hands", seats, faults),
        passes=_hands(deal, "passes", seats, faults),
        plays=_READER.cards(list_at(deal, "plays", "$", faults), "$.plays", faults),
        packed_by=packed_by,
        ended_early=_ended_early(deal, faults),
    )


def document(record: DealRecord) -> dict[str, object]:
    """The record as a JSON value; `read` of it gives the record again."""
    return {
        "format": FORMAT,
        "dealer": record.dealer,
        "hands": {seat: write_cards(record.hands[seat]) for seat in record.seats},
        "passes": {seat: write_cards(record.passes.get(seat, ())) for seat in record.seats},
        "plays": list(record.plays),
        **({"packed": {"by": record.packed_by}} if record.packed_by is not None else {}),
        **({"ended": "early"} if record.ended_early else {}),
    }


def _seats(deal: Mapping[str, Any], faults: Faults) -> tuple[str, ...]:
    hands = deal.get("hands")
    if not isinstance(hands, dict):  # told where the hands are read
        return ()
    if len(hands) != PLAYERS or not all(len(seat) == 1 and seat in SEATS for seat in hands):
        faults.add("$.hands", "not_four_seats")
        return ()
    return tuple(sorted(hands))


def _seat(holder: Mapping[str, Any], key: str, path: str, seats: tuple[str, ...], faults: Faults) -> str:
    seat = holder.get(key)
    if isinstance(seat, str) and seat in seats:
        return seat
    if key in holder and seats:
        faults.add(f"{path}.{key}", "not_one_of_the_four")
    return ""


def _hands(deal: Mapping[str, Any], key: str, seats: tuple[str, ...], faults: Faults) -> dict[str, Hand]:
    if key not in deal:
        return {}
    hands = object_at(deal[key], f"$.{key}", faults, required=seats, optional=() if seats else tuple(SEATS))
    return {
        seat: _READER.text_of_cards(hands[seat], f"$.{key}.{seat}", faults)
        for seat in sorted(hands)
        if len(seat) == 1 and seat in SEATS
    }


def _ended_early(deal: Mapping[str, Any], faults: Faults) -> bool:
    if "ended" not in deal:
        return False
    if deal["ended"] != "early":
        faults.add("$.ended", "not_early")
    elif "packed" in deal:
        faults.add("$.ended", "packed_and_early")
    return True

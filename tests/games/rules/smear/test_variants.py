"""Five variants as values: their packs, their parties, their points (RULES S1, S2, S3, S4, S5, S6, S7, S25, S50)."""

import pytest

from games.rules.smear.cards import pack
from games.rules.smear.variants import VARIANTS, parties, party_of


def test_parties_are_named_by_their_seats():
    assert parties(VARIANTS["ten_point"], "DCBA") == ("AC", "BD")
    assert parties(VARIANTS["ten_point"], "ABCDEF") == ("AD", "BE", "CF")
    assert parties(VARIANTS["five_point"], "ABCDEF") == ("ACE", "BDF")
    assert parties(VARIANTS["five_point"], "ABCDEFGH") == ("ACEG", "BDFH")
    assert parties(VARIANTS["cutthroat"], "BDE") == ("B", "D", "E")
    assert party_of(("AD", "BE", "CF"), "E") == "BE"


@pytest.mark.parametrize(
    ("name", "players", "size", "undealt"),
    [
        ("ten_point", 4, 54, 14),
        ("ten_point", 6, 54, 6),
        ("nine_cards", 4, 54, 18),
        ("widow", 4, 54, 18),
        ("cutthroat", 3, 54, 27),
        ("five_point", 4, 29, 5),
        ("five_point", 6, 41, 5),
        ("five_point", 8, 53, 5),
    ],
)
def test_a_pack_is_dealt_and_leaves_its_stock(name, players, size, undealt):
    variant = VARIANTS[name]
    cards = pack(variant, players)
    assert len(set(cards)) == len(cards) == size
    assert size - players * variant.table(players).cards == undealt


def test_a_deal_has_ten_points_or_five():
    assert {name: variant.highest_bid for name, variant in VARIANTS.items()} == {
        "ten_point": 10,
        "nine_cards": 10,
        "widow": 10,
        "cutthroat": 10,
        "five_point": 5,
    }

"""Ten cards or ten dice, typed by tired people."""

import pytest

from games.rules.cards import PACK
from games.rules.smear.cards import pack
from games.rules.smear.variants import VARIANTS
from tests.refusals import refused_code
from tournaments.ceremony.room import cards_of_room, dice_of_room

TEN = "Ol 7h 8h Kb Ab 9l Ta Uh Ka 7b"


@pytest.mark.parametrize(
    "typed", [TEN, TEN.lower(), TEN.upper(), f"  {TEN} ", TEN.replace(" ", ", "), TEN.replace("Ta", "10a")]
)
def test_cards_are_read_however_they_are_typed(typed):
    assert cards_of_room(typed, PACK) == f"cards {TEN}"


def test_the_order_of_the_cards_counts():
    turned = " ".join(reversed(TEN.split()))
    assert cards_of_room(turned, PACK) == f"cards {turned}"


def test_smear_has_a_pack_of_its_own():
    ten = "X1 2h 3h 4h 5h 6h 7h 8h 9h Qd"
    assert cards_of_room(ten, pack(VARIANTS["ten_point"], 4)) == f"cards {ten}"
    assert refused_code(cards_of_room, ten, PACK) == "room_no_card"


@pytest.mark.parametrize("typed", ["1 2 3 4 5 6 1 2 3 4", "1234561234", "1,2,3,4,5,6,1,2,3,4"])
def test_dice_are_read_however_they_are_typed(typed):
    assert dice_of_room(typed) == "dice 1 2 3 4 5 6 1 2 3 4"


@pytest.mark.parametrize(
    ("read", "typed", "code"),
    [
        (lambda typed: cards_of_room(typed, PACK), TEN.replace("Ol", "Oh Oh"), "room_card_twice"),
        (lambda typed: cards_of_room(typed, PACK), TEN.replace("Ol", "Zl"), "room_no_card"),
        (lambda typed: cards_of_room(typed, PACK), TEN[3:], "room_needs_ten"),
        (lambda typed: cards_of_room(typed, PACK), TEN + " 8b", "room_needs_ten"),
        (lambda typed: cards_of_room(typed, PACK), "", "room_needs_ten"),
        (dice_of_room, "1 2 3 4 5 6 7 1 2 3", "room_no_die"),
        (dice_of_room, "", "room_needs_ten"),
        (dice_of_room, "²" * 10, "room_no_die"),
        (dice_of_room, "12345", "room_needs_ten"),
    ],
)
def test_a_mistake_is_said_plainly(read, typed, code):
    assert refused_code(read, typed) == code

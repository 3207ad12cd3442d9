"""The rules of thumb of a careful player, over hands as numbers: what he passes, leads, follows with and throws away.

He looks at his own hand and at the open side of the table only. `cautious` plays by them, and `sharp` imagines the
others to. Their numbers were weighed in matches of one against three; which of two nearly equal ones stands here
matters little.

- Pass high cards, rather from short suits than from long ones, and rather Hejma and the two leaves above her.
- Lead low, where few cards are lower and many higher; hurry with short suits, and with leaves while somebody else holds
  Hejma. As long as a suit without points has hardly been touched, get rid of its highest card instead.
- Follow with the highest card that does not take; if that can be Hejma, with her.
- Who has to take takes with his highest if he is the last to play, with his lowest if others may still take it over;
  in the first half of a deal the last to play takes an empty trick of his own will.
- Who cannot follow throws away what is dearest: Hejma, high hearts, high leaves while she is about, other high cards.
"""

from __future__ import annotations

from games.players.smoking_cat.bits import HEJMA_BIT, SUIT_OF_BIT, each, highest, lowest
from games.players.smoking_cat.table import Table
from games.rules.cards import STRENGTH, read_cards
from games.rules.smoking_cat.hands import ACORNS, BELLS, BIT, HEARTS, LEAVES, WHOLE_PACK, Bits
from games.rules.smoking_cat.play import CARDS_PASSED, PLAYERS

_SUITS = (HEARTS, LEAVES, ACORNS, BELLS)
_ABOVE_HEJMA = BIT["Kl"] | BIT["Al"]
_HEIGHT = {bit: STRENGTH[card] for card, bit in BIT.items()}

_FIRST_HALF = 4  # tricks
_UNTOUCHED = 6  # of the eight cards of a suit, with the others
_GLADLY = -20  # below every other price of a lead
_THROWN_FIRST = tuple(
    BIT[card]
    for card in read_cards(
        "Ol Ah Al Kl Kh Oh Uh Aa Ab Th Ka Kb 9h Oa Ob Ua Ub 8h Tl Ul 9l Ta Tb 8l 9a 9b 7l 7h 8a 8b 7a 7b"
    )
)
_THROWN_FIRST_WITHOUT_HEJMA = tuple(
    BIT[card]
    for card in read_cards(
        "Ah Kh Oh Uh Aa Ab Al Th Ka Kb Kl 9h Oa Ob Ua Ub Ul Ta Tb Tl 8h 9a 9b 9l 7h 8a 8b 8l 7a 7b 7l Ol"
    )
)


def three_to_pass(hand: Bits) -> Bits:
    """The three most dangerous cards of a hand; of equally dangerous ones those later in the pack."""
    ranked = sorted(each(hand), key=lambda card: (_danger(card, hand), card))
    return sum(ranked[-CARDS_PASSED:])


def _danger(card: Bits, hand: Bits) -> int:
    length = (hand & SUIT_OF_BIT[card]).bit_count()
    return 2 * (_HEIGHT[card] - length) + (4 if card & (HEJMA_BIT | _ABOVE_HEJMA) else 0)


def card_to_play(hand: Bits, table: Table) -> Bits:
    if not table.led:
        return _lead(hand, table.fallen)
    following = hand & table.led
    return _follow(following, table) if following else _throw_away(hand, table.fallen)


def _lead(hand: Bits, fallen: Bits) -> Bits:
    others = WHOLE_PACK & ~hand & ~fallen
    hunting = not (hand | fallen) & HEJMA_BIT
    best, best_price = 0, 0
    for suit in _SUITS:
        mine = hand & suit
        if not mine:
            continue
        out = others & suit
        if suit != HEARTS and out.bit_count() >= _UNTOUCHED and not (suit == LEAVES and _is_risky(mine, hunting)):
            card = highest(mine)
            price = _GLADLY - _HEIGHT[card]
        else:
            card = lowest(mine)
            price = _price_of_leading(card, out) + 2 * mine.bit_count() - (6 if hunting and suit == LEAVES else 0)
        if not best or price < best_price:
            best, best_price = card, price
    return best


def _is_risky(leaves: Bits, hunting: bool) -> bool:  # noqa: FBT001
    card = highest(leaves)
    return bool(card & HEJMA_BIT) or (hunting and bool(card & _ABOVE_HEJMA))


def _price_of_leading(card: Bits, out: Bits) -> int:
    """The lower cards of the suit that others hold can stay below; where they hold no higher one they will."""
    lower = (out & card - 1).bit_count()
    higher = out.bit_count() - lower
    return 3 * lower - higher if higher else 20


def _follow(following: Bits, table: Table) -> Bits:
    is_last = table.lying == PLAYERS - 1
    taking = following & ~HEJMA_BIT or following
    if is_last and not table.at_stake and table.tricks < _FIRST_HALF and highest(taking) > table.best:
        return highest(taking)
    below = following & table.best - 1
    if below:
        return below & HEJMA_BIT or highest(below)
    return highest(taking) if is_last else lowest(taking)


def _throw_away(hand: Bits, fallen: Bits) -> Bits:
    for card in _THROWN_FIRST_WITHOUT_HEJMA if fallen & HEJMA_BIT else _THROWN_FIRST:
        if hand & card:
            return card
    raise ValueError("nobody plays from an empty hand")

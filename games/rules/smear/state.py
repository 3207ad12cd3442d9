"""A deal of Smear as a value: bidding, naming trumps, discarding, playing (rules in RULES.md).

Nothing here changes: every act returns the state after it, or raises Refused with the rule that forbids it. The acts
stand in modules of their own, in the order in which a deal comes to them: auction.py, exchange.py, play.py; moves.py
offers them all in one shape. A seat is a letter, the seats sit clockwise in the order of the alphabet, and whatever
belongs to a seat stands at its place in a tuple.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from games.rules.cards import Card
from games.rules.chance import Chance
from games.rules.refusals import Refused
from games.rules.smear.cards import Hand, Suit, pack
from games.rules.smear.variants import Variant, parties
from games.rules.tricks import Trick, from_seat, next_seat

Phase = Literal["bidding", "naming", "discarding", "playing", "over"]
Bid = int | Literal["moon"] | None
MOON: Literal["moon"] = "moon"
PASS = None


class Call(NamedTuple):
    """What a seat said in the bidding: a number of points, the moon, or None for a pass."""

    seat: str
    bid: Bid


class Fallen(NamedTuple):
    """A card on the table."""

    seat: str
    card: Card


class State(NamedTuple):
    """A deal at one moment. `turn`: the place that acts next; after the deal it means nothing.

    `dealt`: the hands as dealt; `hands`: what each holds now; `stock`: the cards not dealt, the widow first; `left`:
    those of them that nobody has taken up yet; `discards`: what each has put away, None before.
    """

    variant: Variant
    seats: tuple[str, ...]
    dealer: str
    dealt: tuple[Hand, ...]
    stock: Hand
    hands: tuple[Hand, ...]
    left: Hand
    turn: int
    discards: tuple[Hand | None, ...]
    phase: Phase = "bidding"
    calls: tuple[Call, ...] = ()
    trump: Suit | None = None
    table: tuple[Fallen, ...] = ()
    tricks: tuple[Trick, ...] = ()

    @property
    def is_over(self) -> bool:
        return self.phase == "over"

    @property
    def to_act(self) -> str | None:
        """The seat whose turn it is to bid, to name trumps, to discard or to play."""
        return None if self.is_over else self.seats[self.turn]

    @property
    def parties(self) -> tuple[str, ...]:
        return parties(self.variant, self.seats)

    @property
    def contract(self) -> Call | None:
        """Who pitches and for how much: the highest call, of equal ones the first (RULES S26).

        A bid of no points is a pass (RULES S72).
        """
        bids = [call for call in self.calls if height_of(self.variant, call.bid) > 0]
        return max(bids, key=lambda call: height_of(self.variant, call.bid)) if bids else None

    @property
    def pitcher(self) -> str:
        """The seat that pitches. Must not be called before the bidding is over, nor for a deal that was thrown in."""
        if self.contract is None:
            raise ValueError("nobody has bid")
        return self.contract.seat


def height_of(variant: Variant, bid: Bid) -> int:
    """Where a call stands in the bidding; the moon is above all numbers (RULES S27)."""
    if bid == MOON:
        return variant.highest_bid + 1
    return bid or 0


def deal_cards(variant: Variant, seats: Sequence[str], dealer: str, chance: Chance) -> State:
    """Shuffle and deal."""
    cards = list(pack(variant, len(seats)))
    chance.shuffle(cards)
    return deal_pack(variant, seats, dealer, cards)


def deal_pack(variant: Variant, seats: Sequence[str], dealer: str, cards: Sequence[Card]) -> State:
    """Deal a pack in the order in which it lies: clockwise from the dealer's left, `variant.batch` at a time, the widow
    after the first time round (RULES S17, S18, S19, S20).
    """
    order = after_dealer(seats, dealer)
    lying, batch = iter(cards), variant.batch
    hands: dict[str, Hand] = dict.fromkeys(order, ())
    widow: Hand = ()
    for dealt in range(0, variant.table(len(seats)).cards, batch):
        for seat in order:
            hands[seat] += _take(lying, min(batch, variant.table(len(seats)).cards - dealt))
        if not dealt:
            widow = _take(lying, variant.widow)
    return start(variant, hands, dealer=dealer, stock=(*widow, *lying))


def _take(lying: Iterator[Card], number: int) -> Hand:
    return tuple(next(lying) for _ in range(number))


def start(variant: Variant, hands: Mapping[str, Sequence[Card]], *, dealer: str, stock: Iterable[Card]) -> State:
    """The state after dealing. `hands`: seat → cards; `stock`: the rest of the pack. A misdeal raises Refused."""
    seats = tuple(sorted(hands))
    if len(seats) not in variant.players or dealer not in seats:
        raise ValueError("so many seats do not play this variant, or the dealer is none of them")
    dealt, undealt = tuple(tuple(hands[seat]) for seat in seats), tuple(stock)
    cards = sorted((*(card for hand in dealt for card in hand), *undealt))
    if not variant.table(len(seats)).allows(dealt) or cards != sorted(pack(variant, len(seats))):
        raise Refused("smear_misdeal", dealer=dealer)
    return State(
        variant=variant,
        seats=seats,
        dealer=dealer,
        dealt=dealt,
        stock=undealt,
        hands=dealt,
        left=undealt,
        turn=seats.index(next_seat(seats, dealer)),
        discards=(None,) * len(seats),
    )


def after_dealer(seats: Sequence[str], dealer: str) -> tuple[str, ...]:
    """The seats clockwise from the dealer's left, the dealer last."""
    ordered = tuple(sorted(seats))
    return from_seat(ordered, next_seat(ordered, dealer))


def with_hand(hands: tuple[Hand, ...], place: int, hand: Hand) -> tuple[Hand, ...]:
    return (*hands[:place], hand, *hands[place + 1 :])


def without(hand: Hand, cards: Iterable[Card]) -> Hand:
    """What is left of a hand; a card that is not in it is a mistake of the caller."""
    kept = list(hand)
    for card in cards:
        kept.remove(card)
    return tuple(kept)

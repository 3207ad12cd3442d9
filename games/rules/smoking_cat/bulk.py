"""Random deals by the thousand: the twin of play.py that plays a whole block of deals at once, in planes (planes.py).

All four play as the player `random` does (games/players): eight cards each off a shuffled pack, three of them chosen
for the pass, then any legal card, all alike. The words of chance are used in the order in which dealing, passing and
playing with the step engine would use them: 32 to shuffle, one for each pass, one for each card. So the two engines
agree card by card, and any single deal of a block can be told as a record and played again (`record_of`, `chance_of`).

Places stand for seats: place 0 is seat A, who leads the first trick, place 3 is D, who dealt. `Cards` are 32 planes,
for each card of the pack the deals in which something is true of it. Nobody packs and no deal is cut short; the points
after every trick say when a loser was certain.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import combinations
from operator import or_
from typing import NamedTuple

from games.rules.cards import HEJMA, PACK, RANKS, Card
from games.rules.chance import Chance
from games.rules.smoking_cat.planes import (
    Number,
    Plane,
    add,
    below,
    below_each,
    constant,
    count,
    each_value,
    is_more,
    nth,
    value_of,
    words,
)
from games.rules.smoking_cat.play import CARDS_EACH, CARDS_PASSED, PLAYERS
from games.rules.smoking_cat.points import LAST_TRICK, POINTS
from games.rules.smoking_cat.record import DealRecord

Cards = list[Plane]

SEATS = "ABCD"
DEALER = SEATS[-1]
BLOCK = 8192
"""So many deals share a stream of chance."""

AT_ONCE = 4 * BLOCK
"""So many deals are best played together: longer planes are worked through faster, until they leave the cache."""

WORDS_OF_A_DEAL = len(PACK) + PLAYERS + len(PACK)
TRIPLES = tuple(combinations(range(CARDS_EACH), CARDS_PASSED))
DIGITS = 6  # enough for 33 points


class Trick(NamedTuple):
    """A trick of all deals. `led`, `taken`: for each place the deals in which it did; `cards` as they fell.

    `points`: those of each place so far.
    """

    led: list[Plane]
    cards: list[Cards]
    taken: list[Plane]
    points: list[Number]


class Block(NamedTuple):
    """`pack`: the shuffled pack, the first card dealt to place 0; `given`: what each place passed on."""

    deals: int
    pack: list[Cards]
    given: list[Cards]
    tricks: list[Trick]

    @property
    def everyone(self) -> Plane:
        return _everyone(self.deals)


class Losers(NamedTuple):
    """`lost`: for each place the deals that it lost; `by_hejma`: those with a tie that Hejma decided (RULES C50)."""

    lost: list[Plane]
    by_hejma: Plane
    undecided: Plane


def play_block(seed: str, number: int = 0, deals: int = BLOCK) -> Block:
    """The first `deals` of one block of a seed's deals; more than a block holds go on in the blocks after it."""
    everyone = _everyone(deals)
    chance = words(seed, number, WORDS_OF_A_DEAL, deals, width=BLOCK)
    pack = _shuffled(chance, everyone)
    given = [_pass(next(chance), pack[place::PLAYERS], everyone) for place in range(PLAYERS)]
    table = _Table(pack, given, everyone)
    return Block(deals, pack, given, [table.play_trick(chance) for _ in range(CARDS_EACH)])


def losers(block: Block) -> Losers:
    """Most points lose; of those tied the taker of Hejma; else it is undecided (RULES C49, C50, C51)."""
    points = block.tricks[-1].points
    top = [block.everyone ^ _any(is_more(other, own) for other in points) for own in points]
    tied = _any(one & other for one, other in combinations(top, 2))
    by_hejma = [most & tied & took for most, took in zip(top, _took(block, HEJMA), strict=True)]
    lost = [most ^ most & tied | hejma for most, hejma in zip(top, by_hejma, strict=True)]
    return Losers(lost, _any(by_hejma), tied ^ _any(by_hejma))


def record_of(block: Block, deal: int) -> DealRecord:
    """One deal of a block, as it would be written down."""
    pack = [_the_card(cards, deal) for cards in block.pack]
    hands = [tuple(pack[place::PLAYERS]) for place in range(PLAYERS)]
    passes = [
        tuple(card for card in hand if given[PACK.index(card)] >> deal & 1)
        for hand, given in zip(hands, block.given, strict=True)
    ]
    return DealRecord(
        dealer=DEALER,
        hands=dict(zip(SEATS, hands, strict=True)),
        passes=dict(zip(SEATS, passes, strict=True)),
        plays=tuple(_the_card(cards, deal) for trick in block.tricks for cards in trick.cards),
    )


def chance_of(seed: str, number: int, deal: int) -> Chance:
    """The chance with which the step engine plays the same deal."""
    planes = words(seed, number, WORDS_OF_A_DEAL, deal + 1, width=BLOCK)
    return Chance(f"{seed}|block {number}|{deal}", [value_of(word, deal) for word in planes])


def _everyone(deals: int) -> Plane:
    return (1 << deals) - 1


def _any(planes: Iterable[Plane]) -> Plane:
    return reduce(or_, planes, 0)


def _union(several: Iterable[Cards]) -> Cards:
    return [_any(planes) for planes in zip(*several, strict=True)]


def _shuffled(chance: Iterator[Number], everyone: Plane) -> list[Cards]:
    """One card after the other, drawn from those that are left (`Chance.shuffled`)."""
    left, pack = [everyone] * len(PACK), []
    for number in range(len(PACK), 0, -1):
        drawn = nth(left, below(next(chance), number))
        left = [card ^ gone for card, gone in zip(left, drawn, strict=True)]
        pack.append(drawn)
    return pack


def _pass(word: Number, hand: Sequence[Cards], everyone: Plane) -> Cards:
    """Three cards of a hand as dealt, all choices alike (`Chance.some_of`; RULES C27)."""
    chosen = [0] * CARDS_EACH
    for plane, places in zip(each_value(below(word, len(TRIPLES)), everyone), TRIPLES, strict=False):
        for place in places:
            chosen[place] |= plane
    return _union([plane & choice for plane in cards] for cards, choice in zip(hand, chosen, strict=True))


class _Table:
    """The hands while they are played. Who holds a card is counted clockwise from the leader, in two digits."""

    def __init__(self, pack: Sequence[Cards], given: Sequence[Cards], everyone: Plane) -> None:
        self.everyone = everyone
        self.unplayed = [everyone] * len(PACK)
        low, high = _union(pack[1::2]), _union([*pack[2::4], *pack[3::4]])
        passed = _union(given)  # one place further clockwise (RULES C27)
        self.low = [a ^ gone for a, gone in zip(low, passed, strict=True)]
        self.high = [b ^ a & gone for a, b, gone in zip(low, high, passed, strict=True)]
        self.leader = constant(1, everyone, PLAYERS)  # RULES C32
        self.points: list[Number] = [[0] * DIGITS] * PLAYERS
        self.cards_each = CARDS_EACH

    def play_trick(self, chance: Iterator[Number]) -> Trick:
        first, *others = self._hands()
        cards = [nth(first, below(next(chance), self.cards_each))]  # RULES C33
        suits = [_any(suit) for suit in _suits(cards[0])]
        cards += [self._follow(hand, suits, next(chance)) for hand in others]
        takes = self._takes([_of_suit_led(card, suits) for card in cards])
        fallen = _union(cards)
        led, taken = self.leader, self._by_place(takes)
        self._count(fallen, taken)
        self._go_on(fallen, takes, taken)
        return Trick(led, cards, taken, self.points)

    def _hands(self) -> list[Cards]:
        """What each holds, the leader first."""
        hands: list[Cards] = [[], [], [], []]
        for low, high, unplayed in zip(self.low, self.high, self.unplayed, strict=True):
            upper = unplayed & high
            lower = unplayed ^ upper
            hands[3].append(last := upper & low)
            hands[2].append(upper ^ last)
            hands[1].append(second := lower & low)
            hands[0].append(lower ^ second)
        return hands

    def _follow(self, hand: Cards, suits: Sequence[Plane], word: Number) -> Cards:
        """A card of the suit led where there is one, else any (RULES C36, C37)."""
        following = _of_suit_led(hand, suits)
        void = self.everyone ^ _any(following)
        choice = [
            own | all_ & void
            for own, all_ in zip(count(following), constant(self.cards_each, self.everyone, 4), strict=True)
        ]
        legal = [card & (led | void) for suit, led in zip(_suits(hand), suits, strict=True) for card in suit]
        return nth(legal, below_each(word, choice, (self.cards_each - 1).bit_length()))

    def _takes(self, ranks: Sequence[Sequence[Plane]]) -> list[Plane]:
        """Who played the highest card of the suit led, counted from the leader (RULES C39)."""
        takes, open_ = [0] * PLAYERS, self.everyone
        for cards in zip(*map(reversed, ranks), strict=True):
            for player, card in enumerate(cards):
                takes[player] |= card & open_
            open_ ^= open_ & _any(cards)
        return takes

    def _by_place(self, takes: Sequence[Plane]) -> list[Plane]:
        return [
            _any(takes[player] & self.leader[place - player] for player in range(PLAYERS)) for place in range(PLAYERS)
        ]

    def _count(self, fallen: Cards, taken: Sequence[Plane]) -> None:
        """The points of the trick go to its taker (RULES C6, C7, C9)."""
        worth = constant(LAST_TRICK if self.cards_each == 1 else 0, self.everyone, DIGITS)
        for plane, points in zip(fallen, POINTS.values(), strict=True):
            if points:
                worth = add(worth, constant(points, plane, DIGITS))[:DIGITS]
        self.points = [
            add(own, [digit & took for digit in worth])[:DIGITS] for own, took in zip(self.points, taken, strict=True)
        ]

    def _go_on(self, fallen: Cards, takes: Sequence[Plane], taken: list[Plane]) -> None:
        """The taker leads: everybody is counted from him now (RULES C40)."""
        self.unplayed = [card ^ gone for card, gone in zip(self.unplayed, fallen, strict=True)]
        odd, upper = takes[1] | takes[3], takes[2] | takes[3]
        low = [a ^ odd for a in self.low]
        self.high = [b ^ upper ^ (odd & a) for a, b in zip(low, self.high, strict=True)]
        self.low, self.leader = low, taken
        self.cards_each -= 1


def _suits(cards: Cards) -> list[Cards]:
    return [cards[first : first + len(RANKS)] for first in range(0, len(PACK), len(RANKS))]


def _of_suit_led(cards: Cards, suits: Sequence[Plane]) -> list[Plane]:
    """For each rank, the deals in which its card of the suit led is among the cards."""
    hearts, leaves, acorns, bells = suits
    return [
        heart & hearts | leaf & leaves | acorn & acorns | bell & bells
        for heart, leaf, acorn, bell in zip(*_suits(cards), strict=True)
    ]


def _took(block: Block, card: Card) -> list[Plane]:
    """For each place, the deals in which it took the card."""
    place = PACK.index(card)
    return [
        _any(trick.taken[seat] & _any(cards[place] for cards in trick.cards) for trick in block.tricks)
        for seat in range(PLAYERS)
    ]


def _the_card(cards: Cards, deal: int) -> Card:
    return next(card for card, plane in zip(PACK, cards, strict=True) if plane >> deal & 1)

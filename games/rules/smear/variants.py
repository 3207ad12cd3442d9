"""The five variants of Smear as values of one small type (formats/smear-file.md; sentences S1 to S78 of RULES.md).

A variant says what differs: pack and hands, what the bidding allows, how hands get to six cards, what may be led and
played, which points there are and to whom they go, who may win. Everything else is the same for all and stands in the
modules beside this one. Where the article leaves something open, the choice made is the value of a field here, so
`dataclasses.replace(VARIANTS["widow"], dealer_must_bid=True)` is another house's game.

Seats are letters, clockwise in the order of the alphabet; partners sit as far from each other as they can, so a party
is every second (third, …) seat and is named by its seats: "AC", "BDF", "C" (RULES S5).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

# What happens between the bidding and the first lead, to get every hand to six cards.
Exchange = Literal[
    "pitcher_takes_stock",  # the pitcher takes all of it, then everybody discards
    "all_replace",  # everybody discards what is no trump and is served from the stock
    "widow_and_replace",  # the pitcher takes the widow before naming trumps; the others as above; he takes the rest
    "none",  # hands are dealt with six
]
Lead = Literal["trump", "any", "names_trump"]
Receiver = Literal["owner", "taker", "most"]


class Point(NamedTuple):
    """Something to be won in a deal. `to`: who played the card, who took its trick, who has most card points."""

    name: str
    to: Receiver
    worth: int = 1


class Table(NamedTuple):
    """How the game is set up for a number of players. `cards`: dealt to each; `left_out`: ranks not in the pack.

    `or_cards`: what else may have been dealt to each where the article leaves it open (RULES S17).
    """

    players: int
    parties: int
    cards: int
    left_out: str = ""
    or_cards: tuple[int, ...] = ()

    def allows(self, hands: Iterable[Sequence[str]]) -> bool:
        """Whether so many cards may have been dealt, the same number to each."""
        sizes = {len(hand) for hand in hands}
        return len(sizes) == 1 and sizes <= {self.cards, *self.or_cards}


@dataclass(frozen=True, slots=True)
class Variant:
    """One way to play Smear."""

    name: str
    tables: tuple[Table, ...]
    points: tuple[Point, ...]
    exchange: Exchange
    first_lead: Lead
    jokers: int = 2
    joker_is_lowest: bool = False  # else they stand between the Jick and the ten
    jokers_by_order: bool = True  # the one played second is the higher; else X2 always is
    low_may_be_joker: bool = True
    jick: bool = True
    batch: int = 1  # cards dealt at a time
    widow: int = 0  # cards
    hand: int = 6  # cards in play, after the exchange
    scoring_trumps_stay: bool = False  # a hand of too many trumps may not discard one that scores
    every_trump_stays: bool = False  # a hand of too many trumps keeps them; the extra ones go to the first trick
    only_trumps: bool = False
    lowest_bid: int = 1
    dealer_must_bid: bool = False  # when all others have passed; else the deal is thrown in
    moon: bool = False
    only_pitchers_win: bool = False
    target: int = 21  # what a game is played for, unless another number is agreed (RULES S65)

    @property
    def players(self) -> tuple[int, ...]:
        return tuple(table.players for table in self.tables)

    @property
    def highest_bid(self) -> int:
        """All the points that there are (RULES S25, S50)."""
        return sum(point.worth for point in self.points)

    def table(self, players: int) -> Table:
        [found] = [table for table in self.tables if table.players == players]
        return found


_TRUMP_HONOURS = (
    Point("jack", "taker"),  # RULES S53
    Point("jick", "taker"),  # RULES S54
    Point("joker_1", "taker"),  # RULES S55
    Point("joker_2", "taker"),
)
_TREY = Point("trey", "taker", worth=3)  # RULES S58

TEN_POINT = Variant(
    name="ten_point",
    tables=(Table(4, parties=2, cards=10), Table(6, parties=3, cards=8, or_cards=(6, 7, 9))),  # RULES S1, S2, S17
    points=(Point("high", "owner"), Point("low", "owner"), *_TRUMP_HONOURS, Point("game", "most"), _TREY),
    exchange="pitcher_takes_stock",
    first_lead="trump",
)
NINE_CARDS = Variant(
    name="nine_cards",
    tables=(Table(4, parties=2, cards=9),),  # RULES S18
    points=(
        Point("high", "owner"),
        Point("low", "owner"),
        Point("jack", "taker"),
        Point("jick", "taker"),
        Point("joker_1", "owner"),  # RULES S56
        Point("joker_2", "owner"),
        Point("game", "most"),
        _TREY,
    ),
    exchange="all_replace",
    first_lead="trump",
    every_trump_stays=True,  # RULES S35, S49
    only_trumps=True,  # RULES S48
    only_pitchers_win=True,  # RULES S67
)
WIDOW = Variant(
    name="widow",
    tables=(Table(4, parties=2, cards=9),),  # RULES S19
    points=(
        Point("high", "owner"),
        Point("deuce", "owner"),  # RULES S59
        *_TRUMP_HONOURS,
        Point("ten", "taker"),  # RULES S60
        _TREY,
    ),
    exchange="widow_and_replace",
    first_lead="any",
    batch=3,
    widow=4,
    scoring_trumps_stay=True,
    lowest_bid=4,
    moon=True,
)
CUTTHROAT = Variant(
    name="cutthroat",
    tables=(Table(3, parties=3, cards=9),),  # RULES S4
    points=WIDOW.points,
    exchange="widow_and_replace",
    first_lead="any",
    batch=3,
    widow=4,
    scoring_trumps_stay=True,
    lowest_bid=3,
    moon=True,
)
FIVE_POINT = Variant(
    name="five_point",
    tables=(  # RULES S3, S7
        Table(4, parties=2, cards=6, left_out="345678"),
        Table(6, parties=2, cards=6, left_out="345"),
        Table(8, parties=2, cards=6),
    ),
    points=(
        Point("high", "owner"),
        Point("low", "owner"),
        Point("jack", "taker"),
        Point("joker", "taker"),
        Point("game", "most"),
    ),
    exchange="none",  # RULES S20, S21
    first_lead="names_trump",
    jokers=1,
    joker_is_lowest=True,  # RULES S12
    low_may_be_joker=False,  # RULES S52
    jick=False,
)

VARIANTS: Mapping[str, Variant] = {
    variant.name: variant for variant in (TEN_POINT, NINE_CARDS, WIDOW, CUTTHROAT, FIVE_POINT)
}


def parties(variant: Variant, seats: Sequence[str]) -> tuple[str, ...]:
    """The parties by their names, beginning with that of the first seat: "AC", "BD"."""
    seats = sorted(seats)
    number = variant.table(len(seats)).parties
    return tuple("".join(seats[first::number]) for first in range(number))


def party_of(named: Sequence[str], seat: str) -> str:
    """The one of the parties to which the seat belongs."""
    [found] = [party for party in named if seat in party]
    return found

"""A deal of Smoking Cat as a value: dealing, passing three, eight tricks, packing (rules in RULES.md).

Nothing here changes: every function returns the state after the act, or raises Refused with the rule that forbids it.
A seat is a letter, the four seats sit clockwise in the order of the alphabet, and whatever belongs to a seat stands at
its place in a tuple of four. Nobody can look at the three cards he gets before he has given his own, because the hands
change only when all four have given theirs. `lay` puts down any card that is held, also a revoke, for whoever replays
what really happened; `play` is `lay` for the legal. Hands are kept as numbers (hands.py) and shown as tuples, after the
pass in the order of the pack.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import NamedTuple

from games.rules.cards import HEJMA, PACK, STRENGTH, Card, write_cards
from games.rules.chance import Chance
from games.rules.refusals import Refused
from games.rules.smoking_cat.hands import BIT, SAME_SUIT, Bits, to_bits, to_cards
from games.rules.smoking_cat.points import ALL_POINTS, LAST_TRICK, POINTS, SURE_TO_LOSE
from games.rules.tricks import Trick, from_seat, next_seat

Hand = tuple[Card, ...]
Taken = tuple[tuple[str, ...], Hand, str]
"""A complete trick without its points: the seats from the leader on, their cards, the taker."""

PLAYERS, CARDS_EACH, CARDS_PASSED = 4, 8, 3
EARLY = "early"
NOTHING_GIVEN: tuple[Hand, ...] = ((),) * PLAYERS

BEATEN_BY = {
    card: frozenset(other for other in PACK if other[1] == card[1] and STRENGTH[other] > STRENGTH[card])
    for card in PACK
}
"""Card → those that beat it: the higher ones of its suit (RULES C2, C39)."""

TURNED = tuple(itemgetter(*((first + place) % PLAYERS for place in range(PLAYERS))) for first in range(PLAYERS))
"""`TURNED[2](four)`: the same four clockwise from the third on."""

_new = tuple.__new__
"""Makes a value from its fields, three times as fast as a NamedTuple's own constructor, which is most of a play."""


class Opening(NamedTuple):
    """What comes before the first card. `dealt`: the hands as dealt; `given`: what each passed on, () before."""

    seats: tuple[str, ...]
    dealer: str
    dealt: tuple[Hand, ...]
    given: tuple[Hand, ...]


class State(NamedTuple):
    """A deal at one moment.

    `order`: the seats from the leader of the present trick on; `held`: what they held, in that order, when it began;
    `taken`: the tricks before it, each with its seats, cards and taker; `table`: the cards of that trick so far;
    `legal`: what the seat to play may play now, () when nobody plays; `ended`: EARLY or the seat that packed.
    """

    opening: Opening
    order: tuple[str, ...]
    held: tuple[Bits, ...] = ()
    taken: tuple[Taken, ...] = ()
    table: Hand = ()
    legal: Hand = ()
    ended: str = ""

    @property
    def seats(self) -> tuple[str, ...]:
        return self.opening.seats

    @property
    def dealer(self) -> str:
        return self.opening.dealer

    @property
    def dealt(self) -> tuple[Hand, ...]:
        return self.opening.dealt

    @property
    def given(self) -> tuple[Hand, ...]:
        return self.opening.given

    @property
    def hands(self) -> tuple[Hand, ...]:
        """What each seat holds now."""
        if self.is_passing:
            return self.dealt
        left = dict(zip(self.order, self.held, strict=True))
        for seat, card in zip(self.order, self.table, strict=False):
            left[seat] ^= BIT[card]
        return tuple(to_cards(left[seat]) for seat in self.seats)

    @property
    def packed_by(self) -> str | None:
        return None if self.ended in ("", EARLY) else self.ended

    @property
    def ended_early(self) -> bool:
        return self.ended == EARLY

    @property
    def is_passing(self) -> bool:
        return () in self.given

    @property
    def is_over(self) -> bool:
        return len(self.taken) == CARDS_EACH or self.ended != ""

    @property
    def turn(self) -> int:
        """The place of the seat that plays next, once the cards are passed and if the deal goes on."""
        return self.seats.index(self.order[len(self.table)])

    @property
    def to_play(self) -> str | None:
        """The seat whose turn it is, None before the cards are passed and after the deal."""
        return self.order[len(self.table)] if self.legal else None

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The complete tricks with their points (RULES C6, C7, C9)."""
        return tuple(
            Trick(seats, cards, taker, sum(map(POINTS.__getitem__, cards)) + LAST_TRICK * (number == CARDS_EACH))
            for number, (seats, cards, taker) in enumerate(self.taken, 1)
        )

    @property
    def points(self) -> dict[str, int]:
        """Seat → points taken so far; with all eight tricks or after packing they add up to 33 (RULES C10)."""
        points = dict.fromkeys(self.seats, 0)
        for trick in self.tricks:
            points[trick.taker] += trick.points
        if self.packed_by is not None:
            points[self.packed_by] += ALL_POINTS - sum(points.values())
        return points

    @property
    def hejma(self) -> str | None:
        """The seat that took Hejma."""
        takers = [taker for _, cards, taker in self.taken if HEJMA in cards]
        return takers[0] if takers else self.packed_by

    @property
    def last_trick(self) -> str | None:
        """The seat that took the last trick of the deal."""
        return self.taken[-1][2] if len(self.taken) == CARDS_EACH else self.packed_by


def deal(chance: Chance, *, seats: Sequence[str], dealer: str) -> State:
    """Shuffle and deal eight cards each (RULES C19); with a shuffled pack two at a time come to the same as one."""
    seats = tuple(sorted(seats))
    pack = tuple(chance.shuffled(PACK))
    dealt = TURNED[PLAYERS - 1 - seats.index(dealer)]((pack[::4], pack[1::4], pack[2::4], pack[3::4]))
    return _passing(_new(Opening, (seats, dealer, dealt, NOTHING_GIVEN)))


def deal_pack(pack: Sequence[Card], *, seats: Sequence[str], dealer: str, at_a_time: int = 1) -> State:
    """Deal a pack as it lies, from the dealer's left, one or two cards at a time (RULES C19, C20, C21)."""
    if at_a_time not in (1, 2):
        raise ValueError("cards are dealt one or two at a time")
    seats = sorted(seats)
    order = from_seat(seats, next_seat(seats, dealer))
    hands: dict[str, Hand] = dict.fromkeys(order, ())
    for number, first in enumerate(range(0, len(pack), at_a_time)):
        hands[order[number % PLAYERS]] += tuple(pack[first : first + at_a_time])
    return start(hands, dealer=dealer)


def start(hands: Mapping[str, Sequence[Card]], *, dealer: str) -> State:
    """The state after dealing. `hands`: seat → eight cards, all 32 of them; a misdeal raises Refused `misdeal`."""
    seats = tuple(sorted(hands))
    dealt = tuple(tuple(hands[seat]) for seat in seats)
    if len(seats) != PLAYERS or dealer not in seats:
        raise ValueError("four seats play a deal, and one of them deals it")
    if any(len(hand) != CARDS_EACH for hand in dealt) or set().union(*dealt) != set(PACK):
        raise Refused("misdeal", dealer=dealer)
    return _passing(Opening(seats, dealer, dealt, NOTHING_GIVEN))


def _passing(opening: Opening) -> State:
    return _new(State, (opening, opening.seats, (), (), (), (), ""))


def give(state: State, seat: str, cards: Sequence[Card]) -> State:
    """Pass three cards to the left; with the fourth pass all hands change at once (RULES C27, C30, C31)."""
    opening, place = state.opening, state.seats.index(seat)
    if opening.given[place]:
        raise Refused("already_passed", seat=seat)
    _given(seat, to_bits(opening.dealt[place]), cards)
    given = (*opening.given[:place], tuple(cards), *opening.given[place + 1 :])
    opening = opening._replace(given=given)
    return _passing(opening) if () in given else _passed(opening)


def exchange(state: State, passes: Sequence[Sequence[Card]]) -> State:
    """All four pass at once, in the order of the seats: what four times `give` would do."""
    seats, dealer, dealt, given = state.opening
    if given != NOTHING_GIVEN:
        raise Refused("already_passed", seat=next(seat for seat, cards in zip(seats, given, strict=True) if cards))
    return _passed(_new(Opening, (seats, dealer, dealt, tuple(map(tuple, passes)))))


def _passed(opening: Opening) -> State:
    seats, dealer, dealt, given = opening
    first, second, third, fourth = hands = [to_bits(hand) for hand in dealt]
    a, b, c, d = map(_given, seats, hands, given)
    held = (first ^ a | d, second ^ b | a, third ^ c | b, fourth ^ d | c)
    from_leader = TURNED[(seats.index(dealer) + 1) % PLAYERS]  # RULES C32
    held = from_leader(held)
    return _new(State, (opening, from_leader(seats), held, (), (), to_cards(held[0]), ""))


def _given(seat: str, hand: Bits, cards: Sequence[Card]) -> Bits:
    """Three cards of one's own hand, or Refused."""
    try:
        one, two, three = cards
        gave = (BIT[one] | BIT[two] | BIT[three]) & hand
    except (ValueError, KeyError):  # not three of them, or no card at all
        gave = 0
    if gave.bit_count() != CARDS_PASSED:
        raise Refused("pass_three_of_your_own", seat=seat)
    return gave


def legal_plays(state: State) -> Hand:
    """The cards that the seat to play may play: of the led suit if it has any, else any (RULES C33, C36, C37)."""
    return state.legal


def play(state: State, card: Card) -> State:
    """The state after the seat to play has played `card`.

    Raises Refused: `not_now` (cards are still being passed, or the deal is over), `not_in_hand`, `must_follow_suit`.
    """
    opening, order, held, taken, table, legal, ended = state
    if card not in legal:
        raise _refusal(state, card)
    table += (card,)
    fallen = len(table)
    if fallen == PLAYERS:
        return _next_trick(opening, order, held, taken, table)
    hand = held[fallen]
    of_suit, shift = SAME_SUIT[table[0]]
    legal = of_suit[hand >> shift & 255] or to_cards(hand)  # RULES C36, C37
    return _new(State, (opening, order, held, taken, table, legal, ended))


def _next_trick(
    opening: Opening, order: tuple[str, ...], held: tuple[Bits, ...], taken: tuple[Taken, ...], cards: Hand
) -> State:
    """The state after a trick, whose taker leads the next (RULES C40)."""
    first, second, third, fourth = cards
    held = (held[0] ^ BIT[first], held[1] ^ BIT[second], held[2] ^ BIT[third], held[3] ^ BIT[fourth])
    taker = taken_by(cards)
    taken += ((order, cards, order[taker]),)
    if taker:
        order, held = TURNED[taker](order), TURNED[taker](held)
    return _new(State, (opening, order, held, taken, (), to_cards(held[0]), ""))


def _refusal(state: State, card: Card) -> Refused:
    if state.to_play is None:
        return Refused("not_now")
    if card not in state.hands[state.turn]:
        return Refused("not_in_hand", card=card)
    return Refused("must_follow_suit", card=card, could=write_cards(legal_plays(state)))


def lay(state: State, card: Card) -> State:
    """Put down a card that the seat to play holds, whatever the led suit."""
    return play(state._replace(legal=to_cards(state.held[len(state.table)])), card)


def taken_by(cards: Sequence[Card]) -> int:
    """Which card of a trick takes it, from 0: the highest of the led suit (RULES C39)."""
    best, second, third, fourth = cards
    taker = 0
    if second in BEATEN_BY[best]:
        best, taker = second, 1
    if third in BEATEN_BY[best]:
        best, taker = third, 2
    return 3 if fourth in BEATEN_BY[best] else taker


def pack(state: State, seat: str) -> State:
    """Take all that is in hand or on the table, and lose (RULES C44, C45, C46).

    Raises Refused: `not_now`, `not_sure_to_lose`.
    """
    if state.to_play is None:
        raise Refused("not_now")
    packed = state._replace(ended=seat, legal=())
    if packed.points[seat] < SURE_TO_LOSE:
        raise Refused("not_sure_to_lose", seat=seat)
    return packed


def end_early(state: State) -> State:
    """Stop because somebody has 17 points (RULES C47). Raises Refused: `not_now`, `nobody_has_17`."""
    if state.to_play is None:
        raise Refused("not_now")
    if max(state.points.values()) < SURE_TO_LOSE:
        raise Refused("nobody_has_17")
    return state._replace(ended=EARLY, legal=())


def left_off(state: State, *, packed_by: str | None, ended_early: bool) -> State:
    """The state after the deal was left as somebody says, whatever the points, for whoever replays what happened."""
    ended = packed_by or (EARLY if ended_early else "")
    return state._replace(ended=ended, legal=()) if ended else state

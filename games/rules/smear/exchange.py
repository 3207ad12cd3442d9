"""From the bidding to six cards each: trumps are named, stock and replacements taken up, cards put away.

Each variant has its own way; all come down to one question, answered by `discards`: which cards must go, and of which
others how many. Seats put away in turn from the dealer's left, the one who takes up what is
left of the stock last (RULES S38, S40). `discard` is for the legal; `put_away` takes any cards that are held.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from games.rules.cards import Card, write_cards
from games.rules.chance import Chance
from games.rules.refusals import Refused
from games.rules.smear.auction import legal_trumps
from games.rules.smear.cards import Hand, Suit, trumps_among
from games.rules.smear.play import begin_play
from games.rules.smear.points import scoring_trumps
from games.rules.smear.state import State, after_dealer, with_hand, without


class Discards(NamedTuple):
    """What may be put away: all of `forced` and, of `pool`, any `number`."""

    forced: Hand
    pool: Hand
    number: int

    def all(self) -> Iterator[Hand]:
        """Every possibility; from a hand of 24 cards there are more than a hundred thousand."""
        return (self.forced + chosen for chosen in combinations(self.pool, self.number))

    def one(self, chance: Chance) -> Hand:
        """One of the possible discards, each equally likely."""
        pool = list(self.pool)
        chance.shuffle(pool)
        return self.forced + tuple(pool[: self.number])

    def allow(self, cards: Sequence[Card]) -> bool:
        chosen = Counter(cards) - Counter(self.forced)
        complete = len(cards) == len(self.forced) + self.number
        return complete and chosen.total() == self.number and chosen <= Counter(self.pool)


def name_trump(state: State, suit: Suit) -> State:
    """The state after the pitcher has named trumps. Raises Refused: `other_act_due`, `no_such_suit`."""
    if state.phase != "naming":
        raise Refused("other_act_due")
    if suit not in legal_trumps(state):
        raise Refused("no_such_suit")
    named = state._replace(trump=suit, phase="discarding", turn=state.seats.index(discard_order(state)[0]))
    if state.variant.exchange == "pitcher_takes_stock":
        return _take_up_the_rest(named)  # RULES S31
    return named


def discard_order(state: State) -> tuple[str, ...]:
    """The seats in the order in which they discard (RULES S38, S40)."""
    order = after_dealer(state.seats, state.dealer)
    if state.variant.exchange != "widow_and_replace":
        return order
    return (*(seat for seat in order if seat != state.pitcher), state.pitcher)


def discards(state: State) -> Discards:
    """The discards that the seat to act may choose from."""
    hand, variant = state.hands[state.turn], state.variant
    trumps = trumps_among(variant, hand, state.trump)
    others = without(hand, trumps)
    if is_served(state):  # RULES S34, S37
        surplus = 0 if variant.every_trump_stays else max(0, len(trumps) - variant.hand)
    else:
        too_many = len(hand) - variant.hand
        if too_many < len(others):
            return Discards((), others, too_many)  # RULES S31, S32, S33
        surplus = too_many - len(others)
    return _with_surplus_trumps(state, others, trumps, surplus)


def _with_surplus_trumps(state: State, others: Hand, trumps: Hand, surplus: int) -> Discards:
    """All that is no trump, and some trumps: of those that score only what cannot be avoided (RULES S33, S39)."""
    if not surplus:
        return Discards(others, (), 0)
    if state.trump is None or not state.variant.scoring_trumps_stay:
        return Discards(others, trumps, surplus)
    scoring = scoring_trumps(state.variant, state.trump)
    idle = tuple(card for card in trumps if card not in scoring)
    if surplus <= len(idle):
        return Discards(others, idle, surplus)
    return Discards(others + idle, without(trumps, idle), surplus - len(idle))


def is_served(state: State) -> bool:
    """Whether the seat to act gets cards from the stock for those it puts away."""
    exchange = state.variant.exchange
    return exchange == "all_replace" or (exchange == "widow_and_replace" and state.to_act != state.pitcher)


def discard(state: State, cards: Sequence[Card]) -> State:
    """The state after the seat to act has put cards away. Raises Refused: `other_act_due`, `discard_not_allowed`."""
    if state.phase != "discarding":
        raise Refused("other_act_due")
    if not discards(state).allow(cards):
        raise Refused("discard_not_allowed", seat=state.to_act, cards=write_cards(cards))
    return put_away(state, cards)


def put_away(state: State, cards: Sequence[Card]) -> State:
    """Put away any cards that the seat to act holds; it is served from the stock while that lasts (RULES S40)."""
    place = state.turn
    kept = without(state.hands[place], cards)
    wanted = max(0, state.variant.hand - len(kept)) if is_served(state) else 0
    served, left = state.left[:wanted], state.left[wanted:]
    state = state._replace(
        hands=with_hand(state.hands, place, kept + served),
        left=left,
        discards=(*state.discards[:place], tuple(cards), *state.discards[place + 1 :]),
    )
    return _next_to_discard(state)


def _next_to_discard(state: State) -> State:
    waiting = [seat for seat in discard_order(state) if state.discards[state.seats.index(seat)] is None]
    if not waiting:
        return begin_play(state)
    state = state._replace(turn=state.seats.index(waiting[0]))
    if state.variant.exchange == "widow_and_replace" and waiting[0] == state.pitcher:
        return _take_up_the_rest(state)  # RULES S38
    return state


def _take_up_the_rest(state: State) -> State:
    place = state.seats.index(state.pitcher)
    return state._replace(hands=with_hand(state.hands, place, state.hands[place] + state.left), left=())

"""The tricks: what may be led and played, who takes, who plays next (sentences S42 to S49 of RULES.md).

Whoever has nothing left to play sits a trick out: with nine cards, where only trumps are played, whoever has run out
of them (RULES S48); elsewhere whoever got too few from a stock that ran out (RULES S40). `play` is for the legal; `lay`
puts down any card that is held, also a revoke.
"""

from __future__ import annotations

from games.rules.cards import Card, write_cards
from games.rules.refusals import Refused
from games.rules.smear.cards import JOKERS, Hand, card_points, suit_of, taken_by, trumps_among
from games.rules.smear.state import Fallen, State, with_hand, without
from games.rules.tricks import Trick, from_seat


def begin_play(state: State) -> State:
    """The pitcher leads; if he has nothing to play, the next who has (RULES S42, S48)."""
    return _lead(state._replace(phase="playing"), state.pitcher)


def legal_plays(state: State) -> Hand:
    """The cards that the seat to play may play."""
    if state.table and state.table[0].seat != state.to_act:
        return _following(state)
    hand = playable(state, state.turn)
    if state.tricks or state.table:
        return hand
    if state.variant.first_lead == "trump":
        return trumps_among(state.variant, hand, state.trump) or hand  # RULES S43
    if state.variant.first_lead == "names_trump":
        return tuple(card for card in hand if card not in JOKERS)  # RULES S30
    return hand  # RULES S44


def _following(state: State) -> Hand:
    """The led suit or a trump for whoever holds the led suit, else any card (RULES S45)."""
    hand, variant, trump = playable(state, state.turn), state.variant, state.trump
    led = suit_of(variant, state.table[0].card, trump)
    if not any(suit_of(variant, card, trump) == led for card in hand):
        return hand
    return tuple(card for card in hand if suit_of(variant, card, trump) in (led, trump))


def playable(state: State, place: int) -> Hand:
    """What a seat may play at all (RULES S48)."""
    hand = state.hands[place]
    return trumps_among(state.variant, hand, state.trump) if state.variant.only_trumps else hand


def play(state: State, card: Card) -> State:
    """The state after the seat to play has played `card`.

    Raises Refused: `other_act_due`, `not_in_hand`, `must_follow_or_trump`.
    """
    if state.phase != "playing":
        raise Refused("other_act_due")
    if card not in state.hands[state.turn]:
        raise Refused("not_in_hand", card=card)
    if card not in legal_plays(state):
        raise Refused("must_follow_or_trump", card=card, could=write_cards(legal_plays(state)))
    return lay(state, card)


def lay(state: State, card: Card) -> State:
    """Put down a card that the seat to play holds. The first card of the deal may name the trumps (RULES S30)."""
    place = state.turn
    hands = with_hand(state.hands, place, without(state.hands[place], (card,)))
    table = (*state.table, Fallen(state.seats[place], card))
    trump = state.trump or suit_of(state.variant, card, None)
    state = state._replace(hands=hands, table=table, trump=trump)
    if _owes_extra_cards(state):
        return state
    waiting = [seat for seat in from_seat(state.seats, state.seats[place])[1:] if _is_still_to_play(state, seat)]
    if waiting:
        return state._replace(turn=state.seats.index(waiting[0]))
    return _gather(state)


def _owes_extra_cards(state: State) -> bool:
    """Whether the seat to play must add extra cards: who holds too many plays them to the first trick (RULES S49)."""
    return not state.tricks and len(state.hands[state.turn]) >= state.variant.hand


def _is_still_to_play(state: State, seat: str) -> bool:
    has_played = any(fallen.seat == seat for fallen in state.table)
    return not has_played and bool(playable(state, state.seats.index(seat)))


def _gather(state: State) -> State:
    """The trick goes to its taker, who leads the next (RULES S46, S47)."""
    cards = tuple(fallen.card for fallen in state.table)
    seats = tuple(fallen.seat for fallen in state.table)
    taker = seats[taken_by(state.variant, cards, state.trump)]
    trick = Trick(seats, cards, taker, card_points(cards))
    return _lead(state._replace(table=(), tricks=(*state.tricks, trick)), taker)


def _lead(state: State, leader: str) -> State:
    """The first from `leader` on who has something to play; if nobody has, the deal is over (RULES S48)."""
    for seat in from_seat(state.seats, leader):
        place = state.seats.index(seat)
        if playable(state, place):
            return state._replace(turn=place)
    return state._replace(phase="over")

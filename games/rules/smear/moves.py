"""One shape for all acts of a deal, and what a seat may know of it: the ground on which a player decides.

`moves(state)` are the legal acts of the seat whose turn it is, whatever they are: calls, suits, cards to put away, a
card to play; `act` does one of them, `any_move` chooses one by chance. A view is a state in which the cards that the
seat cannot know lie face down: `??`. All questions about the seat's own turn have the same answers in its view, and
states that differ only in hidden cards give equal views.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.rules.chance import Chance
from games.rules.refusals import Refused
from games.rules.smear.auction import bid, legal_bids, legal_trumps
from games.rules.smear.cards import HIDDEN, Hand
from games.rules.smear.exchange import discard, discards, name_trump
from games.rules.smear.play import legal_plays, play
from games.rules.smear.state import Bid, State

Move = Bid | str | Hand
"""A call; a suit or a card, which are texts; or the cards to put away."""


def moves(state: State) -> Iterable[Move]:
    """The legal moves of the seat to act, none after the deal. Discards come one by one: there may be very many."""
    if state.phase == "bidding":
        return legal_bids(state)
    if state.phase == "naming":
        return legal_trumps(state)
    if state.phase == "discarding":
        return discards(state).all()
    return legal_plays(state) if state.phase == "playing" else ()


def any_move(state: State, chance: Chance) -> Move:
    """One of the legal moves, each equally likely. Must not be called after the deal is over."""
    if state.phase == "discarding":
        return discards(state).one(chance)
    return chance.one_of(tuple(moves(state)))


def act(state: State, move: Move) -> State:
    """The state after the seat to act has made the move; raises Refused if it is not legal."""
    if state.phase == "bidding" and not isinstance(move, tuple):
        return bid(state, move)  # type: ignore[arg-type]  # a text that is no call is refused there
    if state.phase == "naming" and isinstance(move, str):
        return name_trump(state, move)
    if state.phase == "discarding" and isinstance(move, tuple):
        return discard(state, move)
    if state.phase == "playing" and isinstance(move, str):
        return play(state, move)
    raise Refused("other_act_due")


def seen_by(state: State, seat: str) -> State:
    """The deal as the seat sees it: its own cards and all that was said or fell; how many cards the others hold."""
    place = state.seats.index(seat)
    hidden = [number for number in range(len(state.seats)) if number != place]
    return state._replace(
        dealt=_turned_over(state.dealt, hidden),
        hands=_turned_over(state.hands, hidden),
        stock=_face_down(state.stock),
        left=_face_down(state.left),
        discards=tuple(
            cards if cards is None or number == place else _face_down(cards)
            for number, cards in enumerate(state.discards)
        ),
    )


def _turned_over(hands: tuple[Hand, ...], places: Iterable[int]) -> tuple[Hand, ...]:
    return tuple(_face_down(hand) if number in places else hand for number, hand in enumerate(hands))


def _face_down(cards: Hand) -> Hand:
    return (HIDDEN,) * len(cards)

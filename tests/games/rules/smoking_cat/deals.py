"""Deals for the tests: seeded random ones, and what is done to them."""

from games.rules.chance import Chance
from games.rules.smoking_cat.play import State, deal, give, legal_plays, play
from games.rules.smoking_cat.record import record_of

SEATS = "ABCD"


def passed(seed: str, seats: str = SEATS, dealer: str | None = None) -> tuple[State, Chance]:
    """A random deal after a random pass, and the chance that goes on."""
    chance = Chance(seed)
    state = deal(chance, seats=seats, dealer=dealer or seats[0])
    for seat, hand in zip(state.seats, state.dealt, strict=True):
        left = list(hand)
        state = give(state, seat, [left.pop(chance.below(len(left))) for _ in range(3)])
    return state, chance


def played(seed: str, plays: int = 32, seats: str = SEATS) -> State:
    """A random deal after so many random legal plays."""
    state, chance = passed(seed, seats)
    for _ in range(plays):
        state = play(state, chance.one_of(legal_plays(state)))
    return state


def recorded(seed: str, plays: int = 32, seats: str = SEATS):
    return record_of(played(seed, plays, seats))

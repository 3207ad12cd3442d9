"""Players of Smear make legal moves in every variant; the careful one knows what its cards are worth."""

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.players.smear.deals import PLAYERS, play_out
from games.players.smear.worth import best_suit, promise
from games.rules.cards import read_cards
from games.rules.chance import Chance
from games.rules.smear.moves import Move, act, seen_by
from games.rules.smear.record import record_of
from games.rules.smear.ruling import rule_on
from games.rules.smear.state import MOON, PASS, State, deal_cards, start
from games.rules.smear.variants import VARIANTS

SEATS = "ABCDEFGH"
TABLES = [(variant.name, players) for variant in VARIANTS.values() for players in variant.players]
RANDOM, CAUTIOUS = PLAYERS["random"], PLAYERS["cautious"]


def dealt(table: tuple[str, int], seed: str) -> State:
    name, players = table
    return deal_cards(VARIANTS[name], SEATS[:players], "A", Chance(seed))


@settings(max_examples=60)
@given(table=st.sampled_from(TABLES), seed=st.text(max_size=3), careful=st.sets(st.sampled_from(SEATS)))
def test_every_variant_is_played_to_its_end_by_the_rules(table, seed, careful):
    players = {seat: CAUTIOUS if seat in careful else RANDOM for seat in SEATS[: table[1]]}
    state = play_out(dealt(table, seed), players, Chance(seed))
    assert state.is_over
    assert play_out(dealt(table, seed), players, Chance(seed)) == state


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_cautious_keeps_most_of_its_contracts_and_beats_random(table):
    gained = {"cautious": 0, "random": 0}
    for seed in range(12):
        state = dealt(table, str(seed))
        mine = state.parties[seed % len(state.parties)]
        players = {seat: CAUTIOUS if seat in mine else RANDOM for seat in state.seats}
        state = play_out(state, players, Chance(str(seed)))
        for party, points in delta(state).items():
            gained["cautious" if party == mine else "random"] += points
    assert gained["cautious"] > 12 > gained["random"]


def delta(state: State) -> Mapping[str, int]:
    """Party → what the deal does to its score."""
    settled = rule_on(record_of(state, target=1000, scores=dict.fromkeys(state.parties, 0))).settled
    return settled.delta if settled else {}


def test_cautious_never_bids_more_than_the_lowest_and_never_the_moon():
    for seed in range(30):
        calls = play_out(dealt(("widow", 4), str(seed)), dict.fromkeys("ABCD", CAUTIOUS), Chance("calls")).calls
        numbers = [call.bid for call in calls if call.bid is not PASS]
        assert MOON not in numbers
        assert numbers == list(range(4, 4 + len(numbers)))


def test_aces_and_jacks_of_a_long_suit_promise_more_than_low_cards():
    variant = VARIANTS["ten_point"]
    strong, weak = read_cards("Ah Kh Jh Jd X1 3h 2h 9c 8c 7c"), read_cards("9h 8h 7h 6h 9c 8c 7c 6s 5s 4s")
    assert best_suit(variant, strong) == "h"
    assert promise(variant, strong, "h") > 750
    assert promise(variant, weak, "h") < 500


# A hand of ten each, so that every trick below can be told; the stock of fourteen goes to the pitcher B.
HANDS = {
    "A": "2h 4h 5c 6c 7c 8c 9c 5s 6s 7s",
    "B": "Ah Kh 3h 8s 9s 5d 6d 7d 8d 9d",
    "C": "6h 7h Tc Jc Qc Kc Ac Ts Js Qs",
    "D": "8h 9h Jh Th 3c 4c Ks As Td Qd",
}
STOCK = "Jd Qh 5h X1 X2 2c 2s 3s 4s 2d 3d 4d Kd Ad"


def playing(*plays: str) -> State:
    """The deal above after B has bid two, named hearts, and these cards have fallen."""
    hands = {seat: cards.split() for seat, cards in HANDS.items()}
    state = start(VARIANTS["ten_point"], hands, dealer="A", stock=STOCK.split())
    for bid in (2, PASS, PASS, PASS):
        state = act(state, bid)
    state = act(state, "h")
    while state.phase == "discarding":
        state = act(state, CAUTIOUS.choose(seen_by(state, state.to_act), Chance("discard")))
    for card in plays:
        state = act(state, card)
    return state


def choice(state: State) -> Move:
    return CAUTIOUS.choose(seen_by(state, state.to_act), Chance("play"))


def test_weak_cards_are_put_away():
    state = playing()
    assert set(state.hands[0]) == set(read_cards("2h 4h 7c 8c 9c 7s"))
    assert set(state.hands[1]) == set(read_cards("Ah Kh 3h Jd X1 X2"))  # of eight trumps the five and the queen go


@pytest.mark.parametrize(
    ("plays", "card", "why"),
    [
        ((), "Ah", "B leads what nobody can beat"),
        (("Ah",), "6h", "C gives an opponent his cheapest card"),
        (("Ah", "6h"), "Jh", "D smears his partner, who has the trick for certain"),
        (("3h", "6h"), "Jh", "D tries for the three with his strongest, though A might hold the king"),
        (("3h", "6h", "8h"), "2h", "A cannot take it, and keeps the four"),
        (("3h", "6h", "Jh", "2h", "8h", "4h"), "Jd", "B, whom C cannot beat, brings the Jick home"),
    ],
)
def test_a_trick(plays, card, why):
    assert choice(playing(*plays)) == card, why

"""Players of Smoking Cat make legal moves out of their views, the same ones for the same seed."""

from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.players.smoking_cat.deals import PLAYERS, play_out, steps
from games.players.smoking_cat.moves import act, to_act
from games.players.smoking_cat.sharp import Sharp
from games.rules.chance import Chance, words
from games.rules.smoking_cat.notation import format_deal
from games.rules.smoking_cat.play import State, deal
from games.rules.smoking_cat.record import record_of

SEATS = ("A", "B", "C", "D")
QUICK = {**PLAYERS, "sharp": Sharp(samples=3)}


def dealt(seed: str) -> State:
    return deal(Chance(seed), seats=SEATS, dealer="A")


def seated(*names: str) -> dict:
    return {seat: QUICK[name] for seat, name in zip(SEATS, names, strict=True)}


@settings(max_examples=30)
@given(seed=st.text(max_size=3), names=st.lists(st.sampled_from(sorted(QUICK)), min_size=4, max_size=4))
def test_four_players_play_every_deal_to_its_end_by_the_rules(seed, names):
    state = play_out(dealt(seed), seated(*names), Chance(seed))
    assert state.is_over
    assert sum(state.points.values()) == 33  # RULES C10


def test_the_same_seed_gives_the_same_game():
    players = seated("sharp", "cautious", "random", "sharp")
    assert play_out(dealt("twice"), players, Chance("one")) == play_out(dealt("twice"), players, Chance("one"))
    assert play_out(dealt("twice"), players, Chance("one")) != play_out(dealt("twice"), players, Chance("two"))


def test_a_game_of_all_three_is_the_one_written_down():
    """On any machine; a set's order or a float would let it differ. Who changes a player's mind writes it down anew."""
    players = {**seated("sharp", "cautious", "random", "cautious"), "A": Sharp(samples=16)}
    state = play_out(dealt("written down"), players, Chance("written down"))
    assert format_deal(record_of(state)) == (
        "@A A:8lTbUlOhTl9bKb7l>Oh9bTb B:KlUbAbThAa9l9aOb>KlAaAb C:Ah7hUa7b8a8hUhKa>7b8hUh D:TaKhAlOlOa7a9h8b>KhOlAl"
        " 9lKlUhOl UaTaKh9a Ab8bKbOb KaOa7lOh 7h8h8lTh 9bAh7bTl Tb8a9hUl UbAa7aAl"
    )


def test_random_takes_one_number_for_each_pass_and_each_card():
    """The bulk twin of the rules relies on it."""
    chance = Chance("words")
    play_out(dealt("words"), seated(*["random"] * 4), chance)
    rest = Chance("words", given=islice(words("words"), 4 + 32, None))
    assert [chance.below(100) for _ in range(20)] == [rest.below(100) for _ in range(20)]


def test_a_seat_without_a_player_is_waited_for():
    players = dict.fromkeys("ABD", QUICK["cautious"])
    state = play_out(dealt("person"), players, Chance("person"))
    assert to_act(state) == "C"
    state = act(state, "C", state.dealt[2][:3])
    *_, last = steps(state, players, Chance("person"))
    assert to_act(last.state) == "C"


@pytest.mark.parametrize("name", ["cautious", "sharp"])
def test_who_has_lost_for_certain_packs(name):
    packed = 0
    for seed in range(40):
        state = play_out(dealt(f"pack {seed}"), seated(name, "cautious", name, "cautious"), Chance("pack"))
        taken = before_the_last_trick(state)
        assert (max(taken.values()) >= 17) == (state.packed_by is not None)  # RULES C44
        assert state.packed_by is None or taken[state.packed_by] >= 17
        packed += state.packed_by is not None
    assert packed


def before_the_last_trick(state: State) -> dict[str, int]:
    """Seat → points of the tricks that were complete when somebody could still pack."""
    taken = dict.fromkeys(SEATS, 0)
    for trick in state.tricks[:7]:
        taken[trick.taker] += trick.points
    return taken

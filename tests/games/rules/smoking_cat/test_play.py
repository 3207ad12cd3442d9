"""A deal played card by card. The deal is told in the notation; what is asked for stands beside it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.cards import PACK, STRENGTH, in_order
from games.rules.chance import Chance
from games.rules.refusals import Refused
from games.rules.smoking_cat.notation import parse_deal
from games.rules.smoking_cat.play import (
    deal,
    deal_pack,
    end_early,
    exchange,
    give,
    legal_plays,
    pack,
    play,
    start,
    taken_by,
)
from games.rules.smoking_cat.record import record_of, replay
from tests.games.rules.smoking_cat.deals import played

seeds = st.integers(0, 10**9).map(str)

# A holds every heart, B every leaf, C every acorn, D every bell; each passes its three lowest on.
SUITS_APART = (
    "@D A:7h8h9hThUhOhKhAh>7h8h9h B:7l8l9lTlUlOlKlAl>7l8l9l C:7a8a9aTaUaOaKaAa>7a8a9a D:7b8b9bTbUbObKbAb>7b8b9b"
)


def at(text):
    return replay(parse_deal(text))


def refusal(act, *given):
    with pytest.raises(Refused) as refused:
        act(*given)
    return refused.value.code


# --- The pack and the dealing -----------------------------------------------------------------------------------------


def test_the_pack_has_32_cards_and_the_ace_is_highest():  # RULES C1, C2
    assert len(set(PACK)) == len(PACK) == 32
    assert sorted((card for card in PACK if card[1] == "l"), key=STRENGTH.get) == [
        "7l", "8l", "9l", "Tl", "Ul", "Ol", "Kl", "Al",
    ]  # fmt: skip


def test_cards_are_dealt_clockwise_from_the_dealers_left_one_at_a_time():  # RULES C19, C20, C21
    state = deal_pack(PACK, seats="BDEG", dealer="D")
    assert state.seats == ("B", "D", "E", "G")
    assert [hand[:2] for hand in state.dealt] == [("9h", "Kh"), ("Th", "Ah"), ("7h", "Uh"), ("8h", "Oh")]
    assert {len(hand) for hand in state.dealt} == {8}


def test_cards_may_be_dealt_two_at_a_time_but_not_three():  # RULES C20
    state = deal_pack(PACK, seats="ABCD", dealer="D", at_a_time=2)
    assert [hand[:4] for hand in state.dealt] == [
        ("7h", "8h", "7l", "8l"), ("9h", "Th", "9l", "Tl"), ("Uh", "Oh", "Ul", "Ol"), ("Kh", "Ah", "Kl", "Al"),
    ]  # fmt: skip
    with pytest.raises(ValueError, match="one or two"):
        deal_pack(PACK, seats="ABCD", dealer="D", at_a_time=3)


@given(seeds)
def test_a_shuffled_deal_gives_each_card_to_one_seat_and_the_same_seed_the_same_cards(seed):
    state = deal(Chance(seed), seats="ABCD", dealer="A")
    assert sorted(card for hand in state.dealt for card in hand) == sorted(PACK)
    assert deal(Chance(seed), seats="ABCD", dealer="A") == state


def test_a_misdeal_is_dealt_again_by_the_same_dealer():  # RULES C22, C23
    with pytest.raises(Refused) as refused:
        start({"A": PACK[:9], "B": PACK[9:16], "C": PACK[16:24], "D": PACK[24:]}, dealer="C")
    assert (refused.value.code, refused.value.values) == ("misdeal", {"dealer": "C"})
    assert refusal(lambda: start(dict.fromkeys("ABCD", PACK[:8]), dealer="A")) == "misdeal"


def test_four_seats_play_a_deal_and_one_of_them_deals_it():  # RULES C3
    with pytest.raises(ValueError, match="four seats"):
        start({"A": PACK[:16], "B": PACK[16:]}, dealer="A")
    hands = dict(zip("ABCD", deal_pack(PACK, seats="ABCD", dealer="D").dealt, strict=True))
    with pytest.raises(ValueError, match="one of them deals"):
        start(hands, dealer="E")


# --- Passing ----------------------------------------------------------------------------------------------------------


def test_three_cards_go_to_the_left_and_the_hands_change_when_all_have_passed():  # RULES C27, C30, C31
    state = deal_pack(PACK, seats="ABCD", dealer="D")
    for seat in "ABC":
        state = give(state, seat, state.dealt["ABCD".index(seat)][:3])
        assert state.hands == state.dealt  # nobody sees what he got while somebody has not passed
        assert state.to_play is None
        assert refusal(play, state, "7h") == "not_now"
    state = give(state, "D", state.dealt[3][:3])
    assert state.to_play == "A"
    assert state.hands[0] == in_order((*state.dealt[0][3:], *state.dealt[3][:3]))
    assert state.hands[1] == in_order((*state.dealt[1][3:], *state.dealt[0][:3]))


def test_a_pass_is_three_cards_of_ones_own_hand_and_final():  # RULES C27
    state = deal_pack(PACK, seats="ABCD", dealer="D")
    own, other = state.dealt[0], state.dealt[1]
    for cards in (own[:2], own[:4], (*own[:2], other[0]), (own[0], own[0], own[1]), (*own[:2], "Xx")):
        assert refusal(give, state, "A", cards) == "pass_three_of_your_own"
    assert refusal(give, give(state, "A", own[:3]), "A", own[3:6]) == "already_passed"


@given(seeds)
def test_all_may_pass_at_once(seed):
    state = deal(Chance(seed), seats="ABCD", dealer="B")
    passes = [hand[2:5] for hand in state.dealt]
    one_by_one = state
    for seat, cards in zip("CADB", (passes[2], passes[0], passes[3], passes[1]), strict=True):
        one_by_one = give(one_by_one, seat, cards)
    assert exchange(state, passes) == one_by_one
    assert refusal(exchange, one_by_one, passes) == "already_passed"
    assert refusal(exchange, state, [*passes[:3], passes[0]]) == "pass_three_of_your_own"


# --- Tricks -----------------------------------------------------------------------------------------------------------


def test_the_seat_after_the_dealer_leads_any_card_and_the_taker_of_a_trick_the_next():  # RULES C32, C33, C34, C40
    state = at(SUITS_APART)
    assert state.to_play == "A"
    assert legal_plays(state) == ("Th", "Uh", "Oh", "Kh", "Ah", "7b", "8b", "9b")
    state = play(play(state, "9b"), "Tl")
    assert state.to_play == "C"
    state = play(play(state, "Ka"), "Tb")
    assert (state.to_play, state.tricks[0].taker, state.tricks[0].leader) == ("D", "D", "A")


def test_suit_must_be_followed_but_nobody_has_to_beat():  # RULES C36, C37, C38
    state = play(at(SUITS_APART), "Th")
    assert legal_plays(state) == ("7h", "8h", "9h")
    assert refusal(play, state, "Tl") == "must_follow_suit"
    assert refusal(play, state, "Ah") == "not_in_hand"
    state = play(state, "7h")
    assert set(legal_plays(state)) == {"Ta", "Ua", "Oa", "Ka", "Aa", "7l", "8l", "9l"}


@pytest.mark.parametrize(
    ("cards", "taker"),
    [("7h 8h 9h Ah", 3), ("Ah Kh Oh Uh", 0), ("7b Aa Al Ah", 0), ("9l Kl Tl Ab", 1), ("Ol Kl 7a Al", 3)],
)
def test_the_highest_card_of_the_led_suit_takes_the_trick(cards, taker):  # RULES C39
    assert taken_by(cards.split()) == taker


@given(seeds, st.integers(0, 32))
def test_every_playout_is_legal_and_hands_out_33_points(seed, plays):  # RULES C10, C11, C48
    state = played(seed, plays)
    assert state.is_over == (plays == 32)
    assert sum(state.points.values()) == sum(trick.points for trick in state.tricks)
    if state.is_over:
        assert sum(state.points.values()) == 33
        assert len(state.tricks) == 8
        assert state.tricks[-1].taker == state.last_trick


@given(seeds, st.integers(0, 32))
def test_a_state_is_told_by_its_record(seed, plays):
    state = played(seed, plays)
    assert replay(record_of(state)) == state


@given(seeds)
def test_the_names_of_the_seats_change_nothing(seed):
    one, other = played(seed, seats="ABCD"), played(seed, seats="BDFH")
    names = dict(zip(one.seats, other.seats, strict=True))
    assert {names[seat]: points for seat, points in one.points.items()} == other.points
    assert [names[trick.taker] for trick in one.tricks] == [trick.taker for trick in other.tricks]


# --- Packing and the early end ----------------------------------------------------------------------------------------


def test_the_packer_takes_all_that_is_left_and_the_last_trick():  # RULES C44, C45
    state = at(SUITS_APART)
    packed = pack(play(state, "Th"), "C")
    assert packed.is_over
    assert packed.points == {"A": 0, "B": 0, "C": 33, "D": 0}
    assert (packed.hejma, packed.last_trick, packed.to_play) == ("C", "C", None)
    assert refusal(play, packed, "7h") == "not_now"


THREE_HEARTS = "Th7h7lTb Uh8h8lUb Oh9h9lOb"  # A takes 2, 3 and 4 points
AND_HEJMA = f"{THREE_HEARTS} KhOlTaKb"  # and 14


def test_nobody_packs_who_would_not_have_17():  # RULES C44
    state = at(f"{SUITS_APART} {THREE_HEARTS}")
    assert pack(state, "B").points == {"A": 9, "B": 24, "C": 0, "D": 0}
    state = at(f"{SUITS_APART} {AND_HEJMA}")
    assert pack(state, "A").points == {"A": 33, "B": 0, "C": 0, "D": 0}
    assert refusal(pack, state, "B") == "not_sure_to_lose"
    assert refusal(pack, deal(Chance("1"), seats="ABCD", dealer="A"), "B") == "not_now"


def test_a_deal_may_end_early_as_soon_as_one_has_17():  # RULES C47
    assert refusal(end_early, at(f"{SUITS_APART} {THREE_HEARTS}")) == "nobody_has_17"
    ended = end_early(at(f"{SUITS_APART} {AND_HEJMA}"))
    assert (ended.is_over, ended.to_play, ended.points["A"]) == (True, None, 23)
    assert refusal(end_early, ended) == "not_now"

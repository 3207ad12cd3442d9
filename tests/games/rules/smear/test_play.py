"""The tricks: what may be led, what may follow, who drops out and who plays extra cards."""

import pytest

from games.rules.cards import read_cards
from games.rules.refusals import Refused
from games.rules.smear.notation import parse_deal
from games.rules.smear.play import legal_plays, play
from games.rules.smear.record import replay
from tests.games.rules.smear import told


def after(text, plays):
    """The deal as told, after so many of its cards."""
    record = parse_deal(text)
    state = replay(parse_deal(text.split("\n    " + "".join(record.plays[:3]))[0]))
    for card in record.plays[:plays]:
        state = play(state, card)
    return state


def legal(state):
    return " ".join(legal_plays(state))


def with_hand(state, cards):
    hands = tuple(read_cards(cards) if place == state.turn else hand for place, hand in enumerate(state.hands))
    return state._replace(hands=hands)


def test_the_pitcher_leads_a_trump():
    """RULES S42, S43"""
    state = after(told.TEN_POINT, 0)
    assert (state.to_act, legal(with_hand(state, "2d Ah Jh X1 5s 9d"))) == ("C", "2d Jh X1 9d")
    assert legal(with_hand(state, "Ah 5s 9c")) == "Ah 5s 9c"


def test_with_a_widow_the_pitcher_leads_what_he_likes():
    """RULES S44"""
    assert legal(with_hand(after(told.WIDOW, 0), "2s Ah X1 5d")) == "2s Ah X1 5d"


def test_the_lead_that_names_trumps_is_no_joker():
    """RULES S30"""
    state = with_hand(after(told.FIVE_POINT, 0), "2s Ah X1 5d")
    assert legal(state) == "2s Ah 5d"
    assert play(state, "Ah").trump == "h"


@pytest.mark.parametrize(
    ("led", "hand", "expected"),
    [
        ("9s", "Ks 2s 9d Ah", "Ks 2s 9d"),
        ("9s", "9d Ah 2c", "9d Ah 2c"),
        ("9s", "Ah 2c", "Ah 2c"),
        ("9s", "Ks Jh X1 Jc", "Ks Jh X1"),
        ("9d", "Ks Jh X1 Ad", "Jh X1 Ad"),
        ("Jh", "Ks Ah 2d", "2d"),
        ("Ah", "Jh Ks", "Jh Ks"),
        ("X1", "Ks Ah", "Ks Ah"),
    ],
)
def test_one_follows_suit_or_trumps(led, hand, expected):
    """RULES S9, S10, S45: diamonds are trumps, so the Jack of hearts is the Jick."""
    state = after(told.TEN_POINT, 4)
    state = play(with_hand(state, f"{led} {led[::-1]}"), led)
    assert legal(with_hand(state, hand)) == expected


def test_what_may_not_be_played_is_refused():
    state = after(told.TEN_POINT, 5)
    for card, code in (("2d", "not_in_hand"), ("7s", "not_in_hand")):
        with pytest.raises(Refused, match=code):
            play(state, card)
    with pytest.raises(Refused) as refused:
        play(with_hand(state, "4h 9s 9d"), "9s")
    assert (refused.value.code, refused.value.values) == ("must_follow_or_trump", {"card": "9s", "could": "4h 9d"})
    with pytest.raises(Refused, match="other_act_due"):
        play(after(told.TEN_POINT, 24), "2d")


def test_who_takes_a_trick_leads_the_next():
    """RULES S47"""
    state = after(told.TEN_POINT, 8)
    assert [(trick.leader, trick.taker) for trick in state.tricks] == [("C", "B"), ("B", "C")]
    assert state.to_act == "C"


def test_extra_cards_go_to_the_first_trick_one_after_the_other():
    """RULES S49: C holds seven trumps."""
    state = after(told.NINE_CARDS, 1)
    assert (state.to_act, len(state.hands[2])) == ("C", 6)
    state = after(told.NINE_CARDS, 2)
    assert (state.to_act, len(state.hands[2])) == ("D", 5)


def test_whoever_has_no_trump_left_drops_out():
    """RULES S48: in the third trick B cannot play; A takes it with a last trump and C leads."""
    state = after(told.NINE_CARDS, 11)
    assert (state.to_act, state.table[-1].card) == ("A", "2s")
    state = play(state, "Jc")
    assert (state.tricks[-1].taker, state.to_act) == ("A", "C")
    assert legal_plays(with_hand(state, "Ks 2h X1")) == ("Ks", "X1")


def test_the_deal_is_over_when_nobody_has_a_trump():
    """RULES S48"""
    state = after(told.NINE_CARDS, 17)
    assert state.is_over
    assert any(state.hands)

"""What the rules say of recorded deals: complete ones of every variant, offences, unfinished ones."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.smear.deal_file import parse
from games.rules.smear.notation import parse_deal
from games.rules.smear.play import lay, legal_plays
from games.rules.smear.record import record_of, replay
from games.rules.smear.ruling import adjudicate
from games.rules.smear.state import Call
from tests.games.rules.smear import told
from tests.games.rules.smear.deals import TABLES, codes, playout, recorded, ruling

EXAMPLES = Path(__file__).parents[3] / "examples"


def score_sheet(result):
    names = ("pitcher", "bid", "trump", "made", "won", "delta", "scores", "winner", "findings")
    return [result[name] for name in names]


# --- Complete deals ---------------------------------------------------------------------------------------------------


def test_the_example_gives_its_result():
    record = parse((EXAMPLES / "smear-ten-point.json").read_bytes())
    expected = json.loads((EXAMPLES / "smear-ten-point.result.json").read_text())
    result = adjudicate(record)
    assert record == parse_deal(told.TEN_POINT)
    assert {name: result[name] for name in expected} == expected
    assert list(result) == ["format", "pitcher", "bid", "trump", "tricks", *list(expected)[2:]]


def test_the_tricks_of_a_result_say_who_led_who_played_what_and_who_took():
    third, fourth = ruling(told.TEN_POINT)["tricks"][2:4]
    assert third == {"leader": "C", "cards": {"C": "8d", "D": "Jh", "A": "6s", "B": "2d"}, "taker": "D"}
    assert list(fourth["cards"]) == ["D", "A", "B", "C"]


def test_six_in_three_parties():
    assert score_sheet(ruling(told.SIX)) == [
        "C", 2, "s", True,
        {"AD": [], "BE": ["high", "jack", "jick"], "CF": ["game", "joker_1", "joker_2", "low", "trey"]},
        {"AD": 0, "BE": 3, "CF": 7}, {"AD": 20, "BE": 22, "CF": 19}, "BE", [],
    ]  # fmt: skip


def test_nine_cards():
    result = ruling(told.NINE_CARDS)
    assert score_sheet(result) == [
        "C", 2, "s", True,
        {"AC": ["game", "high", "jack", "jick", "joker_1", "joker_2", "trey"], "BD": ["low"]},
        {"AC": 9, "BD": 1}, {"AC": 27, "BD": 18}, "AC", [],
    ]  # fmt: skip
    first, _, third, fourth = result["tricks"][:4]
    assert first["cards"] == {"C": "6s 4s", "D": "3s", "A": "As", "B": "7s"}
    assert third == {"leader": "C", "cards": {"C": "8s", "D": "2s", "A": "Jc"}, "taker": "A"}
    assert fourth["leader"] == "C"


def test_a_widow_and_the_moon():
    """RULES S27, S36, S69"""
    all_points = ["deuce", "high", "jack", "jick", "joker_1", "joker_2", "ten", "trey"]
    assert score_sheet(ruling(told.WIDOW)) == [
        "C", "moon", "s", True, {"AC": all_points, "BD": []}, {"AC": 6, "BD": 0}, {"AC": 0, "BD": 11}, None, [],
    ]  # fmt: skip
    assert ruling(told.WIDOW, scores={"AC": 0, "BD": 11})["winner"] == "AC"


def test_a_moon_where_none_may_be_shot_undertakes_all_the_points_and_nothing_more():
    """RULES S72"""
    calls = (Call("D", None), Call("A", None), Call("B", None), Call("C", "moon"))
    result = ruling(told.TEN_POINT, calls=calls)
    assert [finding["code"] for finding in result["findings"]].count("bad_bid") == 1
    assert (result["pitcher"], result["made"], result["winner"]) == ("C", False, None)
    assert result["delta"] == {"AC": -10, "BD": 6}


def test_three_alone():
    assert score_sheet(ruling(told.CUTTHROAT)) == [
        "E", 4, "h", True,
        {"B": ["jick", "joker_1"], "D": ["jack", "ten"], "E": ["deuce", "high", "joker_2", "trey"]},
        {"B": 2, "D": 2, "E": 6}, {"B": 5, "D": 20, "E": 2}, None, [],
    ]  # fmt: skip


def test_five_points():
    """The two fell, so it is Low, though the joker is lower (RULES S52)."""
    assert score_sheet(ruling(told.FIVE_POINT)) == [
        "C", 2, "s", False,
        {"ACE": ["low"], "BDF": ["game", "high", "joker"]},
        {"ACE": -2, "BDF": 3}, {"ACE": -2, "BDF": 3}, None, [],
    ]  # fmt: skip


@given(st.sampled_from(TABLES), st.integers(0, 10**6).map(str))
def test_a_legal_deal_is_never_accused(table, seed):
    record = recorded(table, seed)
    result = adjudicate(record)
    assert result["findings"] == []
    assert (result["made"] is None) == all(call.bid is None for call in record.calls)
    assert replay(record).is_over
    names = [name for found in result["won"].values() for name in found]
    assert len(names) == len(set(names)) <= len(record.variant.points)


@given(st.sampled_from(TABLES), st.integers(0, 10**6).map(str), st.integers(0, 40))
def test_an_unfinished_deal_changes_no_score(table, seed, moves):
    state = playout(table, seed, moves)[-1]
    record = record_of(state, target=21, scores=dict.fromkeys(state.parties, 3))
    result = adjudicate(record)
    assert replay(record) == state
    assert result["findings"] == []
    if not state.is_over:
        assert (result["made"], result["winner"], set(result["delta"].values())) == (None, None, {0})
        assert set(result["scores"].values()) == {3}
        assert result["pitcher"] == (None if state.phase == "bidding" else state.pitcher)


@given(st.permutations("ABCDEFGH"), st.sampled_from(TABLES), st.integers(0, 10**6).map(str))
def test_points_do_not_depend_on_the_names_of_the_seats(letters, table, seed):
    record = recorded(table, seed)
    names = dict(zip(record.seats, sorted(letters[: len(record.seats)]), strict=True))

    def called(text):
        return "".join(names[seat] for seat in text)

    renamed = replace(
        record,
        dealer=names[record.dealer],
        scores={called(party): score for party, score in record.scores.items()},
        hands={names[seat]: hand for seat, hand in record.hands.items()},
        calls=tuple(Call(names[call.seat], call.bid) for call in record.calls),
        discards={names[seat]: cards for seat, cards in record.discards.items()},
    )
    before, after = adjudicate(record), adjudicate(renamed)
    assert after["won"] == {called(party): found for party, found in before["won"].items()}
    assert after["delta"] == {called(party): points for party, points in before["delta"].items()}


def test_a_deal_without_a_bid_is_thrown_in():
    """RULES S28"""
    text = told.TEN_POINT.split("bids:")[0] + "bids:D-,A-,B-,C-"
    nothing: dict[str, list[str]] = {"AC": [], "BD": []}
    assert score_sheet(ruling(text)) == [
        None, None, None, None, nothing, {"AC": 0, "BD": 0}, {"AC": -4, "BD": 14}, None, [],
    ]  # fmt: skip


# --- Offences ---------------------------------------------------------------------------------------------------------


def test_a_revoke_is_told_with_what_could_have_been_played():
    """RULES S71: A and B change their cards of the last two tricks, so B does not follow the led diamonds."""
    text = told.TEN_POINT.replace("X1Ad9hX2 Qc9c8h7d", "X1Ad9h8h Qc9cX27d")
    result = ruling(text)
    assert result["findings"] == [
        {"code": "revoke", "seat": "B", "play": 20, "card": "8h", "could_have_played": ["X2"]}
    ]
    assert result["made"] is False
    assert "joker_2" in result["won"]["BD"]


def test_with_nine_cards_whatever_is_no_trump_is_a_revoke():
    """RULES S48"""
    result = ruling(told.NINE_CARDS.split("7s5sTsX1")[0] + "7s 5s8hX19s")
    assert result["findings"] == [{"code": "revoke", "seat": "B", "play": 7, "card": "8h", "could_have_played": ["Ts"]}]
    assert len(result["tricks"]) == 2


@given(st.sampled_from(TABLES), st.integers(0, 10**6).map(str), st.data())
def test_a_planted_revoke_is_always_found(table, seed, data):
    states = [state for state in playout(table, seed) if state.phase == "playing"]
    chances = [
        (state, card)
        for state in states
        for card in state.hands[state.turn]
        if card not in legal_plays(state) and (state.trump or card != "X1")
    ]
    if not chances:
        return
    state, card = data.draw(st.sampled_from(chances))
    planted = record_of(lay(state, card), target=21, scores=dict.fromkeys(state.parties, 0))
    could = sorted(legal_plays(state))
    assert adjudicate(planted)["findings"] == [
        {"code": "revoke", "seat": state.to_act, "play": len(planted.plays), "card": card, "could_have_played": could}
    ]


def test_a_joker_cannot_name_trumps():
    """RULES S30"""
    result = ruling(told.FIVE_POINT.replace("7s9s7d6cKsTs", "X19s7d6cKsTs"))
    assert codes(result) == ["revoke"]
    assert (result["trump"], result["tricks"], result["made"]) == (None, [], None)


def test_a_card_that_was_not_in_the_hand_ends_the_deal():
    """RULES S73"""
    result = ruling(told.TEN_POINT.replace("3h9d4dQh", "3h9d4dAs"))
    assert result["findings"] == [{"code": "not_held", "seat": "A", "play": 8, "card": "As"}]
    assert (len(result["tricks"]), result["made"], result["scores"]) == (1, None, {"AC": -4, "BD": 14})


def test_a_card_after_the_last_is_in_nobodys_hand():
    result = ruling(told.TEN_POINT + " 5h")
    assert result["findings"] == [{"code": "not_held", "seat": None, "play": 25, "card": "5h"}]


def test_a_trump_put_away_without_need_is_told_and_stays_away():
    """RULES S33, S72: D keeps the ace of spades instead of the six of trumps."""
    text = told.TEN_POINT.replace("D-3sJcAsAh", "D-3sJc6dAh").split("Td6d4cKd")[0]
    result = ruling(text + "Td4d4cKd")
    assert result["findings"] == [{"code": "bad_discard", "seat": "D", "cards": ["3s", "Jc", "6d", "Ah"]}]
    assert result["tricks"] == [{"leader": "C", "cards": {"C": "Td", "D": "4d", "A": "4c", "B": "Kd"}, "taker": "B"}]


@pytest.mark.parametrize("cards", ["3sJcAs", "3sJcAsAh9s", "3sJcAs8h", "3sJc3sAh", ""])
def test_a_discard_that_leaves_no_hand_to_play_ends_the_deal(cards):
    """RULES S32, S73: too few, too many, not held, one twice, none."""
    result = ruling(told.TEN_POINT.replace("D-3sJcAsAh", f"D-{cards}"))
    assert codes(result) == ["bad_discard"]
    assert (result["pitcher"], result["tricks"], result["made"]) == ("C", [], None)


def test_a_scoring_trump_put_away_is_told():
    """RULES S39: E puts the ace away and keeps the idle king."""
    text = told.CUTTHROAT.replace("8hKh9h7h5h", "8hAh9h7h5h").replace("JcAhTc", "JcKhTc")
    assert ruling(text)["findings"][0]["seat"] == "E"
    assert codes(ruling(text)) == ["bad_discard"]


def test_with_five_points_nothing_is_put_away():
    assert codes(ruling(told.FIVE_POINT + " A-Ad")) == ["bad_discard"]


@pytest.mark.parametrize(
    ("bids", "found", "contract"),
    [
        ("D2,A2,B5,C6", [("A", 2)], ("C", 6)),
        ("D0,A3,B5,C6", [("D", 0)], ("C", 6)),
        ("D2,A3,B5,C11", [("C", 11)], ("C", 11)),
        ("D2,A3,B5,Cm", [("C", "moon")], ("C", "moon")),
        ("D2,B5,A3,C6", [("B", 5), ("A", 3)], ("C", 6)),
        ("D2,A3,B5,C6,A7", [("A", 7)], ("A", 7)),
        ("D2,A3,C6", [("C", 6), ("B", None)], ("C", 6)),
        ("D6,A-,B-,C6", [("C", 6)], ("D", 6)),
    ],
)
def test_a_bad_bid_is_told_and_stands_as_it_was_made(bids, found, contract):
    """RULES S22, S23, S24, S25, S26, S72"""
    result = ruling(told.TEN_POINT.replace("D2,A3,B5,C6", bids))
    assert [(one["seat"], one["bid"]) for one in result["findings"] if one["code"] == "bad_bid"] == found
    assert (result["pitcher"], result["bid"]) == contract


def test_nobody_can_play_what_nobody_has_bid():
    result = ruling(told.TEN_POINT.replace("D2,A3,B5,C6", "D-,A-,B-,C-"))
    assert result["findings"] == [{"code": "bad_bid", "seat": None, "bid": None}]
    assert result["pitcher"] is None


@pytest.mark.parametrize("bid", [0, -1])
def test_a_bid_of_no_points_undertakes_nothing(bid):
    """RULES S72: it would always be made."""
    result = ruling(told.TEN_POINT.replace("D2,A3,B5,C6", f"D-,A-,B-,C{bid}"))
    assert [(one["code"], one["seat"], one["bid"]) for one in result["findings"]] == [
        ("bad_bid", "C", bid),
        ("bad_bid", None, None),
    ]
    assert (result["pitcher"], result["made"], result["winner"]) == (None, None, None)


@pytest.mark.parametrize(
    ("text", "old", "new", "found"),
    [
        (
            told.NINE_CARDS,
            "9dKhQh\n    stock",
            "9dKh\n    stock",
            [{"seat": "D", "cards": 8}, {"card": "Qh", "places": []}],
        ),
        (told.NINE_CARDS, "k:Tc", "k:5d", [{"card": "5d", "places": ["A", "stock"]}, {"card": "Tc", "places": []}]),
        (told.NINE_CARDS, "A:5dAd", "A:AdAd", [{"card": "5d", "places": []}, {"card": "Ad", "places": ["A"]}]),
        (told.FIVE_POINT, "k:8d", "k:3d", [{"card": "3d", "places": ["stock"]}, {"card": "8d", "places": []}]),
    ],
)
def test_a_misdeal_is_told_card_by_card(text, old, new, found):
    """RULES S73"""
    assert text.count(old) == 1
    result = ruling(text.replace(old, new))
    assert result["findings"] == [{"code": "bad_deal", **values} for values in found]
    assert (result["pitcher"], result["tricks"], result["made"], result["winner"]) == (None, [], None, None)

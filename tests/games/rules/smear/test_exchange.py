"""From the bidding to six cards: what must and what may be put away, who is served from the stock."""

from itertools import islice

import pytest

from games.rules.cards import read_cards
from games.rules.chance import Chance
from games.rules.refusals import Refused
from games.rules.smear.auction import bid, legal_trumps
from games.rules.smear.cards import SUITS, pack
from games.rules.smear.exchange import Discards, discard, discards, name_trump
from games.rules.smear.state import start
from games.rules.smear.variants import VARIANTS
from tests.games.rules.smear.deals import TABLES, dealt, playout


def trumps_named(name, hands, trump, *, stock="", pitcher="B"):
    """A deal by D after the bidding. `hands`: "A cards; B cards"; the others and the stock get what is left over."""
    variant = VARIANTS[name]
    given = {line.split()[0]: read_cards(line)[1:] for line in hands.split("; ")}
    top = read_cards(stock)
    rest = [
        card for card in pack(variant, 4) if card not in {*top, *(card for hand in given.values() for card in hand)}
    ]
    for seat in "ABCD":
        if seat not in given:
            given[seat], rest = tuple(rest[: variant.table(4).cards]), rest[variant.table(4).cards :]
    state = start(variant, given, dealer="D", stock=(*top, *rest))
    for seat in "ABCD":
        state = bid(state, variant.lowest_bid if seat == pitcher else None)
    return name_trump(state, trump)


def text(cards):
    return " ".join(cards)


def test_any_suit_may_be_named():
    """RULES S29"""
    state = bid(bid(bid(bid(dealt("ten_point", 4, "a"), 2), None), None), None)
    assert legal_trumps(state) == tuple(SUITS)
    with pytest.raises(Refused, match="no_such_suit"):
        name_trump(state, "X")
    with pytest.raises(Refused, match="other_act_due"):
        discard(state, ())


def test_the_pitcher_takes_the_stock_and_everybody_gets_down_to_six():
    """RULES S31, S32, S33"""
    state = trumps_named(
        "ten_point", "A 2h 3h 4h 5c 6c 7c 8c 9c Ts Js; B Ah Kh Qh Jh Th 9h 8h 7h 2c 3c", "h", pitcher="A"
    )
    assert (state.to_act, len(state.hands[0]), state.left) == ("A", 24, ())
    state = discard(state, discards(state).one(Chance("a")))
    assert state.to_act == "B"
    assert discards(state).forced == ("2c", "3c")
    assert text(discards(state).pool) == "Ah Kh Qh Jh Th 9h 8h 7h"
    assert discards(state).number == 2


def test_whoever_has_enough_others_keeps_all_trumps():
    """RULES S33"""
    state = trumps_named("ten_point", "A 2h 3h X1 Jd 6c 7c 8c 9c Ts Js", "h")
    assert discards(state) == Discards((), read_cards("6c 7c 8c 9c Ts Js"), 4)
    for cards in ("2h 6c 7c 8c", "6c 7c 8c", "6c 6c 7c 8c", "6c 7c 8c 9s", "6c 7c 8c 9c Ts"):
        with pytest.raises(Refused, match="discard_not_allowed"):
            discard(state, read_cards(cards))
    assert text(discard(state, read_cards("6c Js 8c 9c")).hands[0]) == "2h 3h X1 Jd 7c Ts"


def test_with_nine_cards_all_others_go_and_come_back_from_the_stock():
    """RULES S34, S35, S40"""
    state = trumps_named(
        "nine_cards", "A 2h 3h X1 Jd 6c 7c 8c 9c Ts; B Ah Kh Qh Jh Th 9h 8h 7h 2c", "h", stock="2d 3d 2s"
    )
    assert discards(state) == Discards(read_cards("6c 7c 8c 9c Ts"), (), 0)
    state = discard(state, discards(state).forced)
    assert text(state.hands[0]) == "2h 3h X1 Jd 2d 3d"
    assert discards(state) == Discards(("2c",), (), 0)
    state = discard(state, ("2c",))
    assert text(state.hands[1]) == "Ah Kh Qh Jh Th 9h 8h 7h"
    assert state.left[0] == "2s"


def test_with_a_widow_the_pitcher_comes_last_and_gets_the_rest():
    """RULES S37, S38, S40"""
    state = trumps_named("widow", "A 2h 3h X1 Jd 6c 7c 8c 9c Ts", "h", pitcher="A", stock="2c 3c 4c 5c")
    assert text(state.hands[0][9:]) == "2c 3c 4c 5c"
    order = []
    while state.to_act != "A":
        order.append(state.to_act)
        state = discard(state, discards(state).one(Chance("a")))
    assert order == ["B", "C", "D"]
    assert len(state.hands[0]) == 13 + len(state.stock[4:]) - sum(len(cards) - 3 for cards in state.discards[1:])
    assert state.left == ()
    state = discard(state, discards(state).one(Chance("a")))
    assert [len(hand) for hand in state.hands] == [6, 6, 6, 6]


@pytest.mark.parametrize(
    ("hand", "forced", "pool", "number"),
    [
        ("Ah Kh Qh Jh Th 9h 8h 7h 2c", "2c", "Kh Qh 9h 8h 7h", 2),
        ("Ah Jh Jd X1 X2 Th 9h 3h 2h", "9h", "Ah Jh Jd X1 X2 Th 3h 2h", 2),
        ("Ah Jh Jd X1 X2 9h Kh Qh 8h", "", "9h Kh Qh 8h", 3),
    ],
)
def test_with_a_widow_no_trump_that_scores_goes_unless_there_are_more_than_six(hand, forced, pool, number):
    """RULES S39"""
    state = trumps_named("widow", f"A {hand}", "h")
    assert discards(state) == Discards(read_cards(forced), read_cards(pool), number)


def test_when_the_stock_runs_out_the_last_get_fewer():
    """RULES S40: D has no trump; the others take eighteen cards and leave it none."""
    state = trumps_named(
        "nine_cards",
        "A 2c 3c 4c 5c 6c 7c 8c 9c Tc; B 2d 3d 4d 5d 6d 7d 8d 9d Td; C 2s 3s 4s 5s 6s 7s 8s 9s Ts; "
        "D Ac Kc Qc Jc Ad Kd Qd As Ks",
        "h",
    )
    while state.phase == "discarding":
        state = discard(state, discards(state).forced)
    assert [len(hand) for hand in state.hands] == [6, 6, 6, 0]
    assert (state.left, state.to_act) == ((), "B")


def test_with_five_points_nothing_is_put_away():
    """RULES S20, S30"""
    state = playout(("five_point", 4), "1", moves=4)[-1]
    assert (state.phase, state.to_act, state.trump) == ("playing", state.pitcher, None)


@pytest.mark.parametrize("table", TABLES)
def test_what_is_listed_or_chosen_by_chance_is_allowed(table):
    for state in playout(table, "7"):
        if state.phase == "discarding":
            possible = discards(state)
            assert all(possible.allow(cards) for cards in islice(possible.all(), 50))
            assert possible.allow(possible.one(Chance("b")))
            assert not possible.allow((*possible.one(Chance("b")), "2h"))

"""What the rules say about a recorded deal (formats/deal-file.md), told in the notation."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.cards import PACK
from games.rules.smoking_cat.deal_file import parse
from games.rules.smoking_cat.notation import parse_deal
from games.rules.smoking_cat.play import lay, legal_plays, play
from games.rules.smoking_cat.record import record_of
from games.rules.smoking_cat.ruling import adjudicate, ruling_document
from tests.games.rules.smoking_cat.deals import passed, played, recorded

EXAMPLES = Path(__file__).parents[3] / "examples"

# A: Th Uh Oh Kh Ah 7b 8b 9b   B: Tl Ul Ol Kl Al 7h 8h 9h   C: Ta … Aa 7l 8l 9l   D: Tb … Ab 7a 8a 9a, after passing
AFTER_PASSING = (
    "@D A:7h8h9hThUhOhKhAh>7h8h9h B:7l8l9lTlUlOlKlAl>7l8l9l C:7a8a9aTaUaOaKaAa>7a8a9a D:7b8b9bTbUbObKbAb>7b8b9b"
)
A_HAS_9 = f"{AFTER_PASSING} Th7h7lTb Uh8h8lUb Oh9h9lOb"
A_HAS_23 = f"{A_HAS_9} KhOlTaKb"

seeds = st.integers(0, 10**9).map(str)


def ruling(text, **settings):
    return adjudicate(parse_deal(text), **settings)


def said(text):
    document = ruling_document(ruling(text))
    return {key: document[key] for key in ("complete", "points", "hejma", "last_trick", "loser", "decided_by")}


@pytest.mark.parametrize("name", ["deal-plain", "deal-revoke"])
def test_the_worked_examples_give_their_rulings(name):
    record = parse((EXAMPLES / f"{name}.json").read_bytes())
    expected = (EXAMPLES / f"{name}.ruling.json").read_text(encoding="utf-8")
    assert json.dumps(ruling_document(adjudicate(record)), indent=1, ensure_ascii=False) == expected.rstrip()


# --- Deals that end, or do not --------------------------------------------------------------------------------------


def test_an_unfinished_deal_is_open():
    assert said(A_HAS_9) == {
        "complete": False,
        "points": {"A": 9, "B": 0, "C": 0, "D": 0},
        "hejma": None,
        "last_trick": None,
        "loser": None,
        "decided_by": None,
    }


def test_with_17_points_somebody_has_lost_whether_or_not_the_deal_is_said_to_have_ended():  # RULES C47
    for text in (A_HAS_23, f"{A_HAS_23} early"):
        assert said(text) == {
            "complete": False,
            "points": {"A": 23, "B": 0, "C": 0, "D": 0},
            "hejma": "A",
            "last_trick": None,
            "loser": "A",
            "decided_by": "most_points",
        }


def test_an_early_end_without_17_points_leaves_the_deal_open():
    found = ruling(f"{A_HAS_9} early")
    assert found.verdict.loser is None
    assert found.ended_too_early
    assert not ruling(f"{A_HAS_23} early").ended_too_early


def test_the_packer_takes_everything_and_loses():  # RULES C45, C46
    assert said(f"{A_HAS_9} Kh Ol packed:B") == {
        "complete": True,
        "points": {"A": 9, "B": 24, "C": 0, "D": 0},
        "hejma": "B",
        "last_trick": "B",
        "loser": "B",
        "decided_by": "packed",
    }


def test_who_packs_without_being_sure_to_lose_loses_all_the_same():
    found = ruling(f"{A_HAS_23} packed:C")
    assert (found.points, found.verdict) == ({"A": 23, "B": 0, "C": 10, "D": 0}, ("C", "packed"))
    assert found.packed_too_early
    assert not ruling(f"{A_HAS_9} packed:B").packed_too_early


def test_after_the_last_card_nothing_is_left_to_pack():  # RULES C46
    record = recorded("packed too late")
    played_out = adjudicate(record)
    for seat in record.seats:
        late = adjudicate(replace(record, packed_by=seat))
        assert (late.verdict, late.points, late.packed_too_early) == (played_out.verdict, played_out.points, False)


def test_the_undecided_deal_goes_by_the_setting():  # RULES C51
    record = next(
        record
        for record in (recorded(f"undecided {number}") for number in range(4_000))
        if sorted(adjudicate(record).points.values()) == [1, 10, 11, 11] and adjudicate(record).verdict.loser is None
    )
    open_ruling = adjudicate(record)
    assert open_ruling.verdict == (None, "undecided")
    assert open_ruling.is_complete
    state = open_ruling.state
    assert adjudicate(record, tie_without_hejma="hejma_taker").verdict == (state.hejma, "hejma_taker")
    assert adjudicate(record, tie_without_hejma="last_trick").verdict == (state.last_trick, "last_trick")


# --- Renonc B ---------------------------------------------------------------------------------------------------------


def test_a_revoke_loses_the_deal_and_names_the_card_and_the_trick_that_showed_it():  # RULES C61, C63
    found = ruling(f"{AFTER_PASSING} ThTl7lTb Uh8h8lUb")
    [revoke] = found.revokes
    assert (revoke.seat, revoke.play, revoke.trick, revoke.card) == ("B", 2, 1, "Tl")
    assert revoke.could_have_played == ("7h", "8h", "9h")
    assert revoke.came_to_light == 2
    assert found.verdict == ("B", "renonc")
    assert [trick.taker for trick in found.tricks] == ["A", "A"]  # taken as played


def test_a_revoke_that_was_not_shown_yet_has_no_trick_in_which_it_came_to_light():
    assert ruling(f"{AFTER_PASSING} ThTl7lTb").revokes[0].came_to_light is None


def test_a_revoke_comes_to_light_on_the_table_too():
    assert ruling(f"{AFTER_PASSING} ThTl7lTb Uh8h").revokes[0].came_to_light == 2


def test_of_two_who_revoked_the_first_loses_even_after_somebody_packed():  # RULES C63
    found = ruling(f"{AFTER_PASSING} ThTl7lTb Uh8hTaUb 7bKlOaKb ObOh packed:A")
    assert [(revoke.seat, revoke.play) for revoke in found.revokes] == [("B", 2), ("A", 14)]
    assert found.verdict == ("B", "renonc")


@given(seeds)
def test_a_legal_deal_accuses_nobody(seed):
    found = adjudicate(recorded(seed))
    assert (found.findings, found.is_complete, sum(found.points.values())) == ((), True, 33)


@given(seeds, st.integers(0, 31))
def test_a_planted_revoke_is_always_found_with_its_cards_and_comes_to_light(seed, first):
    """From play `first` on the next seat that could revoke does; the rest is played legally."""
    state, chance = passed(seed)
    planted = None
    for number in range(1, 33):
        legal = legal_plays(state)
        others = [card for card in state.hands[state.turn] if card not in legal]
        if planted is None and number > first and others:
            card = chance.one_of(others)
            planted = (state.to_play, number, card, set(legal))
            state = lay(state, card)
        else:
            state = play(state, chance.one_of(legal))
    found = adjudicate(record_of(state))
    if planted is None:
        assert found.revokes == ()
        return
    [revoke] = found.revokes
    assert (revoke.seat, revoke.play, revoke.card, set(revoke.could_have_played)) == planted
    assert found.verdict == (planted[0], "renonc")
    assert revoke.came_to_light in range(revoke.trick + 1, 9)


# --- Deals that cannot be ruled on ------------------------------------------------------------------------------------


def stopped(record):
    document = ruling_document(adjudicate(record))
    assert (document["loser"], document["decided_by"], document["complete"]) == (None, None, False)
    return document["findings"]


def test_a_wrong_number_of_cards_is_renonc_c():  # RULES C64
    record = recorded("misdeal")
    nine = replace(record, hands=record.hands | {"A": (*record.hands["A"], record.hands["B"][0])})
    card = record.hands["B"][0]
    assert stopped(nine) == [
        {"code": "renonc_c", "seat": "A", "cards": 9},
        {"code": "renonc_c", "card": card, "seats": ["A", "B"]},
    ]


def test_a_card_twice_and_one_missing_is_renonc_c():
    record = recorded("misdeal")
    first, *others = record.hands["A"]
    twice = replace(record, hands=record.hands | {"A": (others[0], *others)})
    assert sorted(stopped(twice), key=lambda finding: PACK.index(finding["card"])) == sorted(
        [
            {"code": "renonc_c", "card": others[0], "seats": ["A"]},
            {"code": "renonc_c", "card": first, "seats": []},
        ],
        key=lambda finding: PACK.index(finding["card"]),
    )


@pytest.mark.parametrize(
    "change", [lambda own, other: own[:2], lambda own, other: (*own[:2], other), lambda own, other: (own[0],) * 3]
)
def test_a_pass_of_other_than_three_own_cards_is_found(change):
    record = recorded("bad pass")
    cards = change(record.passes["C"], record.hands["D"][0])
    bad = replace(record, passes=record.passes | {"C": cards})
    assert stopped(bad) == [{"code": "bad_pass", "seat": "C", "cards": list(cards)}]


def test_a_card_that_was_not_in_the_hand_stops_the_replay():
    record = record_of(played("not held", plays=10))
    again = replace(record, plays=(*record.plays, record.plays[0], *record.plays[:3]))
    [finding] = stopped(again)
    assert (finding["code"], finding["play"], finding["card"]) == ("not_held", 11, record.plays[0])
    assert len(adjudicate(again).tricks) == 2


def test_a_card_after_the_last_one_was_in_nobodys_hand():
    record = recorded("33 cards")
    assert [finding["code"] for finding in stopped(replace(record, plays=(*record.plays, "7h")))] == ["not_held"]

"""A deal of Smear in one line: there and back, and no further than its shape."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.documents.faults import faults_in
from games.rules.refusals import Refused
from games.rules.smear.deal_file import CARDS
from games.rules.smear.notation import format_deal, parse_deal
from games.rules.smear.record import DealRecord
from games.rules.smear.state import Call
from games.rules.smear.variants import VARIANTS, parties
from tests.games.rules.smear import told
from tests.games.rules.smear.deals import TABLES, recorded

ALL_TOLD = [told.TEN_POINT, told.SIX, told.NINE_CARDS, told.WIDOW, told.CUTTHROAT, told.FIVE_POINT]
cards = st.lists(st.sampled_from(sorted(CARDS)), max_size=12).map(tuple)
bids = st.one_of(st.none(), st.just("moon"), st.integers(-99, 99))


@st.composite
def records(draw):
    """Whatever a deal file can hold, sensible or not."""
    name, players = draw(st.sampled_from(TABLES))
    variant, seats = VARIANTS[name], sorted(draw(st.permutations("ABCDEFGH"))[:players])
    seat = st.sampled_from(seats)
    named_by_lead = variant.first_lead == "names_trump"
    trump = None if named_by_lead else draw(st.one_of(st.none(), st.sampled_from("hscd")))
    goes_on = named_by_lead or trump is not None
    return DealRecord(
        variant=variant,
        target=draw(st.integers(1, 9999)),
        scores={party: draw(st.integers(-9999, 9999)) for party in parties(variant, seats)},
        dealer=draw(seat),
        hands={one: draw(cards) for one in seats},
        stock=draw(cards),
        calls=tuple(draw(st.lists(st.builds(Call, seat, bids), max_size=9))),
        trump=trump,
        discards=draw(st.dictionaries(seat, cards)) if goes_on else {},
        plays=draw(cards) if goes_on else (),
    )


@pytest.mark.parametrize("text", ALL_TOLD)
def test_a_told_deal_is_written_as_it_was_read(text):
    assert parse_deal(format_deal(parse_deal(text))) == parse_deal(text)


@given(st.one_of(records(), st.builds(recorded, st.sampled_from(TABLES), st.integers(0, 999).map(str))))
def test_every_record_comes_back(record):
    text = format_deal(record)
    assert parse_deal(text) == record
    assert text == text.strip()
    assert "\n" not in text


def test_words_may_stand_in_any_order():
    variant, *words = told.TEN_POINT.split("Td6d")[0].split()
    assert parse_deal(" ".join([variant, *reversed(words)])) == replace(parse_deal(told.TEN_POINT), plays=())


@pytest.mark.parametrize("word", ["12", "AC:1", "@D", "A:2h", "A-2h", "stock:", "bids:A1", "trump:h", "7x", "2h3", "é"])
def test_a_word_that_cannot_be_read_or_comes_twice_is_refused(word):
    with pytest.raises(Refused) as refused:
        parse_deal(f"{told.TEN_POINT} {word}")
    assert (refused.value.code, refused.value.values) == ("malformed_deal", {"text": word})


@pytest.mark.parametrize(
    ("old", "new", "path"),
    [
        ("ten_point", "pitch", "$.variant"),
        (" 21 ", " ", "$.target"),
        (" @C", "", "$.dealer"),
        ("AC:-4", "", "$.scores.AC"),
        ("trump:d", "", "$.trump"),
        ("A:7c5c5h8s9c6s4cJs9hQh", "", "$.hands"),
    ],
)
def test_words_that_tell_no_deal_are_refused_with_the_path_of_what_is_wrong(old, new, path):
    with pytest.raises(Refused) as refused:
        parse_deal(told.TEN_POINT.replace(old, new))
    assert refused.value.code == "bad_deal_file"
    assert path in [fault.path for fault in faults_in(refused.value)]


@given(st.text(max_size=200))
def test_no_text_does_anything_but_read_or_refuse(text):
    with pytest.raises(Refused):
        parse_deal(text)


def test_a_very_long_text_is_not_read_to_its_end():
    with pytest.raises(Refused):
        parse_deal("ten_point " + "2h " * 1_000_000)

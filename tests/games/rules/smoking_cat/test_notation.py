"""A deal as one line of text: `parse_deal(format_deal(x)) == x`, and what cannot be read is told."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.cards import PACK
from games.rules.refusals import Refused
from games.rules.smoking_cat.notation import format_deal, parse_deal
from games.rules.smoking_cat.record import DealRecord
from tests.games.rules.smoking_cat.deals import recorded

LINE = (
    "@C B:UhAlObOhAa9lKl8b>AlAaOb C:UlTbOa8l7hKa7lUb>OaUl7h D:AhUaTaOlKb7bKh7a>OlTaAh F:8h9aTlAb8a9b9hTh>9a8a8h "
    "KhTh8hAa 7hAhOhUb packed:F"
)

hands = st.lists(st.sampled_from(PACK), max_size=12).map(tuple)
anything = st.builds(
    lambda seats, dealer, dealt, given_on, plays, packed, early: DealRecord(
        dealer=seats[dealer],
        hands=dict(zip(seats, dealt, strict=True)),
        passes={seat: cards for seat, cards in zip(seats, given_on, strict=True) if cards is not None},
        plays=tuple(plays),
        packed_by=None if packed is None else seats[packed],
        ended_early=early,
    ),
    st.lists(st.sampled_from("ABCDEFGH"), min_size=4, max_size=4, unique=True).map(sorted),
    st.integers(0, 3),
    st.lists(hands, min_size=4, max_size=4),
    st.lists(st.none() | hands, min_size=4, max_size=4),
    st.lists(st.sampled_from(PACK), max_size=40),
    st.none() | st.integers(0, 3),
    st.booleans(),
)


def test_a_deal_reads_as_it_is_written():
    record = parse_deal(LINE)
    assert format_deal(record) == LINE
    assert (record.dealer, record.seats, record.packed_by, len(record.plays)) == ("C", ("B", "C", "D", "F"), "F", 8)
    assert record.passes["D"] == ("Ol", "Ta", "Ah")


@given(anything)
def test_any_record_comes_back_as_it_was(record):
    assert parse_deal(format_deal(record)) == record


def test_lines_blanks_and_the_order_of_the_words_do_not_matter():
    words = LINE.split()
    hands_of_it, rest = words[1:5], words[5:]
    assert parse_deal("\n\t".join([*reversed(hands_of_it), *rest[:2], words[0], rest[2]])) == parse_deal(LINE)
    single = [card for word in rest[:2] for card in (word[place : place + 2] for place in range(0, 8, 2))]
    assert parse_deal(" ".join([*words[:5], *single, rest[2]])) == parse_deal(LINE)


@pytest.mark.parametrize(
    ("change", "unreadable"),
    [
        (("7hAh", "7hXh"), "7hXhOhUb"),
        (("@C", "@C @C"), "@C"),
        (("F:", "D:"), "D:8h9aTlAb8a9b9hTh>9a8a8h"),
        (("packed:F", "packed:F packed:F"), "packed:F"),
        (("packed:F", "late"), "late"),
        (("F:", "Z:"), "Z:8h9aTlAb8a9b9hTh>9a8a8h"),
        ((LINE, "x" * 5_000), "x" * 40),
    ],
)
def test_what_cannot_be_read_is_told(change, unreadable):
    with pytest.raises(Refused) as refused:
        parse_deal(LINE.replace(*change))
    assert refused.value.code == "malformed_deal"
    assert refused.value.values == {"text": unreadable}


@pytest.mark.parametrize(
    "change", [("@C", "@E"), ("@C ", ""), ("packed:F", "packed:A"), (LINE.split()[1], ""), (LINE, "")]
)
def test_a_deal_needs_a_dealer_and_four_hands(change):
    with pytest.raises(Refused) as refused:
        parse_deal(LINE.replace(*change))
    assert refused.value.code == "incomplete_deal"


@given(st.text(max_size=80))
def test_no_text_does_any_harm(text):
    with pytest.raises(Refused):
        parse_deal(f"{text} {replace(recorded('harm'), dealer='Z').dealer}")

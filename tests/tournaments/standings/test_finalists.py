"""competition.md 3.3 and 3.4: the cut, and the tie across it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.standings.events import fraction
from tournaments.facts.regulations import Qualification
from tournaments.standings.finalists import Candidate, Finalists, PlayOff, finalists


def cut(text: str, size: int, qualification: Qualification = "success") -> tuple[str, int, str]:
    """ "p1=3/4 p2=–*": entries with their success; * means survived. Gives qualified, places, between."""
    candidates = []
    for part in text.split():
        entry, value = part.split("=")
        candidates.append(Candidate(entry, fraction(value.rstrip("*")), survived=value.endswith("*")))
    found = finalists(candidates, size=size, qualification=qualification)
    play_off = found.play_off or PlayOff(0, ())
    return " ".join(found.qualified), play_off.places, " ".join(play_off.between)


def test_the_best_qualify_in_order_of_their_success():
    assert cut("p1=1/2 p2=3/4 p3=1/4 p4=2/3", size=3) == ("p2 p4 p1", 0, "")


def test_equal_ones_within_the_cut_stand_in_order_of_their_ids_as_text():
    assert cut("p2=3/4 p10=3/4 p1=1/2 p3=1/4", size=3) == ("p10 p2 p1", 0, "")


@pytest.mark.parametrize(
    ("text", "size", "places"),
    [
        ("p1=1 p2=3/4 p3=3/4 p4=1/2", 4, ((1, 1), (2, 3), (2, 3), (4, 4))),
        ("p1=1 p2=3/4 p3=3/4 p4=1/2", 3, ((1, 1), (2, 3), (2, 3))),
        ("p1=1 p2=1 p3=1/2 p4=1/2", 3, ((1, 2), (1, 2))),
    ],
)
def test_equal_ones_share_their_place(text, size, places):
    candidates = [Candidate(entry, fraction(value)) for entry, value in (part.split("=") for part in text.split())]
    assert finalists(candidates, size=size).places == places


@pytest.mark.parametrize(
    ("candidates", "expected"),
    [
        ("p1=1 p2=1/2 p3=1/2", ("p1", 1, "p2 p3")),
        ("p1=1 p2=1/2 p3=1/2 p4=1/2", ("p1", 1, "p2 p3 p4")),
        ("p1=1/2 p2=1/2 p3=1/2 p4=1/3", ("", 2, "p1 p2 p3")),
        ("p10=1/2 p2=1/2 p1=1/2", ("", 2, "p1 p10 p2")),
        ("p1=1 p2=1 p3=1/2 p4=1/2", ("p1 p2", 0, "")),
    ],
)
def test_a_tie_across_the_cut_is_left_to_a_play_off(candidates, expected):
    assert cut(candidates, size=2) == expected


def test_with_as_many_as_there_are_seats_all_qualify_however_they_are_tied():
    assert cut("p3=1/2 p1=1/2 p2=1/2", size=3) == ("p1 p2 p3", 0, "")


def test_without_own_deals_one_is_last_and_can_be_tied_too():
    assert cut("p1=– p2=0 p3=–", size=2) == ("p2", 1, "p1 p3")


def test_nobody_played_so_nobody_qualifies():
    assert cut("", size=6) == ("", 0, "")


def test_survivors_of_the_last_basic_round_can_come_before_success():
    """3.3: two tables of one round leave exactly six survivors."""
    text = "p1=9/10 p2=1/2* p3=4/5* p4=1/3*"
    assert cut(text, size=3) == ("p1 p3 p2", 0, "")
    assert cut(text, size=3, qualification="survivors") == ("p3 p2 p4", 0, "")
    assert cut("p1=9/10 p2=1/2* p3=9/10", size=2, qualification="survivors") == ("p2", 1, "p1 p3")


values = st.none() | st.fractions(0, 1, max_denominator=4)


@given(st.dictionaries(st.sampled_from([f"p{n}" for n in range(20)]), values), st.integers(1, 8), st.randoms())
def test_every_seat_is_filled_or_played_for_and_the_order_of_the_file_does_not_matter(successes, size, chance):
    candidates = [Candidate(entry, value) for entry, value in successes.items()]
    found = finalists(candidates, size=size)
    chance.shuffle(candidates)
    assert finalists(candidates, size=size) == found
    play_off = found.play_off or PlayOff(0, ())
    assert len(found.qualified) + play_off.places == min(size, len(successes))
    assert isinstance(found, Finalists)
    if found.play_off:
        assert len({successes[entry] for entry in play_off.between}) == 1
        assert 1 <= play_off.places < len(play_off.between)

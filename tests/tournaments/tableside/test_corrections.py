"""Correcting an earlier line through its page: change it, take it back, put it back; what follows is worked out."""

import re

import pytest

from tests.factories import stories
from tests.factories.base import NOW
from tests.tournaments.tableside.conftest import Hand, text_of
from tournaments.operations.evening import rounds


@pytest.fixture
def at(hand, referee):
    """Three deals at table 1, lost by A, B and C."""
    at = hand(referee)
    for loser in "ABC":
        at.deal(loser)
    return at


def test_every_line_of_the_log_leads_to_its_page(at):
    page = at.page()
    assert all(f'href="{at.base}lines/{position}/"' in page for position in (1, 2, 3))
    line = at.page("lines/2/")
    assert "Deal 2:" in line
    assert re.search(r'name="loser" value="B"[^>]*checked', line)
    assert re.search(r'name="bench" value="A"[^>]*checked', line)


def test_another_loser_is_an_amendment_of_that_line(at):
    answer = at.post("lines/1/amendments", loser="D", bench=["E"], reason="misheard")
    assert (answer.status_code, answer["Location"]) == (303, at.base)
    assert at.payloads()[3] == {"kind": "amend", "position": 1, "loser": "D", "reason": "misheard"}
    assert at.letters() == {"A": 0, "B": 1, "C": 1, "D": 1, "E": 0}
    page = at.page()
    assert "Everything after that line was worked out again." in page
    assert "corrected</span>" in page
    assert "Line 1 corrected: the loser is" in page


def test_bench_points_packing_and_dealer_can_be_corrected(at):
    at.post("lines/1/amendments", loser="A", bench=["D"], points_A="33", packed="on", dealer="B")
    assert at.payloads()[3] == {
        "kind": "amend",
        "position": 1,
        "bench": ["D"],
        "points": {"A": 33},
        "packed": True,
        "dealer": "B",
    }
    at.post("lines/1/amendments", loser="A", bench=["D"])
    assert at.payloads()[4] == {"kind": "amend", "position": 1, "points": None, "packed": False, "dealer": None}


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        pytest.param({"loser": "A", "bench": ["E"]}, "Nothing is changed yet.", id="nothing"),
        pytest.param(
            {"loser": "A", "bench": []}, "Exactly four play a deal; with this bench it would be 5.", id="five"
        ),
        pytest.param({"loser": "E", "bench": ["E"]}, "Somebody on the bench cannot lose the deal.", id="bench"),
        pytest.param({"loser": "Z", "bench": ["E"]}, "Select a valid choice.", id="no such seat"),
        pytest.param({"loser": "B", "bench": ["E"], "points_B": "3"}, "The points add up to 3", id="points"),
    ],
)
@pytest.mark.parametrize("resend", [True, False])
def test_an_impossible_correction_is_refused_and_keeps_what_was_typed(at, said, sentence, resend):
    answer = at.post("lines/1/amendments", **said, reason="kept", resend=resend)
    assert answer.status_code == 422
    assert sentence in text_of(answer)
    assert 'value="kept"' in text_of(answer)
    assert at.kinds() == ["deal"] * 3


def test_a_correction_sent_twice_is_one(at):
    form = at.form()
    for _ in range(2):
        answer = at.post("lines/1/amendments", loser="D", bench=["E"], **form, resend=True)
        assert answer.json() == {"location": at.base}
        assert answer["X-Entry-Id"] == form["entry_id"]
    assert at.kinds() == ["deal", "deal", "deal", "amend"]


def test_a_correction_of_what_somebody_else_went_on_with_is_refused(at, hand, director):
    form = at.form()
    hand(director).deal("D")
    answer = at.post("lines/1/amendments", loser="D", bench=["E"], **form)
    assert answer.status_code == 409
    assert "Meanwhile something else was recorded" in text_of(answer)
    assert at.kinds() == ["deal"] * 4


def test_a_line_is_taken_back_with_a_reason_and_put_back(at):
    at.post("lines/2/strikes", position=2, reason="wrong table")
    assert at.letters()["B"] == 0
    page = at.page("lines/2/")
    assert "taken back" in page
    assert "It counts after all" in page
    assert 'name="position" value="4"' in page  # the strike itself is what is struck now
    at.post("lines/2/strikes", position=4)
    assert at.letters()["B"] == 1


def test_a_line_that_was_taken_back_meanwhile_is_not_put_back_for_the_reason_of_taking_it_back(at):
    """To put it back is another act: it speaks of another line, and nobody has given a reason for it yet."""
    at.post("lines/2/strikes", position=2, reason="wrong table")
    answer = at.post("lines/2/strikes", position=2, reason="misheard")
    page = text_of(answer)
    assert (answer.status_code, "Line 2 is struck already." in page, "It counts after all" in page) == (409, True, True)
    assert 'name="position" value="4"' in page
    assert "misheard" not in page
    kept = text_of(at.post("lines/1/strikes", position=1, reason="misheard", expected_position=1))
    assert 'value="misheard"' in kept, "the same act, refused for another cause, keeps what was typed"


def test_why_a_line_that_put_somebody_into_a_final_is_taken_back_or_put_back_has_to_be_said(referee, evening):
    asked = r"<label[^>]*> Reason, for everybody to read </label>.*?<input[^>]* name=\"reason\"[^>]* required"
    at = Hand(referee, stories.a_substituted_final(evening))
    assert re.search(asked, at.page("lines/1/"))
    answer = at.post("lines/1/strikes", position=1, reason=".")
    assert (answer.status_code, bool(re.search(asked, text_of(answer)))) == (422, True)
    at.post("lines/1/strikes", position=1, reason="not ill at all")
    assert at.kinds() == ["substitute", "strike"]
    assert all(re.search(asked, at.page(f"lines/{position}/")) for position in (1, 2))
    at.post("deals", loser="B", bench="EF")
    assert 'Reason <span class="must">(optional)</span>' in at.page("lines/3/")


def test_who_takes_a_substitution_back_is_told_that_the_director_has_something_to_change(referee, evening):
    at = Hand(referee, stories.a_substituted_final(evening))
    drawn, stand_in = stories.seats_of(at.table)["C"], stories.registration(evening.event, "p7")
    said = f"{drawn.nick} has the seat again that {stand_in.nick} took over. What the substitution said"
    at.post("deals", loser="B", bench="EF")
    at.post("lines/2/strikes", position=2)
    assert said not in at.page()
    at.post("lines/1/strikes", position=1, reason="not ill at all")
    page = at.page()
    assert said in page
    assert f"at the desk, on the page of round {at.table.round.number}," in page
    at.post("lines/2/strikes", position=3)
    assert said not in at.page(), "of another line nothing is said of it"


def test_later_lines_that_have_become_impossible_stay_and_say_why(hand, referee):
    at = hand(referee)
    stories.play_out(at.table)
    last = len(at.kinds())
    at.post(f"lines/{last}/strikes", position=last)
    at.deal(at.payloads()[last - 1]["loser"])
    answer = at.client.post(f"{at.base}lines/{last}/strikes/", {**at.form(), "position": last + 1}, follow=True)
    page = text_of(answer)
    assert "1 line of the log does not count now." in page
    assert "does not count</span>" in page
    assert "The game was already over." in page


def test_only_those_who_were_in_then_can_have_lost(hand, referee):
    at = hand(referee)
    stories.play_out(at.table)
    lines = at.kinds()
    first, last = at.page("lines/1/"), at.page(f"lines/{len(lines)}/")
    assert first.count('type="radio" name="loser"') == 5
    assert last.count('type="radio" name="loser"') == 4


def test_void_deals_and_penalty_letters_can_be_corrected(hand, referee):
    at = hand(referee)
    at.post("void-deals", bench="E", reason="misdeal")
    at.post("penalty-letters", seat="B", reason="late")
    at.post("lines/1/amendments", bench=["D"], reason="cards seen")
    at.post("lines/2/amendments", seat="C", reason="late")
    at.post("lines/2/amendments", seat="C", reason="")
    assert at.payloads()[2:] == [
        {"kind": "amend", "position": 1, "bench": ["D"], "reason": "cards seen"},
        {"kind": "amend", "position": 2, "seat": "C"},
        {"kind": "amend", "position": 2, "reason": None},
    ]
    assert at.letters()["C"] == 1


def test_a_correction_can_itself_be_taken_back(at):
    at.post("lines/1/amendments", loser="D", bench=["E"])
    assert "Correct it" not in at.page("lines/4/")
    at.post("lines/4/strikes", position=4)
    assert at.letters()["A"] == 1


def test_a_line_judge_corrects_a_running_game_but_not_a_finished_one(hand, line_judge):
    at = hand(line_judge, 2)
    at.deal("A")
    assert at.post("lines/1/amendments", loser="B", bench=["E"]).status_code == 303
    stories.play_out(at.table)
    lines = at.kinds()
    answer = at.post("lines/1/amendments", loser="C", bench=["E"])
    assert answer.status_code == 409
    assert "Only a referee or the director can correct it now." in text_of(answer)
    assert at.kinds() == lines


def test_a_closed_round_shows_a_line_judge_the_line_without_a_form(hand, evening, director, line_judge):
    at = hand(line_judge, 2)
    at.deal("A")
    rounds.close_round(round_=evening, by=director, now=NOW, force_reason="late")
    page = at.page("lines/1/")
    assert "<form" not in page
    assert "Round 1 is not running" in page


def test_the_page_of_a_line_costs_no_more_than_six_statements(at, django_assert_max_num_queries):
    at.page("lines/1/")
    with django_assert_max_num_queries(6):
        at.page("lines/1/")

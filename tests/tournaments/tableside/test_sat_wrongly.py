"""They sat wrongly: looked at first, then one line; letters, deals and seats follow the people, the deals stay."""

from __future__ import annotations

import re

import pytest

from tests.factories import stories
from tests.tournaments.tableside.conftest import Hand
from tournaments.models import Occupant, Score


@pytest.fixture
def at(hand, referee):
    table = hand(referee, 1)
    for loser in "AAB":
        table.deal(loser)
    return table


def form(at, **said):
    return {"seat": "A", "other": "C", "since": "1", "reason": "sat wrongly", **said}


def looked(at, **said):
    """The page after looking, and the hidden fields that its form would send."""
    page = at.client.post(f"{at.base}sat-wrongly/", {**at.form(), **form(at, **said)}).content.decode()
    return page, dict(re.findall(r'<input type="hidden" name="(\w+)" value="(.*?)"', page))


def swap(at, **said):
    _, hidden = looked(at, **said)
    return at.client.post(f"{at.base}sat-wrongly/", {**form(at, **said), **hidden})


def nicks(table):
    return {seat: one.nick for seat, one in stories.seats_of(table).items()}


def test_it_is_looked_at_before_it_is_written(at):
    before = nicks(at.table)
    page, _ = looked(at)
    text = re.sub(r"\s+", " ", page)
    assert f"{before['A']}: seat A → C" in text
    assert f"{before['C']}: seat C → A" in text
    assert "letters 2 → 0" in text
    assert at.kinds() == ["deal", "deal", "deal"]


def test_written_down_it_is_one_line_and_everybody_has_what_is_his(at):
    before, scores = nicks(at.table), letters_of(at)
    assert swap(at).status_code == 303
    assert at.payloads()[3] == {"kind": "swap", "seat": "A", "other": "C", "since": 1, "reason": "sat wrongly"}
    after = nicks(at.table)
    assert (after["A"], after["C"], after["B"]) == (before["C"], before["A"], before["B"])
    assert at.letters()["A"] == 2
    now = letters_of(at)
    assert (now[before["A"]], now[before["C"]]) == (scores[before["C"]], scores[before["A"]]) == (0, 2)


def test_taken_back_everybody_sits_and_has_what_he_had(at):
    before, scores = nicks(at.table), letters_of(at)
    swap(at)
    at.post("undo", position=4)
    assert (nicks(at.table), letters_of(at)) == (before, scores)


def test_from_a_later_deal_on_each_takes_along_what_he_had(at):
    before = nicks(at.table)
    swap(at, since="3")
    assert at.letters()["C"] == 2
    assert letters_of(at)[before["A"]] == 2


def test_what_was_recorded_meanwhile_is_looked_at_anew(at):
    _, hidden = looked(at)
    at.deal("D")
    answer = at.client.post(f"{at.base}sat-wrongly/", {**form(at), **hidden})
    assert answer.status_code == 200
    assert "swap" not in at.kinds()


def test_the_same_form_again_is_one_line(at):
    _, hidden = looked(at)
    for _ in range(2):
        at.client.post(f"{at.base}sat-wrongly/", {**form(at), **hidden})
    assert at.kinds().count("swap") == 1


@pytest.mark.parametrize("since", ["1", "4"])
def test_the_phone_asks_again_and_hears_that_it_is_done(at, since):
    _, hidden = looked(at, since=since)
    for _ in range(2):
        answer = at.client.post(
            f"{at.base}sat-wrongly/", {**form(at, since=since), **hidden}, headers={"X-Resend": "1"}
        )
        assert (answer.json(), answer["X-Entry-Id"]) == ({"location": at.base}, hidden["entry_id"])
    assert at.kinds().count("swap") == 1


def test_what_is_only_looked_at_names_the_form(at):
    for said in ({}, {"other": "A"}):
        sent = {**at.form(), **form(at, **said)}
        answer = at.client.post(f"{at.base}sat-wrongly/", sent, headers={"X-Resend": "1"})
        assert answer["X-Entry-Id"] == sent["entry_id"]
    assert "swap" not in at.kinds()


def test_two_different_people_and_a_line_judge_swaps_nobody(at, hand, line_judge):
    answer = at.client.post(f"{at.base}sat-wrongly/", {**at.form(), **form(at, other="A")})
    assert answer.status_code == 422
    judge = hand(line_judge, 2)
    assert judge.client.get(f"{judge.base}sat-wrongly/").status_code == 403
    assert "sat-wrongly" not in judge.page()
    assert "sat-wrongly" in at.page()


def test_in_a_final_everybody_reads_why(referee, evening):
    at = Hand(referee, stories.a_substituted_final(evening))
    at.deal("B")
    assert "Reason, for everybody to read" in at.page("sat-wrongly/")
    for unsaid, status in (("", 422), (".", 409)):
        assert swap(at, since="2", reason=unsaid).status_code == status
    assert at.kinds() == ["substitute", "deal"]
    assert swap(at, since="2", reason="a draught").status_code == 303
    assert at.kinds() == ["substitute", "deal", "swap"]


def test_a_finished_game_is_put_right_too(at):
    stories.play_out(at.table)
    before = nicks(at.table)
    assert swap(at).status_code == 303
    assert nicks(at.table)["A"] == before["C"]


def letters_of(at):
    """Nick → letters in this round, as the standings have them."""
    seated = Occupant.objects.filter(table=at.table).values_list("registration__nick", "registration")
    return {nick: Score.objects.get(registration=key).letters for nick, key in seated}


def test_what_a_ruling_gave_is_not_even_shown_as_going_to_somebody_else(at):
    at.post("rulings/a", seat="A", facts="Looked.", judged_by="table", decision="penalty_letter", bench=["E"])
    answer = at.client.post(f"{at.base}sat-wrongly/", {**at.form(), **form(at)})
    assert (answer.status_code, "A ruling changes only when it is overruled" in answer.content.decode()) == (409, True)
    assert looked(at, seat="C", other="D")[0].count("seat C → D") == 1

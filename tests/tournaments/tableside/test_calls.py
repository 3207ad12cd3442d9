"""The table's button, the bell of referees, and the page of who plays at the table."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.factories import stories
from tests.tournaments.tableside.conftest import text_of
from tournaments.models import Call


@pytest.fixture
def sitting(hand, evening, player):
    """p1, who only plays, at his table; and a client for any address."""
    number = stories.registration(evening.event, "p1").seats.get().table.number
    return hand(player, number)


def test_who_plays_at_a_table_calls_the_referee_from_his_own_phone(sitting, referee, hand):
    assert "Call the referee" in sitting.page("here/")
    answer = sitting.post("calls", reason="renonc", back="here")
    assert (answer.status_code, answer["Location"]) == (303, f"{sitting.base}here/")
    assert "The referee is called." in sitting.page("here/")
    table = hand(referee, sitting.table.number)
    assert "I am coming" in table.page()
    table.post("calls/answer")
    assert "is coming." in sitting.page("here/")
    table.post("calls/end")
    assert Call.objects.get().ended_at


def test_what_nobody_can_read_answers_no_call(sitting, referee, hand):
    sitting.post("calls", reason="renonc", back="here")
    table = hand(referee, sitting.table.number)
    unreadable = table.client.generic("POST", f"{table.base}calls/answer/", b"x", content_type="multipart/form-data")
    assert unreadable.status_code == 400
    assert Call.objects.get().answered_at is None


def test_who_sits_elsewhere_calls_nobody_here(sitting, hand, player, stranger):
    other = hand(player, sitting.table.number % 3 + 1)
    assert other.post("calls").status_code == 403
    assert hand(stranger, sitting.table.number).post("calls").status_code == 403
    assert not Call.objects.exists()


def test_who_called_does_not_answer_himself(sitting):
    sitting.post("calls")
    assert sitting.post("calls/answer").status_code == 403


def test_the_bell_shows_referees_all_calls_and_a_line_judge_those_of_his_tables(hand, evening, referee, line_judge):
    for number in (1, 2):
        hand(referee, number).post("calls")
    bells = {}
    for account in (referee, line_judge):
        client = Client()
        client.force_login(account)
        bells[account.pk] = text_of(client.get(f"/t/{evening.event.slug}/calls/"))
    assert bells[referee.pk].count("calls the referee") == 2
    assert bells[line_judge.pk].count("calls the referee") == 1
    assert "I am coming" not in bells[line_judge.pk]


def test_the_board_and_the_page_of_a_table_have_the_bell_of_their_event(hand, evening, referee, line_judge):
    client = Client()
    client.force_login(referee)
    assert f'data-live="/t/{evening.event.slug}/calls/"' in text_of(client.get(f"/t/{evening.event.slug}/"))
    assert f'data-live="/t/{evening.event.slug}/calls/?but=1-1"' in hand(referee).page()
    assert f'data-live="/t/{evening.event.slug}/calls/"' not in hand(line_judge, 2).page()


def test_the_bell_on_the_page_of_a_table_leaves_out_the_call_that_the_page_shows(hand, evening, referee):
    hand(referee, 1).post("calls")
    hand(referee, 2).post("calls")
    bell = text_of(hand(referee).client.get(f"/t/{evening.event.slug}/calls/?but=1-1"))
    assert "Table 2 calls the referee." in bell
    assert "Table 1 calls the referee." not in bell


def test_a_page_of_the_table_follows_a_call(hand, referee):
    table = hand(referee)
    etags = []
    for act in (None, "calls", "calls/answer", "calls/end"):
        if act:
            table.post(act)
        answer = table.client.get(f"{table.base}now/")
        etags.append(answer["ETag"])
        assert table.client.get(f"{table.base}now/", headers={"if-none-match": etags[-1]}).status_code == 304
    assert len(set(etags[:3])) == 3
    assert etags[3] == etags[0]


def test_a_call_on_the_board_is_answered_there(hand, evening, referee):
    table = hand(referee)
    table.post("calls")
    answer = table.post("calls/answer", back="board")
    assert answer["Location"] == f"/t/{evening.event.slug}/"


def test_where_a_call_leads_carries_the_version_by_which_the_phone_knows_our_pages(sitting, evening, referee, hand):
    table = hand(referee, sitting.table.number)
    board = f"/t/{evening.event.slug}/"
    for who, address in ((sitting, f"{sitting.base}here/"), (table, table.base), (table, board)):
        assert who.client.get(address).headers["X-Version"]


def test_a_call_is_no_line_of_the_log(hand, referee):
    table = hand(referee)
    table.post("calls")
    assert table.kinds() == []

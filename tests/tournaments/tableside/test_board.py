"""The board: every table that somebody looks after, at one look."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Game
from games.rules.entries import Deal
from tests.factories import stories
from tests.factories.base import NOW
from tests.tournaments.tableside.conftest import text_of
from tournaments.operations.seating import seats


@pytest.fixture
def board(client, event):
    """`board(account)`: the page as that person sees it."""

    def look(account, query: str = "", tail: str = "", **headers):
        if account is not None:
            client.force_login(account)
        return client.get(f"/t/{event.slug}/{tail}{query}", headers=headers)

    return look


def card(page: str, number: int) -> str:
    """The card of one table."""
    return page.split(f'data-table="{number}"')[1].split('class="card" data-table')[0]


@pytest.mark.parametrize("who", ["director", "referee", "keeper"])
def test_referees_see_all_tables(board, evening, request, who):
    page = text_of(board(request.getfixturevalue(who)))
    assert all(f'data-table="{number}"' in page for number in (1, 2, 3))


def test_a_line_judge_sees_his_own_table_only(board, evening, line_judge):
    for tail in ("", "now/"):
        page = text_of(board(line_judge, tail=tail))
        assert 'data-table="2"' in page
        assert 'data-table="1"' not in page
        others = stories.seats_of(stories.table_of(evening, 1)).values()
        assert not any(f">{one.nick}<" in page for one in others)


@pytest.mark.parametrize("who", ["stranger", "player", None])
@pytest.mark.parametrize("tail", ["", "now/", "rulings/"])
def test_nobody_else_sees_the_board(board, evening, request, who, tail):
    answer = board(request.getfixturevalue(who) if who else None, tail=tail)
    assert answer.status_code == (403 if who else 302)


def test_a_card_shows_who_deals_next_and_who_rests(board, evening, referee):
    table = stories.table_of(evening)
    stories.record_deals(table, "A")
    seats = stories.seats_of(table)
    one = card(text_of(board(referee)), 1)
    assert "deal 2" in one
    assert "1 deal " in one
    assert all(registration.nick in one for registration in seats.values())
    rows = one.split("<li")
    assert "bench" in next(row for row in rows if f">{seats['A'].nick}<" in row)
    assert "deals" in next(row for row in rows if f">{seats['B'].nick}<" in row)
    assert "9–21 deals to go" in one
    assert "last entry <time" in one


def test_the_filter_counts_what_the_cards_show(board, evening, referee):
    """Its numbers are in the part that follows the evening."""
    assert "finished (0)" in text_of(board(referee, tail="now/"))
    stories.play_out(stories.table_of(evening))
    assert "finished (1)" in text_of(board(referee, tail="now/"))
    assert text_of(board(referee)).count("finished (1)") == 1


def test_match_balls_and_finished_games_are_marked(board, evening, referee):
    stories.record_deals(stories.table_of(evening, 1), "; ".join(["A /E"] * 4))
    stories.play_out(stories.table_of(evening, 2))
    page = text_of(board(referee))
    assert "match ball" in card(page, 1)
    assert "finished" in card(page, 2)
    assert "match ball" not in card(page, 2)


def test_what_needs_the_referee_is_marked_and_can_be_filtered(board, evening, referee, director):
    stories.record_line(stories.table_of(evening, 1), Deal("A", ("E",), points={"A": 32}))
    table = stories.table_of(evening, 2)
    stories.record_deals(table, "A /E", by=director)
    stories.record_deals(table, "B /A", by=referee)
    Game.objects.update(last_entry_at=timezone.now())
    Game.objects.filter(table__number=3).update(opened_at=timezone.now())
    page = text_of(board(referee))
    assert "1 finding" in card(page, 1)
    assert "recorded without the pen" in card(page, 2)
    shown = text_of(board(referee, "?show=referee"))
    assert 'data-table="1"' in shown
    assert 'data-table="2"' in shown
    assert 'data-table="3"' not in shown
    assert "need the referee (2)" in shown


def test_a_table_that_is_silent_for_long_is_marked(board, evening, referee):
    Game.objects.update(opened_at=timezone.now() - timedelta(minutes=11))
    assert "nothing for " not in text_of(board(referee))
    Game.objects.filter(table__number=1).update(opened_at=timezone.now() - timedelta(minutes=13))
    page = text_of(board(referee))
    assert "nothing for 13 min" in card(page, 1)
    assert "nothing for " not in card(page, 2)


@pytest.mark.parametrize(
    ("shown", "tables"), [("playing", {1, 3}), ("over", {2}), ("all", {1, 2, 3}), ("x", {1, 2, 3})]
)
def test_the_filter_is_one_tap(board, evening, referee, shown, tables):
    stories.play_out(stories.table_of(evening, 2))
    page = text_of(board(referee, f"?show={shown}"))
    assert {number for number in (1, 2, 3) if f'data-table="{number}"' in page} == tables
    assert f"show={shown if shown != 'x' else 'all'}" in page


def test_a_drawn_round_is_nobodys_business_until_it_is_published(board, event, referee):
    assert "No round is drawn yet" in text_of(board(referee))
    round_ = stories.a_drawn_round(event, word="HEJMA")
    assert "No round is drawn yet" in text_of(board(referee))
    seats.publish_seating(round_=round_, now=NOW)
    page = text_of(board(referee))
    assert "not started" in card(page, 1)
    assert "HEJMA" not in page


def test_the_running_round_is_shown_and_others_are_one_tap_away(board, evening, event, referee):
    stories.play_round(evening)
    stories.a_running_round(event, sizes=(5, 5, 5))
    page = text_of(board(referee))
    assert "/2/1/" in page
    assert "/1/1/" not in page
    assert 'href="?round=1"' in page
    first = text_of(board(referee, "?round=1"))
    assert "/1/1/" in first
    assert text_of(board(referee, "?round=99999999999")) != ""


def test_rounds_that_run_at_once_are_shown_together(board, event, referee):
    keys = [f"p{n}" for n in range(1, 16)]
    stories.a_running_round(event, kind="final", chosen=keys[:6], sizes=(6,))
    stories.a_running_round(event, kind="small_final", chosen=keys[6:12], sizes=(6,))
    page = text_of(board(referee))
    assert "/1/1/" in page
    assert "/2/1/" in page
    assert "Small final (round 2)" in page


def test_a_play_off_names_its_loser_and_no_word(board, event, referee):
    round_ = stories.a_running_round(event, kind="play_off", chosen=["p1", "p2", "p3", "p4"], sizes=(4,), word="")
    assert "match ball" not in text_of(board(referee))
    stories.record_deals(stories.table_of(round_), "B")
    page = text_of(board(referee))
    assert page.count("lost the play-off") == 1
    assert 'class="word' not in page
    assert "has left" not in page


def test_an_unchanged_board_is_not_made_again(board, evening, referee, line_judge, django_assert_num_queries):
    etag = board(referee, tail="now/")["ETag"]
    with django_assert_num_queries(4):  # who asks, the event, its phones, and how long nothing came
        answer = board(None, tail="now/", **{"If-None-Match": etag})
    assert answer.status_code == 304
    stories.record_deals(stories.table_of(evening), "A")
    assert board(referee, tail="now/", **{"If-None-Match": etag}).status_code == 200
    assert board(line_judge, tail="now/")["ETag"] != board(referee, tail="now/")["ETag"]


def test_the_board_costs_the_same_for_one_table_and_for_three(event, client, referee, django_assert_max_num_queries):
    costs = []
    client.force_login(referee)
    small = stories.an_event(players=5, status="closed")
    stories.a_running_round(small)
    stories.staff_of(small, "referee")
    client.force_login(stories.director_of(small))
    with django_assert_max_num_queries(8) as asked:
        client.get(f"/t/{small.slug}/")
    costs.append(len(asked))
    big = stories.a_running_round(event, sizes=(5, 5, 5))
    stories.record_deals(stories.table_of(big), "A B C")
    client.force_login(stories.director_of(event))
    with django_assert_max_num_queries(8) as asked:
        page = text_of(client.get(f"/t/{event.slug}/"))
    costs.append(len(asked))
    assert page.count("data-table=") == 3
    assert costs[0] == costs[1]

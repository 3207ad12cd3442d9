"""Whoever has a table of his own in the round reads at another one which is his, before he records anything there."""

from __future__ import annotations

import re

import pytest

from tests.factories import stories
from tests.factories.tournaments import StaffFactory
from tournaments import access
from tournaments.models import Event, Round, StaffTable


@pytest.fixture
def seat_of_p1(evening) -> int:
    return stories.registration(evening.event, "p1").seats.get().table.number


def also_judges(account, event, *tables: int) -> None:
    role = StaffFactory.create(event=event, account=account, role="line_judge")
    StaffTable.objects.bulk_create(StaffTable(staff=role, number=number) for number in tables)


def text(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def asks(html: str) -> str | None:
    """What the guard says at once; None where it is silent or not there."""
    found = re.search(r"<div[^>]*data-guard.*?</strong>", html, re.S)
    return None if found is None or re.search(r"data-guard=\S+\s+hidden", found[0]) else text(found[0]).strip()


def test_ones_own_are_the_tables_that_one_judges_and_where_one_sits(evening, line_judge, player, seat_of_p1):
    Event.objects.update(regulations={"players_record": True})
    slug = evening.event.slug
    assert access.own_tables(line_judge, slug, 1) == [2]
    assert access.own_tables(player, slug, 1) == [seat_of_p1]
    also_judges(player, evening.event, 2, 3, 9)
    assert access.own_tables(player, slug, 1) == sorted({seat_of_p1, 2, 3})


def test_who_only_plays_has_none_and_a_seat_counts_only_once_all_may_see_it(evening, player, referee, seat_of_p1):
    slug = evening.event.slug
    assert access.own_tables(player, slug, 1) == [], "he may not record"
    assert access.own_tables(referee, slug, 1) == [], "all are his alike"
    Event.objects.update(regulations={"players_record": True})
    Round.objects.update(status="drawn")
    assert access.own_tables(player, slug, 1) == []


def test_a_referee_who_plays_is_asked_at_every_table_but_his(hand, evening, player, seat_of_p1):
    StaffFactory.create(event=evening.event, account=player, role="referee")
    other = seat_of_p1 % 3 + 1
    page = hand(player, other).page()
    assert asks(page) == f"Your table is {seat_of_p1}. This is table {other}."
    assert f'href="/t/{evening.event.slug}/1/{seat_of_p1}/"' in page
    assert "data-guard" not in hand(player, seat_of_p1).page()


def test_several_tables_are_all_offered(hand, evening, referee):
    also_judges(referee, evening.event, 2, 3)
    page = hand(referee, 1).page()
    assert asks(page) == "Your tables are 2, 3. This is table 1."
    assert "Go to table 2" in page and "Go to table 3" in page  # noqa: PT018
    assert asks(hand(referee, 2).page()) is None


def test_who_has_all_tables_alike_is_asked_by_his_phone_alone(hand, referee):
    assert asks(hand(referee, 1).page()) is None


def test_a_judge_who_may_not_record_there_is_led_to_his_table(hand, evening, line_judge, player):
    answer = hand(line_judge, 1).client.get(f"/t/{evening.event.slug}/1/1/")
    assert answer.status_code == 403
    assert "X-Keep" not in answer.headers
    assert "Your table is 2. " in text(answer.content.decode())
    assert f'href="/t/{evening.event.slug}/1/2/"' in answer.content.decode()
    assert "You may not do this" in hand(player, 2).client.get(f"/t/{evening.event.slug}/1/2/").content.decode()

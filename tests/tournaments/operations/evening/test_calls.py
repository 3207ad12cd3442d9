"""A table calls the referee: one call at a time, the first who comes is the one, and open pages hear of it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.factories import stories
from tests.factories.base import NOW
from tests.races import race
from tests.refusals import refusal
from tournaments.models import Call, JournalLine, Table
from tournaments.operations.evening import calls, rounds
from tournaments.queries.calls import open_calls


@pytest.fixture
def table(evening):
    return stories.table_of(evening, 1)


@pytest.mark.django_db
def test_a_call_waits_until_somebody_comes_and_ends_when_it_is_done(table, player, referee):
    calls.call_referee(table=table, by=player, now=NOW, reason="renonc")
    [call] = open_calls(Table.objects.all())
    assert (call.table, call.at, call.reason, call.by, call.who) == (1, NOW, "renonc", "Player", "")
    calls.answer_call(table=table, by=referee, now=NOW + timedelta(minutes=2))
    assert open_calls(Table.objects.all())[0].who
    calls.end_call(table=table, by=referee, now=NOW + timedelta(minutes=4))
    assert open_calls(Table.objects.all()) == []


@pytest.mark.django_db
def test_who_calls_again_calls_with_the_same_call(table, player, director):
    first = calls.call_referee(table=table, by=player, now=NOW)
    assert calls.call_referee(table=table, by=director, now=NOW + timedelta(minutes=1)) == first
    calls.end_call(table=table, by=player, now=NOW)
    assert calls.call_referee(table=table, by=player, now=NOW) != first


@pytest.mark.django_db
def test_whoever_said_first_that_he_comes_is_the_one(table, player, referee, director):
    calls.call_referee(table=table, by=player, now=NOW)
    calls.answer_call(table=table, by=referee, now=NOW)
    assert calls.answer_call(table=table, by=director, now=NOW).answered_by == referee


@pytest.mark.django_db
def test_a_call_that_is_done_is_answered_by_nobody(table, referee):
    assert refusal(calls.answer_call, table=table, by=referee, now=NOW).code == "no_call"
    assert refusal(calls.end_call, table=table, by=referee, now=NOW).code == "no_call"


@pytest.mark.django_db
def test_nobody_is_called_to_a_round_that_does_not_run(table, referee):
    rounds.close_round(round_=table.round, by=referee, now=NOW, force_reason="late")
    assert refusal(calls.call_referee, table=table, by=referee, now=NOW).code == "round_not_running"


@pytest.mark.django_db
def test_the_longest_waiting_call_stands_first(evening, player):
    for number, minutes in ((2, 5), (3, 1), (1, 3)):
        now = NOW + timedelta(minutes=minutes)
        calls.call_referee(table=stories.table_of(evening, number), by=player, now=now)
    assert [call.table for call in open_calls(Table.objects.all())] == [3, 1, 2]


@pytest.mark.django_db
def test_a_call_names_nobody_in_what_is_stored(table, player):
    nick = stories.seats_of(table)["B"].nick
    call = calls.call_referee(table=table, by=player, now=NOW, reason=f"{nick} looked\ninto the cards")
    assert call.reason == "[B1] looked into the cards"
    assert open_calls(Table.objects.all())[0].reason == f"{nick} looked into the cards"


@pytest.mark.django_db
def test_open_pages_hear_of_a_call_and_the_journal_knows_of_it(table, player, referee):
    versions = []
    for act in (calls.call_referee, calls.answer_call, calls.end_call):
        act(table=table, by=referee, now=NOW)
        table.round.event.refresh_from_db()
        versions.append(table.round.event.version)
    assert versions == sorted(set(versions))
    noted = JournalLine.objects.order_by("number").values_list("act", flat=True)
    assert list(noted)[-3:] == ["referee_called", "call_answered", "call_ended"]


@pytest.mark.django_db(transaction=True)
def test_two_who_call_in_the_same_moment_call_once(evening, director):
    tables = [stories.table_of(evening, 1) for _ in range(2)]
    race(*(lambda table=table: calls.call_referee(table=table, by=director, now=NOW).pk for table in tables))
    assert Call.objects.count() == 1

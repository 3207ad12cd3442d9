"""Who may what: every function that fetches, every role, at the own event and at another (tournaments/access)."""

from inspect import unwrap

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404

from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.tournaments import AccountFactory
from tests.refusals import refusal
from tests.same_rows import assert_same
from tournaments import access, rights
from tournaments.access import tables
from tournaments.models import Account, Event, Registration, Round, Staff

pytestmark = pytest.mark.django_db

PERSONAS = ("director", "referee", "line_judge", "player", "stranger", "keeper")

# What is given to whom at an event that everyone may see, by function or by act. All others are denied.
GRANTED = {
    "event.direct": {"director", "keeper"},
    "event.drafts": {"director", "referee", "keeper"},
    "event.watch": {"director", "referee", "line_judge", "keeper"},
    "round": {"director", "keeper"},
    "registration": {"director", "keeper"},
    "table_for_recorder": {"director", "referee", "keeper"},
    "judged_table_for_recorder": {"director", "referee", "line_judge", "keeper"},
    "tables_for_staff": {"director", "referee", "line_judge", "keeper"},
}

# The others are given an event that was fetched already.
BY_ADDRESS = sorted(GRANTED.keys() - {"tables_for_staff"})


def fetch(name, account, event):
    if name == "round":
        return access.round_for(account, event.slug, 1, "event.rounds")
    if name == "registration":
        return access.registration_for(account, event.slug, "p1", "event.people")
    if name == "table_for_recorder":
        return access.table_for_recorder(account, event.slug, 1, 1)
    if name == "judged_table_for_recorder":
        return access.table_for_recorder(account, event.slug, 1, 2)
    if name == "tables_for_staff":
        return access.tables_for_staff(account, event)
    return access.event_for(account, event.slug, name)


def verdict(name, account, event):
    try:
        fetch(name, account, event)
    except PermissionDenied:
        return "denied"
    except Http404:
        return "not found"
    return "granted"


@pytest.mark.parametrize("who", PERSONAS)
@pytest.mark.parametrize("name", GRANTED)
def test_at_the_own_event_each_role_gets_its_own(evening, request, name, who):
    account = request.getfixturevalue(who)
    assert verdict(name, account, evening.event) == ("granted" if who in GRANTED[name] else "denied")


@pytest.mark.parametrize("who", PERSONAS)
def test_at_another_event_a_role_is_worth_nothing(event, request, who):
    other = stories.a_running_round(stories.an_event(players=10, status="closed")).event
    account = request.getfixturevalue(who)
    assert {verdict(name, account, other) for name in GRANTED} == {"granted" if who == "keeper" else "denied"}


@pytest.mark.parametrize("who", ["director", "referee", "line_judge"])
def test_an_ended_role_is_worth_nothing(evening, request, who):
    account = request.getfixturevalue(who)
    Staff.objects.filter(account=account).update(ended_at=NOW)
    assert {verdict(name, account, evening.event) for name in GRANTED} == {"denied"}
    assert access.roles_at(account, evening.event) == frozenset()


@pytest.mark.parametrize("who", ["player", "stranger"])
def test_of_a_draft_strangers_do_not_even_hear(evening, request, who):
    Event.objects.filter(pk=evening.event_id).update(status="draft")
    account = request.getfixturevalue(who)
    assert {verdict(name, account, evening.event) for name in BY_ADDRESS} == {"not found"}
    with pytest.raises(Http404):
        access.public_event(evening.event.slug)


def test_a_table_of_an_unpublished_draw_is_not_known_outside(event, stranger, director):
    stories.a_drawn_round(event)
    assert verdict("table_for_recorder", stranger, event) == "not found"
    assert verdict("table_for_recorder", director, event) == "granted"


@pytest.mark.parametrize("name", BY_ADDRESS)
def test_what_is_not_there_is_not_found(director, event, name):
    nothing = Event(slug="nothing")
    assert verdict(name, director, nothing) == "not found"


def test_a_line_judge_sees_his_tables_in_every_round(evening, line_judge, referee):
    stories.a_running_round(evening.event, sizes=(5, 5, 5), word="JINAK")
    seen = access.tables_for_staff(line_judge, evening.event)
    assert sorted(seen.values_list("round__number", "number")) == [(1, 2), (2, 2)]
    assert access.tables_for_staff(referee, evening.event).count() == 6


def test_a_referee_is_told_from_a_line_judge(evening, referee, line_judge):
    slug = evening.event.slug
    assert access.table_for_recorder(referee, slug, 1, 2).is_referee
    assert not access.table_for_recorder(line_judge, slug, 1, 2).is_referee


def test_a_table_before_its_round_has_no_game_to_record(event, director):
    stories.a_drawn_round(event)
    held = access.table_for_recorder(director, event.slug, 1, 1)
    assert refusal(lambda: held.game).code == "round_not_running"


def test_fetching_a_table_takes_one_statement(evening, director, django_assert_num_queries):
    with django_assert_num_queries(1):
        held = access.table_for_recorder(director, evening.event.slug, 1, 1)
        assert (held.game.seats, held.table.round.event.series.code) == ("ABCDE", "classic")


@pytest.mark.parametrize("who", PERSONAS)
def test_the_statement_that_is_kept_is_the_one_that_is_told(evening, request, who):
    account, ask = request.getfixturevalue(who), tables._table_to_record
    shape = {"flags": tuple(getattr(account, name) for name in tables.FLAGS), "cells": "as it stands"}
    for number in (1, 2):
        values = account.pk, evening.event.slug, 1, number
        assert_same(ask(*values, **shape), unwrap(ask)(*values, **shape))


def test_a_changed_matrix_is_asked_at_once(evening, line_judge, monkeypatch):
    assert verdict("judged_table_for_recorder", line_judge, evening.event) == "granted"
    monkeypatch.setitem(rights.MATRIX["table.record"], "line_judge", "")
    assert verdict("judged_table_for_recorder", line_judge, evening.event) == "denied"
    monkeypatch.setitem(rights.MATRIX["table.rule"], "player", "yes")
    monkeypatch.setitem(rights.MATRIX["table.record"], "player", "yes")
    assert access.table_for_recorder(line_judge, evening.event.slug, 1, 1).is_referee


def test_whoever_is_no_keeper_any_more_is_one_no_longer(evening, keeper):
    assert verdict("table_for_recorder", keeper, evening.event) == "granted"
    keeper.is_superuser = False
    assert verdict("table_for_recorder", keeper, evening.event) == "denied"


def test_a_table_whose_number_no_table_can_have_is_not_found(evening, director):
    with pytest.raises(Http404):
        access.table_for_recorder(director, evening.event.slug, 1, 10**30)


def test_events_are_listed_for_those_who_have_a_role_there(evening, director, keeper, stranger):
    other = stories.an_event(players=0)
    assert list(access.events_with_role(director)) == [evening.event]
    assert set(access.events_with_role(keeper)) == {evening.event, other}
    assert list(access.events_with_role(stranger)) == []


@pytest.mark.parametrize(
    ("fields", "may"),
    [({}, False), ({"may_direct": True}, True), ({"is_superuser": True}, True), ({"is_staff": True}, False)],
)
def test_who_may_make_events(fields, may):
    assert access.may_create_events(AccountFactory(**fields)) is may


def test_what_is_fetched_comes_with_its_event(event, director):
    stories.a_planned_round(event)
    assert access.round_for(director, event.slug, 1, "event.rounds") == Round.objects.get()
    one = access.registration_for(director, event.slug, "p3", "event.people")
    assert one == Registration.objects.get(event=event, key="p3")


def test_an_account_is_found_by_its_key_and_nobody_else_is(director, stranger):
    assert_same([Account.objects.get(pk=director.pk)], Account.objects.filter(pk=director.pk))
    assert Account.objects.get(pk=str(stranger.pk)) == Account.objects.get(email=stranger.email) == stranger
    with pytest.raises(Account.DoesNotExist):
        Account.objects.get(pk=0)
    with pytest.raises(Account.DoesNotExist):
        Account.objects.get(pk=director.pk, email=stranger.email)

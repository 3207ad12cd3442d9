"""What phones ask of the board and of a referee: flags, waiting lines, silence, and the phones themselves."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Game
from tests.factories import stories
from tests.factories.phones import a_flag, a_phone
from tests.tournaments.tableside.conftest import text_of
from tests.tournaments.tableside.pocket import Pocket
from tournaments.models import Phone, Staff
from tournaments.queries.phones import phones_at

pytestmark = pytest.mark.django_db
AGO = timedelta(minutes=3)


@pytest.fixture
def table(evening):
    return stories.table_of(evening, 1)


def page(account, address: str, **data: str):
    client = Client()
    client.force_login(account)
    return client.post(address, data, follow=True) if data else client.get(address)


def board(account, table, tail: str = "") -> str:
    return text_of(page(account, f"/t/{table.round.event.slug}/{tail}"))


def flag_address(table, line) -> str:
    return f"/t/{table.round.event.slug}/1/1/flags/{line}/"


def silent(*tables, now=None) -> frozenset[int]:
    return phones_at(tables, now=now or timezone.now()).silent


# --- Flags ------------------------------------------------------------------------------------------------------------


def test_a_flag_stands_on_the_board_and_leads_to_both_sides(table, referee):
    stories.record_deals(table, "A")
    line = a_flag(table, "maybe_duplicate", "told_later")
    shown = board(referee, table)
    assert "One deal or two?" in shown
    assert flag_address(table, line) in shown
    sides = text_of(page(referee, flag_address(table, line)))
    assert "The phone says" in sides
    assert "The referee says whether these are two deals." in sides


def test_a_flag_is_settled_by_one_tap_on_its_page(table, referee):
    line = a_flag(table)
    done = page(referee, flag_address(table, line), verdict="take")
    assert done.redirect_chain == [(f"/t/{table.round.event.slug}/", 303)]
    assert "The log says what you decided" in text_of(done)
    assert table.game.entries.filter(pk=line).exists()
    assert "Kept aside" not in board(referee, table)
    assert "The referee decided" in text_of(page(referee, flag_address(table, line)))


def test_what_cannot_be_said_of_it_is_refused_on_its_page(table, referee):
    line = a_flag(table)
    refused = page(referee, flag_address(table, line), verdict="instead")
    assert refused.status_code == 409
    assert "Look at it once more" in text_of(refused)


def test_a_line_judge_sees_that_there_is_a_flag_but_settles_none(evening, event):
    table = stories.table_of(evening, 2)
    line = a_flag(table)
    judge = stories.staff_of(event, "line_judge", judged=[2])
    assert "Kept aside" in board(judge, table)
    assert "/flags/" not in board(judge, table)
    assert page(judge, f"/t/{event.slug}/1/2/flags/{line}/").status_code == 403


# --- Silence and waiting lines ----------------------------------------------------------------------------------------


def test_a_table_is_silent_two_minutes_after_its_last_phone_was_heard(table, referee):
    now = timezone.now()
    a_phone(referee, table.game, heard_at=now - AGO)
    assert silent(table, now=now) == {table.game.pk}
    a_phone(referee, table.game, heard_at=now - timedelta(seconds=30))
    assert silent(table, now=now) == frozenset()


def test_a_table_is_silent_where_no_phone_came_and_nobody_recorded(table):
    now = table.game.opened_at + AGO
    assert silent(table, now=now) == {table.game.pk}
    stories.record_deals(table, "A")
    table.game.refresh_from_db()
    assert silent(table, now=now) == frozenset()


def test_a_table_in_a_pause_or_with_a_finished_game_is_not_silent(table, referee):
    now = timezone.now()
    a_phone(referee, table.game, heard_at=now - AGO)
    table.game.state["paused"] = "dinner"
    assert silent(table, now=now) == frozenset()
    del table.game.state["paused"]
    table.game.finished = True
    assert silent(table, now=now) == frozenset()


def test_a_phone_that_was_taken_out_of_use_does_not_speak_for_its_table(table, referee):
    now = timezone.now()
    phone = a_phone(referee, table.game, heard_at=now, waiting=3)
    Phone.objects.filter(pk=phone.pk).update(revoked_at=now)
    found = phones_at([table], now=now)
    assert (found.waiting, [one.is_revoked for one in found.all]) == ({}, [True])


def test_the_board_says_how_many_lines_wait_on_which_phone(table, referee, director):
    a_phone(referee, table.game, heard_at=timezone.now(), waiting=3)
    shown = board(director, table)
    assert "3 lines only on phones" in shown
    assert "1 phone" in shown
    assert "3 lines only on it" in shown


def test_the_open_board_hears_of_a_phone_though_nothing_was_recorded(table, referee):
    client = Client()
    client.force_login(referee)
    address = f"/t/{table.round.event.slug}/now/"
    etag = client.get(address)["ETag"]
    assert client.get(address, headers={"If-None-Match": etag}).status_code == 304
    a_phone(referee, table.game, heard_at=timezone.now(), waiting=1)
    assert client.get(address, headers={"If-None-Match": etag}).status_code == 200


# --- Taking a phone out of use ----------------------------------------------------------------------------------------


def revoke(account, phone, event):
    return page(account, f"/desk/{event.slug}/phones/{phone.pk}/revoke/", sure="yes")


def test_what_a_revoked_phone_brings_is_kept_and_has_no_effect(table, event, director):
    judge = stories.staff_of(event, "line_judge", judged=[1])
    pocket = Pocket(judge)
    pocket.deal(table.game, "A")
    pocket.send()
    revoke(director, Phone.objects.get(pk=pocket.device), event)
    assert pocket.client.get(f"/t/{event.slug}/").status_code == 302  # a lost phone is signed out
    pocket.client.force_login(judge)
    line = pocket.deal(table.game, "B")
    told = pocket.send()["lines"][0]
    assert (told["status"], told["code"]) == ("quarantined", "revoked_phone")
    assert table.game.entries.count() == 1
    assert flag_address(table, line["id"]) in board(director, table)


def test_a_phone_that_stays_at_its_tables_loses_its_role_and_can_still_bring_what_it_holds(table, event, director):
    page(director, f"/desk/{event.slug}/staff/phones/", tables="1")
    role = Staff.objects.get(event=event, account__name="Phone 1")
    pocket = Pocket(role.account)
    pocket.deal(table.game, "A")
    assert pocket.send()["lines"][0]["status"] == "applied"
    revoke(director, Phone.objects.get(pk=pocket.device), event)
    role.refresh_from_db()
    assert role.ended_at is not None
    pocket.deal(table.game, "B")
    assert pocket.send()["lines"][0]["status"] == "quarantined"


def test_a_director_takes_only_phones_of_his_own_event_out_of_use(table, event, director):
    stranger = stories.staff_of(stories.an_event(slug="quay"), "referee")
    phone = a_phone(stranger, heard_at=timezone.now())
    assert revoke(director, phone, event).status_code == 404
    phone.refresh_from_db()
    assert phone.revoked_at is None


def test_who_is_no_director_takes_no_phone_out_of_use(table, event, referee):
    phone = a_phone(referee, table.game, heard_at=timezone.now())
    assert revoke(referee, phone, event).status_code == 403
    assert "revoke" not in board(referee, table)
    assert Game.objects.filter(pk=table.game.pk).exists()

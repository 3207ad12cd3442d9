"""Invitations and news by e-mail (operations/events/mailings.py)."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.stories import director_of
from tests.factories.tournaments import AccountFactory
from tests.refusals import refusal
from tournaments import tasks
from tournaments.letters import event_letters, sending
from tournaments.models import (
    Account,
    ConditionKind,
    Event,
    JournalLine,
    Mailing,
    MailOptOut,
    Message,
    Player,
    Sanction,
)
from tournaments.operations.events import mailings
from tournaments.operations.events.entry_conditions import Condition, invite, set_conditions
from tournaments.operations.events.mailings import audience, choose_letters, send_invitations, write_batch
from tournaments.operations.events.registrations import apply_for, change_status, confirm_all

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return stories.an_event(players=0)


def people(number, **account):
    """Players with accounts."""
    accounts = Account.objects.bulk_create(
        Account(email=f"{uuid4().hex}@example.org", **account) for _ in range(number)
    )
    return Player.objects.bulk_create(
        Player(nick=f"CAT{one.pk}", nick_key=f"cat{one.pk}", account=one, created_at=NOW) for one in accounts
    )


def send(event, **options):
    given = {"note": "", "form": uuid4(), "by": director_of(event), "now": NOW} | options
    return send_invitations(event=event, **given)


def write(mailing):
    """All batches; how many."""
    batches = 1
    while write_batch(mailing_id=mailing.pk, now=NOW):
        batches += 1
    return batches


def invited():
    return list(Message.objects.filter(kind="invitation").order_by("account_id").values_list("account_id", flat=True))


def test_everybody_who_may_enter_and_has_not_is_invited_once(event):
    entered, out, banned, free = people(4)
    (gone,) = people(1, is_active=False)
    stories.add_players(event, 1)  # without an account
    apply_for(event=event, player=entered, now=NOW)
    choose_letters(account=out.account, wanted=False, now=NOW)
    Sanction.objects.create(player=banned, kind="ban_for_life", proposed_at=NOW, confirmed_at=NOW - timedelta(days=1))
    found = audience(event, now=NOW)
    assert (found.to_write, found.opted_out, found.invited_before, found.without_account) == (1, 1, 0, 0)
    write(send(event))
    assert invited() == [free.account_id]
    assert audience(event, now=NOW).to_write == 0
    assert audience(event, now=NOW).invited_before == 1
    assert gone.account_id not in invited()


def test_only_those_whom_the_conditions_let_in_are_invited(event):
    first, _ = people(2)
    set_conditions(event=event, conditions=[Condition(ConditionKind.INVITED)], by=director_of(event), now=NOW)
    invite(event=event, nicks=[first.nick], by=director_of(event), now=NOW)
    write(send(event))
    assert invited() == [first.account_id]


def test_batches_go_through_all_of_them(event, monkeypatch):
    monkeypatch.setattr(mailings, "BATCH", 4)
    everybody = people(11)
    mailing = send(event)
    assert write(mailing) == 3
    assert invited() == sorted(one.account_id for one in everybody)
    mailing.refresh_from_db()
    assert (mailing.written, mailing.done_at) == (11, NOW)


class Killed(BaseException):
    """As if the worker were gone between two statements."""


@pytest.mark.parametrize("where", ["before the mark", "between the batches"])
def test_a_worker_that_was_killed_leaves_no_doubles_and_no_gaps(event, monkeypatch, where):
    monkeypatch.setattr(mailings, "BATCH", 4)
    everybody = people(10)
    mailing = send(event)
    assert write_batch(mailing_id=mailing.pk, now=NOW)
    if where == "before the mark":
        with monkeypatch.context() as broken:
            broken.setattr(mailings, "F", killed)
            with pytest.raises(Killed):
                write_batch(mailing_id=mailing.pk, now=NOW)
        assert len(invited()) == 4
    tasks.sweep()
    tasks.sweep()
    assert invited() == sorted(one.account_id for one in everybody)
    assert len(mail.outbox) == 10


def killed(*_):
    raise Killed


def test_a_second_worker_with_the_same_batch_writes_nothing(event, monkeypatch):
    monkeypatch.setattr(mailings, "BATCH", 4)
    people(6)
    mailing = send(event)
    known = Message.objects.bulk_create

    def other_first(*args, **options):
        monkeypatch.setattr(Message.objects, "bulk_create", known)
        assert write_batch(mailing_id=mailing.pk, now=NOW)
        return known(*args, **options)

    monkeypatch.setattr(Message.objects, "bulk_create", other_first)
    assert not write_batch(mailing_id=mailing.pk, now=NOW)


def test_even_a_mark_that_was_lost_doubles_nothing(event):
    """What saves us is the key of the message, not the mark."""
    people(3)
    mailing = send(event)
    write(mailing)
    Mailing.objects.update(last_account=0, done_at=None)
    write(mailing)
    assert len(invited()) == 3


def test_a_form_sent_twice_is_one_mailing_and_a_second_one_reaches_the_new(event):
    people(2)
    form = uuid4()
    assert send(event, form=form) == send(event, form=form)
    write(Mailing.objects.get())
    (late,) = people(1)
    write(send(event))
    assert invited()[-1] == late.account_id
    assert len(invited()) == 3
    assert list(Mailing.objects.order_by("pk").values_list("written", flat=True)) == [2, 1]
    lines = JournalLine.objects.filter(act="invitations_sent").order_by("number")
    assert [one.new["players"] for one in lines] == [2, 1]


def test_a_form_of_another_event_is_refused_and_nothing_of_that_one_is_told(event):
    people(1)
    form = uuid4()
    send(event, form=form)
    assert refusal(send, stories.an_event(players=0, slug="quay"), form=form).code == "id_reused"
    assert Mailing.objects.get().event == event


def test_who_opts_out_or_enters_in_the_meantime_gets_nothing(event, monkeypatch):
    monkeypatch.setattr(mailings, "BATCH", 1)
    first, second, third = people(3)
    mailing = send(event)
    write_batch(mailing_id=mailing.pk, now=NOW)
    apply_for(event=event, player=second, now=NOW)
    choose_letters(account=third.account, wanted=False, now=NOW)
    write(mailing)
    assert invited() == [first.account_id]
    choose_letters(account=first.account, wanted=False, now=NOW)
    tasks.sweep()
    assert mail.outbox == []


@pytest.mark.parametrize("status", ["draft", "closed", "running", "finished", "cancelled"])
def test_nobody_is_invited_when_nobody_can_enter(event, status):
    people(1)
    Event.objects.filter(pk=event.pk).update(status=status)
    code = "event_over" if status in ("finished", "cancelled") else "mailing_not_now"
    assert refusal(send, event).code == code


def test_an_invitation_to_a_cancelled_event_is_not_sent_any_more(event):
    people(1)
    write(send(event))
    Event.objects.filter(pk=event.pk).update(status="cancelled")
    tasks.sweep()
    assert mail.outbox == []


def test_nobody_left_to_invite_is_said(event):
    assert refusal(send, event).code == "mailing_to_nobody"


def test_a_line_break_in_a_name_makes_no_header(event):
    people(1)
    Event.objects.filter(pk=event.pk).update(name="Evening\rBcc: thief@mail.example")
    write(send(event))
    letter = sending.written(Message.objects.get(kind="invitation"))
    assert "Evening Bcc: thief@mail.example" in letter.subject
    assert letter.message()["Bcc"] is None


def test_the_letter_says_what_and_where_in_the_readers_language(event):
    (player,) = people(1, language="cs")
    Event.objects.filter(pk=event.pk).update(place="U Kočky")
    write(send(event, note="Bring <your> cards."))
    message = Message.objects.get(kind="invitation")
    letter = sending.written(message)
    assert event.name in letter.subject
    for said in ("U Kočky", "Bring <your> cards.", f"/e/{event.slug}/enter/", "/mail/"):
        assert said in letter.body
    assert letter.extra_headers["List-Unsubscribe"].startswith("<http")
    assert letter.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert player.nick not in letter.body


def test_the_statements_of_a_batch_do_not_grow(event):
    def cost(number):
        people(number)
        mailing = send(event)
        with CaptureQueriesContext(connection) as asked:
            write_batch(mailing_id=mailing.pk, now=NOW)
        return len(asked)

    assert cost(2) == cost(50) <= 8


# --- News -------------------------------------------------------------------------------------------------------------


def news():
    return list(Message.objects.order_by("pk").values_list("kind", flat=True))


def test_who_is_confirmed_or_moves_up_is_told(event):
    player, other = people(2)
    event.capacity = 1
    event.save()
    first = apply_for(event=event, player=player, now=NOW)
    second = apply_for(event=event, player=other, now=NOW)
    assert confirm_all(event=event, now=NOW) == (1, 1)
    assert news() == ["confirmed"]
    first.refresh_from_db()
    change_status(registration=first, status="withdrawn", now=NOW)
    second.refresh_from_db()
    change_status(registration=second, status="confirmed", now=NOW)
    assert news() == ["confirmed", "moved_up"]
    tasks.sweep()
    assert [letter.to for letter in mail.outbox] == [[player.account.email], [other.account.email]]
    assert event.name in mail.outbox[1].body


def test_no_news_at_the_door_nor_to_who_wants_none(event):
    at_the_door, out = people(2)
    change_status(registration=apply_for(event=event, player=at_the_door, now=NOW), status="checked_in", now=NOW)
    choose_letters(account=out.account, wanted=False, now=NOW)
    change_status(registration=apply_for(event=event, player=out, now=NOW), status="confirmed", now=NOW)
    assert news() == []


# --- Opting out -------------------------------------------------------------------------------------------------------


@pytest.fixture
def account():
    return AccountFactory.create()


def path_of(account):
    return "/" + event_letters.opt_out_address(account).split("/", 3)[3]


def test_opting_out_works_without_signing_in_but_not_by_looking(client, account):
    path = path_of(account)
    assert "No more of these letters" in client.get(path).content.decode()
    assert not MailOptOut.objects.exists()
    assert "Get them again" in client.post(path, {"letters": "no"}).content.decode()
    assert MailOptOut.objects.get().account == account
    client.post(path, {"letters": "yes"})
    assert not MailOptOut.objects.exists()
    assert JournalLine.objects.filter(act="letters_chosen", subject=account.key).count() == 2


def test_a_mail_program_opts_out_with_one_click_and_no_cookie(account):
    from django.test import Client  # noqa: PLC0415 – one that checks for forged requests

    strict = Client(enforce_csrf_checks=True)
    assert strict.post(path_of(account), {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert MailOptOut.objects.get().account == account


def test_a_forged_address_opts_nobody_out(client, account):
    assert client.post(path_of(account)[:-3] + "xx/").status_code == 404
    assert client.post(f"/mail/{account.pk}/").status_code == 404
    assert not MailOptOut.objects.exists()


def test_the_setting_on_ones_own_page(client, account):
    client.force_login(account)
    assert "/me/mail/" in client.get("/me/").content.decode()
    client.post("/me/mail/", {"letters": "no"})
    assert "You get no invitations" in client.get("/me/mail/").content.decode()
    client.post("/me/mail/", {"letters": "yes"})
    assert mailings.gets_letters(account)

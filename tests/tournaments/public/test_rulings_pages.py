"""The rulings of an event for everybody, and a player's own with the way to appeal."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.tournaments import AccountFactory
from tournaments.letters.sending import written
from tournaments.models import Appeal, Event, Message, Office, Round, Ruling, Sanction
from tournaments.operations.rulings import judging
from tournaments.operations.rulings.appeals import last_day_of, why_no_appeal
from tournaments.operations.rulings.draft import RulingDraft
from tournaments.operations.rulings.overruling import overrule
from tournaments.operations.rulings.sanctions import confirm_sanction, propose_sanction

SECRET = "he peeked at his mother's cards"


def give(event, seat="B", **options):
    fields = {"kind": "a", "facts": SECRET, "public_text": "Looked too early.", "decision": "penalty_letter", **options}
    return judging.rule(
        by=stories.director_of(event),
        slug=event.slug,
        round_number=1,
        table_number=1,
        draft=RulingDraft(seat=seat, judged_by="referee", **fields),
        now=NOW,
    )


def page(client, address):
    answer = client.get(address)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


@pytest.fixture
def mine(evening):
    """The browser of whoever sits in seat B of table 1, against whom was ruled."""
    event = evening.event
    player = stories.seats_of(stories.table_of(evening))["B"].player
    player.account = AccountFactory.create()
    player.save()
    give(event)
    client = Client()
    client.force_login(player.account)
    return client


@pytest.mark.parametrize("zone", ["Europe/Prague", "Pacific/Auckland", "America/Los_Angeles", "UTC"])
def test_letter_and_page_name_the_same_last_day_and_it_is_one(mine, monkeypatch, zone):
    Event.objects.update(time_zone=zone)
    ruling = Ruling.objects.select_related("table__round__event").get()
    last = last_day_of(ruling)
    named = f"until {last.day} {last:%B} {last.year}"
    monkeypatch.setattr("tournaments.public.my_rulings.timezone.now", lambda: NOW)
    assert f"Appeal to the union ({named})" in page(mine, "/me/rulings/")
    assert named in " ".join(str(written(Message.objects.get(kind="ruling")).body).split())
    player, there = ruling.concerned.player, ZoneInfo(zone)
    late = datetime.combine(last, time(23, 59), tzinfo=there)
    assert why_no_appeal(against=ruling, player=player, now=late) is None
    assert why_no_appeal(against=ruling, player=player, now=late + timedelta(minutes=1)).code == "appeal_late"


def test_an_event_without_rulings_says_so(client, evening):
    assert "Nobody has been ruled against at this event." in page(client, f"/e/{evening.event.slug}/rulings/")


def test_a_ruling_that_was_put_right_was_not_overruled(client, evening):
    ruling = give(evening.event)
    further = RulingDraft(seat="C", judged_by="referee", facts=SECRET, decision="penalty_letter")
    overrule(by=stories.director_of(evening.event), ruling=ruling, draft=further, now=NOW)
    shown = page(client, f"/e/{evening.event.slug}/rulings/")
    assert 'It puts <a href="#ruling-1">ruling 1</a> right.' in shown
    assert "overrules" not in shown


def test_everybody_sees_the_decision_and_the_public_text_but_no_facts(client, evening):
    give(evening.event)
    shown = page(client, f"/e/{evening.event.slug}/rulings/")
    assert "Looked too early." in shown
    assert "penalty letter" in shown
    for address in ("rulings/", "round/1/table/1/", ""):
        assert "peeked" not in page(client, f"/e/{evening.event.slug}/{address}")


def test_a_draft_round_shows_no_rulings(client, event):
    round_ = stories.a_drawn_round(event)
    Ruling.objects.create(
        table=stories.table_of(round_), seat="A", kind="a", facts="x", decision="warning", judged_by="table", at=NOW
    )
    assert "Nobody has been ruled against" in page(client, f"/e/{event.slug}/rulings/")


def test_the_page_costs_as_much_with_many_rulings_as_with_one(client, evening, django_assert_num_queries):
    address = f"/e/{evening.event.slug}/rulings/"
    give(evening.event)
    with django_assert_num_queries(3):
        page(client, address)
    for seat in "ACD":
        give(evening.event, seat, decision="warning")
    with django_assert_num_queries(3):
        page(client, address)


def test_the_version_of_the_event_moves_with_a_ruling(client, evening):
    address = f"/e/{evening.event.slug}/rulings/"
    etag = client.get(address)["ETag"]
    assert client.get(address, headers={"If-None-Match": etag}).status_code == 304
    give(evening.event, decision="warning")
    assert client.get(address, headers={"If-None-Match": etag}).status_code == 200


def test_a_player_sees_his_own_with_the_facts(mine):
    assert "peeked" in page(mine, "/me/rulings/")


def test_another_player_does_not(client, mine, stranger):
    client.force_login(stranger)
    assert "Nobody has ruled against you." in page(client, "/me/rulings/")
    ruling = Ruling.objects.get()
    assert client.post(f"/me/rulings/{ruling.pk}/appeal/", {"grounds": "x"}).status_code == 404


def test_he_appeals_on_his_page(mine, monkeypatch):
    Ruling.objects.update(at=NOW)
    monkeypatch.setattr("tournaments.public.my_rulings.timezone.now", lambda: NOW)
    address = f"/me/rulings/{Ruling.objects.get().pk}/appeal/"
    assert "Appeal to the union" in page(mine, "/me/rulings/")
    assert mine.post(address, {"grounds": ""}).status_code == 422
    assert mine.post(address, {"grounds": "I did not."}).status_code == 302
    assert Appeal.objects.get().grounds == "I did not."
    assert mine.post(address, {"grounds": "Again."}).status_code == 409
    assert "with the union" in page(mine, "/me/rulings/")


def test_he_sees_what_the_union_has_decided_and_no_proposal(mine):
    ruling = Ruling.objects.get()
    board, other = AccountFactory.create(), AccountFactory.create()
    for account in (board, other):
        Office.objects.create(account=account, role="union", starts_at=NOW)
    player = ruling.concerned.player
    sanction = propose_sanction(by=board, player=player, kind="warning", grounds="secret grounds", now=NOW)
    assert "Decisions of the union" not in page(mine, "/me/rulings/")
    confirm_sanction(sanction=sanction, by=other, reasons="Enough is enough.", now=NOW)
    shown = page(mine, "/me/rulings/")
    assert "Enough is enough." in shown
    assert "secret grounds" not in shown
    assert Sanction.objects.get().state == "confirmed"


@pytest.mark.parametrize(
    ("kind", "hours", "is_told"), [("ban_for_life", 0, 1), ("ban_for_life", 25, 0), ("warning", 0, 0)]
)
def test_who_is_banned_reads_when_everybody_will(mine, kind, hours, is_told):
    now = timezone.now() - timedelta(hours=hours)
    sanction = Sanction.objects.create(
        player=Ruling.objects.get().concerned.player, kind=kind, reasons="Seen.", proposed_at=now, confirmed_at=now
    )
    assert page(mine, "/me/rulings/").count("Nobody else reads of it before") == is_told
    Sanction.objects.filter(pk=sanction.pk).update(lifted_at=timezone.now())
    assert "Nobody else reads of it before" not in page(mine, "/me/rulings/")


def test_the_page_of_a_player_has_what_everybody_may_read_of_a_ruling_that_stands(client, mine, evening):
    one = Ruling.objects.get()
    address = f"/players/{one.concerned.player_id}/"
    said = page(client, address)
    assert f'<a href="/e/{evening.event.slug}/rulings/">{evening.event.name}</a>, Round 1, Table 1:' in said
    assert "<strong>penalty letter</strong> (referee)" in said
    assert "Looked too early." in said
    assert SECRET not in said
    assert "Looked too early." not in page(client, f"/players/{other_than(evening, one).player_id}/")
    Ruling.objects.update(decision="lifted")
    assert "Looked too early." not in page(client, address)


def other_than(evening, ruling):
    return evening.event.registrations.exclude(pk=ruling.concerned_id).first()


def test_a_ruling_in_a_draft_or_overruled_is_on_no_page_of_a_player(client, mine, evening):
    one = Ruling.objects.get()
    address = f"/players/{one.concerned.player_id}/"
    Round.objects.update(published_at=None)
    assert "Looked too early." not in page(client, address)
    Round.objects.update(published_at=NOW)
    assert "Looked too early." in page(client, address)
    Ruling.objects.create(
        table=one.table, seat=one.seat, kind="a", decision="warning", judged_by="union", overrules=one, at=NOW
    )
    assert "Looked too early." not in page(client, address)

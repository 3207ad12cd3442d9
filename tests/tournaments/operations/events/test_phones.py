"""Phones that stay at their tables (operations/events/phones.py)."""

from datetime import timedelta

import pytest

from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.tournaments import AccountFactory
from tournaments import access
from tournaments.letters.sending import written
from tournaments.models import Event, Message, Staff
from tournaments.operations.accounts.sign_in_links import send_link
from tournaments.operations.events import making, phones

pytestmark = pytest.mark.django_db


def enrolled(event: Event, *tables: int) -> Staff:
    role, _link = phones.enrol_phone(
        event=event, name="Phone " + ", ".join(map(str, tables)), tables=tables, by=AccountFactory.create(), now=NOW
    )
    return role


def test_a_phone_records_at_its_tables_of_its_event_and_nowhere_else(event: Event):
    elsewhere = stories.an_event(slug="quay")
    role = enrolled(event, 2, 3)
    assert role.account.name == "Phone 2, 3"
    assert set(role.tables.values_list("number", flat=True)) == {2, 3}
    assert access.may(role.account, "event.watch", event=event)
    assert not access.may(role.account, "event.direct", event=event)
    assert not access.may(role.account, "event.watch", event=elsewhere)


def test_nobody_is_behind_a_phone_it_has_no_password_and_gets_no_letter(event: Event):
    account = enrolled(event, 3).account
    assert not account.has_usable_password()
    assert account.email.endswith("@phone.invalid")
    send_link(email=account.email, now=NOW)
    assert not any(written(message) for message in Message.objects.filter(account=account))


def test_two_phones_of_one_table_can_be_told_apart(event: Event):
    assert [enrolled(event, 3).account.name for _ in range(3)] == ["Phone 3", "Phone 3 (2)", "Phone 3 (3)"]


def test_phones_of_many_tables_can_be_told_apart_in_the_length_of_a_name(event: Event):
    names = {enrolled(event, *range(1, 40 + number)).account.name for number in range(3)}
    assert len(names) == 3
    assert max(map(len, names)) <= 80


def test_its_link_lasts_half_an_hour(event: Event):
    _role, link = phones.enrol_phone(event=event, name="Phone 1", tables=[1], by=AccountFactory.create(), now=NOW)
    assert link.expires_at - NOW == timedelta(minutes=30)


@pytest.mark.parametrize("status", ["finished", "cancelled"])
def test_a_phone_ends_with_its_event_and_a_person_does_not(event: Event, status: str):
    person = stories.staff_of(event, "line_judge")
    role = enrolled(event, 1)
    for step in ("running", status):
        making.change_status(event=event, status=step, now=NOW)
    role.refresh_from_db()
    assert role.ended_at == NOW
    assert access.may(person, "event.watch", event=event)

"""What a phone tells of itself: whose it is and how it is called is proved, when it was heard is not."""

import uuid
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection

from tests.factories.base import NOW
from tests.factories.tournaments import AccountFactory
from tournaments.models import JournalLine, Phone
from tournaments.operations import journal
from tournaments.operations.evening.phones import Told, hear
from tournaments.operations.upkeep.verifying_rows import verify_rows

pytestmark = pytest.mark.django_db
DEVICE = uuid.UUID(int=7)


def heard(account, *, name="Chrome", minutes=0, waiting=0):
    cache.clear()
    told = Told(device=DEVICE, name=name, page="table", waiting={1: waiting})
    hear(told, account=account, now=NOW + timedelta(minutes=minutes))


def test_that_it_is_heard_again_costs_two_statements_and_no_line(django_assert_num_queries):
    account = AccountFactory.create()
    heard(account)
    before = JournalLine.objects.count()
    with django_assert_num_queries(2):
        heard(account, minutes=5, waiting=3)
    assert JournalLine.objects.count() == before
    assert (Phone.objects.get().waiting, Phone.objects.get().heard_at) == ({"1": 3}, NOW + timedelta(minutes=5))
    assert verify_rows().faults == []


def test_whose_it_is_and_how_it_is_called_are_lines_of_the_journal():
    one, other = AccountFactory.create(), AccountFactory.create()
    seals = []
    for account, name in ((one, "Chrome"), (other, "Chrome"), (other, "Firefox")):
        heard(account, name=name)
        told = JournalLine.objects.latest("pk")
        assert told.rows is not None
        seals.append(tuple(told.rows["tournaments.phone"]["rows"][0][:2]))
        assert told.by == account.key
    assert seals == [(str(DEVICE), turn) for turn in (1, 2, 3)]


@pytest.mark.parametrize("column", [{"revoked_at": None}, {"revoked_by": None}, {"account": None}, {"name": "x"}])
def test_a_phone_that_somebody_puts_back_into_use_by_hand_is_named(column):
    account = AccountFactory.create()
    heard(account)
    Phone.objects.update(revoked_at=NOW, revoked_by=account)
    journal.note("phone_revoked", by=account, now=NOW)
    assert verify_rows().faults == []
    [(name, value)] = column.items()
    field = Phone._meta.get_field(name).column
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE tournaments_phone SET {field} = %s", [value])  # noqa: S608 – of this test
    assert [fault.values["model"] for fault in verify_rows().faults] == ["tournaments.phone"]

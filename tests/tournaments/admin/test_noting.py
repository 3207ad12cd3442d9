"""What the administration changes is a line of the union's journal: rights with old and new, the rest by columns."""

import pytest
from django.test import Client

from tests.factories.tournaments import AccountFactory, ClubFactory
from tournaments.models import JournalLine

pytestmark = pytest.mark.django_db


@pytest.fixture
def keeper() -> Client:
    client = Client()
    client.force_login(AccountFactory.create(is_superuser=True, is_staff=True))
    return client


def test_rights_that_are_given_are_a_line_with_old_and_new(keeper: Client):
    account = AccountFactory.create(name="Magpie")
    form = {"email": account.email, "name": "Mag", "language": "", "may_direct": "on", "is_active": "on"}
    keeper.post(f"/admin/tournaments/account/{account.pk}/change/", form)
    line = JournalLine.objects.get()
    assert (line.act, line.subject, line.old) == ("rights_changed", account.key, {"may_direct": False})
    assert line.new == {"may_direct": True, "columns": ["may_direct", "name"]}
    assert "Mag" not in str((line.old, line.new))


def test_a_club_that_is_renamed_is_a_line_too(keeper: Client):
    club = ClubFactory.create()
    keeper.post(f"/admin/tournaments/club/{club.pk}/change/", {"name": "Another"})
    assert JournalLine.objects.get().new == {"columns": ["name"]}

"""My page: what is mine and nobody else's."""

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories import stories
from tests.factories.tournaments import AccountFactory, EventFactory, PlayerFactory
from tournaments.models import Account, ApiToken, JournalLine, StaffRole
from tournaments.operations.accounts.sign_in_links import link_token, make_link
from tournaments.operations.accounts.tokens import create_token, token_behind

pytestmark = pytest.mark.django_db
NEW = "seven cats on a warm stove"


@pytest.fixture
def account(client: Client) -> Account:
    account = AccountFactory.create(email="cat@example.org", password="an old password")
    client.force_login(account)
    return account


@pytest.mark.parametrize("address", ["/me/", "/me/password/"])
def test_my_page_asks_who_i_am(client: Client, address):
    assert client.get(address)["Location"] == f"/sign-in/?next={address}"


def test_somebody_without_a_player_has_a_page_too(client: Client, account):
    page = client.get("/me/")
    assert page.status_code == 200
    assert "You are not registered as a player" in page.content.decode()
    assert "no-store" in page["Cache-Control"]


def test_roles_lead_to_the_work(client: Client, account):
    event, other = EventFactory.create(), EventFactory.create()
    event.staff.create(account=account, role=StaffRole.DIRECTOR)
    other.staff.create(account=account, role=StaffRole.LINE_JUDGE)
    page = client.get("/me/").content.decode()
    assert f'href="/desk/{event.slug}/"' in page
    assert f'href="/t/{event.slug}/"' in page
    assert f'href="/desk/{other.slug}/"' not in page
    assert f'href="/t/{other.slug}/"' in page


def test_my_events_show_my_state(client: Client, account):
    player = PlayerFactory.create(account=account)
    event = stories.an_event(players=2)
    event.registrations.filter(key="p1").update(player=player, status="waiting")
    page = client.get("/me/").content.decode()
    assert event.name in page
    assert "waiting list" in page


# --- Tokens -----------------------------------------------------------------------------------------------------------


def test_a_token_is_shown_once(client: Client, account):
    made = client.post("/me/tokens/", {"label": "board", "scope": "read", "days": "1"})
    assert made.status_code == 201
    secret = made.context["secret"]
    assert secret in made.content.decode()
    assert token_behind(secret, now=timezone.now()).account == account
    again = client.get("/me/").content.decode()
    assert "board" in again
    assert secret not in again


def test_a_token_is_revoked_by_its_owner_only(client: Client, account):
    mine, secret = create_token(account=account, label="mine", now=timezone.now())
    foreign, _ = create_token(account=AccountFactory.create(), label="foreign", now=account.created_at)
    assert client.post(f"/me/tokens/{foreign.pk}/revoke/").status_code == 404
    assert client.post(f"/me/tokens/{mine.pk}/revoke/").status_code == 302
    assert token_behind(secret, now=timezone.now()) is None
    assert list(ApiToken.objects.filter(revoked_at=None)) == [foreign]


@pytest.mark.parametrize("label", ["", "a" * 81, "a\x00", "a\u202e", "a\u200b"])
def test_a_token_needs_a_readable_label(client: Client, account, label):
    assert client.post("/me/tokens/", {"label": label, "scope": "read", "days": "1"}).status_code == 422
    assert not ApiToken.objects.exists()


# --- Language and password --------------------------------------------------------------------------------------------


def test_the_language_is_kept_with_the_account_and_on_the_device(client: Client, account):
    response = client.post("/me/language/", {"language": "cs"})
    account.refresh_from_db()
    assert account.language == "cs"
    assert response.cookies["django_language"].value == "cs"
    assert client.post("/me/language/", {"language": "xx"}).status_code == 422


def test_changing_a_password_needs_the_old_one(client: Client, account):
    form = {"new_password1": NEW, "new_password2": NEW}
    assert client.post("/me/password/", form).status_code == 422
    assert client.post("/me/password/", {**form, "old_password": "wrong"}).status_code == 422
    assert client.post("/me/password/", {**form, "old_password": "an old password"}).status_code == 302
    account.refresh_from_db()
    assert account.check_password(NEW)
    assert client.get("/me/").status_code == 200
    line = JournalLine.objects.get(act="password_set")
    assert (line.by, line.subject, line.old, line.new) == (account.key, account.key, {}, {})


def test_who_came_by_a_link_sets_a_password_without_the_old_one(account, settings):
    visitor = Client()
    link = make_link(account=account, now=account.created_at)
    visitor.post(f"/sign-in/{link_token(link)}/")
    assert visitor.post("/me/password/", {"new_password1": NEW, "new_password2": NEW}).status_code == 302
    account.refresh_from_db()
    assert account.check_password(NEW)


def test_a_new_password_signs_out_everywhere_else(client: Client, account):
    elsewhere = Client()
    elsewhere.force_login(account)
    form = {"old_password": "an old password", "new_password1": NEW, "new_password2": NEW}
    client.post("/me/password/", form)
    assert elsewhere.get("/me/").status_code == 302


@pytest.mark.parametrize("weak", ["short", "password123", ""])
def test_a_weak_password_is_refused_in_words(client: Client, account, weak):
    form = {"old_password": "an old password", "new_password1": weak, "new_password2": weak}
    assert client.post("/me/password/", form).status_code == 422
    account.refresh_from_db()
    assert account.check_password("an old password")

"""Ways in: a link that mail scanners cannot spend, a password, and a brake on both."""

import datetime as dt

import pytest
from django.core.cache.backends.locmem import LocMemCache
from django.test import Client

from tests.factories.tournaments import AccountFactory
from tournaments.models import Account, Message, SignInLink
from tournaments.operations.accounts.sign_in_links import link_token, make_link
from tournaments.public import signing_in, throttle

pytestmark = pytest.mark.django_db
NOW = dt.datetime(2026, 3, 14, 18, 0, tzinfo=dt.UTC)
PASSWORD = "a long walk by the pond"


@pytest.fixture(autouse=True)
def _evening(time_machine):
    time_machine.move_to(NOW, tick=False)


@pytest.fixture
def account() -> Account:
    return AccountFactory.create(email="cat@example.org", name="Cat", password=PASSWORD, language="cs")


def signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def address(account: Account, **options) -> str:
    return f"/sign-in/{link_token(make_link(account=account, now=NOW, **options))}/"


# --- By link ----------------------------------------------------------------------------------------------------------


def test_a_link_is_sent_and_the_answer_is_the_same_for_strangers(client: Client, account):
    answers = {client.post("/sign-in/link/", {"email": email})["Location"] for email in ("CAT@example.org", "x@y.org")}
    assert answers == {"/sign-in/sent/"}
    assert [message.account for message in Message.objects.all()] == [account]
    assert "Look into your mail" in client.get("/sign-in/sent/").content.decode()


def test_opening_a_link_spends_nothing_and_its_button_signs_in(client: Client, account):
    here = address(account)
    for _ in range(3):
        page = client.get(here)
        assert "Sign in as Cat" in page.content.decode()
        assert "no-store" in page["Cache-Control"]
    client.head(here)
    assert not signed_in(client)
    assert SignInLink.objects.get().used_at is None
    response = client.post(here)
    assert (response.status_code, response["Location"]) == (302, "/me/")
    assert signed_in(client)
    assert response.cookies["django_language"].value == "cs"


def test_a_link_works_once(client: Client, account):
    here = address(account)
    client.post(here)
    other = Client()
    for response in (other.get(here), other.post(here)):
        assert response.status_code == 409
        page = response.content.decode()
        assert "was used already" in page
        assert 'action="/sign-in/link/"' in page
    assert not signed_in(other)


def test_an_old_link_says_so(client: Client, account, time_machine):
    here = address(account)
    time_machine.move_to(NOW + dt.timedelta(minutes=30), tick=False)
    response = client.post(here)
    assert response.status_code == 409
    assert "has expired" in response.content.decode()
    assert not signed_in(client)


@pytest.mark.parametrize("token", ["x", "x:y", "00000000-0000-0000-0000-000000000000:forged"])
def test_a_made_up_link_says_so(client: Client, token):
    response = client.post(f"/sign-in/{token}/")
    assert response.status_code == 409
    assert "is not complete or not valid" in response.content.decode()


def test_a_link_of_an_account_that_was_closed_does_nothing(client: Client, account):
    here = address(account)
    Account.objects.update(is_active=False)
    assert client.post(here).status_code == 409
    assert not signed_in(client)


def test_a_link_leads_to_where_it_was_asked_from(client: Client, account):
    response = client.get("/e/nowhere/enter/")
    assert response["Location"] == "/sign-in/?next=/e/nowhere/enter/"
    assert 'value="/e/nowhere/enter/"' in client.get(response["Location"]).content.decode()
    client.post("/sign-in/link/", {"email": "cat@example.org", "next": "/e/nowhere/enter/"})
    here = f"/sign-in/{link_token(SignInLink.objects.get())}/"
    assert client.post(here)["Location"] == "/e/nowhere/enter/"


@pytest.mark.parametrize(
    "elsewhere",
    ["https://evil.example/", "//evil.example/", "/\\evil.example/", "javascript:alert(1)", "/" + "a" * 300],
)
def test_nobody_is_led_elsewhere(client: Client, account, elsewhere):
    client.post("/sign-in/link/", {"email": "cat@example.org", "next": elsewhere})
    assert SignInLink.objects.get().next_path == ""
    response = client.post("/sign-in/", {"email": "cat@example.org", "password": PASSWORD, "next": elsewhere})
    assert response["Location"] == "/me/"


# --- By password ------------------------------------------------------------------------------------------------------


def test_a_password_signs_in(client: Client, account):
    response = client.post("/sign-in/", {"email": " Cat@Example.ORG", "password": PASSWORD, "next": "/players/"})
    assert (response.status_code, response["Location"]) == (302, "/players/")
    assert signed_in(client)


@pytest.mark.parametrize(
    ("email", "password"),
    [("cat@example.org", "wrong"), ("stranger@example.org", PASSWORD), ("nolink@example.org", "!")],
)
def test_a_wrong_password_and_a_stranger_get_one_answer(client: Client, account, email, password):
    AccountFactory.create(email="nolink@example.org")  # one that has no password
    response = client.post("/sign-in/", {"email": email, "password": password})
    assert response.status_code == 422
    assert "do not belong together" in response.content.decode()
    assert PASSWORD not in response.content.decode()
    assert not signed_in(client)


@pytest.mark.parametrize("form", [{}, {"email": "x", "password": "y"}, {"email": "a@b.org"}, {"password": "y\x00"}])
def test_half_a_form_is_said_beside_its_fields(client: Client, form):
    assert client.post("/sign-in/", form).status_code == 422


def test_signing_out_ends_the_session(client: Client, account):
    client.force_login(account)
    assert client.get("/sign-out/").status_code == 405
    assert client.post("/sign-out/").status_code == 302
    assert not signed_in(client)


def test_forms_refuse_other_sites():
    strict = Client(enforce_csrf_checks=True)
    for address_ in ("/sign-in/", "/sign-in/link/", "/register/", "/sign-out/"):
        assert strict.post(address_, {"email": "cat@example.org"}).status_code == 403


# --- The brake --------------------------------------------------------------------------------------------------------


def attempts(client: Client, number: int, email: str = "cat@example.org", **where) -> list[int]:
    form = {"email": email, "password": "wrong"}
    return [client.post("/sign-in/", form, **where).status_code for _ in range(number)]


def test_guessing_at_one_account_is_stopped_from_everywhere(client: Client, account):
    assert attempts(client, 11) == [422] * 10 + [429]
    assert attempts(client, 1, REMOTE_ADDR="10.0.0.9") == [429]
    right = client.post("/sign-in/", {"email": "cat@example.org", "password": PASSWORD})
    assert right.status_code == 429
    assert 0 < int(right["Retry-After"]) <= throttle.HOUR
    assert "try again in" in right.content.decode()
    assert attempts(client, 1, "other@example.org") == [422]


def test_a_locked_out_owner_still_gets_a_link_and_the_lock_ends(client: Client, account, time_machine):
    attempts(client, 11)
    assert client.post("/sign-in/link/", {"email": "cat@example.org"}).status_code == 302
    time_machine.move_to(NOW + dt.timedelta(seconds=throttle.HOUR), tick=False)
    assert attempts(client, 1) == [422]


def test_one_machine_cannot_try_everybody(client: Client, monkeypatch):
    monkeypatch.setattr(signing_in, "PASSWORD", throttle.Limit("password", per_account=100, per_machine=3))
    answers = [attempts(client, 1, f"cat{n}@example.org")[0] for n in range(4)]
    assert answers == [422, 422, 422, 429]
    assert attempts(client, 1, "cat9@example.org", REMOTE_ADDR="10.0.0.9") == [422]


def test_a_mailbox_cannot_be_flooded(client: Client, account):
    answers = [client.post("/sign-in/link/", {"email": "cat@example.org"}).status_code for _ in range(6)]
    assert answers == [302] * 5 + [429]
    assert Message.objects.count() == 5


def test_without_a_cache_people_get_in(client: Client, account, monkeypatch):
    def gone(self, key, delta=1, version=None):
        raise ValueError(key)

    monkeypatch.setattr(LocMemCache, "incr", gone)
    assert client.post("/sign-in/", {"email": "cat@example.org", "password": PASSWORD}).status_code == 302

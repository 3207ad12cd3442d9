"""Codes by e-mail, second factors, and whom the site sends to set one up (allauth's views at our addresses)."""

from __future__ import annotations

import re
import time

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import hotp_value
from allauth.mfa.webauthn.internal import auth as webauthn_auth
from django.core import mail
from django.core.cache import cache
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import NoReverseMatch, reverse
from django.utils import timezone

from scwu.settings.accounts import second_factor_is_required
from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.tournaments import AccountFactory
from tournaments.models import Account, JournalLine, Message, Office
from tournaments.operations.accounts import second_factor_keys
from tournaments.operations.accounts.sign_in_links import link_token, make_link
from tournaments.operations.accounts.tokens import create_token
from tournaments.operations.upkeep.verifying import verify

pytestmark = pytest.mark.django_db
PASSWORD = "a long walk by the pond"


@pytest.fixture
def account() -> Account:
    return AccountFactory.create(email="cat@example.org", name="Cat", password=PASSWORD, language="cs")


def signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def ask_for_code(client: Client, email: str, **where: str):
    return client.post("/sign-in/code/", {"email": email}, **where)


def code_of(message: Message) -> str:
    return str(message.values["code"])


def app_code(secret: str) -> str:
    return f"{hotp_value(secret, int(time.time()) // 30):06}"


def set_up_app(client: Client) -> tuple[str, list[str]]:
    """Set up an app as its owner does; its secret, and the recovery codes."""
    page = client.get("/me/second/app/").content.decode()
    [secret] = re.findall(r"<code[^>]*>([A-Z2-7]{32,})</code>", page)
    assert client.post("/me/second/app/", {"code": app_code(secret)}).status_code == 302
    client.cookies.clear()
    [codes] = Authenticator.objects.filter(type="recovery_codes")
    return secret, codes.wrap().get_unused_codes()


def by_link(client: Client, account: Account):
    return client.post(f"/sign-in/{link_token(make_link(account=account, now=timezone.now()))}/")


# --- By a code --------------------------------------------------------------------------------------------------------


def test_a_code_signs_in_and_its_letter_is_a_message(client: Client, account, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        answer = ask_for_code(client, "CAT@example.org")
    assert answer["Location"] == "/sign-in/code/confirm/"
    [message] = Message.objects.all()
    assert code_of(message) in mail.outbox[0].body
    answer = client.post("/sign-in/code/confirm/", {"code": code_of(message)})
    assert (answer.status_code, answer["Location"]) == (302, "/me/")
    assert answer.cookies["django_language"].value == "cs"
    assert signed_in(client)


def test_a_stranger_gets_the_same_pages_and_no_mail(client: Client, account):
    known, unknown = Client(), Client()
    answers = [ask_for_code(known, "cat@example.org"), ask_for_code(unknown, "stranger@example.org")]
    assert len({(one.status_code, one["Location"]) for one in answers}) == 1
    pages = [one.get("/sign-in/code/confirm/").content.decode() for one in (known, unknown)]
    same = [re.sub(r"(cat|stranger)@example\.org|value=\"[^\"]{64}\"", "", page) for page in pages]
    assert same[0] == same[1]
    assert [message.account for message in Message.objects.all()] == [account]
    answers = [one.post("/sign-in/code/confirm/", {"code": "WRONG"}) for one in (known, unknown)]
    assert {one.status_code for one in answers} == {200}


def test_three_wrong_codes_end_the_attempt(client: Client, account):
    ask_for_code(client, "cat@example.org")
    [message] = Message.objects.all()
    for _ in range(3):
        client.post("/sign-in/code/confirm/", {"code": "WRONG"})
    client.post("/sign-in/code/confirm/", {"code": code_of(message)})
    assert not signed_in(client)


def test_a_code_belongs_to_the_browser_that_asked_for_it(client: Client, account):
    ask_for_code(client, "cat@example.org")
    [message] = Message.objects.all()
    other = Client()
    ask_for_code(other, "cat@example.org")
    other.post("/sign-in/code/confirm/", {"code": code_of(message)})
    assert not signed_in(other)


def test_a_mailbox_is_not_flooded_with_codes(account):
    answers = [ask_for_code(Client(), "cat@example.org").status_code for _ in range(7)]
    assert answers == [302] * 5 + [429] * 2
    assert Message.objects.count() == 5


# --- A second factor --------------------------------------------------------------------------------------------------


def test_with_an_app_every_way_in_asks_for_its_code(client: Client, account):
    account.set_unusable_password()
    account.save()
    client.force_login(account)
    _, recovery = set_up_app(client)
    account.set_password(PASSWORD)
    account.save()

    def by_password(one: Client):
        return one.post("/sign-in/", {"email": "cat@example.org", "password": PASSWORD})

    def by_code(one: Client):
        ask_for_code(one, "cat@example.org")
        return one.post("/sign-in/code/confirm/", {"code": code_of(Message.objects.latest("pk"))})

    for way in (by_password, by_code, lambda one: by_link(one, account)):
        visitor = Client()
        answer = way(visitor)
        assert (answer.status_code, answer["Location"]) == (302, "/sign-in/second/")
        assert not signed_in(visitor)
        assert visitor.get("/me/").status_code == 302
        assert visitor.post("/sign-in/second/", {"code": "000000"}).status_code == 200
        assert not signed_in(visitor)
        visitor.post("/sign-in/second/", {"code": recovery.pop()})
        assert signed_in(visitor)


@pytest.mark.parametrize(
    ("has_key", "host", "secure", "is_offered"),
    [
        (True, "club.example", True, True),
        (False, "club.example", True, False),
        (True, "club.example", False, False),
        (True, "localhost", False, True),
    ],
)
def test_a_key_is_offered_to_whoever_has_one_where_a_browser_takes_it(
    client: Client, account, settings, monkeypatch, has_key, host, secure, is_offered
):
    settings.ALLOWED_HOSTS = ["*"]
    client.force_login(account)
    set_up_app(client)
    if has_key:
        Authenticator.objects.create(user=account, type=Authenticator.Type.WEBAUTHN, data={})
        monkeypatch.setattr(webauthn_auth, "begin_authentication", lambda user: {})
    visitor = Client(headers={"host": host, "accept-language": "en"})
    by_link(visitor, account)
    page = visitor.get("/sign-in/second/", secure=secure).content.decode()
    assert "or a recovery code" in page
    assert ("Use a security key" in page) == is_offered
    assert page.count("Cancel") == 1


def test_a_recovery_code_works_once(client: Client, account):
    account.set_unusable_password()
    account.save()
    client.force_login(account)
    _, recovery = set_up_app(client)
    answers = []
    for _ in range(2):
        visitor = Client()
        by_link(visitor, account)
        visitor.post("/sign-in/second/", {"code": recovery[0]})
        answers.append(signed_in(visitor))
    assert answers == [True, False]


def test_secrets_lie_encrypted(client: Client, account):
    account.set_unusable_password()
    account.save()
    client.force_login(account)
    secret, _ = set_up_app(client)
    stored = str(list(Authenticator.objects.values_list("data", flat=True)))
    assert secret not in stored
    assert "gAAAA" in stored


def test_guessing_at_the_second_factor_is_stopped(client: Client, account):
    account.set_unusable_password()
    account.save()
    client.force_login(account)
    _, recovery = set_up_app(client)
    for _ in range(12):
        visitor = Client()
        by_link(visitor, account)
        visitor.post("/sign-in/second/", {"code": "000000"})
    visitor = Client()
    by_link(visitor, account)
    visitor.post("/sign-in/second/", {"code": recovery[0]})
    assert not signed_in(visitor)


# --- Who has to have one ----------------------------------------------------------------------------------------------


@pytest.fixture
def required(settings):
    settings.SECOND_FACTOR_REQUIRED = True


@pytest.fixture
def people(event) -> dict[str, Account]:
    found = {name: AccountFactory.create(name=name) for name in ("commission", "union", "press", "player")}
    for role in ("commission", "union", "press"):
        Office.objects.create(account=found[role], role=role, starts_at=NOW)
    return {**found, "director": stories.director_of(event), "referee": stories.staff_of(event, "referee")}


@pytest.mark.parametrize(
    ("who", "is_sent"),
    [
        ("director", True),
        ("commission", True),
        ("union", True),
        ("press", False),
        ("referee", False),
        ("player", False),
    ],
)
def test_on_a_server_some_roles_set_up_a_second_factor_first(required, client: Client, people, who, is_sent):
    client.force_login(people[who])
    answer = client.get("/desk/")
    assert (answer.headers.get("Location") == "/me/second/") == is_sent
    assert client.get("/me/").status_code == client.get("/me/second/").status_code == 200
    assert client.get("/").status_code == 200
    _, secret = create_token(account=people[who], label="phone", now=NOW)
    by_session = client.get("/api/v1/events/").status_code
    by_token = Client().get("/api/v1/events/", headers={"Authorization": f"Bearer {secret}"}).status_code
    assert (by_session, by_token) == ((403, 403) if is_sent else (200, 200))


@pytest.mark.parametrize("said", ["Basic eDp4", "x", ""])
def test_no_header_but_a_token_hides_the_session_from_the_api(required, client: Client, people, said):
    client.force_login(people["union"])
    assert client.get("/api/v1/events/", headers={"Authorization": said}).status_code == 403


def test_with_a_second_factor_the_desk_opens(required, client: Client, people, event):
    client.force_login(people["director"])
    assert client.get(f"/desk/{event.slug}/").status_code == 302
    set_up_app(client)
    client.force_login(people["director"])
    assert client.get(f"/desk/{event.slug}/").status_code == 200


def test_in_a_pub_a_director_is_reminded_and_gets_in(client: Client, people, event):
    by_link(client, people["director"])
    assert client.get(f"/desk/{event.slug}/").status_code == 200
    assert "Set up a second factor" in client.get("/me/").content.decode()
    client.force_login(people["player"])
    assert "Set up a second factor" not in client.get("/me/").content.decode()


@pytest.mark.parametrize("name", ["account_signup", "account_email", "account_reset_password", "account_set_password"])
def test_what_we_do_not_use_has_no_address(name):
    with pytest.raises(NoReverseMatch):
        reverse(name)


# --- Lost -------------------------------------------------------------------------------------------------------------


def test_the_union_lets_somebody_back_in_and_the_journal_knows(client: Client, account, people):
    Authenticator.objects.create(user=account, type="totp", data={"secret": "none"})
    client.force_login(people["union"])
    form = {"email": "CAT@example.org", "reason": "came in person"}
    assert client.post("/union/recovery/", form).status_code == 302
    assert not Authenticator.objects.exists()
    line = JournalLine.objects.latest("pk")
    assert (line.act, line.subject, line.reason) == ("second_factor_removed", account.key, "came in person")
    assert client.post("/union/recovery/", form).status_code == 422, "there is none any more"


def test_nobody_but_a_keeper_takes_a_keepers_away(client: Client, people, keeper):
    Authenticator.objects.create(user=keeper, type="totp", data={"secret": "none"})
    client.force_login(people["union"])
    assert client.post("/union/recovery/", {"email": keeper.email, "reason": "said so"}).status_code == 403
    assert Authenticator.objects.exists()
    call_command("forget_second_factor", keeper.email)
    assert not Authenticator.objects.exists()
    with pytest.raises(CommandError):
        call_command("forget_second_factor", keeper.email)


@pytest.mark.parametrize(
    ("said", "production", "required"),
    [("", True, True), ("", False, False), ("required", False, True), ("optional", True, False)],
)
def test_a_server_requires_it_and_a_pub_does_not_unless_told(monkeypatch, said, production, required):
    monkeypatch.setenv("SCWU_SECOND_FACTOR", said)
    assert second_factor_is_required(production=production) == required


def test_a_mistyped_setting_stops_the_start(monkeypatch):
    monkeypatch.setenv("SCWU_SECOND_FACTOR", "yes")
    with pytest.raises(ImproperlyConfigured):
        second_factor_is_required(production=True)


# --- Sessions ---------------------------------------------------------------------------------------------------------


def test_a_lost_phone_is_signed_out_from_another_device(client: Client, account, people):
    phone, other = Client(), Client()
    for one, whose in ((client, account), (phone, account), (other, people["player"])):
        one.force_login(whose)
    assert client.post("/me/sessions/").status_code == 302
    assert client.get("/me/").status_code == other.get("/me/").status_code == 200
    assert phone.get("/me/").status_code == 302


# --- After the site's key has changed ---------------------------------------------------------------------------------


def test_who_holds_an_app_is_told_that_the_key_has_changed_and_gets_in_by_the_former_one(client, account, settings):
    client.force_login(account)
    secret, codes = set_up_app(client)
    former, settings.SECRET_KEY = settings.SECRET_KEY, "another secret key of the same site, fifty characters long"
    by_link(client, account)
    answer = client.post("/sign-in/second/", {"code": app_code(secret)}, headers={"accept-language": "en"})
    assert answer.status_code == 200
    assert "another secret key than when your app was set up" in answer.content.decode()
    assert not signed_in(client)

    settings.SECRET_KEY_FALLBACKS = [former]
    client.post("/sign-in/second/", {"code": codes[0]})
    assert signed_in(client)


def test_a_former_key_may_go_when_the_clock_has_sealed_all_anew(client, account, settings):
    client.force_login(account)
    secret, codes = set_up_app(client)
    former, settings.SECRET_KEY = settings.SECRET_KEY, "another secret key of the same site, fifty characters long"
    settings.SECRET_KEY_FALLBACKS = [former]
    assert second_factor_keys.seal_anew(now=timezone.now()) == 2
    assert JournalLine.objects.filter(act="second_factors_sealed_anew").count() == 1
    cache.delete(second_factor_keys.DONE)
    assert second_factor_keys.seal_anew(now=timezone.now()) == 0, "all of it lies under the new one"
    assert verify().faults == ()
    settings.SECRET_KEY_FALLBACKS = []
    by_link(client, account)
    client.post("/sign-in/second/", {"code": app_code(secret)})
    assert signed_in(client)
    client.cookies.clear()
    by_link(client, account)
    client.post("/sign-in/second/", {"code": codes[0]})
    assert signed_in(client)


def test_what_no_key_opens_stays_as_it_is(client, account, settings):
    client.force_login(account)
    set_up_app(client)
    before = list(Authenticator.objects.order_by("pk").values_list("data", flat=True))
    settings.SECRET_KEY = "another secret key of the same site, fifty characters long"
    settings.SECRET_KEY_FALLBACKS = ["one that has never sealed anything here, fifty characters long"]
    assert second_factor_keys.seal_anew(now=timezone.now()) == 0
    assert list(Authenticator.objects.order_by("pk").values_list("data", flat=True)) == before


def test_codes_that_nobody_can_read_any_more_are_no_crash(client, account, settings):
    client.force_login(account)
    set_up_app(client)
    settings.SECRET_KEY = "another secret key of the same site, fifty characters long"
    by_link(client, account)  # to the door of the second factor, where the union lets him in again
    Authenticator.objects.filter(type="totp").delete()
    client.force_login(account)
    answer = client.get("/me/second/recovery/", follow=True)
    assert answer.status_code == 200

"""My page lists where I am signed in, and each device can be ended by itself; nobody else's can."""

from __future__ import annotations

import re
from importlib import import_module

import pytest
from django.apps import apps
from django.contrib.sessions.models import Session as FormerSession
from django.core.cache import caches
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.test import Client
from django.utils import timezone

from scwu.sessions import SessionStore
from tests.factories.tournaments import AccountFactory
from tournaments.facts.browsers import browser_name
from tournaments.models import Account, Session
from tournaments.operations.accounts.sessions import devices_of, end_sessions
from tournaments.operations.accounts.sign_in_links import link_token, make_link

pytestmark = pytest.mark.django_db
FIREFOX = "Mozilla/5.0 (Android 14; Mobile; rv:128.0) Gecko/128.0 Firefox/128.0"
SAFARI = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile Safari/604.1"


@pytest.fixture
def account() -> Account:
    return AccountFactory.create()


def browser_of(account: Account, agent: str) -> Client:
    client = Client(headers={"user-agent": agent})
    link = make_link(account=account, now=timezone.now())
    assert client.post(f"/sign-in/{link_token(link)}/").status_code == 302
    return client


def ends_on(page: str) -> list[str]:
    return re.findall(r'action="(/me/sessions/[0-9a-f]+/end/)"', page)


def test_each_device_is_listed_and_ended_by_itself(account):
    phone, lost = browser_of(account, FIREFOX), browser_of(account, SAFARI)
    page = phone.get("/me/").content.decode()
    assert "Firefox on Android" in page
    assert "Safari on iPhone" in page
    [end] = ends_on(page)
    assert str(lost.session.session_key) not in page, "what is shown signs nobody in"
    assert phone.post(end, follow=True).status_code == 200
    assert lost.get("/me/").status_code == 302
    assert phone.get("/me/").status_code == 200
    assert ends_on(phone.get("/me/").content.decode()) == []


def test_nobody_ends_a_device_of_somebody_else(account):
    mine, others = browser_of(account, FIREFOX), browser_of(AccountFactory.create(), SAFARI)
    [device] = devices_of(account, this=None, now=timezone.now())
    others.post(f"/me/sessions/{device.handle}/end/")
    assert mine.get("/me/").status_code == 200


def test_a_device_stays_the_same_when_its_password_is_set(account):
    phone = browser_of(account, FIREFOX)
    phone.post("/me/password/", {"new_password1": "a walk by the pond", "new_password2": "a walk by the pond"})
    [device] = devices_of(account, this=phone.session.session_key, now=timezone.now())
    assert (device.browser, device.is_this) == ("Firefox", True)


def test_ending_looks_at_the_sessions_of_one_account_only(account, django_assert_max_num_queries):
    for _ in range(3):
        browser_of(AccountFactory.create(), FIREFOX)
    browser_of(account, SAFARI)
    with django_assert_max_num_queries(5):  # find, and delete the one
        assert end_sessions(account=account, now=timezone.now()) == 1
    assert Session.objects.count() == 3


@pytest.mark.parametrize(
    ("agent", "named"),
    [
        (FIREFOX, ("Firefox", "Android")),
        (SAFARI, ("Safari", "iPhone")),
        ("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36", ("Chrome", "Linux")),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/126.0 Safari/537.36 Edg/126.0", ("Edge", "Windows")),
        ("curl/8", ("", "")),
        ("", ("", "")),
    ],
)
def test_browsers_are_called_as_people_call_them(agent, named):
    assert browser_name(agent) == named


@pytest.mark.django_db(transaction=True)
def test_whoever_was_signed_in_before_the_upgrade_stays_so():
    executor = MigrationExecutor(connection)
    newest = executor.loader.graph.leaf_nodes("tournaments")
    account = AccountFactory.create()
    client = Client()
    client.force_login(account)
    kept = Session.objects.get()
    as_before = SessionStore().encode(kept.get_decoded())
    try:
        FormerSession.objects.create(session_key=kept.session_key, session_data=as_before, expire_date=kept.expire_date)
        executor.migrate([("tournaments", "0023_calls")])
        executor.loader.build_graph()
        executor.migrate(newest)
    finally:
        MigrationExecutor(connection).migrate(newest)
    assert Session.objects.get().account_id == account.pk
    assert client.get("/me/").status_code == 200
    assert not FormerSession.objects.exists()


# --- Sessions in a database that somebody writes by hand --------------------------------------------------------------


def _past_the_cache(key: str) -> None:
    caches["default"].delete(SessionStore.cache_key_prefix + key)


def test_a_session_copied_into_another_row_is_nobodys(account):
    """Who writes in the database has no key of the keeper's browser; what he copies into a row of his own is worth
    nothing there.
    """
    keeper, thief = browser_of(AccountFactory.create(is_superuser=True), FIREFOX), browser_of(account, SAFARI)
    theirs, his = keeper.session.session_key, thief.session.session_key
    copied = Session.objects.get(session_key=theirs).session_data
    Session.objects.filter(session_key=his).update(session_data=copied)
    _past_the_cache(his)
    assert thief.get("/me/").status_code == 302
    assert Session.objects.get(session_key=his).get_decoded() == {}
    assert keeper.get("/me/").status_code == 200


def test_who_was_signed_in_before_sessions_were_signed_for_their_row_stays_signed_in(account):
    browser = browser_of(account, FIREFOX)
    key = browser.session.session_key
    held = Session.objects.get(session_key=key).get_decoded()
    Session.objects.filter(session_key=key).update(session_data=SessionStore().encode(held))
    import_module("tournaments.migrations.0035_sessions_signed_for_their_row").sign_for_their_row(apps, None)
    _past_the_cache(key)
    assert browser.get("/me/").status_code == 200

"""What the site says to a browser about pages without a network. What the browser makes of it: tests/e2e."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import stories
from tournaments.public import without_network


def shell(client: Client) -> dict[str, object]:
    first = client.get("/sw.js").content.decode().partition("\n")[0]
    return dict(json.loads(first.removeprefix("self.SHELL = ").rstrip(";")))


def test_the_worker_of_the_whole_site_is_kept_by_nobody(client: Client):
    answer = client.get("/sw.js")
    assert answer["Cache-Control"] == "no-store"
    assert answer["Content-Type"].startswith("text/javascript")


def test_a_browser_notices_when_a_file_or_a_page_has_changed(client: Client, settings, monkeypatch):
    first = shell(client)["version"]
    settings.BUILD = "another"
    second = shell(client)["version"]
    monkeypatch.setattr(without_network.staticfiles_storage, "manifest_hash", "another", raising=False)
    assert len({first, second, shell(client)["version"]}) == 3


@pytest.mark.parametrize("path", ["/offline/", "/carry/"])
def test_what_every_phone_keeps_is_the_same_for_everybody(client: Client, referee, path: str):
    """Only language and names of files differ from page to page: the keys that forms carry do not stand in it."""
    for_nobody = client.get(path).content
    client.force_login(referee)
    assert client.get(path).content == for_nobody


def test_the_page_of_a_table_says_for_whom_it_may_be_kept_and_no_other_page_does(client: Client, evening, referee):
    table = stories.table_of(evening, 1)
    client.force_login(referee)
    answer = client.get(f"/t/{table.round.event.slug}/1/1/")
    assert answer["X-Keep"] == f"account:{referee.pk}"
    for path in ("/me/", "/t/", "/", f"/t/{table.round.event.slug}/", f"/t/{table.round.event.slug}/1/1/now/"):
        assert "X-Keep" not in client.get(path)


def test_the_switch_is_said_to_every_worker(client: Client, settings):
    settings.SERVICE_WORKER = False
    assert shell(client)["off"] is True


@pytest.mark.parametrize(
    "way",
    ["sign_in", "sign_out", "account_login", "account_logout", "account_confirm_login_code", "mfa_authenticate",
     "mfa_login_webauthn"],
)  # fmt: skip
def test_every_way_in_or_out_is_one_on_which_kept_pages_are_forgotten(way: str):
    assert reverse(way).startswith(without_network.LEAVING)

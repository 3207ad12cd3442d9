"""A passkey, from its making to signing in with it, in the real browser under the strict policy for scripts."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from tests.factories.tournaments import AccountFactory
from tournaments.operations.accounts.sign_in_links import link_token, make_link

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture
def visitor(new_page: Any, site: Any) -> Any:
    """A laptop with a finger reader; at `localhost`, because no passkey is made for a bare 127.0.0.1."""
    page = new_page(base_url=site.url.replace("127.0.0.1", "localhost"))
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    session.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    return page


def test_a_passkey_is_made_and_signs_in(visitor: Any):
    said: list[str] = []
    visitor.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    visitor.on("pageerror", lambda error: said.append(str(error)))
    account = AccountFactory.create(email="cat@example.org", name="Cat")
    visitor.goto(f"/sign-in/{link_token(make_link(account=account, now=timezone.now()))}/")
    visitor.get_by_role("button", name="Sign in as Cat").click()
    visitor.goto("/me/second/keys/add/")
    visitor.get_by_label("Passwordless").check()
    visitor.get_by_role("button", name="Add").click()
    visitor.wait_for_url("**/me/second/recovery/")
    assert visitor.locator("main li code").first.text_content()
    visitor.goto("/me/")
    visitor.get_by_role("button", name="Sign out", exact=True).click()
    visitor.goto("/sign-in/")
    visitor.get_by_role("button", name="Use my passkey").click()
    visitor.wait_for_url("**/me/")
    assert visitor.get_by_text("cat@example.org").is_visible()
    assert said == []

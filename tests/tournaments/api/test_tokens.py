"""Who asks: a token that can be taken back at once, or the session of our own pages with its CSRF token."""

from __future__ import annotations

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from tournaments.models import ApiToken
from tournaments.operations.accounts import tokens

pytestmark = pytest.mark.django_db


def test_only_the_hash_of_a_secret_is_stored(stranger):
    token, secret = tokens.create_token(account=stranger, label="  my   script ", now=timezone.now())
    stored = ApiToken.objects.filter(pk=token.pk).values().get()
    assert len(secret) > 40
    assert secret not in str(stored)
    assert (stored["label"], len(stored["secret_hash"])) == ("my script", 64)
    found = tokens.token_behind(secret, now=timezone.now())
    assert found is not None
    assert found.account == stranger


def test_two_tokens_have_nothing_in_common(stranger):
    one, other = (tokens.create_token(account=stranger, label="same", now=timezone.now())[1] for _ in range(2))
    assert one != other
    assert list(tokens.tokens_of(stranger, now=timezone.now()).values_list("label", flat=True)) == ["same", "same"]


def test_a_revoked_token_is_refused_at_once(evening, director, entries, line):
    token, secret = tokens.create_token(account=director, label="phone", now=timezone.now())
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    assert client.post(entries(evening), line(1)).status_code == 201

    tokens.revoke_token(token=token, now=timezone.now())
    refused = client.post(entries(evening), line(2, bench=("A",), loser="B"))
    assert (refused.status_code, refused.json()["code"]) == (401, "authentication_failed")
    assert refused["WWW-Authenticate"] == "Bearer"
    assert client.get("/api/v1/events/").status_code == 401  # a wrong token is told, also where none is needed
    assert not tokens.tokens_of(director, now=timezone.now())


def test_the_account_of_a_token_can_be_switched_off(api, evening, director, entries, line):
    client = api(director)
    director.is_active = False
    director.save()
    assert client.post(entries(evening), line(1)).status_code == 401


@pytest.mark.parametrize("header", ["Bearer", "Bearer ", "Bearer nonsense", "bearer \xe9\xff", "Bearer a b c"])
def test_what_is_no_token_is_refused(header, event):
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=header)
    assert client.get("/api/v1/events/").status_code == 401


def test_another_scheme_is_no_token_and_no_right(event, evening, entries, line):
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION="Basic ZGlyZWN0b3I6Y2F0")
    assert client.get("/api/v1/events/").status_code == 200
    assert client.post(entries(evening), line(1)).status_code == 401


def test_a_session_records_with_a_csrf_token_only(evening, director, entries, line):
    client = APIClient(enforce_csrf_checks=True)
    client.force_login(director)
    refused = client.post(entries(evening), line(1))
    assert (refused.status_code, refused.json()["code"]) == (403, "permission_denied")

    token = "a" * 32
    client.cookies["csrftoken"] = token
    assert client.post(entries(evening), line(1), headers={"X-CSRFToken": token}).status_code == 201

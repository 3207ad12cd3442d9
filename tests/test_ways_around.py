"""Ways around what was promised, which nobody takes by mistake: words guessed, tokens lent, proofs used twice."""

from __future__ import annotations

import json
import time
import uuid

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.tournaments import AccountFactory
from tests.factories.words import a_proposer, a_sealed_word
from tests.one_world import one_world, taken_back  # noqa: F401 - fixtures
from tests.rights_world import World, routes
from tournaments import routes as told
from tournaments.models import Appeal, Office, Sanction
from tournaments.operations.accounts.sessions import DEVICE
from tournaments.operations.accounts.tokens import create_token
from tournaments.operations.evening import rounds
from tournaments.operations.words import round_words

pytestmark = pytest.mark.django_db
SECRET, PASSWORD = "KVRZOL", "a long walk by the pond"


# --- Words ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def two_secrets(world: World) -> None:
    """A word of the commission lies sealed for round 3, one that the director has set by hand for round 2."""
    event = world.event
    for _number in (2, 3):
        rounds.plan_round(event=event, kind="basic", now=NOW)
    director = world.accounts["director"]
    rounds.set_word(round_=event.rounds.get(number=2), word=SECRET, caption="", by=director, now=NOW)
    sealed = a_sealed_word(event, SECRET[::-1])
    round_words.assign_word(word=sealed, round_=event.rounds.get(number=3), by=director, now=NOW)


@pytest.mark.parametrize("who", ["player", "director", "keeper", "commission"])
def test_no_page_file_or_answer_shows_a_word_before_its_round(world: World, two_secrets: None, who: str):
    client = world.client(who)
    words = [SECRET, SECRET[::-1], "-".join(SECRET), " ".join(SECRET), "".join(f'"{one}", ' for one in SECRET)[:-2]]
    shown, asked = [], 0
    for route in routes():
        rights, values = told.route_of(route.name), world.named(route, who, "own")
        if rights is None or rights.rights.get("GET", "nobody") == "nobody" or not values or "stream" in route.name:
            continue
        for number in (2, 3) if "number" in route.parameters else (1,):
            answer = client.get(world.address(route, {**values, "number": number}), {"q": SECRET[:3], "word": "1"})
            asked += 1
            text = b"" if answer.streaming or answer.status_code >= 400 else answer.content
            said = text.decode(errors="replace")
            if route.name == "desk:event_file" and who == "director":
                said = said.replace(SECRET, "")  # he set it himself; that he takes it along is in the journal
            shown += [f"{route.name}: {one}" for one in words if one in said]
    assert asked > 80
    assert shown == []


def test_proposing_a_word_does_not_tell_that_it_lies_sealed(world: World, two_secrets: None):
    """Or somebody proposes all words that he can think of."""
    somebody = Client()
    somebody.force_login(a_proposer())
    said = set()
    for word in (SECRET, SECRET[::-1], "BRMOL"):
        with transaction.atomic():
            form = {"id": str(uuid.uuid4()), "event": world.event.slug, "word": word, "sure": "1"}
            page = somebody.post("/words/+propose/", form)
            body = json.dumps({"id": str(uuid.uuid4()), "event": world.event.slug, "word": word})
            answer = somebody.post("/api/v1/words/", body, content_type="application/json")
            listed = {"id": str(uuid.uuid4()), "event": world.event.slug, "lines": word, "sure": "1"}
            pages = somebody.post("/words/+list/", listed)
            said.add((page.status_code, answer.status_code, pages.status_code, b"already" in page.content))
            transaction.set_rollback(True)
    assert len(said) == 1, said


# --- Sessions and tokens ----------------------------------------------------------------------------------------------


def bearer(secret: str) -> dict[str, str]:
    return {"authorization": f"Bearer {secret}"}


def a_line() -> str:
    entry = {"kind": "deal", "loser": "A", "bench": ["E"]}
    return json.dumps({"id": str(uuid.uuid4()), "expected_position": 4, "entry": entry})


@pytest.mark.parametrize(
    ("scope", "elsewhere", "method"),
    [("read", False, "POST"), ("record", True, "POST"), ("record", False, "PUT"), ("read", False, "PATCH")],
)
def test_a_token_does_no_more_than_its_scope_in_whatever_way_it_is_sent(
    world: World, scope: str, elsewhere: bool, method: str
):
    event = world.other_event if elsewhere else world.event
    account = stories.director_of(event) if elsewhere else world.accounts["director"]
    bound = {"event": world.event} if scope == "record" else {}
    _token, secret = create_token(account=account, label="t", scope=scope, now=timezone.now(), **bound)
    path = f"/api/v1/events/{event.slug}/rounds/1/tables/2/entries/"
    for headers in (
        bearer(secret),
        {**bearer(secret), "x-http-method-override": "GET"},
        {**bearer(secret), "x-scwu-scope": "all"},
    ):
        answer = Client().generic(method, path, a_line(), content_type="application/json", headers=headers)
        assert answer.status_code in (403, 405), answer.content
    answer = Client().post(f"{path}?token={secret}&access_token={secret}", a_line(), content_type="application/json")
    assert answer.status_code == 401


def stale(client: Client) -> Client:
    session = client.session
    session[DEVICE] = {"at": time.time() - 86_400, "agent": ""}
    session.pop("account_authentication_methods", None)
    session.save()
    return client


def test_a_ban_is_not_lifted_by_an_appeal_without_a_fresh_proof(world: World):
    """Deciding an appeal against it does what lifting it does."""
    account = AccountFactory.create()
    Office.objects.create(account=account, role="union", starts_at=NOW)
    whom = stories.registration(world.event, "p7").player
    ban = Sanction.objects.create(player=whom, kind="ban_for_life", grounds="seen", proposed_at=NOW, confirmed_at=NOW)
    made = Appeal.objects.create(sanction=ban, grounds="no", made_at=NOW)
    client = Client()
    client.force_login(account)
    said = {
        "entry_id": str(uuid.uuid4()),
        "expected_position": "1",
        "outcome": "lifted",
        "reasons": "so",
        "confirm": "1",
    }
    answer = stale(client).post(f"/union/appeals/{made.pk}/", {**said, "confirm": "1"})
    assert (answer.status_code, answer["Location"].partition("?")[0]) == (302, "/me/proof/")
    made.refresh_from_db()
    assert made.outcome == ""


def given_by_post() -> set[str]:
    return set(Office.objects.filter(account__email__in=("one@example.org", "two@example.org")).values_list("pk"))


def test_a_proof_does_what_waits_for_it_once(world: World):
    """Two tabs, then back and again: the later one is what waited, and it is done a single time."""
    account = AccountFactory.create()
    account.set_password(PASSWORD)
    account.save()
    Office.objects.create(account=account, role="union", starts_at=NOW)
    client = Client()
    client.force_login(account)
    stale(client)
    for email in ("one@example.org", "two@example.org"):
        client.post("/union/offices/", {"email": email, "role": "press"})
    assert given_by_post() == set()
    proof = {"password": PASSWORD}
    client.post("/me/second/confirm/", proof, follow=True)
    given = given_by_post()
    assert len(given) <= 1
    stale(client)
    client.post("/me/second/confirm/", proof, follow=True)
    client.post("/me/proof/", {"go": "1"}, follow=True)
    assert given_by_post() == given

"""Attacks on sessions, proofs and the day of a ban, by somebody who had read what is promised and not the code."""

import logging
import re
import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from django.db import transaction
from django.test import Client
from django.utils import timezone

from tests.factories import stories
from tests.factories.tournaments import AccountFactory, ClubFactory, PlayerFactory
from tests.rights_world import World, build, routes
from tournaments import access
from tournaments.models import Account, Claim, Event, Office, Player, Question, Registration, Sanction, Session
from tournaments.operations.accounts.second_factors import remove_second_factor
from tournaments.operations.accounts.sessions import DEVICE
from tournaments.operations.accounts.sign_in_links import hand_out_link, link_token
from tournaments.operations.accounts.tokens import create_token, token_behind
from tournaments.operations.events.codes import revoke_sign_in
from tournaments.operations.people.claims import claim_path, new_account, offer
from tournaments.operations.rulings.sanctions import confirm_sanction, lift_sanction

pytestmark = pytest.mark.django_db
SIGNED_IN = "_auth_user_id"


# --- The day of a ban -------------------------------------------------------------------------------------------------

OUTSIDE = ("anonymous", "player", "line_judge", "officer")
CHANGES_BY_ITSELF = re.compile(
    r'nonce="[^"]*"|value="[0-9a-zA-Z-]{20,}"|name="csrf[^>]*>|data-[a-z-]+="[^"]*"|"version": ?\d+|"now":"[^"]*"'
)


@pytest.fixture
def world() -> Iterator[World]:
    logging.disable(logging.CRITICAL)
    yield build()
    logging.disable(logging.NOTSET)


def addresses(world: World, who: str, player: Player) -> Iterator[str]:
    """Every address with his own things in it, and the pages of `player`."""
    yield f"/players/{player.pk}/"
    for route in routes():
        values = world.named(route, who, "own")
        if values is None or route.name.startswith(
            ("account_", "mfa_", "sign_in", "public:stream", "set_language", "metrics")
        ):
            continue
        address = world.address(route, values)
        if "live/" not in address:
            yield address


def seen(world: World, who: str, player: Player) -> dict[str, str]:
    """Every page, file and answer of the API that somebody may read, as it reads."""
    client, found = world.client(who), {}
    for address in addresses(world, who, player):
        with transaction.atomic():
            answer = client.get(address)
            transaction.set_rollback(True)
        if answer.status_code == 200 and not answer.streaming:
            found[address] = CHANGES_BY_ITSELF.sub("", answer.content.decode(errors="replace"))
    return found


def test_nothing_of_a_ban_is_seen_outside_before_its_day_is_over(world: World):
    """Pages, files and the API read the same before it and after it, and after the board has taken it back."""
    banned, now = stories.registration(world.event, "p4").player, timezone.now()
    before = {who: seen(world, who, banned) for who in OUTSIDE}
    assert len(before["anonymous"]) > 30, "the crawl has found nothing"
    assert f"/players/{banned.pk}/" in before["anonymous"]
    proposer, board = AccountFactory.create(), world.accounts["union"]
    sanction = Sanction.objects.create(
        player=banned, kind="ban_for_life", grounds="seen", proposed_at=now, proposed_by=proposer
    )
    confirm_sanction(sanction=sanction, by=board, now=now, reasons="seen")
    assert Question.objects.get(sanction=sanction).event == world.event, "in force at once, for the director"
    for who in OUTSIDE:
        after = seen(world, who, banned)
        assert [address for address in before[who] if after.get(address) != before[who][address]] == [], who
    lift_sanction(sanction=sanction, by=board, now=now, reasons="somebody else")
    assert seen(world, "anonymous", banned) == before["anonymous"]


# --- A proof, and what waits for it -----------------------------------------------------------------------------------


@pytest.fixture
def board() -> Account:
    return a_board_member()


def a_board_member() -> Account:
    account = AccountFactory.create()
    Office.objects.create(account=account, role="union", starts_at=timezone.now() - timedelta(days=1))
    return account


def stale(account: Account) -> Client:
    """A browser in which he signed in yesterday, and has proved nothing since."""
    client = Client()
    client.force_login(account)
    session = client.session
    session[DEVICE] = {"at": time.time() - 86_400, "agent": ""}
    session.pop("account_authentication_methods", None)
    session.save()
    return client


def give_office(client: Client) -> Any:
    return client.post("/union/offices/", {"email": "new@example.org", "role": "press"})


def new_link(account: Account) -> str:
    return f"/sign-in/{link_token(hand_out_link(account=account, by='terminal', now=timezone.now()))}/"


def test_a_proof_counts_in_the_browser_that_gave_it_and_in_no_other(board: Account):
    """A phone lies on a table; its owner proves himself on his laptop."""
    phone, laptop = stale(board), stale(board)
    laptop.post(new_link(board))
    assert give_office(phone)["Location"].startswith("/me/")
    assert not Office.objects.filter(role="press").exists()
    give_office(laptop)
    assert Office.objects.filter(role="press").exists()


def test_a_proof_of_somebody_else_in_the_same_browser_does_not_do_what_waited(board: Account):
    """One of the board leaves an act waiting for his proof; another signs in at that laptop and goes on."""
    laptop, other = stale(board), a_board_member()
    led = give_office(laptop)["Location"]
    laptop.post(new_link(other))
    assert laptop.session[SIGNED_IN] == str(other.pk)
    laptop.post(led, {"go": "1"})
    assert not Office.objects.filter(role="press").exists()


def test_a_proof_grows_old(board: Account, settings):
    laptop = stale(board)
    laptop.post(new_link(board))
    with time_machine.travel(time.time() + settings.ACCOUNT_REAUTHENTICATION_TIMEOUT + 1, tick=True):
        assert give_office(laptop)["Location"].startswith("/me/")
    assert not Office.objects.filter(role="press").exists()


# --- Links and codes on a director's screen ---------------------------------------------------------------------------


@pytest.fixture
def event() -> Event:
    return stories.an_event(players=0, status="open", slug="pub")


def entered(event: Event, player: Player) -> Registration:
    at = {"applied_at": event.created_at, "status_at": event.created_at}
    return Registration.objects.create(event=event, player=player, key=f"x{player.pk}", nick=player.nick, **at)


def test_of_two_phones_that_read_one_code_the_first_is_in_and_the_second_leaves_nothing(event: Event):
    record = PlayerFactory.create()
    code = claim_path(offer(record, event=event, by=stories.director_of(event), now=timezone.now()))
    first, second = Client(), Client()
    assert second.get(code).status_code == first.get(code).status_code == 200
    first.post(code)
    accounts = Account.objects.count()
    assert second.post(code).status_code == 409
    assert SIGNED_IN not in second.session
    assert Account.objects.count() == accounts


def test_a_code_on_the_screen_is_good_for_half_an_hour(event: Event):
    entry = entered(event, PlayerFactory.create())
    desk = Client()
    desk.force_login(stories.director_of(event))
    page = desk.post(f"/desk/pub/person-codes/{entry.key}/").content.decode()
    [code] = re.findall(r'<code class="seed">https?://[^/]+([^<]+)', page)
    phone = Client()
    with time_machine.travel(timezone.now() + timedelta(minutes=31)):
        assert phone.post(code).status_code == 409
    assert SIGNED_IN not in phone.session


def test_a_new_code_makes_the_former_one_worthless(event: Event):
    record, director = PlayerFactory.create(), stories.director_of(event)
    former = claim_path(offer(record, event=event, by=director, now=timezone.now()))
    offer(record, event=event, by=director, now=timezone.now())
    assert Client().post(former).status_code == 409
    assert Claim.objects.filter(player=record).count() == 1


@pytest.mark.parametrize("office", ["captain", "officer", "press", "commission", "union"])
def test_nobody_hands_a_link_to_an_account_whose_office_begins_tomorrow(event: Event, office: str):
    """What he signs in with today would still be signed in tomorrow."""
    director, account = stories.director_of(event), AccountFactory.create()
    assert access.may_hand_link(director, account)
    club = ClubFactory.create()
    body = {"captain": {"club": club}, "officer": {"federation": club.federation}}.get(office, {})
    Office.objects.create(account=account, role=office, starts_at=timezone.now() + timedelta(days=1), **body)
    assert not access.may_hand_link(director, account)


def test_not_even_the_keeper_hands_a_link_to_one_of_the_commission():
    """He keeps the installation and reads no word; with such a link he would."""
    keeper, member = AccountFactory.create(is_superuser=True), AccountFactory.create()
    assert access.may_hand_link(keeper, member)
    Office.objects.create(account=member, role="commission", starts_at=timezone.now())
    assert not access.may_hand_link(keeper, member)


def test_whose_second_factor_is_taken_away_is_signed_out_everywhere():
    """The phone with the app was lost, and may be signed in."""
    account, phone = AccountFactory.create(), Client()
    phone.force_login(account)
    Authenticator.objects.create(user=account, type="totp", data={"secret": "none"})
    remove_second_factor(account=account, by="terminal", now=timezone.now())
    assert phone.get("/me/").status_code == 302


def test_what_a_lost_phone_has_made_ends_with_its_sign_in(event: Event):
    """A token for the API that was made on it, a link that nobody has opened, a session in another browser."""
    account, now = new_account(name="Swift"), timezone.now()
    entry = entered(event, PlayerFactory.create(account=account))
    thief, elsewhere = Client(), Client()
    thief.force_login(account)
    elsewhere.force_login(account)
    secret = create_token(account=account, label="kept", now=now)[1]
    link = hand_out_link(account=account, by=stories.director_of(event), now=now)
    revoke_sign_in(registration=entry, account=account, by=stories.director_of(event), now=now)
    assert not Session.objects.filter(account=account).exists()
    assert token_behind(secret, now=now) is None
    late = Client()
    assert late.post(f"/sign-in/{link_token(link)}/").status_code == 409
    assert SIGNED_IN not in late.session

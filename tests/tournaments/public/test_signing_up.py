"""Strangers at the door: a nick, a club, the director's tap, and a phone that is signed in; and a thousand of them."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.tournaments import AccountFactory, ClubFactory, PlayerFactory
from tests.refusals import refusal
from tournaments.models import Account, Claim, Event, Message, Player, Registration
from tournaments.operations.events import at_the_door
from tournaments.operations.events.at_the_door import PER_EVENT, PER_NETWORK, door_code
from tournaments.operations.people.claims import claim_token

pytestmark = pytest.mark.django_db
WIFI, ATTACKER = "10.0.0.1", "192.0.2.66"


@pytest.fixture
def event() -> Event:
    event = stories.an_event(players=0, status="open", slug="pub")
    Event.objects.filter(pk=event.pk).update(date=timezone.localdate())
    event.refresh_from_db()
    return event


@pytest.fixture
def desk(event: Event) -> Client:
    client = Client()
    client.force_login(stories.director_of(event))
    return client


@pytest.fixture
def no_mail(settings) -> None:
    settings.MAIL_IS_SENT = False


@pytest.fixture
def four_wait(monkeypatch) -> None:
    """The fifth from a network stays behind."""
    monkeypatch.setattr(at_the_door, "PER_NETWORK", 4)


def apply(event: Event, nick: str, *, phone: Client | None = None, address: str = WIFI, **form):
    phone = phone or Client()
    sent = {"nick": nick, "club": "", "door": door_code(event), **form}
    return phone.post(f"/e/{event.slug}/sign-up/", sent, REMOTE_ADDR=address)


def admit(desk: Client, event: Event, nick: str):
    return desk.post(f"/desk/{event.slug}/door/{Claim.objects.get(nick=nick).pk}/in/")


def found(pattern: str, page: str) -> str:
    """What stands in a page at the group of `pattern`."""
    match = re.search(pattern, page)
    assert match, pattern
    return match[1]


def text(answer) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def test_who_opens_the_form_again_finds_back_to_what_his_phone_applied_for(event: Event, no_mail: None):
    phone = Client()
    apply(event, "Žofie", phone=phone)
    back = f'href="/e/{event.slug}/at-the-door/"'
    assert back in phone.get(f"/e/{event.slug}/sign-up/").content.decode()
    assert back not in Client().get(f"/e/{event.slug}/sign-up/").content.decode()


def test_from_the_poster_to_the_table_without_an_address(event: Event, desk: Client, no_mail: None):
    """The poster is read, nick and club are typed; one tap of the director's; the phone is signed in and stays so."""
    club, phone = ClubFactory.create(name="Herons"), Client()
    poster = found(r'<code class="seed">([^<]+)', desk.get(f"/desk/{event.slug}/door/").content.decode())
    page = phone.get(poster.replace("&amp;", "&"))
    assert 'name="email"' not in page.content.decode()
    assert "pub" in page.content.decode()
    assert apply(event, "Žofie", phone=phone, club=club.pk)["Location"] == f"/e/{event.slug}/at-the-door/"
    assert "Applied at the door Žofie" in text(desk.get(f"/desk/{event.slug}/people/"))
    assert not Player.objects.exists()
    assert phone.post(f"/e/{event.slug}/at-the-door/").status_code == 200
    assert "_auth_user_id" not in phone.session
    assert admit(desk, event, "Žofie").status_code == 302
    entry = Registration.objects.get(event=event)
    assert (entry.nick, entry.club, entry.status) == ("Žofie", club, "checked_in")
    assert phone.post(f"/e/{event.slug}/at-the-door/")["Location"] == f"/e/{event.slug}/enter/"
    assert phone.session["_auth_user_id"] == str(entry.player.account_id)
    assert "Žofie" in text(phone.get("/me/"))
    assert "nomail.invalid" not in phone.get("/me/").content.decode()
    assert not Message.objects.exists()


def test_before_the_day_somebody_is_confirmed_and_not_there(event: Event, desk: Client):
    Event.objects.filter(pk=event.pk).update(date=timezone.localdate() + timedelta(days=2))
    apply(event, "Anna")
    admit(desk, event, "Anna")
    assert Registration.objects.get(event=event).status == "confirmed"


def test_nobody_else_gets_in_by_it(event: Event, desk: Client):
    """Only the phone that asked holds the key; a claim at the door has no other address."""
    apply(event, "Anna")
    claim = Claim.objects.get()
    assert Client().post(f"/claim/{claim_token(claim)}/").status_code == 409
    admit(desk, event, "Anna")
    stranger = Client()
    assert stranger.post(f"/e/{event.slug}/at-the-door/")["Location"] == f"/e/{event.slug}/sign-up/"
    stranger.cookies["at_the_door"] = str(claim.pk)
    stranger.post(f"/e/{event.slug}/at-the-door/")
    assert "_auth_user_id" not in stranger.session


def test_who_has_been_here_without_an_account_says_so_and_the_director_knows(event: Event, desk: Client):
    known, owner = PlayerFactory.create(nick="TONDA", nick_key="tonda"), AccountFactory.create()
    PlayerFactory.create(nick="KAREL", nick_key="karel", account=owner)
    phone = Client()
    apply(event, "Tonda", phone=phone)
    assert "says he is this player" in text(desk.get(f"/desk/{event.slug}/people/"))
    desk.post(f"/desk/{event.slug}/door/{Claim.objects.get().pk}/in/")
    known.refresh_from_db()
    assert (known.account.has_mailbox, Registration.objects.get(event=event).player) == (False, known)
    answer = apply(event, "karel")
    assert (answer.status_code, "is a player already" in text(answer)) == (409, True)


def test_who_was_typed_in_before_he_read_the_poster_is_in_and_gets_his_phone(event: Event, desk: Client, no_mail: None):
    """The desk typed him in as a walk-in; then he applies with his phone, under the same nick."""
    desk.post(f"/desk/{event.slug}/walk-ins/", {"line": "Berta"})
    phone, entry = Client(), Registration.objects.get(event=event)
    apply(event, "berta", phone=phone)
    answer = desk.post(f"/desk/{event.slug}/door/{Claim.objects.get().pk}/in/", follow=True)
    assert "Berta is in." in text(answer)
    entries = Registration.objects.filter(event=event)
    assert list(entries.values_list("pk", "status")) == [(entry.pk, "checked_in")]
    phone.post(f"/e/{event.slug}/at-the-door/")
    assert phone.session["_auth_user_id"] == str(entries.get().player.account_id)


def test_the_key_of_an_old_poster_opens_nothing(event: Event, desk: Client):
    old = door_code(event)
    desk.post(f"/desk/{event.slug}/door/poster/")
    answer = Client().post(f"/e/{event.slug}/sign-up/", {"nick": "Anna", "club": "", "door": old})
    assert (answer.status_code, Claim.objects.exists()) == (422, False)  # without the poster an address is asked for
    assert apply(event, "Anna").status_code == 302


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"status": "announced"}, "not open yet"),
        ({"status": "closed"}, "closed"),
        ({"status": "running"}, "closed"),
        ({"registration_closes_at": NOW}, "closed"),
    ],
)
def test_without_the_poster_nobody_signs_up_but_while_one_can_enter(event: Event, changed, said: str):
    """No nick is held and no letter goes for what would be refused then; who stands at the door is the director's."""
    Event.objects.filter(pk=event.pk).update(**changed)
    form = {"nick": "Anna", "club": "", "email": "anna@example.org"}
    for answer in (Client().get("/e/pub/sign-up/"), Client().post("/e/pub/sign-up/", form)):
        assert said in text(answer)
        assert 'name="nick"' not in answer.content.decode()
    assert (Claim.objects.count(), Message.objects.count()) == (0, 0)
    assert apply(event, "Anna").status_code == 302


def test_the_poster_of_one_event_is_none_of_another(event: Event):
    other = stories.an_event(players=0, status="open", slug="mill")
    assert door_code(other) != door_code(event)
    assert apply(other, "Anna", door=door_code(event)).status_code == 422  # an address is asked for, as of everybody


def test_nobody_is_let_in_at_one_door_by_the_director_of_another(event: Event, desk: Client):
    other = stories.an_event(players=0, status="open", slug="mill")
    apply(other, "Anna")
    for act in ("in", "away"):
        assert desk.post(f"/desk/pub/door/{Claim.objects.get().pk}/{act}/").status_code == 404
    assert Claim.objects.get().declined_at is None


def test_a_key_opens_no_account_that_was_closed_meanwhile(event: Event, desk: Client):
    phone = Client()
    apply(event, "Anna", phone=phone)
    admit(desk, event, "Anna")
    Account.objects.filter(player__nick="Anna").update(is_active=False)
    assert at_the_door.spend_key(Claim.objects.get(), now=timezone.now()) is None
    assert "you are in" not in text(phone.get(f"/e/{event.slug}/at-the-door/"))


def test_who_is_turned_away_is_told_and_his_nick_is_free(event: Event, desk: Client):
    phone = Client()
    apply(event, "Anna", phone=phone)
    desk.post(f"/desk/{event.slug}/door/{Claim.objects.get().pk}/away/")
    assert "has not let you in" in text(phone.get(f"/e/{event.slug}/at-the-door/"))
    assert apply(event, "Anna").status_code == 302


@pytest.mark.parametrize("status", ["finished", "cancelled", "draft"])
def test_an_event_that_is_over_lets_nobody_in(event: Event, desk: Client, status: str):
    """Nor does one that is hidden again; and no page offers what would be refused."""
    apply(event, "Anna")
    Event.objects.filter(pk=event.pk).update(status=status)
    event.refresh_from_db()
    assert 'name="nick"' not in Client().get(f"/e/{event.slug}/sign-up/?door={door_code(event)}").content.decode()
    assert apply(event, "Berta").status_code == (404 if status == "draft" else 409)
    assert admit(desk, event, "Anna").status_code == 409
    asked = {"event": event, "nick": "Berta", "club": None, "language": "", "network": "", "now": timezone.now()}
    assert refusal(at_the_door.apply_at_the_door, **asked).code == "event_over"
    assert not Player.objects.exists()


def test_where_all_places_are_taken_one_tap_puts_him_on_the_waiting_list(event: Event, desk: Client):
    """The director reads why it was not done, with the button that solves it; the phone says what became of it."""
    Event.objects.filter(pk=event.pk).update(capacity=1)
    desk.post(f"/desk/{event.slug}/walk-ins/", {"line": "Berta"})
    phone = Client()
    apply(event, "Anna", phone=phone)
    answer = admit(desk, event, "Anna")
    page, at = answer.content.decode(), f"/desk/{event.slug}/door/{Claim.objects.get().pk}/in/"
    assert (answer.status_code, Player.objects.filter(nick="Anna").exists()) == (409, False)
    assert re.search(rf'action="{at}".*?name="waits" value="1">Put on the waiting list<', page, re.DOTALL)
    assert f'href="/desk/{event.slug}/details/#id_capacity">Make more places<' in page
    assert "Anna is on the waiting list." in text(desk.post(at, {"waits": "1"}, follow=True))
    assert Registration.objects.get(nick="Anna").status == "waiting"
    said = text(phone.get(f"/e/{event.slug}/at-the-door/"))
    assert "all places are taken: you are on the waiting list" in said
    assert "you are in" not in said
    phone.post(f"/e/{event.slug}/at-the-door/")
    assert phone.session["_auth_user_id"]


# --- A thousand -----------------------------------------------------------------------------------------------------


def test_forty_guests_behind_one_network_come_in(event: Event, desk: Client):
    assert {apply(event, f"Guest {n} of forty").status_code for n in range(40)} == {302}
    page = text(desk.get(f"/desk/{event.slug}/door/"))
    assert all(f"Guest {n} of forty" in page for n in range(40))
    assert "paused" not in page


def test_the_list_of_people_stands_behind_three_who_wait_and_a_way_to_all(event: Event, desk: Client):
    for n in range(3):
        apply(event, f"Guest {n}")
    people = f"/desk/{event.slug}/people/"
    assert "All who wait" not in text(desk.get(people))
    apply(event, "Guest 3")
    page = text(desk.get(people))
    assert (page.count("Let in"), "All who wait (4)" in page) == (3, True)


@pytest.mark.parametrize("attacker", [ATTACKER, WIFI], ids=["from elsewhere", "from the same network"])
@pytest.mark.parametrize("first", [True, False], ids=["before them", "after them"])
def test_hundreds_from_one_attacker_hide_nobody_and_are_seen_nowhere(event: Event, desk: Client, attacker, first):
    guests = [Client() for _ in range(40)]

    def guests_come() -> None:
        for n, phone in enumerate(guests):
            assert apply(event, f"Guest {n} of forty", phone=phone).status_code == 302

    def attack() -> None:
        network = at_the_door.network_of(event, attacker)
        asked = {"event": event, "club": None, "language": "", "network": network, "now": timezone.now()}
        for n in range(PER_EVENT + 40):
            at_the_door.apply_at_the_door(nick=f"Bot no {n}", **asked)

    for act in (attack, guests_come) if first else (guests_come, attack):
        act()
    for address in (f"/e/{event.slug}/", f"/e/{event.slug}/players/", "/players/", "/players/?q=bot"):
        page = text(Client().get(address))
        assert "Bot no" not in page, address
        assert "Guest 7" not in page, address
    page = text(desk.get(f"/desk/{event.slug}/door/"))
    assert page.count("Bot no") <= PER_NETWORK
    if attacker != WIFI or not first:
        assert all(f"Guest {n} of forty" in page for n in range(40))
        assert attacker == WIFI or page.index("Guest 39") < page.index("Bot no")
    sign = found(r"Your sign: (\w{4})", text(guests[3].get(f"/e/{event.slug}/at-the-door/")))
    assert "Guest 3 of forty" in text(desk.get(f"/desk/{event.slug}/door/", {"q": sign}))
    assert admit(desk, event, "Guest 3 of forty").status_code == 302
    assert guests[3].post(f"/e/{event.slug}/at-the-door/").status_code == 302
    assert Registration.objects.get(event=event).nick == "Guest 3 of forty"


def test_the_director_lifts_the_pause_and_turns_a_network_away(event: Event, desk: Client, four_wait: None):
    for n in range(9):
        apply(event, f"Bot no {n}")
    assert "5 more asked meanwhile" in text(desk.get(f"/desk/{event.slug}/door/"))
    assert Claim.objects.filter(behind=True).count() == 5
    desk.post(f"/desk/{event.slug}/door/open/")
    apply(event, "Anna")
    assert not Claim.objects.get(nick="Anna").behind
    desk.post(f"/desk/{event.slug}/door/{Claim.objects.get(nick='Bot no 1').pk}/away/", {"all": "1"})
    assert not at_the_door.at_the_door(event, now=timezone.now()).waiting


def test_a_few_from_each_of_many_networks_pause_the_door_too(event: Event, desk: Client, four_wait: None, monkeypatch):
    """And who waits stands in the order in which they came, where as many came from everywhere."""
    monkeypatch.setattr(at_the_door, "PER_EVENT", 6)
    for n in range(8):
        apply(event, f"Bot no {n}", address=f"10.1.{n}.1")
    door = at_the_door.at_the_door(event, now=timezone.now())
    assert [claim.nick for claim in door.waiting] == [f"Bot no {n}" for n in range(6)]
    assert (door.behind, door.is_paused) == (2, True)
    assert at_the_door.is_paused_for(event, "another", now=timezone.now())
    desk.post(f"/desk/{event.slug}/door/open/")
    assert not at_the_door.at_the_door(event, now=timezone.now()).is_paused
    apply(event, "Anna")
    assert not Claim.objects.get(nick="Anna").behind


def test_who_is_behind_holds_no_nick(event: Event, four_wait: None):
    for n in range(4):
        apply(event, f"Bot no {n}")
    apply(event, "Anna")
    assert Claim.objects.get(nick="Anna").behind
    assert apply(event, "ANNA", address="10.9.9.9").status_code == 302


def test_what_is_kept_for_an_event_has_an_end(event: Event, four_wait: None, monkeypatch):
    """Those who stay behind a paused door are counted too."""
    monkeypatch.setattr(at_the_door, "MOST", 6)
    answers = [apply(event, f"Bot no {n}").status_code for n in range(8)]
    assert answers == [302] * 6 + [409] * 2


def test_with_letters_an_address_is_the_proof_and_many_from_one_network_get_none(event: Event, four_wait: None):
    form = {"door": ""}
    for n in range(7):
        apply(event, f"Bot no {n}", email=f"b{n}@example.org", address=ATTACKER, **form)
    assert Message.objects.count() == 4
    assert apply(event, "Anna", email="anna@example.org", **form)["Location"] == "/register/sent/"
    claim = Claim.objects.get(nick="Anna")
    phone = Client()
    assert phone.post(f"/claim/{claim_token(claim)}/")["Location"] == f"/e/{event.slug}/enter/"
    assert Registration.objects.get(event=event).status == "applied"


# --- Codes on the director's screen -----------------------------------------------------------------------------------


def code(desk: Client, event: Event, key: str) -> str:
    page = desk.post(f"/desk/{event.slug}/person-codes/{key}/").content.decode()
    return found(r'<code class="seed">https?://[^/]+([^<]+)', page)


def test_the_director_shows_anybody_his_code_and_takes_it_back(event: Event, desk: Client, no_mail: None):
    desk.post(f"/desk/{event.slug}/walk-ins/", {"line": "Anna"})
    key, phone = Registration.objects.get(event=event).key, Client()
    address = code(desk, event, key)
    assert phone.get(address).status_code == 200
    assert Player.objects.get().account is None
    phone.post(address)
    account = Player.objects.get().account
    assert phone.session["_auth_user_id"] == str(account.pk)
    assert Client().post(address).status_code == 409
    other = Client()
    other.post(code(desk, event, key))
    assert other.session["_auth_user_id"] == str(account.pk)
    unused = code(desk, event, key)
    desk.post(f"/desk/{event.slug}/person-ends/{key}/")
    assert phone.get("/me/").status_code == other.get("/me/").status_code == 302
    assert Client().post(unused).status_code == 409


def test_a_code_is_no_way_into_an_account_with_rights_or_of_another_event(event: Event, desk: Client, no_mail: None):
    for rights in ({"is_superuser": True}, {"may_direct": True}):
        player = PlayerFactory.create(account=AccountFactory.create(**rights))
        entry = stories.register(event, player) if hasattr(stories, "register") else None
        entry = entry or Registration.objects.create(
            event=event,
            player=player,
            key=f"x{player.pk}",
            nick=player.nick,
            applied_at=event.created_at,
            status_at=event.created_at,
        )
        for act in ("codes", "ends"):
            assert desk.post(f"/desk/{event.slug}/person-{act}/{entry.key}/").status_code == 409


def test_where_letters_are_sent_the_code_of_a_mailbox_goes_there(event: Event, desk: Client):
    player = PlayerFactory.create(account=AccountFactory.create())
    Registration.objects.create(
        event=event, player=player, key="x1", nick=player.nick, applied_at=event.created_at, status_at=event.created_at
    )
    answer = desk.post(f"/desk/{event.slug}/person-codes/x1/")
    assert answer.status_code == 302
    assert Message.objects.get().account == player.account


def test_a_referee_in_the_room_needs_no_address(event: Event, desk: Client, no_mail: None):
    form = {"name": "Reed", "email": "", "role": "referee", "tables": ""}
    page = desk.post(f"/desk/{event.slug}/staff/", form).content.decode()
    address = found(r'<code class="seed">https?://[^/]+([^<]+)', page)
    phone = Client()
    assert phone.post(address)["Location"] == f"/t/{event.slug}/"
    assert phone.get(f"/t/{event.slug}/").status_code == 200
    assert not Account.objects.get(name="Reed").has_mailbox
    assert desk.post(f"/desk/{event.slug}/staff/", form | {"name": ""}).status_code == 422


# --- Without letters --------------------------------------------------------------------------------------------------

PROMISE = re.compile(
    r"(?i)(send|sent|comes? by|link to your|look into your|by) (me |you |we )?(a |an |it )?"
    r"(link|code|letter|e-?mail|mail)"
)


def test_no_page_promises_a_letter_where_none_can_be_sent(event: Event, desk: Client, no_mail: None):
    """Every page that the director, the keeper, a player and a stranger can come to from where they start."""
    keeper, player = Client(), Client()
    keeper.force_login(AccountFactory.create(is_superuser=True, is_staff=True))
    player.force_login(PlayerFactory.create(account=AccountFactory.create()).account)
    for client in (desk, keeper, player, Client()):
        todo = [
            "/",
            "/sign-in/",
            "/register/",
            "/register/sent/",
            "/sign-in/sent/",
            "/me/",
            "/me/mail/",
            "/union/",
            "/desk/",
        ]
        todo += [
            f"/e/{event.slug}/sign-up/",
            f"/e/{event.slug}/enter/",
            "/accounts/code/",
            f"/desk/{event.slug}/staff/",
        ]
        seen: set[str] = set()
        while todo:
            address = todo.pop()
            if address in seen or address.startswith(("/admin", "/rules", "/api", "/deal", "/static")):
                continue
            seen.add(address)
            answer = client.get(address)
            if "Location" in answer:
                todo.append(answer["Location"].partition("?")[0])
            if answer.streaming or "html" not in answer.headers.get("Content-Type", ""):
                continue
            promised = PROMISE.search(text(answer))
            assert promised is None, f"{address}: {promised}"
            todo += [one.partition("?")[0] for one in re.findall(r'href="(/[^"#?]*)', answer.content.decode())]
        assert len(seen) > 20


def test_asking_for_a_letter_all_the_same_writes_none(no_mail: None):
    AccountFactory.create(email="a@example.org")
    for address, form in (
        ("/sign-in/link/", {"email": "a@example.org"}),
        ("/register/", {"nick": "Anna", "email": "b@example.org", "language": "cs", "club": ""}),
    ):
        Client().post(address, form)
    assert not Message.objects.exists()
    assert not Claim.objects.exists()


def test_the_event_is_named_where_somebody_signs_in_for_it(event: Event):
    page = text(Client().get(f"/sign-in/?next=/e/{event.slug}/enter/"))
    assert event.name in page
    assert "Enter with a nick" in page

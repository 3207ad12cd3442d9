"""Attacks on whose account a player is, thought of by somebody who had read only what is promised, not the code.

Each test is one attack in the order in which an attacker would do it: through the pages, with browsers of his own.
"""

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone, translation

from tests.factories import stories
from tests.factories.tournaments import AccountFactory, ClubFactory, FederationFactory, PlayerFactory
from tests.refusals import refusal
from tournaments import tasks
from tournaments.models import Account, Claim, Event, Message, Office, Player, Registration, Sanction, Staff
from tournaments.operations.events import at_the_door
from tournaments.operations.events.at_the_door import door_code
from tournaments.operations.people import claims, enrolments
from tournaments.operations.people.claims import claim_path, claims_of, offer, register_player, settle
from tournaments.operations.people.erasing import erase_person
from tournaments.operations.people.merges import merge_players, plan_merge, undo_merge
from tournaments.operations.people.players import create_player
from tournaments.operations.rulings import appeals, sanctions
from tournaments.public import throttle
from tournaments.texts import about_roles

pytestmark = pytest.mark.django_db
SIGNED_IN = "_auth_user_id"


@pytest.fixture
def event() -> Event:
    event = stories.an_event(players=0, status="open", slug="pub")
    Event.objects.filter(pk=event.pk).update(date=timezone.localdate())
    event.refresh_from_db()
    return event


@pytest.fixture
def desk(event: Event) -> Client:
    return browser_of(stories.director_of(event))


def browser_of(account: Account) -> Client:
    client = Client()
    client.force_login(account)
    return client


def sign_up(phone: Client, nick: str, *, email: str = "", door: str = "", address: str = "10.0.0.1"):
    sent = {"nick": nick, "club": "", "email": email, "door": door}
    return phone.post("/e/pub/sign-up/", sent, REMOTE_ADDR=address)


def tap(desk: Client) -> None:
    desk.post(f"/desk/pub/door/{Claim.objects.latest('made_at').pk}/in/")


# --- The key in a phone ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("proof", ["signed in already", "by the letter alone"])
def test_who_types_an_address_is_not_signed_in_when_its_owner_answers(event: Event, proof: str):
    """A thief signs the victim up for an evening and keeps the key of the application; the victim likes the idea."""
    thief, victim = Client(), Client()
    if proof == "signed in already":
        victim = browser_of(AccountFactory.create(email="victim@example.org"))
    sign_up(thief, "Evening Star", email="victim@example.org")
    victim.post(claim_path(Claim.objects.get()))
    assert Registration.objects.get(event=event).player.account.email == "victim@example.org"
    assert thief.post("/e/pub/at-the-door/")["Location"] == "/e/pub/sign-up/"
    assert SIGNED_IN not in thief.session
    assert SIGNED_IN in victim.session


def test_a_key_is_worth_nothing_even_where_the_letter_was_answered_between_two_looks(event: Event):
    """The phone's tap and the owner's come in the same second."""
    sign_up(Client(), "Evening Star", email="victim@example.org")
    claim = Claim.objects.get()
    Client().post(claim_path(claim))
    claim.refresh_from_db()
    assert claim.account is not None
    assert at_the_door.spend_key(claim, now=timezone.now()) is None


def test_a_key_signs_in_once_and_its_copy_never(event: Event, desk: Client):
    phone, copy = Client(), Client()
    sign_up(phone, "Anna", door=door_code(event))
    copy.cookies["at_the_door"] = phone.cookies["at_the_door"].value
    tap(desk)
    phone.post("/e/pub/at-the-door/")
    assert SIGNED_IN in phone.session
    copy.post("/e/pub/at-the-door/")
    assert SIGNED_IN not in copy.session


def test_a_key_that_was_not_used_ends_with_the_sign_in_that_the_director_takes_back(event: Event, desk: Client):
    phone = Client()
    sign_up(phone, "Anna", door=door_code(event))
    tap(desk)
    desk.post(f"/desk/pub/person-ends/{Registration.objects.get(event=event).key}/")
    phone.post("/e/pub/at-the-door/")
    assert SIGNED_IN not in phone.session


def test_the_key_of_one_event_opens_nothing_at_another(event: Event, desk: Client):
    stories.an_event(players=0, status="open", slug="mill")
    phone = Client()
    sign_up(phone, "Anna", door=door_code(event))
    tap(desk)
    elsewhere = Client()
    elsewhere.cookies["at_the_door"] = phone.cookies["at_the_door"].value
    assert elsewhere.post("/e/mill/at-the-door/")["Location"] == "/e/mill/sign-up/"
    assert SIGNED_IN not in elsewhere.session


def test_a_director_who_lets_in_does_not_hand_over_the_mailbox_that_was_typed(event: Event, desk: Client):
    """The phone typed the address of somebody; the director's tap proves the phone, and not the mailbox."""
    phone = Client()
    sign_up(phone, "Anna", email="victim@example.org")
    tap(desk)
    phone.post("/e/pub/at-the-door/")
    assert SIGNED_IN in phone.session
    assert not Registration.objects.get(event=event).player.account.has_mailbox
    assert not Account.objects.filter(email="victim@example.org").exists()


# --- A link that a director has held --------------------------------------------------------------------------------


def held_by_a_director(desk: Client, email: str) -> Client:
    """The director names somebody's address as that of a line judge, and reads the code of his link himself."""
    desk.post("/desk/pub/staff/", {"name": "V", "email": email, "role": "line_judge", "tables": "1"})
    role = Staff.objects.get(account__email=email)
    page = desk.post(f"/desk/pub/staff/{role.pk}/link/").content.decode()
    browser = Client()
    browser.post(re.findall(r'<code class="seed">https?://[^/]+([^<]+)', page)[0])
    assert browser.session[SIGNED_IN] == str(role.account_id)
    return browser


def test_who_holds_a_link_to_an_account_makes_it_nobodys_player(event: Event, desk: Client, union: Account):
    """Neither under a nick of his own choice, nor with the record that the union has offered to its owner."""
    director = held_by_a_director(desk, "victim@example.org")
    director.post("/register/", {"nick": "Planted", "club": "", "email": "victim@example.org", "language": "en"})
    offer(PlayerFactory.create(), email="victim@example.org", by=union, now=timezone.now())
    for claim in Claim.objects.all():
        assert director.post(claim_path(claim)).status_code == 409
    victim = Account.objects.get(email="victim@example.org")
    assert not Player.objects.filter(account=victim).exists()
    assert refusal(settle, claim=claim, by=victim, now=timezone.now()).code == "claim_by_letter"


def test_its_owner_answers_by_the_letter_and_is_alone_in_his_account(event: Event, desk: Client, union: Account):
    director = held_by_a_director(desk, "victim@example.org")
    passwords = {"new_password1": "a long walk by the pond", "new_password2": "a long walk by the pond"}
    assert director.post("/me/password/", passwords).status_code == 302
    record, owner = PlayerFactory.create(), Client()
    claim = offer(record, email="victim@example.org", by=union, now=timezone.now())
    director.post(claim_path(claim))
    tasks.sweep()
    [letter] = [letter for letter in mail.outbox if "/sign-in/" in letter.body]
    assert letter.to == ["victim@example.org"]
    answer = owner.post(re.findall(r"/sign-in/\S+", letter.body)[0])
    assert answer["Location"] == claim_path(claim)
    assert owner.post(answer["Location"]).status_code == 302
    assert Player.objects.get(pk=record.pk).account.email == "victim@example.org"
    assert owner.get("/me/").status_code == 200
    assert director.get("/me/").status_code == 302
    assert not Account.objects.get(email="victim@example.org").has_usable_password()


def test_in_a_pub_without_mail_the_directors_link_is_the_proof(event: Event, desk: Client, union: Account, settings):
    settings.MAIL_IS_SENT = False
    phone, record = held_by_a_director(desk, "guest@example.org"), PlayerFactory.create()
    phone.post(claim_path(offer(record, email="guest@example.org", by=union, now=timezone.now())))
    assert Player.objects.get(pk=record.pk).account.email == "guest@example.org"


# --- A second person with a claim on the same player ----------------------------------------------------------------


@pytest.fixture
def union() -> Account:
    account = AccountFactory.create(name="Union")
    Office.objects.create(account=account, role="union", starts_at=timezone.now())
    return account


def merge(survivor: Player, duplicate: Player, union: Account):
    plan = plan_merge(survivor=survivor, duplicate=duplicate)
    return merge_players(
        survivor=survivor, duplicate=duplicate, digest=plan.digest, reason="one", by=union, now=timezone.now()
    )


@pytest.fixture
def merged(union: Account) -> tuple[Account, Player]:
    """An owner whose record was merged into one without an account, and who has not been asked yet; and that one."""
    owner, survivor = AccountFactory.create(), PlayerFactory.create(nick="WILLOW", nick_key="willow")
    merge(survivor, PlayerFactory.create(account=owner), union)
    return owner, Player.objects.get(pk=survivor.pk)


def test_nobody_is_tied_to_a_merged_record_before_its_owner_has_answered(merged, union: Account):
    owner, record = merged
    other, now = AccountFactory.create(email="other@example.org"), timezone.now()
    offered = offer(record, email=other.email, by=union, now=now)
    assert refusal(settle, claim=offered, by=other, now=now).code == "claim_not_yours"
    [his] = claims_of(owner, now=now)
    assert settle(claim=his, by=owner, now=now).account == owner


def test_who_is_asked_about_one_record_takes_no_other(merged, union: Account):
    """Else he would be two players as soon as he says yes."""
    owner, _record = merged
    other = offer(PlayerFactory.create(), email=owner.email, by=union, now=timezone.now())
    assert refusal(settle, claim=other, by=owner, now=timezone.now()).code == "account_is_player"


def test_what_its_owner_says_no_to_is_free_again(merged, union: Account):
    owner, record = merged
    other, now = AccountFactory.create(email="other@example.org"), timezone.now()
    [his] = claims_of(owner, now=now)
    claims.decline(claim=his, by=owner, now=now)
    offered = offer(record, email=other.email, by=union, now=now)
    assert settle(claim=offered, by=other, now=now).account == other


def test_nor_does_a_director_take_it_for_a_phone(event: Event, desk: Client, merged):
    """Neither by a code on his screen, nor by letting in a phone that says it is he."""
    _owner, record = merged
    phone = Client()
    assert sign_up(phone, "Willow", door=door_code(event)).status_code == 409
    desk.post("/desk/pub/walk-ins/", {"line": "Willow"})
    entry = Registration.objects.get(event=event)
    assert entry.player == record
    assert desk.post(f"/desk/pub/person-codes/{entry.key}/").status_code == 409
    assert Player.objects.get(pk=record.pk).account is None


def test_an_application_that_came_before_the_merge_is_not_let_in_after_it(event: Event, desk: Client, union: Account):
    record = PlayerFactory.create(nick="WILLOW", nick_key="willow")
    sign_up(Client(), "Willow", door=door_code(event))
    merge(record, PlayerFactory.create(account=AccountFactory.create()), union)
    tap(desk)
    assert Player.objects.get(pk=record.pk).account is None
    assert not Registration.objects.filter(event=event).exists()


def test_an_owner_is_asked_along_a_chain_of_merges_and_back(union: Account):
    owner, now = AccountFactory.create(), timezone.now()
    one, two, three = PlayerFactory.create(account=owner), PlayerFactory.create(), PlayerFactory.create()
    first = merge(two, one, union)
    second = merge(three, Player.objects.get(pk=two.pk), union)
    [claim] = claims_of(owner, now=now)
    assert settle(claim=claim, by=owner, now=now) == three
    undo_merge(merge=second, by=union, now=now)
    assert not Player.objects.filter(account=owner).exists(), "what is two again is not his because it was one"
    [claim] = claims_of(owner, now=now)
    assert claim.player == two
    undo_merge(merge=first, by=union, now=now)
    assert Player.objects.get(account=owner) == one


def test_an_unanswered_question_follows_a_merge_and_comes_back(union: Account):
    owner, now = AccountFactory.create(), timezone.now()
    one, two, three = PlayerFactory.create(account=owner), PlayerFactory.create(), PlayerFactory.create()
    merge(two, one, union)
    second = merge(three, Player.objects.get(pk=two.pk), union)
    undo_merge(merge=second, by=union, now=now)
    [claim] = claims_of(owner, now=now)
    assert claim.player == two


def test_nobody_decides_his_own_case_under_the_record_that_his_was_merged_into(merged, union: Account):
    """One of the board is to be banned. His record is merged into one that nobody has; the ban goes along."""
    owner, record = merged
    Office.objects.create(account=owner, role="union", starts_at=timezone.now())
    proposed = Sanction.objects.create(
        player=record, kind="ban_for_life", grounds="x", proposed_at=timezone.now(), proposed_by=union
    )
    asked = {"sanction": proposed, "by": owner, "now": timezone.now()}
    assert refusal(sanctions.decline_sanction, **asked).code == "own_case"
    assert refusal(sanctions.confirm_sanction, **asked, reasons="x", kind="warning").code == "own_case"
    keeper = AccountFactory.create(is_superuser=True)
    sanctions.confirm_sanction(sanction=proposed, by=keeper, now=asked["now"], reasons="x")
    assert refusal(sanctions.lift_sanction, **asked, reasons="x").code == "own_case"
    made = appeals.Appeal.objects.create(sanction=proposed, grounds="x", made_at=timezone.now())
    no = appeals.why_not_decide(made, owner)
    assert no is not None
    assert no.code == "own_case"


# --- Addresses ------------------------------------------------------------------------------------------------------

SPELLINGS = ["VICTIM@example.org", " victim@EXAMPLE.org ", "victim@example.org\t"]
LOOK_ALIKES = [
    "victim+cat@example.org",  # a mailbox may be the same one; whose it is, its letter says
    "vic.tim@example.org",
    "victim@xn--exmple-cua.org",
    "victim@ex\u0430mple.org",  # a Cyrillic a
    "v\u0131ctim@example.org",  # a dotless i, whose capital letter is that of i
    "victim@example.org.",
    "\u200bvictim@example.org",
    "victim@example\u3002org",  # a full stop of another script
]


@pytest.mark.parametrize("typed", [*SPELLINGS, *LOOK_ALIKES])
def test_whatever_address_is_typed_the_letter_goes_there_and_nowhere_else(event: Event, typed: str):
    """Nobody gets into an account by an address that a program takes for its own, and letters go where was typed."""
    victim = PlayerFactory.create(account=AccountFactory.create(email="victim@example.org")).account
    for page, form in (
        ("/e/pub/sign-up/", {"nick": "Evening Star", "club": "", "door": ""}),
        ("/register/", {"nick": "Morning Star", "club": "", "language": "en"}),
        ("/sign-in/link/", {}),
        ("/accounts/code/", {}),
    ):
        Client().post(page, form | {"email": typed})
    tasks.sweep()
    to = {address for letter in mail.outbox for address in letter.to}
    if typed in SPELLINGS:
        assert to == {"victim@example.org"}
    else:
        assert "victim@example.org" not in to, "what looks like his address is not his"
        assert to <= {typed.strip().lower()}
    assert not Claim.objects.filter(email="victim@example.org").exists()
    assert list(Player.objects.values_list("account", flat=True)) == [victim.pk]


def test_of_two_who_claim_one_address_one_is_tied(event: Event):
    """Two players register with the address of a family; its owner taps both links."""
    for nick in ("Anna", "Berta"):
        register_player(nick=nick, club=None, email="family@example.org", language="cs", now=timezone.now())
    anna, berta = (Claim.objects.get(nick=nick) for nick in ("Anna", "Berta"))
    phone = Client()
    phone.post(claim_path(anna))
    phone.post(claim_path(berta))
    assert [player.nick for player in Player.objects.all()] == ["Anna"]
    assert Account.objects.filter(email="family@example.org").count() == 1


def test_a_stranger_with_an_old_letter_does_not_get_the_nick_that_was_let_go(event: Event):
    now = timezone.now()
    register_player(nick="Kestrel", club=None, email="first@example.org", language="cs", now=now - timedelta(hours=25))
    old = claim_path(Claim.objects.get())
    register_player(nick="KESTREL", club=None, email="second@example.org", language="cs", now=now)
    late = Client()
    assert late.post(old).status_code == 409
    assert SIGNED_IN not in late.session
    assert not Account.objects.filter(email="first@example.org").exists()
    assert (
        refusal(register_player, nick="kestrel", club=None, email="x@y.cz", language="", now=now).code == "nick_taken"
    )


def test_nothing_is_tied_after_its_day_nor_after_a_no(event: Event):
    """A page that was opened in time and is sent too late; a no, and then a yes in another browser."""
    now, owner = timezone.now(), AccountFactory.create(email="owner@example.org")
    register_player(nick="Kestrel", club=None, email=owner.email, language="cs", now=now)
    claim = Claim.objects.get()
    late = {"claim": claim, "by": owner, "now": now + timedelta(days=1, seconds=1)}
    assert refusal(settle, **late).code == "claim_settled"
    claims.decline(claim=claim, by=owner, now=now)
    assert refusal(settle, claim=claim, by=owner, now=now).code == "claim_settled"
    assert not Player.objects.exists()


def test_a_letter_read_by_somebody_who_is_signed_in_ties_nothing_to_him(event: Event):
    """A link forwarded to a friend, or opened on a computer where another has stayed signed in."""
    register_player(nick="Kestrel", club=None, email="owner@example.org", language="cs", now=timezone.now())
    other = AccountFactory.create()
    assert browser_of(other).post(claim_path(Claim.objects.get())).status_code == 409
    assert not Player.objects.exists()


def test_the_address_of_somebody_banned_and_forgotten_is_nobodys_to_add(event: Event, desk: Client):
    """He comes back without an address, under another nick, and would take his own one on My page."""
    banned, now = PlayerFactory.create(account=AccountFactory.create(email="banned@example.org")), timezone.now()
    Sanction.objects.create(player=banned, kind="ban_for_life", grounds="x", proposed_at=now, confirmed_at=now)
    erase_person(account=banned.account, player=banned, by=banned.account, now=now)
    phone = Client()
    sign_up(phone, "Somebody New", door=door_code(event))
    tap(desk)
    phone.post("/e/pub/at-the-door/")
    Message.objects.all().delete()
    pages = [phone.post("/me/address/", {"email": email}) for email in ("banned@example.org", "other@example.org")]
    assert {page.status_code for page in pages} == {200}
    assert [message.values["email"] for message in Message.objects.filter(kind="new_address")] == ["other@example.org"]


# --- Nicks ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["cs", "en"])
@pytest.mark.parametrize("turn", [str, str.upper, str.title, "{} 7".format, "– {} –".format])
def test_no_nick_reads_as_what_the_site_calls_an_office_or_a_role(language: str, turn):
    with translation.override(language):
        for said in map(str, (*about_roles.ROLES.values(), *about_roles.OFFICES.values())):
            assert refusal(create_player, nick=turn(said), club=None, now=timezone.now()).code == "nick_office", said


# --- A thousand -----------------------------------------------------------------------------------------------------


def test_a_thousand_from_one_house_with_as_many_addresses_hide_nobody(event: Event, desk: Client, monkeypatch):
    """In IPv6 one attacker takes another address for each of them; forty guests come from one Wi-Fi of IPv4."""
    monkeypatch.setattr(at_the_door, "PER_NETWORK", 12)
    for n in range(30):
        sign_up(Client(), f"Bot no {n}", door=door_code(event), address=f"2001:db8:66:1::{n:x}")
    for n in range(8):
        sign_up(Client(), f"Guest no {n}", door=door_code(event))
    door = at_the_door.at_the_door(event, now=timezone.now())
    assert [claim.nick for claim in door.waiting[:8]] == [f"Guest no {n}" for n in range(8)]
    assert door.behind == 18


def test_a_house_with_many_addresses_is_one_machine_for_whoever_guesses(rf):
    limit, now = throttle.Limit("trying", per_account=100, per_machine=3), timezone.now()

    def is_too_much(number: int, house: str) -> bool:
        asked = rf.get("/", REMOTE_ADDR=f"{house}::{number}")
        return throttle.is_too_much(asked, limit, account=f"{number}@example.org", now=now)

    assert [is_too_much(n, "2001:db8:1:1") for n in range(5)] == [False] * 3 + [True] * 2
    assert not is_too_much(1, "2001:db8:1:2")


@pytest.mark.parametrize("email", ["", "n{}@example.org"])
def test_who_founds_a_club_does_not_fill_the_union_with_people(email: str, monkeypatch):
    """Anybody founds a club. Sixty a day are more than a club has; an officer of the federation takes in more."""
    monkeypatch.setattr(enrolments, "MOST_A_DAY", 3)
    captain, officer, now = AccountFactory.create(), AccountFactory.create(), timezone.now()
    club = ClubFactory.create(federation=FederationFactory.create())
    Office.objects.create(account=captain, role="captain", club=club, starts_at=now - timedelta(days=3))
    Office.objects.create(account=officer, role="officer", federation=club.federation, starts_at=now)

    def enrol(number: int, by: Account, later: timedelta = timedelta()) -> object:
        said = {"nick": f"Bot no {number}", "club": club, "email": email.format(number)}
        return enrolments.enrol_player(**said, by=by, now=now + later)

    for number in range(3):
        enrol(number, captain)
    assert refusal(enrol, 3, captain).code == "enrolled_enough"
    for number in range(4, 8):
        enrol(number, officer)
    enrol(9, captain, timedelta(days=1, seconds=1))


def test_whom_a_captain_names_with_an_address_is_nobody_before_he_has_answered():
    """Whom an officer stands for is there at once; anybody becomes a captain who founds a club."""
    captain, officer, now = AccountFactory.create(), AccountFactory.create(), timezone.now()
    club = ClubFactory.create(federation=FederationFactory.create())
    Office.objects.create(account=captain, role="captain", club=club, starts_at=now - timedelta(days=3))
    Office.objects.create(account=officer, role="officer", federation=club.federation, starts_at=now)
    asked = {"club": club, "now": now}
    enrolments.enrol_player(nick="Planted", email="victim@example.org", by=captain, **asked)
    assert not Player.everyone.exists()
    enrolments.enrol_player(nick="Anna", email="anna@example.org", by=officer, **asked)
    assert Player.objects.get().account is None

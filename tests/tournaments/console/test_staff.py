"""Referees and line judges: appointed by e-mail, signed in by a code, never with more rights than the director has."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.factories.tournaments import AccountFactory, PlayerFactory, StaffFactory
from tests.tournaments.console.conftest import words_of
from tournaments.models import Account, Event, JournalLine, Message, SignInLink, Staff

STAFF = "/desk/harbour/staff/"


def appoint(client: Client, **data: str):
    return client.post(
        STAFF, {"email": "magpie@example.org", "role": "referee", "name": "", "tables": "", **data}, follow=True
    )


def role_of(event: Event, email: str = "magpie@example.org") -> Staff:
    return Staff.objects.get(event=event, account__email=email)


def link(client: Client, staff: Staff):
    return client.post(f"{STAFF}{staff.pk}/link/", follow=True)


def test_a_new_address_becomes_an_account_without_a_password(director: Client, event: Event):
    assert "MAGPIE is referee now." in words_of(appoint(director, email="Magpie@Example.org", name="MAGPIE"))
    account = Account.objects.get(email="magpie@example.org")
    assert not account.has_usable_password()
    assert role_of(event).role == "referee"


def test_a_line_judge_gets_his_tables(director: Client, event: Event):
    page = words_of(appoint(director, role="line_judge", tables="1, 3"))
    assert "tables: 1, 3" in page


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"email": "nobody"}, "Enter a valid email address."),
        ({"role": "king"}, "Select a valid choice"),
        ({"role": "line_judge", "tables": ""}, "Say which tables"),
        ({"role": "line_judge", "tables": "one"}, "Write the numbers of tables"),
        ({"role": "line_judge", "tables": "0"}, "Write the numbers of tables"),
        ({"role": "line_judge", "tables": ","}, "Say which tables"),
    ],
)
def test_an_appointment_that_cannot_be_is_refused_by_its_field(
    director: Client, event: Event, data: dict[str, str], sentence: str
):
    answer = appoint(director, **data)
    assert answer.status_code == 422
    assert sentence in words_of(answer)
    assert Staff.objects.filter(event=event).count() == 1


def test_a_role_ends_at_once_but_not_the_last_directors(director: Client, event: Event):
    appoint(director)
    assert "is no longer referee." in words_of(director.post(f"{STAFF}{role_of(event).pk}/dismiss/", follow=True))
    own = Staff.objects.get(event=event, role="director")
    answer = director.post(f"{STAFF}{own.pk}/dismiss/")
    assert answer.status_code == 409
    assert "An event needs a director." in words_of(answer)


def test_to_dismiss_the_only_director_is_not_offered_and_the_page_says_why(director: Client, event: Event):
    why, own = "The only director: appoint another one", f"{STAFF}{Staff.objects.get(event=event).pk}/dismiss/"
    page = appoint(director).content.decode()
    assert (why in page, own in page) == (True, False)
    assert f"{STAFF}{role_of(event).pk}/dismiss/" in page
    page = appoint(director, email="owl@example.org", role="director").content.decode()
    assert (why in page, own in page) == (False, True)


def test_the_code_is_a_picture_and_a_text_and_works_once(director: Client, event: Event):
    appoint(director)
    answer = link(director, role_of(event))
    page = words_of(answer)
    assert 'src="data:image/svg+xml' in page
    assert "/sign-in/" in page
    assert answer.headers["Cache-Control"] == "no-store"
    made = SignInLink.objects.get()
    assert made.account.email == "magpie@example.org"
    assert made.next_path == "/t/harbour/"


def test_the_link_names_an_address_that_a_phone_can_reach(director: Client, event: Event, settings):
    settings.SITE_URL, settings.ALLOWED_HOSTS = "http://192.168.1.7:8000", ["*"]
    appoint(director)
    path = f"{STAFF}{role_of(event).pk}/link/"
    assert "http://192.168.1.7:8000/sign-in/" in words_of(director.post(path, headers={"host": "localhost:8000"}))
    assert "http://scwu.example/sign-in/" in words_of(director.post(path, headers={"host": "scwu.example"}))


def _password(account: Account) -> None:
    account.set_password("a long password of his own")


def _keeper(account: Account) -> None:
    account.is_superuser = True


def _admin(account: Account) -> None:
    account.is_staff = True


def _maker(account: Account) -> None:
    account.may_direct = True


def _player(account: Account) -> None:
    PlayerFactory.create(account=account)


def _elsewhere(account: Account) -> None:
    StaffFactory.create(account=account, role="referee")


@pytest.mark.parametrize("rights", [_password, _keeper, _admin, _maker, _player, _elsewhere])
def test_a_link_that_opens_more_than_this_event_goes_by_e_mail_only(director: Client, event: Event, rights):
    account = AccountFactory.create(email="magpie@example.org")
    account.set_unusable_password()
    rights(account)
    account.save()
    appoint(director)
    answer = link(director, role_of(event))
    assert "data:image" not in words_of(answer)
    assert "its link goes to magpie@example.org" in words_of(answer)
    assert Message.objects.get(kind="sign_in").account == account


def test_a_role_at_another_event_is_not_reached_from_this_one(director: Client, event: Event):
    other = StaffFactory.create(role="referee")
    assert link(director, other).status_code == 404
    assert director.post(f"{STAFF}{other.pk}/dismiss/").status_code == 404


def test_a_second_director_signs_in_to_the_desk(director: Client, event: Event):
    appoint(director, role="director")
    link(director, role_of(event))
    assert SignInLink.objects.get().next_path == "/desk/harbour/"


def test_the_journal_says_who_let_whom_in_and_not_by_what(director: Client, event: Event):
    appoint(director)
    one = role_of(event)
    link(director, one)
    Account.objects.filter(pk=one.account_id).update(may_direct=True)
    link(director, one)
    lines = JournalLine.objects.filter(act__in=["link_handed_out", "link_sent"]).order_by("number")
    said = [(line.act, line.subject, line.chain.event, line.old, line.new, line.reason) for line in lines]
    whom = one.account.key
    assert said == [("link_handed_out", whom, event, {}, {}, ""), ("link_sent", whom, event, {}, {}, "")]


def test_a_phone_is_let_in_for_some_tables_at_least(director: Client, event: Event):
    answer = director.post(f"{STAFF}phones/", {"tables": ", ;"})
    assert answer.status_code == 422
    assert "Write the numbers of tables" in words_of(answer)
    assert Staff.objects.filter(event=event).count() == 1


def test_a_phone_for_tables_is_let_in_by_a_code_and_by_nothing_else(director: Client, event: Event):
    page = director.post(f"{STAFF}phones/", {"tables": "3, 4"})
    assert "Sign-in code for Phone 3, 4" in words_of(page)
    role = Staff.objects.get(event=event, account__name="Phone 3, 4")
    phone = Client()
    answer = phone.post(page.context["url"].partition("testserver")[2], follow=True)
    assert answer.redirect_chain[-1][0] == "/t/harbour/"
    assert answer.context["user"] == role.account
    assert "phone.invalid" not in words_of(director.get(STAFF))

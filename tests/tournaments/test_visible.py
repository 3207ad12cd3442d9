"""No sign that cannot be seen, and none that turns a text, gets into a name by any form of an act."""

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import models
from django.test import Client

from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.tournaments import AccountFactory, ClubFactory
from tests.refusals import refusal
from tournaments.models import Account, Club, Event, Player, Staff
from tournaments.operations.people.players import create_player

pytestmark = pytest.mark.django_db

SIGNS = {
    "override": "\u202e",
    "isolate": "\u2067",
    "mark": "\u200f",
    "no width": "\u200b",
    "joiner": "\u200d",
    "soft hyphen": "\u00ad",
    "word joiner": "\u2060",
    "filler": "\u3164",
    "selector": "\ufe0f",
    "tag": "\U000e0041",
}


NAMES = {"name", "nick", "place", "theme", "label", "code"}
BY_THE_SITE = {"Occupant.label", "Arrival.code", "SecretWord.place"}  # typed by nobody: B1, a refusal, an event's round


def columns_of_names() -> dict[str, models.Field]:
    """Every column of a line of text that is called as names are, of every model."""
    return {
        f"{model.__name__}.{field.name}": field
        for app in ("tournaments", "games")
        for model in apps.get_app_config(app).get_models()
        for field in model._meta.get_fields()
        if isinstance(field, models.CharField) and field.name in NAMES and not field.choices
    }


def refused(field: models.Field, said: str) -> list[str]:
    try:
        field.run_validators(said)
    except ValidationError as faults:
        return [fault.code for fault in faults.error_list]
    return []


def test_every_column_of_a_name_refuses_it_whatever_form_fills_it():
    """As a form that is made from a model asks: of the administration, or one that comes later."""
    columns = columns_of_names()
    assert {"Event.name", "Account.name", "Player.nick", "Club.code"} <= columns.keys()
    open_to_it = [
        (name, sign)
        for name, field in columns.items()
        for sign, char in SIGNS.items()
        if name not in BY_THE_SITE and not refused(field, f"B{char}r")
    ]
    assert open_to_it == []
    nicks = {name: field for name, field in columns.items() if field.name == "nick"}
    assert [name for name, field in nicks.items() if refused(field, "K\u0430mil") != ["mixed"]] == []
    assert [name for name, field in nicks.items() if refused(field, "Žofka Камил") != []] == []


@pytest.mark.parametrize("sign", SIGNS.values(), ids=SIGNS)
def test_no_name_of_a_person_an_event_or_a_club_holds_it(sign: str):
    event, club = stories.an_event(players=0, status="open", slug="pub"), ClubFactory.create(name="Herons")
    keeper = Client()
    keeper.force_login(AccountFactory.create(is_superuser=True))
    name, before = f"Be{sign}ar", (event.name, club.name, Account.objects.count())
    answers = [
        keeper.post("/desk/pub/details/", {"name": name, "date": "2031-12-04", "time_zone": "Europe/Prague"}),
        keeper.post("/desk/+new/classic/", {"name": name, "date": "2031-12-04", "time_zone": "Europe/Prague"}),
        keeper.post(f"/union/clubs/{club.code}/name/", {"name": name}),
        keeper.post("/desk/pub/walk-ins/", {"line": name}),
        keeper.post("/desk/pub/staff/", {"name": name, "email": "", "role": "referee", "tables": ""}),
        Client().post("/register/", {"nick": name, "email": "a@example.org", "language": "cs", "club": ""}),
        Client().post("/e/pub/sign-up/", {"nick": name, "email": "a@example.org", "club": ""}),
    ]
    assert [answer.status_code for answer in answers if answer.status_code not in (409, 422)] == []
    assert refusal(create_player, nick=name, club=None, now=NOW).code == "nick_malformed"
    event.refresh_from_db()
    club.refresh_from_db()
    assert (event.name, club.name, Account.objects.count()) == before
    assert not Player.everyone.exists()
    assert not Staff.objects.filter(account__name=name).exists()
    assert (Event.objects.count(), Club.objects.count()) == (1, 1)

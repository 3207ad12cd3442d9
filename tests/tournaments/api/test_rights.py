"""Who may do what: every persona at every address that is not the same for all."""

from __future__ import annotations

import pytest
from rest_framework.permissions import BasePermission
from rest_framework.views import APIView

from games.models import Entry
from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.tournaments import AccountFactory
from tournaments.api import urls
from tournaments.api.permissions import Anyone, Nobody, SignedIn
from tournaments.models import Account, Event, RegistrationStatus
from tournaments.operations.evening.rounds import start_round

pytestmark = pytest.mark.django_db


def person(name: str, request: pytest.FixtureRequest) -> Account | None:
    """A persona by name; `elsewhere` directs another event."""
    if name == "nobody":
        return None
    if name == "elsewhere":
        return stories.director_of(stories.an_event(players=4))
    account: Account = request.getfixturevalue(name)
    return account


@pytest.mark.parametrize(
    ("who", "own_table", "other_table"),
    [
        ("nobody", 401, 401),
        ("stranger", 403, 403),
        ("player", 403, 403),
        ("elsewhere", 403, 403),
        ("line_judge", 201, 403),
        ("referee", 201, 201),
        ("director", 201, 201),
        ("keeper", 201, 201),
    ],
)
def test_who_may_record(who, own_table, other_table, request, api, evening, entries, line):
    client = api(person(who, request))
    assert client.post(entries(evening, 2), line(1, 1)).status_code == own_table
    assert client.post(entries(evening, 3), line(1, 2)).status_code == other_table
    assert Entry.objects.count() == [own_table, other_table].count(201)


@pytest.mark.parametrize("who", ["nobody", "stranger", "player", "elsewhere", "line_judge", "referee", "director"])
def test_everyone_reads_what_the_public_pages_show(who, request, api, evening, entries):
    client = api(person(who, request))
    slug = evening.event.slug
    table = entries(evening, 1).removesuffix("entries/")
    for address in (
        "/api/v1/events/",
        f"/api/v1/events/{slug}/",
        f"/api/v1/events/{slug}/registrations/",
        f"/api/v1/events/{slug}/rounds/",
        f"/api/v1/events/{slug}/rounds/1/",
        f"/api/v1/events/{slug}/rounds/1/tables/",
        table,
        entries(evening, 1),
        f"/api/v1/events/{slug}/standings/",
    ):
        assert client.get(address).status_code == 200, address


@pytest.mark.parametrize(
    ("who", "sees"),
    [("nobody", 404), ("stranger", 404), ("elsewhere", 404), ("line_judge", 200), ("director", 200), ("keeper", 200)],
)
def test_a_draft_is_for_its_staff(who, sees, request, api, event, line_judge):
    account = person(who, request)
    Event.objects.filter(pk=event.pk).update(status="draft")
    client = api(account)
    assert client.get(f"/api/v1/events/{event.slug}/").status_code == sees
    assert client.get(f"/api/v1/events/{event.slug}/standings/").status_code == sees
    listed = [one["slug"] for one in client.get("/api/v1/events/").json()["results"]]
    assert (event.slug in listed) == (sees == 200)


@pytest.mark.parametrize(
    ("who", "sees"),
    [("nobody", 404), ("player", 404), ("elsewhere", 404), ("line_judge", 404), ("referee", 200), ("director", 200)],
)
def test_a_draw_that_is_not_published_is_for_referees_and_directors(who, sees, request, api, event):
    stories.a_drawn_round(event)
    client = api(person(who, request))
    assert client.get(f"/api/v1/events/{event.slug}/rounds/1/tables/").status_code == sees
    assert client.get(f"/api/v1/events/{event.slug}/rounds/1/tables/1/").status_code == sees
    shown = client.get(f"/api/v1/events/{event.slug}/rounds/1/").json()["status"]
    assert shown == ("drawn" if sees == 200 else "planned")


@pytest.mark.parametrize("who", ["nobody", "player", "director"])
def test_a_word_is_secret_until_its_round_starts(who, request, api, event):
    round_ = stories.a_drawn_round(event, word="TAJNÉ")
    client = api(person(who, request))
    for address in ("rounds/", "rounds/1/"):
        assert "TAJNÉ" not in client.get(f"/api/v1/events/{event.slug}/{address}").content.decode()
    start_round(round_=round_, now=NOW)
    shown = client.get(f"/api/v1/events/{event.slug}/rounds/1/").json()
    assert (shown["word"], shown["letters"]) == ("TAJNÉ", ["T", "A", "J", "N", "É"])


@pytest.mark.parametrize(
    ("who", "statuses"), [("nobody", {"checked_in"}), ("director", set(RegistrationStatus.values))]
)
def test_applications_are_the_directors_business(who, statuses, request, api, event):
    for status in RegistrationStatus:
        if status != RegistrationStatus.CHECKED_IN:
            stories.add_players(event, 1, registered=status)
    shown = api(person(who, request)).get(f"/api/v1/events/{event.slug}/registrations/").json()["results"]
    assert {one["status"] for one in shown} == statuses | {"confirmed"}


@pytest.mark.parametrize(
    ("who", "sees"), [("nobody", False), ("player", False), ("line_judge", True), ("referee", True)]
)
def test_reasons_are_shown_to_those_who_may_record_here(who, sees, request, api, evening, entries):
    stories.record_deals(stories.table_of(evening, 2), '+B "felt ill"')
    [shown] = api(person(who, request)).get(entries(evening, 2)).json()["results"]
    assert (shown["payload"].get("reason") == "felt ill") == sees


def test_a_role_that_has_ended_is_no_role(api, evening, referee, entries, line):
    evening.event.staff.filter(account=referee).update(ended_at=NOW)
    assert api(referee).post(entries(evening), line(1)).status_code == 403


def test_a_stranger_with_an_account_learns_nothing_about_who_was_sent_to_a_table(api, evening, entries, line):
    client = api(AccountFactory.create())
    for key in ("p1", "p99"):
        entry = {"kind": "substitute", "seat": "A", "entry": key}
        assert client.post(entries(evening), {**line(1), "entry": entry}).status_code == 403


def test_every_view_says_who_may_use_it():
    """The default is nobody; the schema's own view is the only one that is not ours."""
    assert APIView.permission_classes == [Nobody]
    stated: set[type[BasePermission]] = set()
    for pattern in urls.urlpatterns:
        view = pattern.callback.cls
        stated.update(view.__dict__.get("permission_classes", ()))
        assert "permission_classes" in view.__dict__ or "get_permissions" in view.__dict__, view
    assert stated <= {Anyone, SignedIn}


def test_nobody_means_nobody(rf, keeper):
    request = rf.get("/")
    request.user = keeper
    assert not Nobody().has_permission(request, None)

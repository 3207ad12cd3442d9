"""The list under a thumb: one tap exchanges one row, nothing moves, an impatient second tap does nothing."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.conftest import Site
from tests.e2e.pages import is_as_wide_as_its_screen
from tests.factories.stories import add_players, an_event, director_of, registration
from tests.factories.tournaments import ClubFactory
from tests.tournaments.console.conftest import signed_in_as
from tournaments.models import Event, Registration, RegistrationStatus
from tournaments.operations.events.at_the_door import apply_at_the_door
from tournaments.operations.events.registrations import change_status

# The second tap of an impatient thumb meets whatever button the exchanged row has in that place.
TAP_AGAIN = """(button) => document.addEventListener("htmx:afterSettle",
    () => document.querySelector(button).click(), { once: true })"""


@pytest.fixture
def evening(site: Site) -> Event:
    event = an_event(players=0, slug="harbour")
    add_players(event, 8, registered=RegistrationStatus.APPLIED)
    return event


@pytest.fixture
def desk(phone: Page, site: Site, evening: Event) -> Page:
    session = signed_in_as(director_of(evening)).cookies["sessionid"].value
    phone.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
    phone.goto("/desk/harbour/people/")
    return phone


def test_a_tap_exchanges_the_row_and_the_counts_and_moves_nothing(desk: Page, evening: Event):
    one, after = registration(evening, "p4"), registration(evening, "p5")
    row, below = desk.locator(f"#row-{one.pk}"), desk.locator(f"#row-{after.pk}")
    row.scroll_into_view_if_needed()
    before = row.bounding_box(), below.bounding_box()
    desk.evaluate(TAP_AGAIN, f"#row-{one.pk} button")
    row.get_by_role("button", name="Confirm").tap()
    expect(row).to_contain_text("confirmed")
    expect(desk.locator("#counts")).to_contain_text("confirmed 1")
    assert (row.bounding_box(), below.bounding_box()) == before
    desk.wait_for_timeout(700)  # the second tap of the two would have checked in
    assert Registration.objects.get(pk=one.pk).status == "confirmed"
    row.get_by_role("button", name="Check in").tap()
    expect(row).to_contain_text("is here")
    row.get_by_role("button", name="Undo").click(delay=600)
    expect(row.get_by_role("button", name="Check in")).to_be_visible()
    assert (row.bounding_box(), below.bounding_box()) == before


def test_a_tap_that_somebody_else_was_faster_with_shows_the_row_as_it_is(desk: Page, evening: Event):
    one = registration(evening, "p4")
    Registration.objects.filter(pk=one.pk).update(status="confirmed")
    row = desk.locator(f"#row-{one.pk}")
    row.get_by_role("button", name="Confirm").tap()
    expect(row.get_by_role("button", name="Check in")).to_be_visible()
    expect(row.get_by_role("alert")).to_have_count(0)


def test_confirming_on_an_old_list_takes_no_check_in_of_another_phone_back(desk: Page, evening: Event):
    one = registration(evening, "p4")
    other = desk.context.new_page()
    other.goto("/desk/harbour/people/")
    other.locator(f"#row-{one.pk}").get_by_role("button", name="Confirm").tap()
    other.locator(f"#row-{one.pk}").get_by_role("button", name="Check in").click(delay=600)
    expect(other.locator(f"#row-{one.pk}")).to_contain_text("is here")
    row = desk.locator(f"#row-{one.pk}")
    row.get_by_role("button", name="Confirm").tap()
    expect(row.get_by_role("alert")).to_contain_text("He is here already")
    expect(row.get_by_role("button", name="Undo")).to_be_visible()
    assert Registration.objects.get(pk=one.pk).status == "checked_in"
    row.get_by_role("button", name="Undo").click(delay=600)
    expect(row.get_by_role("button", name="Check in")).to_be_visible()
    assert Registration.objects.get(pk=one.pk).status == "confirmed"


def test_a_phone_at_the_door_says_that_another_one_has_checked_somebody_in(desk: Page, evening: Event):
    Registration.objects.filter(event=evening).update(status="confirmed")
    desk.goto("/desk/harbour/people/?mode=check-in")
    mine, theirs = registration(evening, "p4"), registration(evening, "p5")
    line = desk.get_by_text("The list was changed on another phone.")
    desk.locator(f"#row-{mine.pk}").get_by_role("button", name="Check in").tap()
    expect(desk.locator("#counts")).to_contain_text("checked in 1 of 8")
    desk.wait_for_timeout(1000)  # in which the counter is asked for because of the tap
    expect(line).to_be_hidden()
    change_status(registration=theirs, status="checked_in", by=director_of(evening), now=timezone.now())
    expect(line).to_be_visible()
    expect(desk.locator("#counts")).to_contain_text("checked in 2 of 8")
    expect(desk.locator(f"#row-{theirs.pk}").get_by_role("button", name="Check in")).to_be_visible()
    desk.get_by_role("link", name="Show the list anew").tap()
    expect(desk.locator(f"#row-{theirs.pk}")).to_contain_text("is here")
    assert "mode=check-in" in desk.url


@pytest.mark.parametrize("listed", ["", "?mode=check-in"])
def test_a_phone_far_down_a_list_sees_that_another_one_has_changed_it(desk: Page, evening: Event, listed: str):
    add_players(evening, 30, registered=RegistrationStatus.CONFIRMED)
    desk.goto(f"/desk/harbour/people/{listed}")
    desk.locator("tbody tr").last.scroll_into_view_if_needed()
    line = desk.get_by_text("The list was changed on another phone.")
    expect(line).to_be_hidden()
    theirs = evening.registrations.filter(status="confirmed").first()
    assert theirs is not None
    theirs.event = evening
    change_status(registration=theirs, status="withdrawn", by=director_of(evening), now=timezone.now())
    expect(line).to_be_in_viewport()
    expect(desk.get_by_role("link", name="Show the list anew")).to_be_in_viewport(ratio=1)
    assert is_as_wide_as_its_screen(desk)


def test_a_second_phone_hears_what_changes_in_a_draft(desk: Page, evening: Event):
    Event.objects.filter(pk=evening.pk).update(status="draft")
    with desk.expect_response("**/e/harbour/stream/") as stream:
        desk.goto("/desk/harbour/people/")
    assert stream.value.status == 200
    theirs = registration(evening, "p5")
    change_status(registration=theirs, status="confirmed", by=director_of(evening), now=timezone.now())
    expect(desk.get_by_text("The list was changed on another phone.")).to_be_visible()


def test_the_door_checks_in_and_takes_it_back(desk: Page, evening: Event):
    Registration.objects.filter(event=evening).update(status="confirmed")
    desk.goto("/desk/harbour/people/?mode=check-in")
    row = desk.locator("tbody tr").first
    row.get_by_role("button", name="Check in").tap()
    expect(row.get_by_role("button", name="is here")).to_be_visible()
    expect(desk.locator("#counts")).to_contain_text("checked in 1 of 8")


def test_who_waits_at_the_door_is_read_and_let_in_with_a_thumb(desk: Page, evening: Event):
    """Also above the list of people, whose rows are lower and hold one button."""
    asked: dict[str, Any] = {"club": ClubFactory.create(), "language": "", "network": "", "now": timezone.now()}
    apply_at_the_door(event=evening, nick="Evening Star", **asked)
    desk.reload()
    row = desk.get_by_role("row", name="Evening Star")
    for name in ("Let in", "Turn away"):
        box = row.get_by_role("button", name=name).bounding_box()
        assert box is not None
        assert box["height"] >= 44, name
    sign = row.locator(".soft").bounding_box()
    assert sign is not None
    assert sign["x"] + sign["width"] <= 390


def test_a_tap_without_network_says_in_its_row_that_nothing_was_changed(desk: Page, evening: Event):
    one = registration(evening, "p4")
    row = desk.locator(f"#row-{one.pk}")
    desk.context.set_offline(True)
    for _ in range(2):
        row.get_by_role("button", name="Confirm").tap()
        expect(row.get_by_role("alert")).to_contain_text("nothing was changed")
    desk.context.set_offline(False)
    row.get_by_role("button", name="Confirm").tap()
    expect(row).to_contain_text("confirmed")
    expect(row.get_by_role("alert")).to_have_count(0)
    assert Registration.objects.get(pk=one.pk).status == "confirmed"

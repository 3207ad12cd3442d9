"""Making and changing events (operations/events/making.py, plans.py)."""

import datetime as dt

import pytest

from tests.factories.base import NOW
from tests.factories.stories import an_event, director_of, staff_of
from tests.factories.tournaments import AccountFactory, EventFactory
from tests.refusals import refusal
from tournaments.models import Event, Staff, Step, StepStatus
from tournaments.operations.events import making
from tournaments.operations.union.seasons import ensure_series, series_named

pytestmark = pytest.mark.django_db


def make(**fields):
    event = Event(**{"name": "Harbour Open", "date": NOW.date(), **fields})
    return making.create_event(event=event, series=series_named("classic"), by=AccountFactory(), now=NOW)


def steps(event):
    return {step.kind: (step.status, step.due_at) for step in Step.objects.filter(event=event)}


def test_an_event_starts_from_the_preset_of_its_series():
    ensure_series()
    event = make(regulations={"pooling": "mean"})
    assert (event.slug, event.season.year, event.status) == ("harbour-open", 2026, "draft")
    assert event.regulations == {"pooling": "mean"}
    assert list(event.rounds.order_by("number").values_list("number", "kind")) == [(1, "basic"), (2, "basic")]
    assert director_of(event)


def test_addresses_do_not_clash():
    assert [make().slug, make().slug, make(name="ハーバー").slug] == ["harbour-open", "harbour-open-2", "event"]
    assert refusal(make, slug="harbour-open").code == "slug_taken"
    assert Event.objects.count() == 3


@pytest.mark.parametrize("regulations", [{"pooling": "some"}, {"survivers": 3}])
def test_impossible_regulations_are_refused_on_the_way_in_and_later(regulations):
    assert refusal(make, regulations=regulations).code == "bad_regulations"
    event = make()
    event.regulations = regulations
    assert refusal(making.change_event, event=event, now=NOW).code == "bad_regulations"


def test_a_form_changes_what_it_shows_and_nothing_that_happened_meanwhile():
    event = make()
    form = Event.objects.get(pk=event.pk)
    making.change_status(event=event, status="open", now=NOW)
    form.name, form.slug = "Harbour Closed", "another-address"
    making.change_event(event=form, now=NOW)
    stored = Event.objects.get(pk=event.pk)
    assert (stored.name, stored.slug, stored.status) == ("Harbour Closed", "harbour-open", "open")
    assert stored.version > event.version


def test_the_version_never_goes_back():
    event = make()
    stale = Event.objects.get(pk=event.pk)
    for name in ("A", "B", "C"):
        event.name = name
        making.change_event(event=event, now=NOW)
    stale.place = "Pier"
    assert making.change_event(event=stale, now=NOW).version == event.version + 1


def test_a_status_is_judged_as_it_is_and_not_as_it_was_shown():
    event = make()
    stale = Event.objects.get(pk=event.pk)
    making.change_status(event=event, status="cancelled", now=NOW)
    assert refusal(making.change_status, event=stale, status="open", now=NOW).code == "event_step"


def test_an_event_with_a_running_round_is_not_finished(evening):
    assert refusal(making.change_status, event=evening.event, status="finished", now=NOW).code == "rounds_open"


# --- The clock's plan -------------------------------------------------------------------------------------------------


def test_times_become_due_steps_and_follow_their_changes():
    event = make(registration_opens_at=NOW, starts_at=NOW + dt.timedelta(days=3))
    assert steps(event) == {
        "open_registration": ("due", NOW),
        "remind": ("due", NOW + dt.timedelta(days=2)),
    }
    event.registration_opens_at, event.starts_at = NOW + dt.timedelta(hours=1), None
    making.change_event(event=event, now=NOW)
    assert steps(event) == {
        "open_registration": ("due", NOW + dt.timedelta(hours=1)),
        "remind": ("cancelled", NOW + dt.timedelta(days=2)),
    }


def test_what_was_done_for_this_very_time_is_not_planned_again():
    event = make(registration_opens_at=NOW)
    Step.objects.update(status=StepStatus.DONE, done_at=NOW)
    making.change_event(event=event, now=NOW)
    assert list(Step.objects.values_list("status", flat=True)) == ["done"]
    event.registration_opens_at = NOW + dt.timedelta(days=1)
    making.change_event(event=event, now=NOW)
    assert sorted(Step.objects.values_list("status", flat=True)) == ["done", "due"]


def test_a_cancelled_event_is_left_alone_by_the_clock():
    event = make(registration_opens_at=NOW, starts_at=NOW + dt.timedelta(days=3))
    making.change_status(event=event, status="cancelled", now=NOW)
    assert set(Step.objects.values_list("status", flat=True)) == {"cancelled"}


# --- Who runs it ------------------------------------------------------------------------------------------------------


def test_a_line_judge_looks_after_his_tables():
    event, account = EventFactory(), AccountFactory()
    staff = making.appoint(event=event, account=account, role="line_judge", tables=[3, 1, 3], now=NOW)
    assert list(staff.tables.order_by("number").values_list("number", flat=True)) == [1, 3]
    again = making.appoint(event=event, account=account, role="line_judge", tables=[2], now=NOW)
    assert again.pk == staff.pk
    assert list(again.tables.values_list("number", flat=True)) == [2]


def test_somebody_always_directs():
    event = an_event(players=0)
    staff_of(event, "referee")
    first = Staff.objects.get(event=event, role="director")
    assert refusal(making.dismiss, staff=first, now=NOW).code == "last_director"
    staff_of(event, "director")
    making.dismiss(staff=first, now=NOW)
    assert Staff.objects.get(pk=first.pk).ended_at == NOW
    making.dismiss(staff=first, now=NOW)  # gone already: nothing that could be refused
    making.appoint(event=event, account=first.account, role="director", now=NOW)
    assert Staff.objects.get(pk=first.pk).ended_at is None

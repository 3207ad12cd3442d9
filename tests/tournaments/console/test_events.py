"""Events at the desk: made from a preset, changed, announced, cancelled; times that no clock shows are refused."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tests.factories.stories import a_drawn_round, a_planned_round, a_running_round
from tests.factories.tournaments import AccountFactory
from tests.tournaments.console.conftest import signed_in_as, words_of
from tests.walk import form_on
from tournaments.facts.regulations import NAMES, Regulations
from tournaments.models import EntryCondition, Event, Series, Staff
from tournaments.operations.events import making as operations
from tournaments.operations.union.seasons import ensure_series, series_named

FORM = {
    "name": "Evening of the Magpie",
    "date": "2026-12-04",
    "starts": "18:30",
    "place": "Magpie Inn",
    "theme": "",
    "capacity": "15",
    "opens": "2026-11-25T08:00",
    "closes": "2026-12-04T12:00",
    "note": "",
    "time_zone": "Europe/Prague",
}


def rules(values: Regulations | None = None, **changed: object) -> dict[str, object]:
    """The folded part of the form, as a browser sends it."""
    chosen = {name: getattr(values or Regulations(), name) for name in NAMES} | changed
    return {f"rules-{name}": "on" if value is True else value for name, value in chosen.items() if value is not False}


@pytest.fixture
def maker(db: None) -> Client:
    ensure_series()
    return signed_in_as(AccountFactory.create(may_direct=True))


def make(client: Client, series: str = "classic", **changed: object):
    data = {**FORM, **rules(), **changed}
    return client.post(f"/desk/+new/{series}/", data)


# --- A new event ------------------------------------------------------------------------------------------------------


def test_an_event_is_made_from_a_preset_with_its_rounds_and_its_director(maker: Client):
    answer = make(maker)
    event = Event.objects.get()
    assert answer.headers["Location"] == f"/desk/{event.slug}/"
    assert (event.name, event.place, event.capacity, event.status) == (FORM["name"], "Magpie Inn", 15, "draft")
    assert event.starts_at == datetime.fromisoformat("2026-12-04T17:30+00:00")
    assert event.registration_opens_at == datetime.fromisoformat("2026-11-25T07:00+00:00")
    assert event.rounds.count() == 2
    assert event.regulations == {}
    assert Staff.objects.get(event=event).role == "director"
    assert "Nobody else can see it yet" in words_of(maker.get(answer.headers["Location"]))


def test_only_what_differs_from_the_preset_is_stored(maker: Client):
    preset = Regulations(clubs_apart="require")
    make(maker, "team_championship", **rules(preset, clubs_apart="off", final_size=5))
    assert Event.objects.get().regulations == {"clubs_apart": "off", "final_size": 5}


def test_the_form_offers_the_presets_values(maker: Client):
    assert len(Regulations(clubs_apart="require").explicit()) == 1
    page = words_of(maker.get("/desk/+new/team_championship/"))
    assert '<option value="require" selected>always apart</option>' in page
    assert 'name="capacity" value="18"' in page


def test_the_series_are_offered_in_words(maker: Client):
    page = words_of(maker.get("/desk/+new/"))
    assert "8 to 12 players" in page
    assert "any number of players from four" in page
    assert maker.get("/desk/+new/nothing/").status_code == 404


def test_an_address_of_a_series_of_the_union_holds_on_a_site_that_has_offered_none(maker: Client):
    Series.objects.all().delete()
    assert 'name="capacity"' in words_of(maker.get("/desk/+new/greenhorn/"))
    Series.objects.all().delete()
    make(maker, "greenhorn")
    assert Event.objects.get().series.code == "greenhorn"


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("closes", "2027-03-28T02:30", "02:30 does not exist on 28 March 2027 in Europe/Prague"),
        ("opens", "2026-10-25T02:30", "02:30 comes twice on 25 October 2026 in Europe/Prague"),
        ("closes", "2026-11-20T08:00", "Registration would close before it opens"),
        ("time_zone", "Europe/Smoke", "Select a valid choice"),
        ("name", "", "This field is required"),
        ("rules-survivors", "9", "less than or equal to 5"),
    ],
)
def test_what_cannot_be_is_refused_in_the_form_and_nothing_is_lost(
    maker: Client, field: str, value: str, sentence: str
):
    answer = make(maker, **{field: value})
    page = words_of(answer)
    assert answer.status_code == 422
    assert sentence in page
    assert "Magpie Inn" in page
    assert not Event.objects.exists()


@pytest.mark.parametrize(
    ("date", "time", "sentence"),
    [("2027-03-28", "02:30", "does not exist"), ("2026-10-25", "02:30", "comes twice")],
)
def test_an_event_cannot_start_at_a_time_that_no_clock_shows(maker: Client, date: str, time: str, sentence: str):
    answer = make(maker, date=date, starts=time, opens="", closes="")
    assert answer.status_code == 422
    assert sentence in words_of(answer)
    assert make(maker, date=date, starts="03:30", opens="", closes="").status_code == 302


def test_only_who_may_direct_makes_events(maker: Client):
    other = signed_in_as(AccountFactory.create())
    assert other.get("/desk/+new/").status_code == 403
    assert make(other).status_code == 403
    assert "Make a new event" not in words_of(other.get("/desk/"))


# --- Changing it ------------------------------------------------------------------------------------------------------


def test_details_are_shown_in_the_halls_time_and_changed(director: Client, event: Event):
    Event.objects.filter(pk=event.pk).update(time_zone="Asia/Kolkata", starts_at="2026-12-04T12:30:00Z")
    assert 'value="18:00"' in words_of(director.get("/desk/harbour/details/"))
    answer = director.post("/desk/harbour/details/", {**FORM, **rules(final_size=5), "time_zone": "Asia/Kolkata"})
    event.refresh_from_db()
    assert answer.headers["Location"] == "/desk/harbour/settings/"
    assert event.starts_at == datetime.fromisoformat("2026-12-04T13:00+00:00")
    assert (event.slug, event.regulations) == ("harbour", {"final_size": 5})


def test_regulations_are_locked_after_the_first_draw_and_the_page_says_so(director: Client, event: Event):
    a_drawn_round(event)
    page = words_of(director.get("/desk/harbour/details/"))
    assert "locked since the first draw" in page
    assert 'name="rules-final_size"' not in page
    assert director.post("/desk/harbour/details/", FORM).status_code == 302
    event.refresh_from_db()
    assert (event.place, event.regulations) == ("Magpie Inn", {})


def test_another_number_of_private_redraws_after_the_first_draw_is_refused_and_not_called_saved(
    director: Client, event: Event
):
    """Whoever opened the form before the draw would else read "Saved." of a number that stays as it was stated."""
    form = as_shown(director.get("/desk/harbour/details/"))
    a_drawn_round(event)
    answer = director.post("/desk/harbour/details/", form | {"rules-private_redraws": "7", "place": "Owl Inn"})
    page = words_of(answer)
    assert answer.status_code == 409
    assert "they stay as they were stated before it" in page
    assert "<dt>Draws again without a ceremony</dt> <dd>1</dd>" in page
    assert director.post("/desk/harbour/details/", as_shown(answer)).status_code == 302
    event.refresh_from_db()
    assert (event.place, event.regulations) == ("Owl Inn", {})


def test_a_form_of_before_the_first_draw_is_saved_if_it_leaves_the_regulations_alone(director: Client, event: Event):
    form = as_shown(director.get("/desk/harbour/details/"))
    a_drawn_round(event)
    assert director.post("/desk/harbour/details/", form | {"place": "Owl Inn"}).status_code == 302
    event.refresh_from_db()
    assert event.place == "Owl Inn"


def test_a_draw_that_came_while_the_form_was_open_refuses_new_regulations(
    director: Client, event: Event, monkeypatch: pytest.MonkeyPatch
):
    change = operations.change_event

    def drawn_meanwhile(*, event: Event, **said: object) -> Event:
        a_drawn_round(Event.objects.get(pk=event.pk))
        return change(event=event, **said)

    monkeypatch.setattr(operations, "change_event", drawn_meanwhile)
    answer = director.post("/desk/harbour/details/", {**FORM, **rules(final_size=4)})
    assert answer.status_code == 409
    assert "The regulations are frozen since the first draw" in words_of(answer)


# --- Its state --------------------------------------------------------------------------------------------------------


def status(client: Client, after: str):
    return client.post("/desk/harbour/status/", {"status": after})


def test_an_event_is_announced_opened_closed_cancelled_and_taken_up_again(director: Client, event: Event):
    Event.objects.filter(pk=event.pk).update(status="draft")
    for after in ("announced", "open", "closed", "open", "cancelled", "announced"):
        assert status(director, after).status_code == 302
        event.refresh_from_db()
        assert event.status == after


@pytest.mark.parametrize("after", ["running", "finished", "nonsense", ""])
def test_a_step_that_the_state_does_not_allow_is_refused_in_words(director: Client, event: Event, after: str):
    Event.objects.filter(pk=event.pk).update(status="announced" if after != "running" else "cancelled")
    answer = status(director, after)
    assert answer.status_code == 409
    assert "The event cannot go from this state to that one." in words_of(answer)


def test_an_event_does_not_finish_while_a_round_runs(director: Client, event: Event):
    a_running_round(event)
    answer = status(director, "finished")
    assert answer.status_code == 409
    assert "A round is still running. Close it first." in words_of(answer)


def test_cancelling_asks_first(director: Client, event: Event):
    assert 'data-confirm="Cancel the event?' in words_of(director.get("/desk/harbour/"))


def test_the_desk_shows_the_next_step_with_its_button(director: Client, event: Event):
    a_planned_round(event)
    page = words_of(director.get("/desk/harbour/"))
    assert "15 players are here. Draw the tables of round 1." in page
    assert 'href="/desk/harbour/round/1/draw/"' in page


# --- The list ---------------------------------------------------------------------------------------------------------


def test_a_directors_events_lead_to_the_desk_and_a_referees_to_the_tables(
    director: Client, referee: Client, stranger: Client, event: Event
):
    assert 'href="/desk/harbour/"' in words_of(director.get("/desk/"))
    assert 'href="/t/harbour/"' in words_of(referee.get("/desk/"))
    assert "No event yet" in words_of(stranger.get("/desk/"))


def test_a_name_with_markup_in_it_is_only_a_name(director: Client, event: Event):
    Event.objects.filter(pk=event.pk).update(name="<script>alert(1)</script>", place='"><img src=x>')
    for path in ("/desk/", "/desk/harbour/", "/desk/harbour/details/"):
        page = director.get(path).content.decode()
        assert "<script>alert(1)" not in page
        assert "<img src=x>" not in page


@pytest.mark.parametrize("status", ["announced", "open", "closed", "running", "finished", "cancelled"])
def test_an_events_state_has_one_look_at_the_desk_and_for_everybody(director: Client, event: Event, status: str):
    Event.objects.filter(pk=event.pk).update(status=status)
    badges = {
        re.search(r'class="badge (\w+)"', words_of(director.get(page)))[1]  # type: ignore[index]  # the page has one
        for page in ("/desk/harbour/", "/desk/", "/e/harbour/", "/")
    }
    assert len(badges) == 1


def test_a_form_for_an_event_that_is_sent_again_makes_no_second_event(maker: Client):
    """Back and once more: the browser shows the form with the id that it had."""
    page = words_of(maker.get("/desk/+new/classic/"))
    sent = {**FORM, **rules(), "form_id": re.findall(r'name="form_id" value="([^"]+)"', page)[0]}
    assert maker.post("/desk/+new/classic/", sent).url == "/desk/evening-of-the-magpie/"
    again = maker.post("/desk/+new/classic/", sent, follow=True)
    assert again.redirect_chain == [("/desk/", 302)]
    assert "That is done already." in words_of(again)
    assert Event.objects.count() == 1


def test_a_browser_that_goes_back_and_gets_a_new_form_makes_no_second_event(maker: Client):
    """Nothing of the desk is kept by a browser, so going back brings what was typed in a form with another id."""
    for form_id in (uuid4(), uuid4()):
        answer = maker.post("/desk/+new/classic/", {**FORM, **rules(), "form_id": str(form_id)})
    assert answer.status_code == 409
    assert "You have made an event of this name for this day already" in words_of(answer)
    assert Event.objects.count() == 1
    maker.post("/desk/+new/classic/", {**FORM, **rules(), "name": "Evening of the Jay", "form_id": str(uuid4())})
    Event.objects.filter(name=FORM["name"]).update(status="cancelled")
    maker.post("/desk/+new/classic/", {**FORM, **rules(), "form_id": str(uuid4())})
    assert Event.objects.count() == 3, "another name, or the first one is called off"


def test_two_directors_do_not_overwrite_each_others_details(director: Client, event: Event):
    page = words_of(director.get("/desk/harbour/details/"))
    seen = re.findall(r'name="seen" value="([^"]+)"', page)[0]
    director.post("/desk/harbour/details/", {**FORM, **rules(), "place": "Owl Inn", "seen": seen})
    answer = director.post("/desk/harbour/details/", {**FORM, **rules(), "seen": seen})
    event.refresh_from_db()
    assert (answer.status_code, event.place) == (409, "Owl Inn")
    page = words_of(answer)
    assert "Somebody else has changed the details meanwhile" in page
    assert "<dt>Place</dt> <dd>Owl Inn</dd>" in page
    assert 'value="Magpie Inn"' in page
    now_seen = re.findall(r'name="seen" value="([^"]+)"', page)[0]
    director.post("/desk/harbour/details/", {**FORM, **rules(), "seen": now_seen})
    event.refresh_from_db()
    assert event.place == "Magpie Inn"


def as_shown(answer) -> dict[str, Any]:
    """The form of the details as a browser would send it back."""
    return form_on(answer, "/desk/harbour/details/")


def test_saving_again_writes_only_what_somebody_changed_himself(director: Client, event: Event):
    mine, hers = (as_shown(director.get("/desk/harbour/details/")) for _ in range(2))
    hers |= {
        "place": "Owl Inn",
        "theme": "birds",
        "capacity": "40",
        "opens": "2026-02-01T08:00",
        "rules-final_size": "5",
    }
    assert director.post("/desk/harbour/details/", hers).status_code == 302
    mine |= {"theme": "fish", "note": "Bring a pen."}
    answer = director.post("/desk/harbour/details/", mine)
    page = words_of(answer)
    assert answer.status_code == 409
    assert "<dt>Theme</dt> <dd>birds</dd>" in page
    assert re.findall(r"<dt>(.*?)<.dt>", page) == ["Theme"], "what only she has changed is no question"
    assert director.post("/desk/harbour/details/", as_shown(answer)).status_code == 302
    event.refresh_from_db()
    assert (event.place, event.theme, event.note, event.capacity) == ("Owl Inn", "fish", "Bring a pen.", 40)
    assert event.regulations["final_size"] == 5
    assert event.registration_opens_at is not None


def test_a_fault_in_the_form_is_no_change_by_somebody_else(director: Client, event: Event):
    form = as_shown(director.get("/desk/harbour/details/")) | {"place": "Owl Inn", "capacity": "many"}
    answer = director.post("/desk/harbour/details/", form)
    assert answer.status_code == 422
    assert director.post("/desk/harbour/details/", as_shown(answer) | {"capacity": "30"}).status_code == 302
    event.refresh_from_db()
    assert (event.place, event.capacity) == ("Owl Inn", 30)


def test_a_fault_in_the_form_does_not_hide_what_somebody_else_has_changed(director: Client, event: Event):
    mine, hers = (as_shown(director.get("/desk/harbour/details/")) for _ in range(2))
    assert director.post("/desk/harbour/details/", hers | {"place": "Owl Inn"}).status_code == 302
    answer = director.post("/desk/harbour/details/", mine | {"capacity": "many"})
    assert answer.status_code == 422
    assert director.post("/desk/harbour/details/", as_shown(answer) | {"capacity": "30"}).status_code == 409
    event.refresh_from_db()
    assert event.place == "Owl Inn"


def test_what_the_evening_does_meanwhile_is_no_change_of_the_details(director: Client, event: Event):
    seen = operations.seal_of_details(event)
    a_running_round(event)
    event.refresh_from_db()
    assert operations.seal_of_details(event) == seen


def test_masters_remind_of_who_may_enter_until_it_is_said(director: Client, event: Event):
    event.series, event.status = series_named("masters"), "draft"
    event.save()
    reminder = "but as it stands everybody may enter"
    assert reminder in words_of(director.get("/desk/harbour/"))
    EntryCondition.objects.create(event=event, kind="invited")
    assert reminder not in words_of(director.get("/desk/harbour/"))
    EntryCondition.objects.all().delete()
    Event.objects.update(series=series_named("classic"))
    assert reminder not in words_of(director.get("/desk/harbour/"))

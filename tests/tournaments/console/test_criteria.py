"""The order of criteria: read and set as a list before the first round starts, shown to all, kept in the event file."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.factories.base import NOW
from tests.factories.stories import a_drawn_round, a_running_round, a_smear_event, director_of
from tests.refusals import refusal
from tests.tournaments.console.conftest import words_of
from tournaments.exchange.event_file import dump, parse
from tournaments.facts.regulations import Regulations, names_for
from tournaments.models import Event, JournalLine
from tournaments.operations.evening import rounds
from tournaments.operations.events.criteria import set_criteria
from tournaments.operations.files.event_files import export_event, import_event
from tournaments.projections import regulations_of

CRITERIA = "/desk/harbour/criteria/"
USUAL = "then in the final alone, then in the basic rounds alone"


def order_of(event: Event) -> tuple[str, ...]:
    return regulations_of(Event.objects.get(pk=event.pk)).criteria


def buttons(page: str) -> list[str]:
    return [part.split('"')[0] for part in page.split('name="order" value="')[1:]]


def test_a_criterion_is_moved_by_a_button_and_moved_back(director: Client, event: Event):
    page = director.get(CRITERIA)
    assert "This is the usual order." in words_of(page)
    down, up, *_ = buttons(page.content.decode())
    assert (down, up) == ("final_only", "final_only"), "the first one down is the second one up"
    for _ in range(2):  # pressed twice it is one move
        page = director.post(CRITERIA, {"order": down}, follow=True)
    assert "The order of criteria is set." in words_of(page)
    assert order_of(event) == ("this_final", "cumulative", "basic")
    line = JournalLine.objects.get(chain__event=event, act="criteria_set")
    assert (line.old, line.new) == ({"final_ranking": "cumulative"}, {"final_ranking": "final_only"})
    director.post(CRITERIA, {"order": buttons(page.content.decode())[0]})
    assert order_of(event) == ("cumulative", "this_final", "basic")


def test_every_order_can_be_reached_by_the_buttons(director: Client, event: Event):
    seen, ahead = set(), {"cumulative"}
    while ahead:
        director.post(CRITERIA, {"order": (order := ahead.pop())})
        seen.add(order)
        ahead |= {*buttons(director.get(CRITERIA).content.decode())} - seen
    assert len(seen) == 6


def test_everybody_reads_the_order_beside_the_standings(director: Client, client: Client, event: Event):
    address = f"/e/{event.slug}/standings/"
    assert USUAL in words_of(client.get(address))
    version = Event.objects.get(pk=event.pk).version
    director.post(CRITERIA, {"order": "final_basic"})
    assert "in the final alone, then in the basic rounds alone, then in the basic rounds and the final together" in (
        words_of(client.get(address))
    )
    assert Event.objects.get(pk=event.pk).version == version + 1


def test_the_list_alone_sets_it_and_the_details_leave_it_alone(director: Client, event: Event):
    set_criteria(event=event, order="final_only", by=director_of(event), now=NOW)
    page = director.get(f"/desk/{event.slug}/details/").content.decode()
    assert "rules-final_size" in page
    assert "rules-final_ranking" not in page
    said = {name: getattr(Regulations(), name) for name in names_for("smoking_cat")} | {"final_ranking": "basic_final"}
    sent = {"name": "Harbour", "date": "2026-11-06", "time_zone": "Europe/Prague"}
    sent |= {f"rules-{name}": str(value) for name, value in said.items() if value is not False}
    assert director.post(f"/desk/{event.slug}/details/", sent).status_code == 302
    assert order_of(event) == ("this_final", "cumulative", "basic")


def test_a_draw_leaves_the_order_open_and_the_start_of_a_round_freezes_it(director: Client, event: Event):
    round_ = a_drawn_round(event)
    set_criteria(event=event, order="final_only", by=director_of(event), now=NOW)
    rounds.start_round(round_=round_, by=director_of(event), now=NOW)
    answer = refusal(set_criteria, event=event, order="cumulative", by=director_of(event), now=NOW)
    assert answer.code == "criteria_frozen"
    page = director.get(CRITERIA)
    assert buttons(page.content.decode()) == []
    assert "A round has started, so the order stands." in words_of(page)
    assert order_of(event) == ("this_final", "cumulative", "basic")


@pytest.mark.parametrize("order", ["", "alphabet", "this_final"])
def test_what_is_no_order_is_refused(director: Client, event: Event, order: str):
    assert "There is no such order of criteria." in words_of(director.post(CRITERIA, {"order": order}, follow=True))
    assert order_of(event) == ("cumulative", "this_final", "basic")


def test_smear_has_no_survivors_to_rank(db: None):
    event = a_smear_event()
    assert refusal(set_criteria, event=event, order="final_only", by=director_of(event), now=NOW).code == "bad_criteria"


def test_the_order_goes_out_and_in_with_the_event_file(event: Event):
    set_criteria(event=event, order="basic_final", by=director_of(event), now=NOW)
    a_running_round(event)
    exported = dump(export_event(Event.objects.get(pk=event.pk)))
    again = import_event(file=parse(exported.replace(event.slug, "elsewhere")), by=director_of(event), now=NOW)
    assert order_of(again) == ("basic", "this_final", "cumulative")

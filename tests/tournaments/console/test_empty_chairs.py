"""A round is not started over an empty chair unless who starts it says so: refused once, by name, and by the clock."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.tournaments import PlayerFactory
from tests.tournaments.console.conftest import words_of
from tests.tournaments.operations.seating.test_ceremonies import announce, freeze, open_it
from tournaments.models import Event, JournalLine, Registration, Round, Step, StepKind
from tournaments.operations.evening.rounds import set_word
from tournaments.operations.evening.steps import run_step
from tournaments.operations.evening.substitutions import withdraw_player
from tournaments.operations.events.registrations import add_walk_in

ROUND = "/desk/harbour/round/1/"
BUTTON = "Start with an empty chair"


@pytest.fixture
def round_(event: Event) -> Round:
    """Drawn from a list that was frozen before p4 withdrew."""
    round_ = stories.a_planned_round(event)
    announce(round_)
    freeze(round_)
    withdraw_player(registration=stories.registration(event, "p4"), by=stories.director_of(event), now=NOW)
    open_it(round_)
    return round_


def form_with_chairs(page: str) -> dict[str, object]:
    [form] = [one for one in re.findall(r"<form.*?</form>", page, re.DOTALL) if BUTTON in one]
    empty = re.findall(r'name="empty" value="(.+?)"', form)
    [attempt] = re.findall(r'name="attempt"\s+value="(\d+)"', form)
    return {"attempt": attempt, "empty": empty}


def status(round_: Round) -> str:
    return Round.objects.get(pk=round_.pk).status


def withdrawn(event: Event, *keys: str) -> None:
    Registration.objects.filter(event=event, key__in=keys).update(status="withdrawn")


def test_a_start_is_asked_again_by_name_and_then_done(director: Client, event: Event, round_: Round):
    assert BUTTON not in words_of(director.get(ROUND)), "who has not been asked is not asked twice"
    refused = director.post(f"{ROUND}start/", {"attempt": 1})
    assert (refused.status_code, status(round_)) == (409, "published")
    nick = stories.registration(event, "p4").nick
    assert f"Seated here, but withdrawn or not confirmed again: {nick}." in words_of(refused)
    sent = form_with_chairs(refused.content.decode())
    assert sent == {"attempt": "1", "empty": ["p4"]}
    assert director.post(f"{ROUND}start/", sent).status_code == 302
    assert status(round_) == "running"
    told = JournalLine.objects.get(chain__event=event, act="round_started", refused="")
    assert told.new == {"tables": 3, "empty": ["p4"]}
    assert director.post(f"{ROUND}start/", sent).status_code == 409, "and it starts once"


def test_whoever_withdraws_meanwhile_is_asked_about_too(director: Client, event: Event, round_: Round):
    sent = form_with_chairs(director.post(f"{ROUND}start/", {"attempt": 1}).content.decode())
    withdrawn(event, "p7")
    again = director.post(f"{ROUND}start/", sent)
    assert (again.status_code, status(round_)) == (409, "published")
    assert set(form_with_chairs(again.content.decode())["empty"]) == {"p4", "p7"}


def test_a_draft_that_is_not_started_is_not_published_either(director: Client, event: Event):
    drawn = stories.a_drawn_round(event)
    withdrawn(event, "p2")
    refused = director.post(f"{ROUND}start/", {"attempt": 1})
    assert (refused.status_code, status(drawn)) == (409, "drawn")
    assert director.post(f"{ROUND}start/", form_with_chairs(refused.content.decode())).status_code == 302


def test_where_somebody_left_in_good_order_nothing_is_asked(director: Client, event: Event, round_: Round):
    withdraw_player(registration=stories.registration(event, "p4"), by=stories.director_of(event), now=NOW)
    assert director.post(f"{ROUND}start/", {"attempt": 1}).status_code == 302


@pytest.mark.parametrize("since", ["withdrawn", "applied", "waiting"])
def test_the_clock_starts_no_empty_chair_and_says_why(director: Client, event: Event, round_: Round, since: str):
    """Who has entered again after he withdrew is in only when somebody has confirmed him."""
    Registration.objects.filter(event=event, key="p4").update(status=since)
    assert (
        stories.registration(event, "p4").nick in words_of(director.get(ROUND)).partition("Seated here, but")[2][:150]
    )
    step = Step.objects.create(event=event, round=round_, kind=StepKind.START_ROUND, due_at=NOW)
    run_step(step_id=step.pk, now=NOW)
    step.refresh_from_db()
    assert (step.status, step.reason, status(round_)) == ("refused", "chair_empty", "published")


def test_the_public_reason_for_a_word_that_is_known_is_not_typed_twice(director: Client, event: Event):
    drawn, him = stories.a_drawn_round(event, word=""), stories.director_of(event)
    set_word(round_=drawn, word="KAMIL", by=him, now=NOW)
    add_walk_in(event=event, line=PlayerFactory.create(account=him).nick, now=NOW)
    withdrawn(event, "p2")
    refused = director.post(f"{ROUND}start/", {"attempt": 1, "reason": "Both of us know."})
    page = refused.content.decode()
    assert (refused.status_code, 'value="Both of us know."' in page) == (409, True)
    sent = form_with_chairs(page) | {"reason": "Both of us know."}
    assert director.post(f"{ROUND}start/", sent).status_code == 302

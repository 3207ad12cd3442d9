"""What the clock drives happens once (operations/evening/steps.py, plans.py)."""

import datetime as dt
from unittest.mock import Mock

import pytest

from games.models import Game
from games.rules.refusals import Refused
from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.stories import an_event
from tests.factories.tournaments import AccountFactory
from tests.races import race
from tournaments.models import Event, Message, Publication, Round, Step, StepKind
from tournaments.operations.evening import rounds, steps
from tournaments.operations.evening.steps import due_steps, run_step
from tournaments.operations.events import making, plans
from tournaments.operations.seating import seats
from tournaments.texts.about_steps import step_reason

pytestmark = pytest.mark.django_db

LATER = NOW + dt.timedelta(hours=1)


def a_step(kind, event, *, round_=None, due_at=NOW):
    return Step.objects.create(event=event, round=round_, kind=kind, due_at=due_at)


def stored(step):
    row = Step.objects.get(pk=step.pk)
    return row.status, row.reason


def test_only_what_is_due_is_found_and_the_oldest_first(event):
    second = a_step(StepKind.REMIND, event)
    first = a_step(StepKind.CLOSE_REGISTRATION, event, due_at=NOW - dt.timedelta(days=1))
    a_step(StepKind.OPEN_REGISTRATION, event, due_at=LATER)
    assert due_steps(NOW) == [first.pk, second.pk]


@pytest.mark.parametrize(
    ("kind", "before", "after"),
    [
        ("open_registration", "draft", "open"),
        ("open_registration", "announced", "open"),
        ("open_registration", "closed", "closed"),
        ("close_registration", "open", "closed"),
        ("close_registration", "running", "running"),
    ],
)
def test_registration_opens_and_closes_by_the_clock_unless_somebody_was_first(kind, before, after):
    event = an_event(players=0, status=before)
    step = a_step(kind, event)
    assert run_step(step_id=step.pk, now=NOW)
    assert Event.objects.get(pk=event.pk).status == after
    assert stored(step) == ("done", "")


def test_a_step_is_done_once(event):
    step = a_step(StepKind.PUBLISH_RESULTS, event)
    assert [run_step(step_id=step.pk, now=NOW) for _ in range(2)] == [True, False]
    assert Publication.objects.count() == 1


def test_a_step_that_is_not_due_yet_or_is_no_more_is_not_done(event):
    early = a_step(StepKind.PUBLISH_RESULTS, event, due_at=LATER)
    assert not run_step(step_id=early.pk, now=NOW)
    plans.plan_publication(event, due_at=None, now=NOW)
    assert not run_step(step_id=early.pk, now=LATER)
    assert not run_step(step_id=early.pk + 1, now=LATER)
    assert Publication.objects.count() == 0


def test_a_step_that_was_put_off_waits_for_its_new_time(event):
    plans.plan_publication(event, due_at=NOW, now=NOW)
    step = Step.objects.get(event=event)
    plans.plan_publication(event, due_at=LATER, now=NOW)
    assert not run_step(step_id=step.pk, now=NOW)
    assert run_step(step_id=step.pk, now=LATER)
    assert Step.objects.count() == 1


def test_a_round_starts_by_the_clock(event):
    round_ = seats.publish_seating(round_=stories.a_drawn_round(event), now=NOW)
    step = a_step(StepKind.START_ROUND, event, round_=round_)
    assert run_step(step_id=step.pk, now=NOW)
    assert Round.objects.get(pk=round_.pk).status == "running"


def test_what_a_rule_refuses_is_kept_with_its_reason(event):
    round_ = seats.publish_seating(round_=stories.a_drawn_round(event, word=""), now=NOW)
    step = a_step(StepKind.START_ROUND, event, round_=round_)
    assert run_step(step_id=step.pk, now=NOW)
    assert stored(step) == ("refused", "no_word")
    assert Round.objects.get(pk=round_.pk).status == "published"
    assert not run_step(step_id=step.pk, now=NOW)


def test_the_desk_is_told_which_round_the_clock_waits_for(event):
    seats.publish_seating(round_=stories.a_drawn_round(event), now=NOW)
    second = seats.publish_seating(round_=stories.a_drawn_round(event), now=NOW)
    step = a_step(StepKind.START_ROUND, event, round_=second)
    assert run_step(step_id=step.pk, now=NOW)
    assert stored(step) == ("refused", "earlier_not_started")
    assert step_reason(Step.objects.get(pk=step.pk)).endswith("Start round 1 first.")


def test_what_the_clock_was_refused_keeps_nobodys_nick(event, monkeypatch):
    """A nick that was written down here would stay when its owner is forgotten."""
    round_ = seats.publish_seating(round_=stories.a_drawn_round(event), now=NOW)
    with_word = Refused("word_known", round=round_.number, who="ANNA")
    monkeypatch.setitem(steps.EFFECTS, StepKind.START_ROUND, Mock(side_effect=with_word))
    step = a_step(StepKind.START_ROUND, event, round_=round_)
    assert run_step(step_id=step.pk, now=NOW)
    told = Step.objects.get(pk=step.pk)
    assert (told.reason, told.reason_numbers) == ("word_known", {"round": round_.number})


def test_a_round_that_was_started_by_hand_is_not_started_by_the_clock(evening):
    step = a_step(StepKind.START_ROUND, evening.event, round_=evening)
    stories.record_deals(stories.table_of(evening), "A")
    assert run_step(step_id=step.pk, now=NOW)
    assert stored(step) == ("done", "")
    assert stories.table_of(evening).game.length == 1


def test_a_runner_killed_before_the_end_leaves_neither_mark_nor_effect(event, monkeypatch):
    step = a_step(StepKind.PUBLISH_RESULTS, event)

    def killed(step, now):
        steps._publish_results(step, now)
        raise SystemExit

    monkeypatch.setitem(steps.EFFECTS, StepKind.PUBLISH_RESULTS, killed)
    with pytest.raises(SystemExit):
        run_step(step_id=step.pk, now=NOW)
    assert (stored(step), Publication.objects.count()) == (("due", ""), 0)
    monkeypatch.undo()
    assert run_step(step_id=step.pk, now=NOW)
    assert Publication.objects.count() == 1


def test_everyone_who_is_in_and_has_an_account_is_reminded_once(event, django_assert_max_num_queries):
    for key in ("p1", "p2"):
        player = stories.registration(event, key).player
        player.account = AccountFactory()
        player.save()
    stories.add_players(event, 1, registered="withdrawn")
    gone = stories.registration(event, "p16").player
    gone.account = AccountFactory()
    gone.save()
    with django_assert_max_num_queries(9):
        run_step(step_id=a_step(StepKind.REMIND, event).pk, now=NOW)
    making.change_event(event=event, now=NOW)
    run_step(step_id=a_step(StepKind.REMIND, event, due_at=LATER).pk, now=LATER)
    assert list(Message.objects.values_list("kind", "created_at")) == [("reminder", NOW)] * 2


def test_a_reminder_follows_a_moved_date(event):
    player = stories.registration(event, "p1").player
    player.account = AccountFactory()
    player.save()
    day = dt.timedelta(days=1)

    def move_to(starts_at):
        event.date, event.starts_at = starts_at.date(), starts_at
        making.change_event(event=event, now=NOW)
        return [step.due_at for step in Step.objects.filter(event=event, kind=StepKind.REMIND, status="due")]

    assert move_to(NOW + 7 * day) == [NOW + 6 * day]
    assert move_to(NOW + 2 * day) == [NOW + day]  # before it was sent: the one reminder moves along
    step = Step.objects.get(event=event, kind=StepKind.REMIND, status="due")
    assert not run_step(step_id=step.pk, now=NOW)
    assert run_step(step_id=step.pk, now=NOW + day)
    assert move_to(NOW + 9 * day) == [NOW + 8 * day]  # afterwards: a new day, a new reminder
    step = Step.objects.get(event=event, kind=StepKind.REMIND, status="due")
    assert run_step(step_id=step.pk, now=NOW + 8 * day)
    sent = Message.objects.filter(kind="reminder").order_by("created_at").values_list("created_at", flat=True)
    assert list(sent) == [NOW + day, NOW + 8 * day]


@pytest.mark.django_db(transaction=True)
def test_two_schedulers_start_a_round_once():
    event = an_event(players=10, status="closed")
    published = seats.publish_seating(round_=stories.a_drawn_round(event), now=NOW)
    step = a_step(StepKind.START_ROUND, event, round_=published)
    assert sorted(race(*[lambda: run_step(step_id=step.pk, now=NOW)] * 3)) == [False, False, True]
    assert Game.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_the_clock_and_the_director_start_a_round_once():
    event = an_event(players=10, status="closed")
    round_ = seats.publish_seating(round_=stories.a_drawn_round(event), now=NOW)
    step = a_step(StepKind.START_ROUND, event, round_=round_)
    copy = Round.objects.select_related("event").get(pk=round_.pk)
    answers = race(lambda: run_step(step_id=step.pk, now=NOW), lambda: rounds.start_round(round_=copy, now=NOW).status)
    assert answers in ([True, "running"], [True, "round_step"])
    assert Game.objects.count() == 2
    assert stored(step) == ("done", "")

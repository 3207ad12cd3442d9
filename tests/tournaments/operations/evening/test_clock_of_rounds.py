"""What the clock does for a round besides starting it: draw, publish, close, remind of a word. Once, or it says why."""

import datetime as dt

import pytest
from django.core import mail
from django.test import Client

from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.words import a_member, a_round_with_sealed_word
from tests.races import race
from tests.tournaments.console.conftest import signed_in_as, words_of
from tournaments.letters.sending import send_message
from tournaments.models import Draw, Event, JournalLine, Message, Round, Step
from tournaments.operations.evening import rounds
from tournaments.operations.evening.steps import due_steps, run_step
from tournaments.operations.events import making, plans
from tournaments.operations.results.publishing_standings import publish_standings
from tournaments.operations.results.showing_standings import show_standings
from tournaments.operations.seating.drawing import draw_round

pytestmark = pytest.mark.django_db

LATER = NOW + dt.timedelta(hours=1)


def planned(round_, **plan):
    plain = {"draw_at": None, "publishes": False, "word_at": None, "closes": False}
    director = stories.director_of(round_.event)
    plans.plan_round_by_clock(round_=round_, **plain | plan, by=director, now=NOW)


def tick(now=NOW):
    """What a sweep does: every step that is due, once."""
    return [run_step(step_id=step, now=now) for step in due_steps(now)]


def state_of(round_):
    return Round.objects.get(pk=round_.pk).status


def by_the_clock(event):
    """What the journal says the clock has done since it was set."""
    lines = list(JournalLine.objects.filter(chain__event=event).order_by("number").values_list("act", "by"))
    since = max(number for number, (act, _) in enumerate(lines) if act == "clock_set")
    return [act for act, by in lines[since:] if by == "clock"]


def troubles(event):
    return words_of(signed_in_as(stories.director_of(event)).get(f"/desk/{event.slug}/"))


# --- Drawing ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("publishes", "after"), [(False, "drawn"), (True, "published")])
def test_a_round_is_drawn_at_its_time_and_published_if_the_director_chose_so(event, publishes, after):
    round_ = stories.a_planned_round(event)
    planned(round_, draw_at=LATER, publishes=publishes)
    assert (tick(), state_of(round_)) == ([], "planned")
    assert (tick(LATER), state_of(round_)) == ([True], after)
    assert (tick(LATER), Draw.objects.count()) == ([], 1)
    assert by_the_clock(event) == ["draw_opened", "draw_made", *(["seating_published"] if publishes else [])]


def test_a_draw_and_the_start_at_one_time_come_in_that_order(event):
    round_ = stories.a_planned_round(event)
    rounds.change_round(round_=round_, kind="basic", starts_at=LATER, now=NOW)
    planned(round_, draw_at=LATER, publishes=True)
    assert tick(LATER) == [True, True]
    assert state_of(round_) == "running"


def test_what_somebody_drew_meanwhile_stays_and_his_draft_is_not_published(event):
    round_ = stories.a_planned_round(event)
    planned(round_, draw_at=NOW, publishes=True)
    draw_round(round_=round_, seed=stories.SEED, by=stories.director_of(event), now=NOW)
    tick()
    assert (state_of(round_), Draw.objects.count()) == ("drawn", 1)
    assert Step.objects.get(round=round_).reason == "seating_unpublished"
    assert "Round 1 is drawn and published. The seating of round 1 is a draft that nobody has published." in (
        troubles(event)
    )


def test_no_round_is_drawn_while_an_earlier_one_runs(evening):
    event = evening.event
    second = stories.a_planned_round(event)
    planned(second, draw_at=NOW)
    assert tick() == [True]
    assert state_of(second) == "planned"
    assert "The clock could not do it: Round 2 is drawn, for you to publish. A round is still running." in troubles(
        event
    )
    stories.play_round(evening)
    planned(second, draw_at=LATER)
    tick(LATER)
    assert state_of(second) == "drawn"
    assert "The clock could not do it" not in troubles(event)


def test_the_choice_can_be_changed_and_taken_back_until_it_is_done(event):
    round_ = stories.a_planned_round(event)
    planned(round_, draw_at=NOW)
    planned(round_, draw_at=NOW, publishes=True)
    assert list(Step.objects.filter(status="due").values_list("kind", flat=True)) == ["draw_and_publish"]
    planned(round_)
    assert tick() == []


def test_what_the_clock_does_in_the_evening_moves_with_the_event_and_keeps_its_time_in_the_hall(event):
    """Two weeks later the clocks of the hall were changed. Nobody is drawn, published or started a fortnight early."""
    round_ = stories.a_planned_round(event)
    rounds.change_round(round_=round_, kind="basic", starts_at=LATER, now=NOW)
    planned(round_, draw_at=LATER, publishes=True, word_at=NOW, closes=True)
    plans.plan_publication(event, due_at=LATER, by=stories.director_of(event), now=NOW)
    fresh = Event.objects.get(pk=event.pk)
    fresh.date += dt.timedelta(days=20)
    making.change_event(event=fresh, by=stories.director_of(event), now=NOW)
    assert tick(LATER) == []
    assert state_of(round_) == "planned"
    then = LATER + dt.timedelta(days=20, hours=-1)
    due = dict(Step.objects.filter(event=event, status="due").values_list("kind", "due_at"))
    assert [due[kind] for kind in ("draw_and_publish", "start_round", "publish_results")] == [then] * 3
    assert due["remind_word"] == then - dt.timedelta(hours=1)
    assert Round.objects.get(pk=round_.pk).starts_at == then
    fresh.note = "Bring a cat."
    making.change_event(event=fresh, by=stories.director_of(event), now=NOW)
    assert due.items() <= dict(Step.objects.filter(event=event, status="due").values_list("kind", "due_at")).items()


# --- Closing ----------------------------------------------------------------------------------------------------------


def test_a_round_closes_once_all_its_tables_are_finished(evening):
    planned(evening, closes=True)
    for table in (1, 2):
        stories.play_out(stories.table_of(evening, table))
        assert tick(LATER) == []
    stories.play_out(stories.table_of(evening, 3))
    assert tick(LATER) == [True]
    assert state_of(evening) == "closed"
    assert by_the_clock(evening.event) == ["round_closed"]
    rounds.reopen_round(round_=Round.objects.get(pk=evening.pk), now=LATER)
    assert (tick(LATER), state_of(evening)) == ([], "running"), "what was opened again by hand stays open"


def test_a_round_that_was_closed_by_hand_is_left_alone(evening):
    planned(evening, closes=True)
    stories.play_round(evening)
    assert Step.objects.get(round=evening).status == "cancelled"
    assert tick(LATER) == []


def test_where_somebody_has_to_agree_the_clock_waits_and_looks_again(event):
    event.regulations = {"acceptance": "required"}
    event.save()
    round_ = stories.a_running_round(event, sizes=(5, 5, 5))
    planned(round_, closes=True)
    for number in (1, 2, 3):
        stories.play_out(stories.table_of(round_, number))
    assert tick() == [False]
    step = Step.objects.get(round=round_)
    assert (step.status, step.due_at, state_of(round_)) == ("due", NOW + dt.timedelta(minutes=1), "running")
    assert tick() == []
    event.regulations = {}
    event.save()
    assert tick(LATER) == [True]


# --- Words ------------------------------------------------------------------------------------------------------------


def test_who_can_give_a_word_is_reminded_once_and_the_desk_says_so(event):
    round_ = stories.a_planned_round(event, word="")
    director, member, playing = stories.director_of(event), a_member(), a_member()
    player = stories.registration(event, "p1").player
    player.account = playing
    player.save()
    planned(round_, word_at=LATER)
    assert "has no word" not in troubles(event)
    assert tick(LATER) == [True]
    assert tick(LATER) == []
    asked = {one.account: one.values["to"] for one in Message.objects.filter(kind="word_due")}
    assert asked == {director: "director", member: "commission"}
    assert by_the_clock(event) == ["word_reminded"]
    assert "The deadline is over, and round 1 has no word." in troubles(event)
    for message in Message.objects.filter(kind="word_due"):
        send_message(message_id=message.pk, now=LATER)
    assert {letter.subject for letter in mail.outbox} == {f"No word yet: Round 1, {event.name}"}
    told = " ".join(letter.body for letter in mail.outbox)
    assert (f"/desk/{event.slug}/round/1/" in told, f"/words/{event.slug}/" in told) == (True, True)


def test_a_round_that_has_a_word_or_needs_none_reminds_nobody(event):
    round_ = stories.a_planned_round(event, word="")
    planned(round_, word_at=LATER)
    a_round_with_sealed_word(round_)
    assert tick(LATER) == [True]
    assert not Message.objects.filter(kind="word_due").exists()
    assert "has no word" not in troubles(event)


def test_a_letter_that_waited_until_there_was_a_word_is_not_sent(event):
    round_ = stories.a_planned_round(event, word="")
    planned(round_, word_at=NOW)
    tick()
    rounds.set_word(round_=Round.objects.get(pk=round_.pk), word="KAMIL", by=a_member(), now=NOW)
    for message in Message.objects.filter(kind="word_due"):
        send_message(message_id=message.pk, now=LATER)
    assert mail.outbox == []


# --- The desk ---------------------------------------------------------------------------------------------------------


def test_the_clock_of_a_round_is_set_on_its_page(event):
    round_ = stories.a_planned_round(event, word="")
    client: Client = signed_in_as(stories.director_of(event))
    address = f"/desk/{event.slug}/schedule/"
    sent = {
        "round-1-draw_at": "2026-03-15T10:00",
        "round-1-publishes": "on",
        "round-1-word_at": "2026-03-14T22:00",
        "round-1-closes": "on",
    }
    page = words_of(client.post(f"{address}round/1/", sent, follow=True))
    assert "The clock is set for round 1." in page
    for said in (
        "Round 1 is drawn and published",
        "If round 1 has no word, its director and the commission are reminded",
        "Round 1 closes when all its tables are finished",
    ):
        assert said in page
    due = {step.kind: step.due_at.isoformat() for step in Step.objects.filter(round=round_, status="due")}
    assert due["draw_and_publish"] == "2026-03-15T09:00:00+00:00"
    line = JournalLine.objects.get(chain__event=event, act="clock_set")
    assert (line.subject, line.new["publishes"], line.new["closes"]) == ("round:1", True, True)
    wrong = client.post(f"{address}round/1/", {"round-1-draw_at": "2027-03-28T02:30"})
    assert (wrong.status_code, "does not exist" in words_of(wrong)) == (422, True)
    assert Step.objects.filter(status="due").count() == 3
    assert client.post(f"{address}round/7/", {}).status_code == 404


def test_a_round_that_runs_is_asked_only_what_is_still_ahead(evening):
    page = (
        signed_in_as(stories.director_of(evening.event)).get(f"/desk/{evening.event.slug}/schedule/").content.decode()
    )
    assert [f'name="round-1-{name}"' in page for name in ("draw_at", "publishes", "word_at", "closes")] == [
        *(False, False, False, True)
    ]


def test_a_publication_that_the_clock_could_not_make_stands_on_the_desk_until_there_is_one(event):
    event.regulations = {"hidden_from_round": 1}
    event.save()
    stories.a_running_round(event, sizes=(5, 5, 5))
    director = stories.director_of(event)
    plans.plan_publication(event, due_at=LATER, by=director, now=NOW)
    assert tick(LATER) == [True]
    said = "The clock could not do it: The standings are published. The standings of this event are hidden now."
    assert said in troubles(event)
    show_standings(event=event, shown=True, by=director, now=LATER)
    publish_standings(event=event, by=director, now=LATER)
    assert said not in troubles(event)


@pytest.mark.django_db(transaction=True)
def test_two_schedulers_draw_and_close_once():
    event = stories.an_event(players=10, status="closed")
    round_ = stories.a_planned_round(event)
    planned(round_, draw_at=NOW, publishes=True)
    [step] = due_steps(NOW)
    assert sorted(race(*[lambda: run_step(step_id=step, now=NOW)] * 3)) == [False, False, True]
    assert (Draw.objects.count(), state_of(round_)) == (1, "published")
    running = rounds.start_round(round_=Round.objects.get(pk=round_.pk), now=NOW)
    planned(running, closes=True)
    for table in (1, 2):
        stories.play_out(stories.table_of(running, table))
    [step] = due_steps(NOW)
    assert sorted(race(*[lambda: run_step(step_id=step, now=NOW)] * 3)) == [False, False, True]
    assert (state_of(round_), JournalLine.objects.filter(act="round_closed").count()) == ("closed", 1)

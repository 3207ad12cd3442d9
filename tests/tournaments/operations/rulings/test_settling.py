"""What phones told twice or against each other is settled by a line of the log (operations/rulings/settling.py)."""

from __future__ import annotations

import uuid

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.test import Client

from games.rules.refusals import Refused
from tests.factories import stories
from tests.factories.base import NOW
from tests.refusals import refusal
from tests.tournaments.tableside.pocket import Pocket
from tournaments.models import JournalLine, Question, Score
from tournaments.operations.evening import rounds
from tournaments.operations.rulings.settling import settle
from tournaments.queries.flags import flag_view, open_flags_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(evening):
    return stories.table_of(evening, 1)


@pytest.fixture
def contradiction(table, referee):
    """Two phones recorded deal 1 without a network: the first says B lost it, the second C."""
    one, other = Pocket(referee), Pocket(referee)
    one.deal(table.game, "B")
    line = other.deal(table.game, "C", holds=False)
    one.send()
    assert other.send()["lines"][0]["status"] == "conflict"
    return other, line


def say(table, line, verdict, by, **more):
    table.refresh_from_db()
    round_ = table.round
    settle(
        by=by, slug=round_.event.slug, round_number=round_.number, table_number=table.number,
        arrival=uuid.UUID(line["id"]), verdict=verdict, now=NOW, **more,
    )  # fmt: skip


def deals(table):
    table.game.refresh_from_db()
    return {seat: said["letters"] for seat, said in table.game.state["seats"].items() if said["letters"]}


def flags(table):
    table.game.refresh_from_db()
    return open_flags_of([table])


def test_a_flag_stands_until_somebody_has_said_what_it_is(table, contradiction, director):
    _phone, line = contradiction
    [flag] = flags(table)[table.game.pk]
    assert (str(flag.id), flag.status) == (line["id"], "conflict")
    say(table, line, "leave", director)
    assert flags(table) == {}


@pytest.mark.parametrize(
    ("verdict", "letters"), [("leave", {"B": 1}), ("instead", {"C": 1}), ("take", {"B": 1, "C": 1})]
)
def test_what_is_left_taken_or_put_in_its_place_counts_as_said(table, contradiction, director, verdict, letters):
    _phone, line = contradiction
    version = table.round.event.version
    say(table, line, verdict, director)
    assert deals(table) == letters
    table.round.event.refresh_from_db()
    assert table.round.event.version > version
    assert JournalLine.objects.filter(act="flag_settled", new__verdict=verdict).count() == 1


def test_the_same_said_twice_is_said_once_and_another_thing_is_refused(table, contradiction, director):
    _phone, line = contradiction
    say(table, line, "take", director)
    length = table.game.entries.count()
    say(table, line, "take", director)
    assert table.game.entries.count() == length
    assert refusal(say, table, line, "instead", director).code == "verdict_impossible"


def test_the_phone_hears_what_became_of_its_line(table, contradiction, director):
    phone, line = contradiction
    say(table, line, "leave", director)
    told = phone.send(table.game)
    [settled] = told["games"][str(table.game.pk)]["settled"]
    assert (settled["id"], settled["verdict"]) == (line["id"], "leave")


def test_a_line_that_counts_after_all_stands_under_its_own_id_and_is_not_taken_in_again(table, contradiction, director):
    phone, line = contradiction
    say(table, line, "take", director)
    assert table.game.entries.filter(pk=line["id"]).exists()
    length = table.game.entries.count()
    assert phone.send(lines=[line])["lines"][0]["status"] == "applied"
    assert table.game.entries.count() == length


def test_what_waited_for_a_line_is_decided_when_it_was_settled(table, contradiction, director):
    phone, line = contradiction
    undo = phone.undo(table.game, line)
    assert phone.send()["lines"][0]["status"] == "held"
    say(table, line, "take", director)
    decided = table.game.arrivals.filter(line=undo["id"]).order_by("turn").values_list("status", "code")
    assert list(decided) == [("held", "unsettled_line"), ("conflict", "undone_after_settling")]


def test_a_line_that_came_after_the_round_counts_by_a_referees_word(evening, table, referee, director):
    for number in (1, 2, 3):
        stories.play_out(stories.table_of(evening, number))
    phone = Pocket(referee)
    rounds.close_round(round_=evening, by=director, now=NOW)
    undone = {"id": str(table.game.entries.order_by("position").last().pk)}
    line = phone.undo(table.game, undone)
    assert phone.send()["lines"][0]["status"] == "late"
    say(table, line, "take", director)
    table.game.refresh_from_db()
    assert not table.game.finished


def test_the_director_is_asked_where_a_settled_line_reaches_a_final_that_is_drawn():
    event = stories.an_event(players=9, status="closed", series="nationals")
    first, by = stories.a_running_round(event, sizes=(5, 4)), stories.director_of(event)
    table = stories.table_of(first)
    one, other = Pocket(by), Pocket(by)
    one.deal(table.game, "B")
    line = other.deal(table.game, "D", holds=False)
    one.send()
    left = Pocket(by)
    idle = left.deal(table.game, "C", holds=False)
    assert [phone.send()["lines"][0]["status"] for phone in (other, left)] == ["conflict", "conflict"]
    stories.play_round(first, close=False)
    rounds.close_round(round_=first, by=by, now=NOW)
    keys = Score.objects.filter(event=event).order_by("rank_key", "key").values_list("key", flat=True)
    stories.a_drawn_round(event, kind="final", chosen=list(keys[:6]))
    say(table, idle, "leave", by)
    assert not Question.objects.exists()
    say(table, line, "instead", by)
    assert [(one.kind, one.round.kind, one.ruling) for one in Question.objects.order_by("pk")] == [
        ("drawn_round", "final", None),
        ("open_game", "basic", None),
    ]
    client = Client()
    client.force_login(by)
    page = client.get(f"/desk/{event.slug}/questions/").content.decode()
    assert "A later decision has changed what this round was drawn from." in page


def test_a_line_judge_settles_nothing_and_neither_does_who_plays_there(table, contradiction, director, event):
    _phone, line = contradiction
    with pytest.raises(PermissionDenied):
        say(table, line, "leave", stories.staff_of(event, "line_judge", judged=[1]))
    sits = table.occupants.select_related("registration__player").first()
    sits.registration.player.account = director
    sits.registration.player.save()
    with pytest.raises(Refused) as refused:
        say(table, line, "leave", director)
    assert refused.value.code == "judge_plays"


def test_what_no_phone_brought_is_not_settled(table, contradiction, director):
    with pytest.raises(Http404):
        say(table, {"id": str(uuid.uuid4())}, "leave", director)


def test_both_sides_stand_beside_each_other(table, contradiction, referee):
    _phone, line = contradiction
    table.game.refresh_from_db()
    found = flag_view(table, uuid.UUID(line["id"]))
    assert found is not None
    assert found.about is not None
    assert found.about.entry.loser == "B"
    assert found.flag.arrival.sent.entry.loser == "C"
    assert (found.ours.base, found.ours.knew_pen) == (0, False)
    assert found.ours.who == found.theirs.who != ""
    assert found.verdicts == ("leave", "take", "instead")

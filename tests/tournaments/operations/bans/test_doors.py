"""Every door that a confirmed ban closes, and what stays open (operations/bans/doors.py, rulings/questions.py)."""

import json
from datetime import UTC, datetime, time, timedelta
from pathlib import Path

import pytest

from games.rules.documents.faults import Fault, faults_in
from games.rules.entries import Strike, Substitute
from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.stories import director_of, registration
from tests.factories.tournaments import AccountFactory, PlayerFactory
from tests.refusals import refusal
from tournaments.exchange.event_file import parse
from tournaments.models import Event, Office, Player, Question, Registration, RegistrationStatus, Sanction, Score
from tournaments.operations.acting import act_on
from tournaments.operations.bans import doors
from tournaments.operations.evening import recording, rounds
from tournaments.operations.evening.reseating import seat_late_comer
from tournaments.operations.evening.stand_ins import send_in
from tournaments.operations.evening.substitutions import substitute_player, withdraw_player
from tournaments.operations.events.registrations import (
    add_walk_in,
    apply_for,
    change_status,
    confirm_all,
    enter,
    why_not,
)
from tournaments.operations.files.event_files import import_event
from tournaments.operations.people.claims import register_player
from tournaments.operations.people.enrolments import enrol_player
from tournaments.operations.people.merges import merge_players, plan_merge, undo_merge
from tournaments.operations.rulings import questions
from tournaments.operations.rulings.sanctions import confirm_sanction, propose_sanction
from tournaments.operations.seating import ceremonies, drawing, promises
from tournaments.queries.seating import mark_of, occupants_of

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(minutes=1)


def ban(player, now=NOW) -> Sanction:
    """A ban for life, confirmed by the union."""
    first, second = AccountFactory.create(), AccountFactory.create()
    for account in (first, second):
        Office.objects.create(account=account, role="union", starts_at=NOW)
    proposed = propose_sanction(by=first, player=player, kind="ban_for_life", grounds="seen", now=now)
    return confirm_sanction(sanction=proposed, by=second, reasons="seen", now=now)


@pytest.fixture
def banned(stranger):
    """A player of no event, banned for life."""
    ban(stranger.player)
    return stranger.player


def test_who_is_banned_does_not_apply(banned):
    event = stories.an_event(players=0)
    assert [one.code for one in why_not(event=event, player=banned, now=LATER)] == ["banned"]
    assert refusal(apply_for, event=event, player=banned, now=LATER).code == "banned"
    assert why_not(event=event, player=banned, now=NOW - timedelta(days=1)) == []


def test_nor_does_he_walk_in_nor_is_he_entered(event, banned):
    assert refusal(add_walk_in, event=event, line=banned.nick, now=LATER).code == "banned"
    with act_on(event, by=None, now=LATER) as act:
        assert refusal(enter, act, player=banned, status="applied").code == "banned"


@pytest.mark.parametrize("status", ["confirmed", "waiting", "checked_in"])
def test_nor_is_he_let_in_after_he_applied(status):
    event = stories.an_event(players=1, registered="applied")
    one = registration(event, "p1")
    ban(one.player)
    assert refusal(change_status, registration=one, status=status, now=LATER).code == "banned"
    assert change_status(registration=one, status="withdrawn", now=LATER).status == "withdrawn"
    assert refusal(add_walk_in, event=event, line=one.nick, now=LATER).code == "banned"


def test_confirming_all_passes_over_him():
    event = stories.an_event(players=3, registered="applied")
    ban(registration(event, "p2").player)
    assert confirm_all(event=event, now=LATER) == (2, 0)
    assert registration(event, "p2").status == "applied"


def test_nor_does_he_stand_in(evening, banned):
    event = evening.event
    out, by = registration(event, "p1"), director_of(event)
    assert refusal(send_in, out=out, line=banned.nick, by=by, now=LATER).code == "banned"
    waiting = registration(event, "p2")
    withdraw_player(registration=waiting, by=by, now=NOW)
    ban(waiting.player)
    assert refusal(substitute_player, out=out, stand_in=waiting, by=by, now=LATER).code == "banned"


def test_nor_is_he_drawn_into_a_round(event):
    round_ = stories.a_planned_round(event)
    one = registration(event, "p3")
    ban(one.player)
    refused = refusal(drawing.draw_round, round_=round_, seed="c0ffee", by=director_of(event), now=LATER)
    assert (refused.code, refused.values) == ("banned", {"nick": one.nick})


def test_nor_is_he_frozen_into_a_public_draw(event):
    round_ = stories.a_planned_round(event)
    by = director_of(event)
    promises.announce_draw(round_=round_, by=by, now=NOW)
    ban(registration(event, "p3").player)
    assert refusal(ceremonies.freeze_draw, round_=round_, by=by, now=LATER).code == "banned"


def test_nor_does_he_come_in_by_a_file_which_names_his_row():
    path = Path(stories.EXAMPLES) / "moor-final-2026.event.json"
    file = parse(path.read_bytes())
    first = import_event(file=file, by=None, now=NOW)
    one = registration(first, file.entries[2].id)
    again = parse(path.read_text().replace("moor-final-2026", "moor-final-2"))
    before = NOW.replace(year=file.date.year, month=1, day=1)
    ban(one.player, now=before)
    refused = refusal(import_event, file=again, by=None, now=LATER)
    assert refused.code == "bad_event_file"
    assert faults_in(refused) == [Fault("banned", "$.entries[2].nick")]
    assert not Event.objects.filter(slug=again.slug).exists()
    Sanction.objects.update(confirmed_at=NOW.replace(year=file.date.year + 1))
    assert import_event(file=again, by=None, now=LATER).slug == again.slug  # played before the ban: results stay


def test_an_old_date_lets_nobody_into_an_event_that_is_still_to_be_played():
    path = Path(stories.EXAMPLES) / "fen-evening-2026.event.json"
    said = json.loads(path.read_text())
    first = import_event(file=parse(path.read_bytes()), by=None, now=NOW)
    later = datetime.combine(first.date + timedelta(days=30), time(), tzinfo=UTC)
    ban(registration(first, said["entries"][2]["id"]).player, now=later)
    played = parse(json.dumps({**said, "slug": "moor-2"}))
    assert import_event(file=played, by=None, now=later).status == "finished"
    ahead = parse(json.dumps({**said, "slug": "moor-3", "rounds": []}))
    assert refusal(import_event, file=ahead, by=None, now=later).code == "bad_event_file"


def test_what_he_has_played_stays(evening):
    event = evening.event
    stories.play_round(evening)
    before = list(Score.objects.filter(event=event).order_by("pk").values_list("key", "rounds", "rank_key"))
    ban(registration(event, "p1").player)
    assert list(Score.objects.filter(event=event).order_by("pk").values_list("key", "rounds", "rank_key")) == before


# --- The director decides on games that are drawn or run --------------------------------------------------------------


def question_about(event, key) -> Question:
    ban(registration(event, key).player)
    return Question.objects.get(event=event)


def test_the_director_is_asked_and_he_plays_on(evening):
    event = evening.event
    question = question_about(event, "p1")
    assert questions.answers_to(question) == ("withdraw", "play_on")
    questions.answer_question(question=question, answer="play_on", by=director_of(event), now=LATER)
    assert registration(event, "p1").status == "checked_in"
    stories.play_round(evening)
    next_one = stories.a_planned_round(event)
    assert (
        refusal(drawing.draw_round, round_=next_one, seed="c0ffee", by=director_of(event), now=LATER).code == "banned"
    )


def test_or_he_is_withdrawn_at_once(evening):
    event = evening.event
    question = question_about(event, "p1")
    questions.answer_question(question=question, answer="withdraw", by=director_of(event), now=LATER)
    assert registration(event, "p1").status == "withdrawn"
    doors.refuse_unanswered(event)


@pytest.mark.parametrize("way", ["struck", "sent back"])
def test_no_line_of_a_running_game_brings_him_back(evening, way):
    """Neither striking his withdrawal, which a line judge may, nor substituting the seat back to him."""
    table, by = stories.table_of(evening), director_of(evening.event)
    label, one = next(iter(stories.seats_of(table).items()))
    if way == "struck":
        withdraw_player(registration=one, by=by, now=NOW)
        back = Strike(position=1, reason="no")
    else:
        send_in(out=one, line="NEWCOMER", by=by, now=NOW)
        back = Substitute(seat=label, occupant=f"{label}1")
    ban(one.player)
    table = stories.table_of(evening)
    assert refusal(recording.write_line, table=table, entry=back, by=by, now=LATER).code == "banned"
    Sanction.objects.update(lifted_at=NOW)
    recording.write_line(table=stories.table_of(evening), entry=back, by=by, now=LATER)
    assert stories.table_of(evening).game.state["seats"][label]["occupant"] == f"{label}1"


def test_a_round_that_is_drawn_does_not_start_before_he_has_said(event):
    round_ = stories.a_drawn_round(event)
    question = question_about(event, "p1")
    assert refusal(rounds.start_round, round_=round_, now=LATER).code == "ban_unanswered"
    questions.answer_question(question=question, answer="play_on", by=director_of(event), now=LATER)
    assert rounds.start_round(round_=round_, now=LATER).status == "running"


def test_who_holds_no_seat_can_only_be_withdrawn(event):
    question = question_about(event, "p1")
    by = director_of(event)
    assert questions.answers_to(question) == ("withdraw",)
    refused = refusal(questions.answer_question, question=question, answer="play_on", by=by, now=LATER)
    assert refused.code == "no_such_answer"


def test_nobody_is_asked_where_it_is_over_or_he_has_withdrawn(event):
    one = registration(event, "p1")
    Event.objects.filter(pk=event.pk).update(status="finished")
    other = stories.an_event(players=0)
    with act_on(other, by=None, now=NOW) as act:
        entered = enter(act, player=one.player, status=RegistrationStatus.APPLIED)
    Registration.objects.filter(pk=entered.pk).update(status="withdrawn")
    ban(one.player)
    assert not Question.objects.exists()


def test_nor_is_he_seated_as_a_late_comer(event):
    one = registration(event, "p15")
    withdraw_player(registration=one, by=director_of(event), now=NOW)
    round_ = stories.a_drawn_round(event)
    change_status(registration=registration(event, "p15"), status="checked_in", now=NOW)
    ban(one.player)
    mark = mark_of(occupants_of(round_))
    refused = refusal(
        seat_late_comer,
        round_=round_,
        newcomer=registration(event, "p15"),
        mark=mark,
        by=director_of(event),
        now=LATER,
    )
    assert refused.code == "banned"


# --- A ban that comes to somebody by a merge --------------------------------------------------------------------------


def merged(survivor, duplicate):
    digest = plan_merge(survivor=survivor, duplicate=duplicate).digest
    union = AccountFactory.create()
    return merge_players(survivor=survivor, duplicate=duplicate, digest=digest, reason="one", by=union, now=LATER)


@pytest.mark.parametrize("banned_is_kept", [True, False])
def test_a_merge_with_a_banned_record_asks_the_director_and_its_undoing_takes_that_back(event, banned, banned_is_kept):
    round_, one = stories.a_drawn_round(event), registration(event, "p1")
    merge = merged(*((banned, one.player) if banned_is_kept else (one.player, banned)))
    question = Question.objects.get(event=event)
    assert question.registration == one
    assert refusal(rounds.start_round, round_=round_, now=LATER).code == "ban_unanswered"
    undo_merge(merge=merge, by=AccountFactory.create(), now=LATER)
    assert not Question.objects.exists()
    assert rounds.start_round(round_=round_, now=LATER).status == "running"


def test_a_merge_asks_nothing_twice(event):
    question_about(event, "p1")
    merged(registration(event, "p1").player, PlayerFactory.create())
    assert Question.objects.count() == 1


def test_a_banned_seat_does_not_start_even_where_nobody_was_asked(event):
    round_ = stories.a_drawn_round(event)
    question_about(event, "p1").delete()
    assert refusal(rounds.start_round, round_=round_, now=LATER).code == "banned"


# --- Other ways in ----------------------------------------------------------------------------------------------------


def test_an_address_that_a_merge_has_set_aside_registers_nobody_anew(banned):
    other = PlayerFactory.create(account=AccountFactory.create(email="other@mail.example"))
    merged(banned, other)
    register_player(nick="ANOTHER", club=None, email="other@mail.example", language="cs", now=LATER)
    assert not Player.objects.filter(nick="ANOTHER").exists()
    options = {"nick": "ANOTHER", "email": "other@mail.example", "club": None, "by": AccountFactory.create()}
    assert refusal(enrol_player, **options, now=LATER).code == "account_is_player"

"""Who is in the final, and what a play-off has settled (queries/finals.py, standings/play_offs.py)."""

import json
import uuid

import pytest
from django.db import transaction

from games.models import Game
from games.protocol import Draft
from games.rules.entries import Strike
from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.stories import a_planned_round, a_running_round, director_of, seats_of, table_of
from tests.refusals import refusal
from tests.tournaments.console.conftest import signed_in_as, words_of
from tournaments.models import CeremonyStep, Event, Question, Registration, Round, Step, Table
from tournaments.operations.evening import rounds
from tournaments.operations.evening.steps import run_step
from tournaments.operations.results import scoring
from tournaments.operations.rulings.correcting import correct
from tournaments.operations.rulings.questions import answer_question
from tournaments.operations.seating import draw_inputs, drawing
from tournaments.operations.seating.seats import publish_seating
from tournaments.queries.documents import results_of
from tournaments.queries.finals import final_proposal, proposed
from tournaments.standings.finalists import PlayOff
from tournaments.standings.play_offs import after_play_off


def tie(places, *between):
    return PlayOff(places, between)


# --- What a play-off settles, without a database ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("open_tie", "letters", "through", "left"),
    [
        (tie(1, "a", "b"), {"a": 0, "b": 1}, ("a",), None),
        (tie(1, "a", "b"), {"a": 1, "b": 0, "filler": 0}, ("b",), None),
        (tie(2, "a", "b", "c"), {"a": 1, "b": 0, "c": 0}, ("b", "c"), None),
        (tie(1, "a", "b", "c"), {"a": 1, "b": 0, "c": 0}, (), tie(1, "b", "c")),
        (tie(2, "a", "b", "c", "d"), {"a": 1, "b": 1, "c": 0, "d": 1}, ("c",), tie(1, "a", "b", "d")),
        (tie(1, "a", "b"), {"a": 0, "b": 0, "filler": 1}, (), tie(1, "a", "b")),
        (tie(1, "a", "b"), {"a": 0}, (), tie(1, "a", "b")),
        (tie(1, "a", "b"), {}, (), tie(1, "a", "b")),
    ],
)
def test_fewer_letters_go_through_and_equals_play_again(open_tie, letters, through, left):
    assert after_play_off(open_tie, letters) == (through, left)


# --- A whole evening --------------------------------------------------------------------------------------------------


def two_tables(**fields):
    """Ten players who have played one round at two tables, the same deals at both: everything ties in pairs."""
    event = stories.an_event(players=10, status="closed", series="nationals", **fields)
    round_ = a_running_round(event, sizes=(5, 5))
    for number in (1, 2):
        stories.record_deals(table_of(round_, number), "C D D E E E A A A A A B B B B B")
    rounds.close_round(round_=round_, by=director_of(event), now=NOW)
    return Event.objects.get(pk=event.pk)


@pytest.fixture
def ten(db):
    return two_tables()


def ranked(event):
    return list(event.scores.order_by("rank_key", "key").values_list("key", flat=True))


def seat(event, kind, chosen=None, word="KAMIL", reason=""):
    round_ = a_planned_round(event, kind=kind, word="" if kind == "play_off" else word)
    drawing.draw_round(round_=round_, seed=stories.SEED, by=director_of(event), now=NOW, chosen=chosen, reason=reason)
    return round_


def by_start_number(event):
    """Everybody by rank, equal ones by when they registered."""
    return list(event.scores.order_by("rank_key", "registration__position").values_list("key", flat=True))


def refused(event, kind, chosen):
    return refusal(seat, event, kind, chosen).code == "line_up_reason_required"


def gone(event, *keys):
    Registration.objects.filter(event=event, key__in=keys).update(status="withdrawn")


def test_the_best_qualify_in_their_order_and_the_others_are_for_the_small_final(ten):
    proposal = final_proposal(ten)
    assert list(proposal.qualified) == ranked(ten)[:6]
    assert list(proposal.others) == ranked(ten)[6:]
    assert (proposal.play_off, proposal.settled, proposal.unfinished) == (None, False, False)


def test_while_a_basic_round_is_to_be_played_nobody_is_in(ten):
    later = a_planned_round(ten)
    assert final_proposal(ten).unfinished
    final = a_planned_round(ten, kind="final")
    draw = {"round_": final, "seed": stories.SEED, "by": None, "now": NOW}
    assert refusal(drawing.draw_round, **draw).code == "basic_rounds_open"
    rounds.remove_round(round_=final, now=NOW)
    drawing.draw_round(**{**draw, "round_": later})
    rounds.start_round(round_=later, now=NOW)
    assert final_proposal(ten).unfinished


def test_a_game_that_a_correction_has_opened_stops_the_final_until_the_director_has_said_what_it_is(ten):
    """Left as it is, in a round that is closed, it stays so: else no final could ever be seated."""
    table = Table.objects.filter(round__event=ten).first()
    Game.objects.filter(pk=table.game_id).update(finished=False)
    asked = Question.objects.create(event=ten, kind="open_game", round=table.round, table=table, asked_at=NOW)
    assert final_proposal(ten).unfinished
    answer_question(question=asked, answer="leave", by=director_of(ten), now=NOW)
    assert not final_proposal(ten).unfinished


def played_on(event):
    """A game of the first round, which a correction has opened, is played on."""
    table = table_of(event.rounds.get(number=1))
    place = {"slug": event.slug, "round_number": 1, "table_number": 1}
    last = Draft(id=uuid.uuid4(), entry=Strike(table.game.length), expected_position=table.game.length + 1)
    correct(by=director_of(event), draft=last, now=NOW, **place)
    answer_question(question=Question.objects.get(kind="open_game"), answer="play_on", by=director_of(event), now=NOW)


def left_as_seated(round_):
    """The director says that a round stays as it was drawn, though a later decision has changed from what."""
    asked = Question.objects.get(round=round_, kind="drawn_round", answer="")
    answer_question(question=asked, answer="leave", by=director_of(round_.event), now=NOW)


@pytest.fixture
def reopened(ten):
    """A final is published, and then a game of the first round is played on."""
    final = publish_seating(round_=seat(ten, "final"), by=director_of(ten), now=NOW)
    played_on(ten)
    final.refresh_from_db()
    return final


def test_a_final_does_not_start_while_a_basic_round_is_played_on(reopened):
    start = {"round_": reopened, "by": director_of(reopened.event), "now": NOW}
    said = refusal(rounds.start_round, **start)
    assert (said.code, said.values) == ("basic_unfinished", {"other": 1})
    first = reopened.event.rounds.get(number=1)
    rounds.close_round(round_=first, by=director_of(reopened.event), now=NOW, force_reason="it is late")
    left_as_seated(reopened)
    assert rounds.start_round(**start).status == "running"


def test_nor_does_a_round_of_a_ladder_by_hand_or_by_the_clock(ten, client):
    """Its pages say so; those behind it do not matter, nor do any where the seats are drawn by lot."""
    Event.objects.filter(pk=ten.pk).update(regulations={**ten.regulations, "seating": "ladder"})
    ladder = a_planned_round(Event.objects.get(pk=ten.pk))
    drawing.draw_round(round_=ladder, seed="ab", by=director_of(ten), now=NOW)
    publish_seating(round_=ladder, by=director_of(ten), now=NOW)
    a_planned_round(ten)
    said = "Round 1 counts for who sits here, and it is not over."
    assert said not in words_of(client.get(f"/e/{ten.slug}/round/2/"))
    played_on(ten)
    start = {"round_": ladder, "by": director_of(ten), "now": NOW}
    refused = refusal(rounds.start_round, **start)
    assert (refused.code, refused.values) == ("basic_unfinished", {"other": 1})
    step = Step.objects.create(event=ten, kind="start_round", round=ladder, due_at=NOW)
    run_step(step_id=step.pk, now=NOW)
    assert Step.objects.values_list("status", "reason").get() == ("refused", "basic_unfinished")
    assert said in words_of(client.get(f"/e/{ten.slug}/round/2/"))
    rounds.close_round(round_=ten.rounds.get(number=1), by=director_of(ten), now=NOW, force_reason="it is late")
    left_as_seated(ladder)
    assert rounds.start_round(**start).status == "running"


@pytest.mark.parametrize("kind", ["final", "ladder"])
def test_nor_does_either_while_it_is_asked_whether_its_seating_stays(ten, kind):
    """The game is over again: its round is closed first, and then whoever starts the next one says that it stays."""
    by, kinds = director_of(ten), {"final": "final", "ladder": "basic"}
    if kind == "ladder":
        Event.objects.filter(pk=ten.pk).update(regulations={**ten.regulations, "seating": "ladder"})
    event = Event.objects.get(pk=ten.pk)
    later = a_planned_round(event, kind=kinds[kind])
    drawing.draw_round(round_=later, seed="ab", by=by, now=NOW)
    publish_seating(round_=later, by=by, now=NOW)
    played_on(event)
    first = event.rounds.get(number=1)
    stories.play_out(table_of(first))

    def told() -> tuple[str, object, str, str]:
        refused = refusal(rounds.start_round, round_=later, by=by, now=NOW)
        step = Step.objects.create(event=event, kind="start_round", round=later, due_at=NOW)
        run_step(step_id=step.pk, now=NOW)
        step.refresh_from_db()
        return refused.code, refused.values, step.status, step.reason

    assert told() == ("earlier_not_closed", {"other": 1}, "refused", "earlier_not_closed")
    rounds.close_round(round_=first, by=by, now=NOW)
    assert told() == ("draw_unanswered", {"round": 2}, "refused", "draw_unanswered")
    left_as_seated(later)
    assert rounds.start_round(round_=later, by=by, now=NOW).status == "running"


def test_nor_while_the_director_is_asked_whether_one_is(ten):
    final, table = seat(ten, "final"), Table.objects.filter(round__event=ten, round__number=1).first()
    Question.objects.create(event=ten, kind="open_game", round=table.round, table=table, asked_at=NOW)
    assert refusal(rounds.start_round, round_=final, now=NOW).code == "basic_unfinished"


def test_a_final_that_was_seated_before_the_basic_rounds_were_over_for_a_reason_starts(ten):
    a_running_round(ten)
    final = seat(ten, "final", ranked(ten)[:6], reason="the last train")
    assert rounds.start_round(round_=final, now=NOW).status == "running"


def test_the_pages_of_such_a_final_say_that_a_basic_round_is_not_over(reopened, client):
    said, here = "Round 1 counts for who sits here, and it is not over.", f"/e/{reopened.event.slug}/round"
    desk = signed_in_as(director_of(reopened.event))

    def told() -> list[bool]:
        public = [words_of(client.get(f"{here}/{page}")) for page in ("2/", "2/table/1/", "1/", "1/table/1/")]
        return [said in page for page in (*public, words_of(desk.get(f"/desk/{reopened.event.slug}/round/2/")))]

    assert told() == [True, True, False, False, True]
    rounds.close_round(
        round_=reopened.event.rounds.get(number=1), by=director_of(reopened.event), now=NOW, force_reason="it is late"
    )
    assert told() == [False] * 5


def test_the_best_finalist_sits_in_the_last_seat(ten):
    final = seat(ten, "final")
    assert [one.key for one in seats_of(table_of(final)).values()] == ranked(ten)[5::-1]
    assert final.draws.get().algorithm == "by-rank/1"


def test_the_small_final_seats_the_others_and_ranks_them_behind_the_final(ten):
    order = ranked(ten)
    for kind in ("final", "small_final"):
        rounds.start_round(round_=seat(ten, kind), now=NOW)
    assert ranked(ten)[:6] == sorted(order[:6], key=ranked(ten).index)
    small = ten.rounds.get(kind="small_final")
    stories.play_out(table_of(small), losers="DCBA")
    loser = seats_of(table_of(small))["D"].key
    assert ranked(ten)[-1] == loser
    assert [row["place"] for row in results_of(ten)["standings"]][-1] == 10
    assert scoring.order_anew(ten) == []


@pytest.fixture
def tied(db):
    """A final of five, and two equals for the last seat in it."""
    return two_tables(regulations={"final_size": 5})


def test_a_tie_across_the_cut_asks_for_a_play_off_and_it_settles_the_tie(tied):
    before = final_proposal(tied)
    assert before.play_off is not None
    assert before.play_off.places == 1
    assert not set(before.play_off.between) & {*before.qualified, *before.others}
    assert refusal(seat, tied, "final").code == "play_off_open"
    fillers = before.others[: 4 - len(before.play_off.between)]
    play_off = seat(tied, "play_off", chosen=[*before.play_off.between, *fillers])
    rounds.start_round(round_=play_off, now=NOW)
    order = ranked(tied)
    table = table_of(play_off)
    loser = next(letter for letter, one in seats_of(table).items() if one.key == before.play_off.between[0])
    assert stories.record_deals(table, loser).state.finished
    after = final_proposal(Event.objects.get(pk=tied.pk))
    assert (after.play_off, after.settled) == (None, True)
    assert after.qualified == (*before.qualified, before.play_off.between[1])
    assert before.play_off.between[0] in after.others
    assert ranked(tied) == order  # it counts for nothing else
    assert scoring.order_anew(tied) == []


@pytest.fixture
def beside(tied):
    """A play-off is seated, and a final without it, for a reason."""
    proposal = final_proposal(tied)
    play_off = seat(tied, "play_off", [*proposal.play_off.between, *proposal.others[:2]])
    final = seat(tied, "final", [*proposal.qualified, proposal.play_off.between[0]], reason="the last train")
    return play_off, publish_seating(round_=final, by=director_of(tied), now=NOW)


def test_a_final_does_not_start_while_a_play_off_is_seated_and_not_over(beside, client):
    """By hand or by the clock; its pages say so, and the desk leads to the play-off."""
    play_off, final = beside
    by, slug = director_of(final.event), final.event.slug
    desk, start = signed_in_as(by), {"round_": final, "by": by, "now": NOW}
    said = "Round 2 counts for who sits here, and it is not over."

    def told() -> list[bool]:
        public = [words_of(client.get(f"/e/{slug}/round/{page}")) for page in ("3/", "3/table/1/", "2/")]
        return [said in page for page in (*public, words_of(desk.get(f"/desk/{slug}/round/3/")))]

    for step in (publish_seating, rounds.start_round):
        refused = refusal(rounds.start_round, **start)
        assert (refused.code, refused.values) == ("play_off_unfinished", {"other": 2})
        assert told() == [True, True, False, True]
        assert "Start round 3" not in words_of(desk.get(f"/desk/{slug}/"))
        step(round_=play_off, by=by, now=NOW)
    clock = Step.objects.create(event=final.event, kind="start_round", round=final, due_at=NOW)
    run_step(step_id=clock.pk, now=NOW)
    assert Step.objects.values_list("status", "reason").get() == ("refused", "play_off_unfinished")
    assert "The play-off in round 2 decides who sits here, and it is not over." in words_of(desk.get(f"/desk/{slug}/"))
    rounds.close_round(round_=play_off, by=by, now=NOW, force_reason="no time")
    assert told() == [False] * 4
    assert "Start round 3" in words_of(desk.get(f"/desk/{slug}/"))
    assert rounds.start_round(**start).status == "running"


def test_a_play_off_that_is_only_planned_holds_no_final_up(beside):
    play_off, final = beside
    Round.objects.filter(pk=play_off.pk).update(status="planned")
    assert rounds.start_round(round_=final, now=NOW).status == "running"


def test_nor_does_a_small_final_start_before_a_play_off_is_over_unless_the_final_runs(beside):
    """Who plays it is who is left: of whom the play-off decides, until the final has begun without it."""
    _play_off, final = beside
    in_final = [one.key for one in seats_of(table_of(final)).values()]
    small = seat(final.event, "small_final", [key for key in ranked(final.event) if key not in in_final])
    assert refusal(rounds.start_round, round_=small, now=NOW).code == "play_off_unfinished"
    Round.objects.filter(pk=final.pk).update(started_at=NOW)
    assert rounds.start_round(round_=small, now=NOW).status == "running"


def test_nor_does_any_of_them_while_a_play_off_is_played_and_not_closed(beside):
    """Its deal could still be taken back; the desk leads to closing it, also where it was planned after the final."""
    play_off, final = beside
    event, by = final.event, director_of(final.event)
    in_final = [one.key for one in seats_of(table_of(final)).values()]
    small = seat(event, "small_final", [key for key in ranked(event) if key not in in_final])
    rounds.start_round(round_=play_off, by=by, now=NOW)
    assert stories.play_out(table_of(play_off)).state.finished
    refused = [refusal(rounds.start_round, round_=later, by=by, now=NOW) for later in (final, small)]
    again = seat(event, "play_off", ranked(event)[:4], reason="once more")
    refused.append(refusal(rounds.start_round, round_=again, by=by, now=NOW))
    assert [(one.code, one.values) for one in refused] == [("earlier_not_closed", {"other": 2})] * 3
    rounds.remove_round(round_=again, by=by, now=NOW)
    Round.objects.filter(pk=play_off.pk).update(number=9)
    shown = words_of(signed_in_as(by).get(f"/desk/{event.slug}/"))
    assert ("Close round 9" in shown, "Start round 3" in shown) == (True, False)
    rounds.close_round(round_=play_off, by=by, now=NOW)
    assert rounds.start_round(round_=final, by=by, now=NOW).status == "running"


def test_if_a_filler_loses_the_play_off_it_is_played_again(tied):
    before = final_proposal(tied)
    assert before.play_off is not None
    for lost, settled in ((before.others[0], False), (before.play_off.between[1], True)):
        fillers = before.others[: 4 - len(before.play_off.between)]
        play_off = seat(tied, "play_off", chosen=[*before.play_off.between, *fillers])
        rounds.start_round(round_=play_off, now=NOW)
        table = table_of(play_off)
        stories.record_deals(table, next(letter for letter, one in seats_of(table).items() if one.key == lost))
        rounds.close_round(round_=play_off, by=director_of(tied), now=NOW)
        assert final_proposal(tied).settled is settled


def test_a_finalist_who_is_gone_has_to_be_replaced_by_the_director(ten):
    first = final_proposal(ten).qualified[0]
    gone(ten, first)
    missing = refusal(seat, ten, "final")
    assert (missing.code, missing.values) == ("not_here", {"nick": stories.registration(ten, first).nick})


# --- Others than the rank says ----------------------------------------------------------------------------------------


def test_others_are_seated_in_a_final_only_with_a_reason_and_it_is_kept_who_was_to_play(ten):
    order = ranked(ten)
    others = [*order[:5], order[9]]
    for chosen in (others, order[:5], order[:8]):
        with transaction.atomic():
            assert refused(ten, "final", chosen), chosen
    draw = seat(ten, "final", others, reason="her birthday").draws.get()
    assert draw.inputs["proposed"] == {"qualified": order[:6], "due": order[:6]}
    assert draw_inputs.hash_of(draw.inputs) == draw.inputs_hash
    assert [list(table) for table in draw_inputs.drawing_of(draw.inputs, draw.seed).tables] == draw.tables


def test_whoever_is_chosen_is_seated_by_rank_in_whatever_order_they_are_sent(ten):
    order = ranked(ten)
    final = seat(ten, "final", [order[3], order[0], order[5], order[1], order[4], order[2]])
    assert [one.key for one in seats_of(table_of(final)).values()] == order[5::-1]


def test_for_who_is_not_here_the_next_in_rank_moves_up_and_nobody_asks_why(ten):
    order = ranked(ten)
    gone(ten, order[0], order[6])
    assert refused(ten, "final", [*order[1:6], order[8]])
    assert refused(ten, "final", order[1:6])
    seat(ten, "final", [*order[1:6], order[7]])


def test_a_cut_that_moves_between_equal_ones_is_no_rank(db):
    """A final of four; those behind the cut are equal in pairs."""
    event = two_tables(regulations={"final_size": 4})
    order = ranked(event)
    gone(event, order[0])
    _, due = proposed(event, set(order[1:]))
    assert (due["final"].due, set(due["final"].tied)) == (tuple(order[1:4]), set(order[4:6]))
    assert refused(event, "final", order[1:5])
    assert refused(event, "final", [*order[1:4], order[5]])


def test_a_tie_across_the_cut_is_decided_without_a_play_off_only_with_a_reason(tied):
    proposal = final_proposal(tied)
    chosen = [*proposal.qualified, proposal.play_off.between[0]]
    assert refused(tied, "final", chosen)
    inputs = seat(tied, "final", chosen, reason="the last train").draws.get().inputs
    assert inputs["proposed"]["tied"] == list(proposal.play_off.between)


def test_of_two_equal_ones_who_is_here_plays_the_final_without_a_play_off(tied):
    proposal = final_proposal(tied)
    one, other = proposal.play_off.between
    gone(tied, other)
    seat(tied, "final", [*proposal.qualified, one])


def test_a_final_before_the_basic_rounds_are_over_needs_a_reason(ten):
    a_planned_round(ten)
    assert refused(ten, "final", ranked(ten)[:6])


def test_the_small_final_is_for_everybody_who_is_not_in_the_final_as_it_is_seated(ten):
    order = ranked(ten)
    in_final = [*order[:5], order[9]]
    missed = [key for key in order if key not in in_final]
    assert refused(ten, "small_final", missed), "by the rank it is for the last four"
    seat(ten, "final", in_final, reason="her birthday")
    assert refused(ten, "small_final", order[6:])
    small = seat(ten, "small_final")
    assert {one.key for one in seats_of(table_of(small)).values()} == set(missed)


def test_anybody_fills_the_table_of_a_play_off_and_whoever_is_equal_plays_or_it_is_said_why(tied):
    proposal = final_proposal(tied)
    one, other = proposal.play_off.between
    assert refused(tied, "play_off", [one, *proposal.qualified[:3]])
    draw = seat(tied, "play_off", [one, other, *proposal.qualified[:2]]).draws.get()
    assert (draw.reason, draw.inputs["proposed"]["due"]) == ("", [one, other])
    later = seat(tied, "play_off", [other, *proposal.qualified[:3]], reason="ill").draws.get()
    step = CeremonyStep.objects.get(event=tied, round_number=later.round.number, kind="opened")
    assert json.loads(step.document)["frozen"]["reason"] == "", "that tells why it was drawn again, and it was not"


def test_equal_ones_stand_and_sit_by_their_start_numbers_as_the_page_says(client, ten):
    Registration.objects.filter(event=ten, key="p10").update(position=0)
    order = by_start_number(ten)
    assert order != ranked(ten), "p10 is equal to p1 and registered earlier"
    proposal = final_proposal(ten)
    assert list(proposal.ranked) == order
    final = seat(ten, "final", sorted(proposal.qualified))
    assert final.draws.get().tables == [order[5::-1]]
    small = seat(ten, "small_final")
    assert small.draws.get().tables == [order[:5:-1]]
    said = "Of equal ones the lower start number, who registered earlier, is taken for the better."
    publish_seating(round_=final, by=director_of(ten), now=NOW)
    for page in ("", "draw/"):
        assert said in client.get(f"/e/{ten.slug}/round/{final.number}/{page}").content.decode()


def test_of_those_whom_no_rank_seats_the_earlier_entry_sits_nearer_to_the_best(ten):
    Registration.objects.filter(event=ten, key__in=("p2", "p10")).update(classified=False)
    scoring.order_anew(ten)
    order = [key for key in by_start_number(ten) if key not in ("p2", "p10")]
    final = seat(ten, "final", ["p10", "p2", *order[:4]], reason="guests")
    assert final.draws.get().tables == [["p10", "p2", *order[3::-1]]]

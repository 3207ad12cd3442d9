"""Leaving and coming late, after the draw and before the start (operations/evening/reseating.py)."""

import pytest

from tests.factories.base import NOW
from tests.factories.stories import a_drawn_round, add_players, an_event, director_of, registration
from tests.refusals import refusal
from tournaments.models import Registration, Round, SeatingChange
from tournaments.operations.evening import reseating, rounds
from tournaments.operations.seating import arranging
from tournaments.queries import reseating as queries
from tournaments.queries.seating import judged_seating, keys_of, occupants_of

pytestmark = pytest.mark.django_db


def seats(round_):
    return keys_of(occupants_of(round_))


def leave(round_, *keys, **options):
    people = [registration(round_.event, key) for key in keys]
    values = {"mark": judged_seating(round_).mark, "by": director_of(round_.event), "now": NOW, **options}
    return reseating.reseat_without(round_=round_, leaving=people, **values)


def come(round_, newcomer, **options):
    values = {"mark": judged_seating(round_).mark, "by": director_of(round_.event), "now": NOW, **options}
    return reseating.seat_late_comer(round_=round_, newcomer=newcomer, **values)


def test_a_table_that_stays_large_enough_loses_a_chair_and_nothing_else(event):
    round_ = a_drawn_round(event, sizes=(5, 5, 5))
    before = seats(round_)
    gone = before[2][4]
    found = leave(round_, gone, reason="ill")
    assert (found.moves, found.given_up) == ((), ())
    assert seats(round_) == {1: before[1], 2: before[2][:4], 3: before[3]}
    assert Registration.objects.get(event=event, key=gone).status == "withdrawn"
    kept = SeatingChange.objects.get()
    assert (kept.kind, kept.registration.key, kept.moved, kept.reason) == ("left", gone, 0, "ill")


def test_the_page_says_before_who_moves_and_the_act_does_it(db):
    round_ = a_drawn_round(an_event(players=13), sizes=(5, 4, 4))
    before = seats(round_)
    gone = before[2][3]
    said = queries.without(round_, [registration(round_.event, gone)])
    assert seats(round_) == before
    assert len([move for move in said.moves if move.other_table]) == 1
    done = leave(round_, gone)
    assert done.moves == said.moves
    after = seats(round_)
    assert sorted(map(len, after.values())) == [4, 4, 4]
    assert SeatingChange.objects.get().moved == len(said.moves)


def test_several_leave_together_and_a_table_is_given_up_with_its_number(db):
    round_ = a_drawn_round(an_event(players=12), sizes=(4, 4, 4))
    before = seats(round_)
    found = leave(round_, before[1][0], before[1][1])
    after = seats(round_)
    assert sum(map(len, after.values())) == 10
    assert set(after) == {1, 2, 3} - set(found.given_up)
    more = leave(round_, next(iter(after.values()))[0])  # tables with a gap in their numbers
    assert sum(map(len, seats(round_).values())) == 9
    assert more.found.proved_fewest
    assert sorted(SeatingChange.objects.values_list("moved", flat=True))[0] == 0


def test_eight_cannot_become_seven(db):
    round_ = a_drawn_round(an_event(players=8), sizes=(4, 4))
    before = seats(round_)
    assert refusal(leave, round_, "p1").code == "seven_players"
    assert seats(round_) == before
    assert registration(round_.event, "p1").status == "checked_in"


def test_who_comes_late_gets_a_chair_at_the_smallest_table_with_the_lowest_number(event):
    round_ = a_drawn_round(event, sizes=(6, 5, 4))
    before = seats(round_)
    [late] = add_players(event, 1)
    found = come(round_, late)
    assert found.moves == ()
    assert seats(round_) == {1: before[1], 2: before[2], 3: [*before[3], late.key]}
    assert found.seats[late.key] == "3E"
    kept = SeatingChange.objects.get()
    assert (kept.kind, kept.registration.key, kept.moved) == ("came", late.key, 0)
    sits = refusal(come, round_, late)
    assert (sits.code, sits.values) == ("sits_already", {"nick": late.nick, "table": 3, "seat": "E"})


def test_a_change_in_another_tab_is_refused_and_so_is_one_after_the_start(event):
    round_ = a_drawn_round(event)
    seen = judged_seating(round_).mark
    [late] = add_players(event, 1)
    by = director_of(event)
    arranging.swap_seats(round_=round_, swaps=[("1A", "2A")], mark=seen, by=by, now=NOW)
    assert refusal(leave, round_, "p1", mark=seen).code == "seating_changed"
    assert refusal(come, round_, late, mark=seen).code == "seating_changed"
    assert refusal(leave, round_).code == "nobody_leaves"
    assert refusal(leave, round_, "p1", late.key).values == {"nick": late.nick}
    running = rounds.start_round(round_=round_, by=by, now=NOW)
    assert refusal(leave, running, "p1").code == "round_step"


def test_nobody_comes_late_who_is_not_here_or_to_a_seat_that_is_won(event):
    round_ = a_drawn_round(event)
    [late] = add_players(event, 1)
    Registration.objects.filter(pk=late.pk).update(status="confirmed")
    assert refusal(come, round_, late).code == "not_here"
    Registration.objects.filter(pk=late.pk).update(status="checked_in")
    Round.objects.filter(pk=round_.pk).update(kind="final")
    assert refusal(come, Round.objects.get(pk=round_.pk), late).code == "seats_are_won"

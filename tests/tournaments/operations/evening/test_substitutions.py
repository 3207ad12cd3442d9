"""Somebody goes, somebody comes (operations/evening/substitutions.py, stand_ins.py)."""

import pytest

from games.rules.entries import Strike
from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.stories import (
    a_drawn_round,
    a_running_round,
    director_of,
    record_deals,
    record_line,
    registration,
    table_of,
)
from tests.games.logs import written
from tests.refusals import refusal
from tournaments.models import Occupant, Player, Registration, Score
from tournaments.operations.evening import rounds
from tournaments.operations.evening.stand_ins import send_in
from tournaments.operations.evening.substitutions import substitute_player, withdraw_player
from tournaments.operations.results import scoring
from tournaments.queries.documents import results_of

pytestmark = pytest.mark.django_db


def labels(round_, number=1):
    """Who sits at a table: "A1=p3 B1=p7 …"; who was freed stands in brackets."""
    rows = Occupant.objects.filter(round=round_, table__number=number).order_by("seat", "label")
    return " ".join(f"{one.label}={one.registration.key}" if one.active else f"({one.label})" for one in rows)


def withdraw(one, **options):
    return withdraw_player(registration=one, by=director_of(one.event), now=NOW, **options)


def substitute(out, stand_in, **options):
    substitute_player(out=out, stand_in=stand_in, by=director_of(out.event), now=NOW, **options)


def at(table, seat):
    return registration(table.round.event, stories.seats_of(table)[seat].key)


def guest(event, key="p16"):
    """Somebody who is here and has no seat."""
    stories.add_players(event, 1)
    return registration(event, key)


def in_line(event):
    assert scoring.order_anew(event) == []


# --- Withdrawals ------------------------------------------------------------------------------------------------------


def test_without_a_seat_a_withdrawal_is_a_word(event):
    one = withdraw(registration(event, "p1"), reason="ill")
    assert (one.status, one.reason) == ("withdrawn", "ill")
    assert Score.objects.get(registration=one).rank_key == ""
    in_line(event)


def test_before_the_start_the_seat_is_closed_up(event):
    round_ = a_drawn_round(event, sizes=(5, 5, 5))
    before = [one.key for one in stories.seats_of(table_of(round_)).values()]
    withdraw(registration(event, before[1]))
    assert labels(round_) == f"A1={before[0]} B1={before[2]} C1={before[3]} D1={before[4]}"
    rounds.start_round(round_=round_, now=NOW)
    assert table_of(round_).game.seats == "ABCD"


def test_a_table_of_four_is_not_made_smaller(event):
    round_ = a_drawn_round(event, sizes=(6, 5, 4))
    one = at(table_of(round_, 3), "A")
    assert refusal(withdraw, one).code == "table_too_small"
    one.refresh_from_db()
    assert one.status == "checked_in"


def test_in_a_running_game_the_seat_leaves_with_what_it_has(evening):
    table = table_of(evening)
    record_deals(table, "A B A")
    one = withdraw(at(table, "A"), reason="a\ntrain")
    assert written(table.game)[-1] == "4 withdraw"
    game = table_of(evening).game
    assert game.state["seats"]["A"]["left"] == 1
    assert [score.deals for score in Score.objects.filter(registration=one)] == [2]
    assert Score.objects.get(registration=one).rank_key != ""
    in_line(evening.event)


def test_who_sits_in_a_running_game_and_in_a_drawn_round_leaves_both(evening):
    event = evening.event
    second = a_drawn_round(event, sizes=(5, 5, 5), word="JINAK")
    one = at(table_of(second, 2), "C")
    withdraw(one)
    assert Occupant.objects.filter(registration=one, round=second).count() == 0
    assert table_of(second, 2).occupants.count() == 4
    lines = [game for game in (table_of(evening, n).game for n in (1, 2, 3)) if game.length]
    assert [written(game) for game in lines] == [["1 withdraw"]]
    in_line(event)


def test_if_one_of_his_seats_cannot_be_given_up_he_keeps_all(event):
    running = a_running_round(event, sizes=(5, 5, 5))
    drawn = a_drawn_round(event, sizes=(6, 5, 4), word="JINAK")
    one = at(table_of(drawn, 3), "B")
    assert refusal(withdraw, one).code == "table_too_small"
    assert [written(table_of(running, number).game) for number in (1, 2, 3)] == [[], [], []]


def test_after_leaving_his_table_a_withdrawal_touches_no_log(evening):
    table = table_of(evening)
    one = at(table, "A")
    record_deals(table, "A A A A A")  # KAMIL
    withdraw(one)
    assert len(written(table.game)) == 5
    in_line(evening.event)


# --- Substitutions ----------------------------------------------------------------------------------------------------


def test_before_the_start_the_seat_changes_hands_and_both_keep_their_class(event):
    stand_in = guest(event)
    Registration.objects.filter(pk=stand_in.pk).update(status="confirmed")
    round_ = a_drawn_round(event, sizes=(5, 5, 5))
    out = at(table_of(round_), "C")
    substitute(out, stand_in, reason="late")
    assert f"C1={stand_in.key}" in labels(round_)
    assert (out.status, out.reason, stand_in.status) == ("withdrawn", "late", "checked_in")
    assert Registration.objects.filter(pk__in=[out.pk, stand_in.pk], classified=True).count() == 2
    in_line(event)


def test_in_a_running_game_each_counts_for_himself_and_neither_takes_a_place(evening):
    event, table = evening.event, table_of(evening)
    out, stand_in = at(table, "B"), guest(event)
    record_deals(table, "B B A")
    substitute(out, stand_in, reason="injury")
    record_deals(table, "B")
    assert f"B1={out.key} B2={stand_in.key}" in labels(evening)
    scores = {key: Score.objects.get(registration__key=key) for key in (out.key, stand_in.key)}
    assert [(one.letters, one.deals, one.rank_key) for one in scores.values()] == [(2, 2, ""), (1, 1, "")]
    document = results_of(event)
    assert not {out.key, stand_in.key} & {line["entry"] for line in document["standings"]}
    seat = document["tables"][0]["seats"]["B"]
    assert (seat["entry"], seat["letters"], seat["letters_on_seat"]) == (stand_in.key, 1, 3)
    in_line(event)


def test_the_director_may_leave_both_their_places(evening):
    table = table_of(evening)
    out, stand_in = at(table, "B"), guest(evening.event)
    record_deals(table, "B")
    substitute(out, stand_in, keep_classified=True)
    placed = {line["entry"] for line in results_of(evening.event)["standings"]}
    assert {out.key, stand_in.key} <= placed
    in_line(evening.event)


def test_a_stand_in_takes_the_drawn_seats_over_too(evening):
    event = evening.event
    second = a_drawn_round(event, sizes=(5, 5, 5), word="JINAK")
    out = at(table_of(second, 2), "D")
    stand_in = guest(event)
    substitute(out, stand_in)
    assert f"D1={stand_in.key}" in labels(second, 2)
    assert not Occupant.objects.filter(registration=out, round=second).exists()


def test_who_left_can_come_back_to_his_seat_and_goes_on_counting(evening):
    event, table = evening.event, table_of(evening)
    out, stand_in = at(table, "B"), guest(event)
    record_deals(table, "B")
    substitute(out, stand_in, keep_classified=True)
    record_deals(table, "B")
    substitute(stand_in, out, keep_classified=True)
    record_deals(table, "B")
    lines = table.game.entries.filter(kind="substitute").order_by("position")
    assert [line.payload.get("occupant") for line in lines] == ["B2", "B1"]
    assert Score.objects.get(registration=out).letters == 2
    in_line(event)


@pytest.mark.parametrize("seat", ["A", "C"])
def test_nobody_sits_in_two_seats_of_a_round(evening, seat):
    table = table_of(evening)
    out, busy = at(table, "B"), at(table_of(evening, 2), seat)
    assert refusal(substitute, out, busy).code == "substitute_elsewhere"
    assert refusal(substitute, out, at(table, seat)).code == "substitute_elsewhere"
    assert written(table.game) == []


def test_who_has_no_seat_or_has_left_it_is_not_replaced(evening):
    table, stand_in = table_of(evening), guest(evening.event)
    record_deals(table, "A A A A A")
    assert refusal(substitute, at(table, "A"), stand_in).code == "not_seated"
    assert refusal(substitute, stand_in, at(table, "A")).code == "not_seated"
    assert refusal(substitute, at(table, "B"), at(table, "B")).code == "same_player"


@pytest.mark.parametrize("status", ["applied", "waiting", "withdrawn", "confirmed"])
def test_a_stand_in_is_in_whatever_he_was_before(evening, status):
    stand_in = guest(evening.event)
    Registration.objects.filter(pk=stand_in.pk).update(status=status, reason="ill")
    substitute(at(table_of(evening), "B"), stand_in)
    stored = Registration.objects.get(pk=stand_in.pk)
    assert (stored.status, stored.reason) == ("checked_in", "")
    in_line(evening.event)


# --- A substitution that was none -------------------------------------------------------------------------------------


@pytest.fixture
def substituted(evening):
    """Table 1 of the evening after B lost a deal and p16 took his seat over in line 2 and lost another."""
    table = table_of(evening)
    record_deals(table, "B")
    substitute(at(table, "B"), guest(evening.event), keep_classified=True)
    record_deals(table, "B")
    return table


def test_a_struck_substitution_frees_the_person_and_gives_the_deals_back(substituted):
    event, out = substituted.round.event, at(substituted, "B")
    record_line(substituted, Strike(2))
    assert "(B2)" in labels(substituted.round)
    stand_in = registration(event, "p16")
    assert Score.objects.get(registration=stand_in).rounds == {}
    assert (Score.objects.get(registration=out).letters, Score.objects.get(registration=out).deals) == (2, 2)
    in_line(event)
    substitute(at(table_of(substituted.round, 2), "A"), stand_in)
    assert "A2=p16" in labels(substituted.round, 2)
    in_line(event)


def test_striking_the_strike_seats_him_again_if_he_is_still_free(substituted):
    event = substituted.round.event
    record_line(substituted, Strike(2))
    record_line(substituted, Strike(4))
    assert "B2=p16" in labels(substituted.round)
    in_line(event)


def test_but_not_if_he_sits_elsewhere_by_now(substituted):
    event = substituted.round.event
    record_line(substituted, Strike(2))
    substitute(at(table_of(substituted.round, 2), "A"), registration(event, "p16"))
    assert refusal(record_line, substituted, Strike(4)).code == "substitute_elsewhere"
    in_line(event)


# --- Finals -----------------------------------------------------------------------------------------------------------


def test_a_finalist_who_stands_in_elsewhere_leaves_the_final_in_order():
    event = stories.an_event(players=11, status="closed")
    stories.play_round(a_running_round(event, sizes=(6, 5)))
    stories.play_round(a_running_round(event, kind="final", chosen=[f"p{n}" for n in range(1, 7)]))
    small = a_drawn_round(event, kind="small_final", chosen=[f"p{n}" for n in range(7, 12)])
    substitute(at(table_of(small), "A"), registration(event, "p1"), reason="too few for a table")
    assert "1" not in [line["entry"] for line in results_of(event)["standings"]]
    in_line(event)


# --- Out of the crowd -------------------------------------------------------------------------------------------------


def test_a_spectator_is_registered_and_seated_in_one_step_though_the_event_is_full(evening):
    event = evening.event
    type(event).objects.filter(pk=event.pk).update(capacity=15)
    stand_in = send_in(out=at(table_of(evening), "B"), line="SPECTATOR", by=director_of(event), now=NOW)
    assert f"B2={stand_in.key}" in labels(evening)


def test_if_the_seat_cannot_be_taken_nobody_was_registered(evening):
    table = table_of(evening)
    record_deals(table, "A A A A A")
    failed = refusal(send_in, out=at(table, "A"), line="SPECTATOR", by=director_of(evening.event), now=NOW)
    assert failed.code == "not_seated"
    assert not Player.objects.filter(nick="SPECTATOR").exists()

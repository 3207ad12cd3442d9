"""The life of a round (operations/evening/rounds.py)."""

import datetime as dt

import pytest

from games.models import Game
from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.stories import a_drawn_round, a_planned_round, a_running_round, director_of, registration, table_of
from tests.games.logs import written
from tests.races import race
from tests.refusals import refusal
from tournaments.models import Draw, Event, EventStatus, Occupant, Round, RoundStatus, SeatSwap, Step, Table
from tournaments.operations.evening import rounds
from tournaments.operations.events import making
from tournaments.operations.seating import draw_inputs, drawing, seats
from tournaments.operations.words.round_words import open_set_words

pytestmark = pytest.mark.django_db


def seating(round_):
    """Table by table the keys in the order of the seats."""
    rows = Occupant.objects.filter(round=round_).order_by("table__number", "seat")
    tables = {}
    for number, key in rows.values_list("table__number", "registration__key"):
        tables.setdefault(number, []).append(key)
    return list(tables.values())


def draw(round_, **options):
    return drawing.draw_round(
        **{"round_": round_, "seed": stories.SEED, "by": director_of(round_.event), "now": NOW, **options}
    )


# --- Draws ------------------------------------------------------------------------------------------------------------


def test_a_draw_seats_everybody_and_is_kept_with_all_it_read(event):
    round_ = a_planned_round(event)
    record = draw(round_, sizes=(5, 5, 5))
    assert seating(round_) == record.tables
    assert sorted(key for table in record.tables for key in table) == sorted(f"p{n}" for n in range(1, 16))
    assert (record.attempt, record.seed, record.reason, round_.status) == (1, stories.SEED, "", "drawn")
    assert record.inputs["options"]["sizes"] == [5, 5, 5]


def test_the_stored_inputs_and_the_seed_give_the_same_tables_again(event):
    stories.play_round(a_running_round(event, sizes=(5, 5, 5)))
    second = a_planned_round(event)
    record = Draw.objects.get(pk=draw(second).pk)
    assert record.inputs["rounds"] != []
    assert [list(table) for table in draw_inputs.drawing_of(record.inputs, record.seed).tables] == record.tables
    others = [draw_inputs.drawing_of(record.inputs, seed).tables for seed in ("0123", "4567", "89ab", "cdef")]
    assert any([list(table) for table in other] != record.tables for other in others)


def test_the_same_field_and_seed_give_the_same_seats():
    first, second = (a_drawn_round(stories.an_event(players=12, status="closed")) for _ in range(2))
    assert seating(first) == seating(second)


def test_a_ladder_is_repeatable_too():
    event = stories.an_event(players=10, status="closed", regulations={"seating": "ladder"})
    stories.play_round(a_running_round(event))
    second = a_planned_round(event)
    record = draw(second)
    standing = list(event.scores.order_by("rank_key", "registration__position").values_list("key", flat=True))
    assert [player["key"] for player in record.inputs["players"]] == standing
    ranks = [event.scores.get(key=key).rank_key for table in record.tables for key in sorted(table, key=standing.index)]
    assert ranks == sorted(ranks)
    assert [list(table) for table in draw_inputs.drawing_of(record.inputs, record.seed).tables] == record.tables


def test_another_draw_needs_a_reason_and_both_are_kept(event):
    round_ = a_drawn_round(event)
    for unsaid in ("", " ", "."):
        assert refusal(draw, round_, seed="beef", reason=unsaid).code == "reason_required"
    draw(round_, seed="beef", reason="a table of friends")
    assert list(round_.draws.order_by("attempt").values_list("seed", "reason")) == [
        (stories.SEED, ""),
        ("beef", "a table of friends"),
    ]
    assert seating(round_) == round_.draws.get(attempt=2).tables


def test_a_published_seating_drawn_again_is_a_draft_again(event):
    round_ = seats.publish_seating(round_=a_drawn_round(event), now=NOW)
    draw(round_, reason="one came late")
    round_.refresh_from_db()
    assert (round_.status, round_.published_at) == ("drawn", None)


def test_once_the_round_has_started_nothing_is_drawn_any_more(evening):
    assert refusal(draw, evening, reason="x").code == "round_step"


@pytest.mark.parametrize(
    ("players", "options", "code"),
    [
        (0, {}, "nobody_to_seat"),
        (3, {}, "too_few_players"),
        (7, {}, "seven_players"),
        (8, {"sizes": (5, 4)}, "sizes_do_not_fit"),
        (8, {"seed": "no hex"}, "bad_seed"),
        (8, {"chosen": ["p1", "p2", "p3", "p99"]}, "not_here"),
    ],
)
def test_what_cannot_be_drawn_is_refused_and_nothing_is_kept(players, options, code):
    event = stories.an_event(players=players, status="closed")
    round_ = a_planned_round(event)
    assert refusal(draw, round_, **options).code == code
    assert Event.objects.get(pk=event.pk).regulations_frozen_at is None
    assert (round_.draws.count(), round_.tables.count()) == (0, 0)


def test_whoever_is_not_checked_in_where_others_are_gets_no_seat(event):
    late = stories.add_players(event, 1, registered="confirmed")[0]
    assert late.key not in [key for table in seating(a_drawn_round(event)) for key in table]


def test_the_first_draw_freezes_the_regulations(event):
    a_drawn_round(event)
    frozen = Event.objects.get(pk=event.pk)
    assert frozen.regulations_frozen_at == NOW
    frozen.regulations = {"pooling": "mean"}
    assert refusal(making.change_event, event=frozen, now=NOW).code == "regulations_frozen"
    again = Event.objects.get(pk=event.pk)
    again.regulations = {"pooling": "pooled"}  # the default, said aloud: nothing changes
    making.change_event(event=again, now=NOW)


# --- Swaps and publishing ---------------------------------------------------------------------------------------------


def test_two_players_change_seats_and_the_draw_stays_as_it_was(event):
    round_ = a_drawn_round(event, sizes=(5, 5, 5))
    before = seating(round_)
    one, other = before[0][0], before[2][3]
    director = director_of(event)
    seats.swap_players(
        round_=round_,
        first=registration(event, one),
        second=registration(event, other),
        by=director,
        now=NOW,
        reason="wheelchair",
    )
    after = seating(round_)
    assert (after[0][0], after[2][3]) == (other, one)
    assert sum(a != b for x, y in zip(before, after, strict=True) for a, b in zip(x, y, strict=True)) == 2
    assert round_.draws.get().tables == before
    assert SeatSwap.objects.get(round=round_).reason == "wheelchair"


def test_nobody_swaps_with_who_has_no_seat_or_after_the_start(event):
    round_ = a_drawn_round(event)
    [late] = stories.add_players(event, 1)
    swap = {"round_": round_, "first": registration(event, "p1"), "by": None, "now": NOW}
    assert refusal(seats.swap_players, second=late, **swap).code == "not_seated"
    rounds.start_round(round_=round_, now=NOW)
    assert refusal(seats.swap_players, second=registration(event, "p2"), **swap).code == "round_step"


# --- Start ------------------------------------------------------------------------------------------------------------


def test_the_start_opens_a_game_at_every_table_and_shows_the_word(event):
    round_ = a_drawn_round(event, sizes=(6, 5, 4), word="CHUDÁ")
    assert not round_.is_word_public
    rounds.start_round(round_=round_, now=NOW)
    games = [table_of(round_, number).game for number in (1, 2, 3)]
    assert [game.seats for game in games] == ["ABCDEF", "ABCDE", "ABCD"]
    assert games[0].letters == ["C", "H", "U", "D", "Á"]
    assert round_.is_word_public
    assert round_.published_at == NOW
    assert Event.objects.get(pk=event.pk).status == EventStatus.RUNNING


def test_a_round_without_a_word_or_without_a_draw_does_not_start(event):
    planned = a_planned_round(event, word="")
    assert refusal(rounds.start_round, round_=planned, now=NOW).code == "round_step"
    draw(planned)
    assert refusal(rounds.start_round, round_=planned, now=NOW).code == "no_word"
    planned.refresh_from_db()
    assert (planned.status, Game.objects.count()) == ("drawn", 0)


def test_a_start_from_a_stale_page_opens_no_second_games(event):
    round_ = a_drawn_round(event)
    stale = Round.objects.get(pk=round_.pk)
    rounds.start_round(round_=round_, now=NOW)
    stories.record_deals(table_of(round_), "A")
    assert refusal(rounds.start_round, round_=stale, now=NOW).code == "round_step"
    assert written(table_of(round_).game) == ["1 deal"]


def test_a_closed_round_is_not_started_anew(evening):
    rounds.close_round(round_=evening, by=director_of(evening.event), now=NOW, force_reason="x")
    assert refusal(rounds.start_round, round_=evening, now=NOW).code == "round_started"


def test_the_statements_of_a_start_do_not_grow_with_the_tables(django_assert_max_num_queries):
    event = stories.an_event(players=40, status="closed")
    round_ = a_drawn_round(event)
    assert round_.tables.count() >= 8
    with django_assert_max_num_queries(58):  # nine for three lines of the journal and what they carry
        rounds.start_round(round_=round_, now=NOW)


def test_a_cancelled_or_unannounced_event_does_not_start(event):
    round_ = a_drawn_round(event)
    for status, code in (("cancelled", "event_over"), ("draft", "event_step")):
        Event.objects.filter(pk=event.pk).update(status=status)
        assert refusal(rounds.start_round, round_=round_, now=NOW).code == code
    assert Game.objects.count() == 0


# --- Close and reopen -------------------------------------------------------------------------------------------------


def test_a_round_with_unfinished_tables_is_closed_with_a_reason_only(evening):
    director = director_of(evening.event)
    stories.play_out(table_of(evening, 2))
    open_tables = refusal(rounds.close_round, round_=evening, by=director, now=NOW)
    assert (open_tables.code, open_tables.values) == ("tables_open", {"tables": "1, 3"})
    rounds.close_round(round_=evening, by=director, now=NOW, force_reason="fire\nalarm")
    assert [table_of(evening, number).game.finished for number in (1, 2, 3)] == [True, True, True]
    assert written(table_of(evening, 1).game) == ["1 close"]
    assert evening.status == "closed"


def test_closing_freezes_nothing_but_the_round(evening):
    """The event goes on, its version too, and a later round can be drawn."""
    director = director_of(evening.event)
    rounds.close_round(round_=evening, by=director, now=NOW, force_reason="fire alarm")
    event = Event.objects.get(pk=evening.event_id)
    assert event.status == "running"
    assert a_running_round(event).status == "running"


def test_a_reopened_round_is_recorded_again_and_a_finished_event_runs_again(evening):
    director = director_of(evening.event)
    rounds.close_round(round_=evening, by=director, now=NOW, force_reason="fire alarm")
    making.change_status(event=evening.event, status=EventStatus.FINISHED, now=NOW)
    rounds.reopen_round(round_=evening, now=NOW)
    assert Event.objects.get(pk=evening.event_id).status == "running"
    assert not stories.record_deals(table_of(evening), 'x1 "false alarm"').state.finished


def test_a_round_that_never_ran_is_not_reopened(event):
    round_ = seats.publish_seating(round_=a_drawn_round(event), now=NOW)
    assert refusal(rounds.reopen_round, round_=round_, now=NOW).code == "round_step"


def test_a_final_is_added_to_a_finished_event_once_it_runs_again(evening):
    stories.play_round(evening)
    event = Event.objects.get(pk=evening.event_id)
    making.change_status(event=event, status=EventStatus.FINISHED, now=NOW)
    assert refusal(rounds.plan_round, event=event, kind="final", now=NOW).code == "event_over"
    making.change_status(event=event, status=EventStatus.RUNNING, now=NOW)
    a_running_round(event, kind="final", chosen=[f"p{n}" for n in range(1, 7)])
    assert Event.objects.get(pk=event.pk).status == "running"


# --- Plans and words --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["", "KO", "K L", "KAMIL1", "NEJNEOBHOSPODAŘOVÁVATELNĚJŠÍ"])
def test_a_word_is_three_to_twelve_letters(event, word):
    round_ = a_planned_round(event, word="")
    assert refusal(rounds.set_word, round_=round_, word=word, now=NOW).code == "word_malformed"


def test_the_split_of_a_word_can_be_corrected(event):
    round_ = a_planned_round(event, word="")
    rounds.set_word(round_=round_, word="CHUCHL", letters=["CH", "U", "CH", "L"], now=NOW)
    [plain] = open_set_words(event=event, by=None, now=NOW).values()
    assert plain.letters == ("CH", "U", "CH", "L")
    wrong = {"round_": round_, "word": "CHUCHL", "now": NOW}
    assert refusal(rounds.set_word, letters=["CH", "U", "H", "L"], **wrong).code == "word_malformed"
    assert refusal(rounds.set_word, letters=["CHU", "CHL"], **wrong).code == "word_malformed"


def test_a_word_stays_once_the_round_has_started(evening):
    assert refusal(rounds.set_word, round_=evening, word="JINAK", now=NOW).code == "round_started"


def test_a_new_word_is_a_new_commitment_for_everybody(event):
    round_ = a_planned_round(event)
    before = Event.objects.get(pk=event.pk).version
    rounds.set_word(round_=round_, word="JINAK", reason="misspelt", now=NOW)
    assert Event.objects.get(pk=event.pk).version == before + 1


def test_only_the_last_round_that_has_not_started_is_removed(event):
    first, second = a_drawn_round(event), a_planned_round(event)
    assert refusal(rounds.remove_round, round_=first, now=NOW).code == "not_last_round"
    rounds.remove_round(round_=second, now=NOW)
    rounds.start_round(round_=first, now=NOW)
    assert refusal(rounds.remove_round, round_=first, now=NOW).code == "round_started"
    assert list(event.rounds.values_list("number", flat=True)) == [1]


def test_a_start_by_the_clock_follows_the_plan(event):
    round_ = rounds.plan_round(event=event, kind="basic", now=NOW, starts_at=NOW)
    rounds.change_round(round_=round_, kind="final", starts_at=NOW + dt.timedelta(hours=1), now=NOW)
    assert Step.objects.get(round=round_).due_at == NOW + dt.timedelta(hours=1)
    draw(round_, chosen=["p1", "p2", "p3", "p4"], reason="chosen")
    assert refusal(rounds.change_round, round_=round_, kind="basic", starts_at=None, now=NOW).code == "kind_drawn"


def test_the_one_letter_of_a_play_off_goes_with_its_kind(event):
    """A final that was planned as a play-off would be played for an X; it wants a word like any other."""
    round_ = rounds.plan_round(event=event, kind="play_off", now=NOW)
    assert round_.playing_word.word == "X"
    rounds.change_round(round_=round_, kind="final", starts_at=None, now=NOW)
    assert Round.objects.get(pk=round_.pk).lacks_word
    rounds.change_round(round_=round_, kind="play_off", starts_at=None, now=NOW)
    assert Round.objects.get(pk=round_.pk).playing_word.word == "X"


# --- Two people at once -----------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_two_starts_at_once_open_one_game_for_each_table():
    event = stories.an_event(players=10, status="closed")
    round_ = a_drawn_round(event)
    copies = [Round.objects.select_related("event").get(pk=round_.pk) for _ in range(3)]
    answers = race(*(lambda copy=copy: rounds.start_round(round_=copy, now=NOW).status for copy in copies))
    assert sorted(answers) == ["round_step", "round_step", RoundStatus.RUNNING]
    assert Game.objects.count() == Table.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_a_deal_and_the_closing_of_its_round_do_not_meet():
    event = stories.an_event(players=10, status="closed")
    round_ = a_running_round(event)
    director = director_of(event)
    copy = Round.objects.select_related("event").get(pk=round_.pk)
    tables = [table_of(round_, 1), table_of(round_, 2)]
    close = {"round_": copy, "by": director, "now": NOW, "force_reason": "late"}
    answers = race(
        lambda: rounds.close_round(**close).status,
        lambda: stories.record_deals(tables[0], "A").position,
        lambda: stories.record_deals(tables[1], "A").position,
    )
    assert answers[0] == "closed"
    assert set(answers[1:]) <= {1, "round_not_running", "stale_position"}
    assert [table_of(round_, number).game.finished for number in (1, 2)] == [True, True]

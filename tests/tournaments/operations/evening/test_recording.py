"""Recording at a table (operations/evening/recording.py)."""

import uuid
from dataclasses import replace
from inspect import unwrap

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.http import Http404
from django.test.utils import CaptureQueriesContext

from games import queries
from games.protocol import Draft
from games.rules.entries import Amend, Close, Deal, Entry, Settle, Strike, Substitute, Swap, Withdraw
from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.stories import director_of, record_deals, record_line, registration, table_of
from tests.games.logs import written
from tests.refusals import refusal
from tests.same_rows import assert_same, texts_made
from tournaments.models import Account, Event, Occupant, Registration, Round, Score, Table
from tournaments.operations.evening import recording, rounds
from tournaments.operations.evening.substitutions import substitute_player

pytestmark = pytest.mark.django_db


def send(table, entry, *, by: Account, at: int, key=None):
    return recording.record(
        by=by,
        slug=table.round.event.slug,
        round_number=table.round.number,
        table_number=table.number,
        draft=Draft(id=key or uuid.uuid4(), entry=entry, expected_position=at),
        now=NOW,
    )


def scores(table, text_of=lambda score: f"{score.letters}/{score.deals}"):
    drawn = stories.seats_of(table)
    return " ".join(f"{seat}{text_of(Score.objects.get(registration=one))}" for seat, one in drawn.items())


# --- A deal -----------------------------------------------------------------------------------------------------------


def test_a_deal_is_counted_for_those_who_played(evening):
    table = table_of(evening, 2)
    recorded = record_deals(table, "A B")
    assert recorded.position == 2
    assert scores(table) == "A1/1 B1/2 C0/2 D0/2 E0/1"
    assert recorded.is_referee


def test_nobody_settles_a_flag_without_the_line_that_follows(evening):
    table = table_of(evening, 1)
    settle = Settle(arrival=str(uuid.uuid4()), verdict="take")
    assert refusal(send, table, settle, by=director_of(evening.event), at=1).code == "settled_by_flag"


def test_the_event_gets_a_new_version_by_a_line_and_by_nothing_else(evening):
    table, by, key = table_of(evening), director_of(evening.event), uuid.uuid4()
    before = Event.objects.get(pk=evening.event_id).version
    send(table, stories.deal(table, "A"), by=by, at=1, key=key)
    send(table, Deal("A", ("E",)), by=by, at=1, key=key)
    refusal(send, table, stories.deal(table, "F"), by=by, at=2)
    assert Event.objects.get(pk=evening.event_id).version == before + 1


def test_a_refused_line_leaves_nothing(evening):
    table = table_of(evening)
    assert refusal(record_line, table, Deal("A")).code == "not_four"
    assert written(table.game) == []
    assert scores(table) == "A0/0 B0/0 C0/0 D0/0 E0/0"


def test_an_id_of_another_table_is_refused(evening):
    key, by = uuid.uuid4(), director_of(evening.event)
    send(table_of(evening, 1), Deal("A", ("E",)), by=by, at=1, key=key)
    assert refusal(send, table_of(evening, 2), Deal("A", ("E",)), by=by, at=1, key=key).code == "id_reused"
    assert written(table_of(evening, 2).game) == []


def test_only_a_running_round_is_recorded(event):
    drawn = stories.a_drawn_round(event, sizes=(5, 5, 5))
    assert refusal(record_line, table_of(drawn), Deal("A", ("E",))).code == "round_not_running"
    running = rounds.start_round(round_=drawn, now=NOW)
    rounds.close_round(round_=running, by=director_of(event), now=NOW, force_reason="fire alarm")
    assert refusal(record_line, table_of(drawn), Deal("A", ("E",))).code == "round_not_running"


def test_a_lost_answer_is_given_again_after_the_round_was_closed(evening):
    table, by, key = table_of(evening), director_of(evening.event), uuid.uuid4()
    send(table, Deal("A", ("E",)), by=by, at=1, key=key)
    rounds.close_round(round_=evening, by=by, now=NOW, force_reason="fire alarm")
    again = send(table, Deal("A", ("E",)), by=by, at=1, key=key)
    assert (again.position, again.repeated) == (1, True)


# --- Statements -------------------------------------------------------------------------------------------------------


def a_field(players):
    """An event of this size whose first table has begun."""
    event = stories.an_event(players=players, status="closed")
    round_ = rounds.plan_round(event=event, kind="basic", now=NOW, word="KAMIL")
    drawn = Table.objects.bulk_create(Table(round=round_, number=number) for number in range(1, players // 4 + 1))
    seats = zip(Registration.objects.filter(event=event), [t for t in drawn for _ in "ABCD"], strict=True)
    round_.occupants.bulk_create(
        Occupant(table=table, round=round_, seat="ABCD"[i % 4], label="ABCD"[i % 4] + "1", registration=one)
        for i, (one, table) in enumerate(seats)
    )
    Round.objects.filter(pk=round_.pk).update(status="published")
    rounds.start_round(round_=round_, now=NOW)
    record_deals(table_of(round_), "A")
    return table_of(round_)


@pytest.mark.django_db(transaction=True)
def test_a_deal_takes_at_most_ten_statements_at_any_size():
    counted = {}
    for players in (8, 300):
        table = a_field(players)
        by, line = director_of(table.round.event), stories.deal(table, "B")
        with CaptureQueriesContext(connection) as queries:
            send(table, line, by=by, at=2)
        counted[players] = [query["sql"].split()[0] for query in queries.captured_queries]
    assert counted[8] == counted[300]
    assert {"BEGIN", "COMMIT"} <= set(counted[8])
    assert len(counted[8]) <= 10


@pytest.mark.parametrize("who", ["director", "referee", "line_judge", "keeper"])
def test_the_texts_of_all_its_statements_are_kept(evening, request, who):
    table, by = table_of(evening, 2), request.getfixturevalue(who)
    first, second = (Draft(id=uuid.uuid4(), entry=Deal("A", ("E",)), expected_position=at) for at in (1, 2))
    place = {"slug": evening.event.slug, "round_number": 1, "table_number": table.number}
    recording.record(by=Account.objects.get(pk=by.pk), draft=first, now=NOW, **place)
    with texts_made() as made:
        who_asks = Account.objects.get(pk=by.pk)
        recording.record(by=who_asks, draft=replace(second, entry=Deal("A", ("B",))), now=NOW, **place)
        assert recording.record(by=who_asks, draft=first, now=NOW, **place).repeated
    assert made == []


def test_what_is_kept_is_what_is_told(evening):
    table = table_of(evening)
    record_deals(table, "A B")
    for ask, value in ((recording.occupants_of_game, table.game_id), (queries.log_of_game, table.game_id)):
        assert_same(ask(value), unwrap(ask)(value))


def test_a_correction_in_a_basic_round_takes_no_more(evening):
    table = table_of(evening)
    record_deals(table, "A B")
    by = director_of(evening.event)
    with CaptureQueriesContext(connection) as queries:
        send(table, Strike(1), by=by, at=3)
    assert len(queries) <= 10


# --- Who corrects -----------------------------------------------------------------------------------------------------


def test_amend_and_strike_move_the_letters(evening):
    table = table_of(evening)
    record_deals(table, "A B C")
    record_line(table, Amend(1, {"loser": "D"}))
    assert scores(table) == "A0/2 B1/2 C1/3 D1/3 E0/2"
    record_line(table, Strike(2))
    assert scores(table) == "A0/2 B0/1 C1/2 D1/2 E0/1"
    record_line(table, Strike(5))
    assert scores(table) == "A0/2 B1/2 C1/3 D1/3 E0/2"


@pytest.mark.parametrize("line", [Close("tired"), Withdraw("A", "ill"), Substitute("A", "A2")])
def test_a_line_judge_seats_and_closes_nobody(evening, line_judge, referee, line):
    table = table_of(evening, 2)
    assert refusal(record_line, table, line, by=line_judge).code == "needs_referee"
    assert table_of(evening, 2).game.length == 0
    if isinstance(line, Close):
        assert record_line(table, line, by=referee).state.closed


def test_a_line_judge_undoes_his_own_last_line_of_a_finished_game_and_no_other(evening, line_judge, referee):
    table = table_of(evening, 2)
    stories.play_out(table)
    last = table_of(evening, 2).game.length
    assert refusal(record_line, table, Strike(last), by=line_judge).code == "correction_needs_referee"
    record_line(table, Strike(last), by=referee)
    deal = stories.deal(table, "B")
    assert record_line(table, deal, by=line_judge).state.finished
    assert refusal(record_line, table, Strike(1), by=line_judge).code == "correction_needs_referee"
    assert refusal(record_line, table, Amend(1, {"loser": "B"}), by=line_judge).code == "correction_needs_referee"
    assert not record_line(table, Strike(last + 2), by=line_judge).state.finished


@pytest.mark.parametrize(
    ("who", "number", "verdict"),
    [
        ("director", 1, None),
        ("referee", 1, None),
        ("keeper", 1, None),
        ("line_judge", 2, None),
        ("line_judge", 1, PermissionDenied),
        ("player", 1, PermissionDenied),
        ("stranger", 1, PermissionDenied),
        ("director", 9, Http404),
    ],
)
def test_who_may_record(evening, request, who, number, verdict):
    by = request.getfixturevalue(who)
    table = Table(round=evening, number=number)
    if verdict is None:
        assert send(table, Deal("A", ("E",)), by=by, at=1).position == 1
    else:
        with pytest.raises(verdict):
            send(table, Deal("A", ("E",)), by=by, at=1)


# --- Lines that name somebody -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("occupant", ["A2", "B1", "Z9"])
def test_nobody_takes_a_seat_over_whom_the_desk_has_not_sent(evening, occupant):
    table = table_of(evening)
    assert refusal(record_line, table, Substitute("A", occupant)).code == "stand_in_unknown"
    assert written(table.game) == []


def test_nor_by_an_amendment(evening):
    table, [stand_in] = table_of(evening), stories.add_players(evening.event, 1)
    substitute_player(out=stories.seats_of(table)["A"], stand_in=stand_in, by=director_of(evening.event), now=NOW)
    assert refusal(record_line, table, Amend(1, {"occupant": "A7"})).code == "stand_in_unknown"
    assert refusal(record_line, table, Amend(1, {"occupant": "B1"})).code == "stand_in_unknown"


def test_nobody_takes_a_seat_over_from_himself(evening):
    table, [stand_in] = table_of(evening), stories.add_players(evening.event, 1)
    assert refusal(record_line, table, Substitute("A", "A1")).code == "same_player"
    substitute_player(out=stories.seats_of(table)["A"], stand_in=stand_in, by=director_of(evening.event), now=NOW)
    assert refusal(record_line, table, Substitute("A", "A2")).code == "same_player"
    assert refusal(record_line, table, Amend(1, {"occupant": "A1"})).code == "same_player"
    assert written(table.game) == ["1 substitute"]


def test_nor_by_a_correction_of_what_was_before_that(evening):
    """Else it would be told that he came for himself. What has to be taken back first is said."""
    table, [stand_in] = table_of(evening), stories.add_players(evening.event, 1)
    substitute_player(out=stories.seats_of(table)["A"], stand_in=stand_in, by=director_of(evening.event), now=NOW)
    record_deals(table, "B")
    back = record_line(table, Substitute("A", "A1")).position
    refused = refusal(record_line, table, Strike(1))
    assert (refused.code, refused.values["line"]) == ("stand_in_stays", back)
    record_line(table, Strike(back))
    never = record_line(table, Strike(1)).position
    again = record_line(table, Substitute("A", "A2")).position
    refused = refusal(record_line, table, Strike(never))
    assert (refused.code, refused.values["line"]) == ("stand_in_stays", again)
    assert table_of(evening).game.length == again


@pytest.mark.parametrize("unsaid", ["", " .", "\u2800\u3164"])
def test_who_plays_a_final_changes_by_no_line_without_a_reason(evening, unsaid):
    """By rank, and also for what was played before somebody else came; and what a line had for a reason is not taken
    away. Any other line is recorded as everywhere.
    """
    table = stories.a_substituted_final(evening)
    out, stand_in = (registration(evening.event, key) for key in ("p7", "p8"))
    substitute_player(out=out, stand_in=stand_in, reason="ill, too", by=director_of(evening.event), now=NOW)  # C3
    log = len(written(table.game))

    def refused(entry: Entry) -> None:
        assert refusal(record_line, table, entry).code == "stand_in_reason_required", entry
        assert len(written(table.game)) == log

    for entry in (
        Substitute("C", "C1", unsaid),
        Strike(1, unsaid),
        Strike(2, unsaid),
        Amend(2, {"occupant": "C1"}, unsaid),
        Amend(2, {"reason": None}),
        Amend(2, {"reason": unsaid}),
        Swap("A", "B", 1, unsaid),
    ):
        refused(entry)
    record_line(table, Strike(1, "not ill at all"))
    log = 3
    refused(Strike(3, unsaid))
    record_line(table, Strike(3, "ill indeed"))
    record_line(table, Strike(2, "the wrong one"))
    log = 5
    for entry in (Strike(5, unsaid), Substitute("C", "C3", unsaid)):
        refused(entry)
    record_line(table, Strike(5, "the right one"))
    record_line(table, Amend(2, {}, "ill as well"))
    record_line(table, Withdraw("A"))
    record_line(table, Strike(8))
    record_deals(table, "B")
    record_line(table, Strike(10))
    wrongly = log = record_line(table, Swap("A", "B", 10, "each other's chairs")).position
    for entry in (Strike(wrongly, unsaid), Amend(wrongly, {"reason": unsaid})):
        refused(entry)
    record_line(table, Strike(wrongly, "no, they had not"))
    assert table_of(table.round).game.state["seats"]["C"]["occupant"] == "C3"


def test_the_pen_goes_to_who_takes_it(evening, referee):
    table = table_of(evening)
    record_deals(table, "A")
    held = recording.take_pen(by=referee, slug=evening.event.slug, round_number=1, table_number=1, now=NOW)
    assert held.game.pen_epoch == 2
    record_line(table, Close("rain"), by=referee)
    assert [line.pen for line in table.game.entries.order_by("position")] == [1, 2]

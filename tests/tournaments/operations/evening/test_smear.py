"""An event of Smear through the operations: no words anywhere, its own table sizes, scores kept deal by deal."""

import json
import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.protocol import Draft
from games.rules.entries import SmearDeal
from games.rules.refusals import Refused
from tests.factories import stories
from tests.factories.base import NOW
from tests.tournaments.exchange.files import SMEAR
from tournaments.exchange.event_file import dump, parse
from tournaments.exchange.played import played_event
from tournaments.models import Event, Round, Score
from tournaments.operations.evening import rounds
from tournaments.operations.evening.recording import record
from tournaments.operations.evening.steps import due_steps, run_step
from tournaments.operations.evening.substitutions import substitute_player, withdraw_player
from tournaments.operations.files.event_files import export_event, import_event
from tournaments.operations.results.publishing_standings import publish_standings
from tournaments.operations.seating import draw_inputs
from tournaments.operations.seating.seats import publish_seating
from tournaments.operations.upkeep.rebuilding import rebuild_event
from tournaments.queries.documents import results_of
from tournaments.queries.standings import standings_page
from tournaments.standings.results import results, results_document

pytestmark = pytest.mark.django_db


def shown(event: Event) -> list[str]:
    return [f"{row.place} {row.key} {row.games_won}/{row.games} {row.points}" for row in standings_page(event).rows]


@pytest.fixture
def event() -> Event:
    return stories.a_smear_event(players=8, smear_target=12)


# --- Rounds -----------------------------------------------------------------------------------------------------------


def test_a_round_is_planned_drawn_and_started_without_a_word(event):
    round_ = stories.a_running_round(event)
    assert round_.playing_word is None
    table = stories.table_of(round_)
    assert (table.game.letters, table.game.seats) == ([], "ABCD")
    assert table.game.state["smear"] == {"target": 12, "scores": {"AC": 0, "BD": 0}, "winner": None}
    assert table.game.state["to_go"] is None


def test_a_word_is_refused(event):
    with pytest.raises(Refused) as refusal:
        rounds.plan_round(event=event, kind="basic", now=NOW, word="KAMIL")
    assert refusal.value.code == "no_word_in_smear"


def test_a_play_off_needs_no_letter_either(event):
    assert rounds.plan_round(event=event, kind="play_off", now=NOW).playing_word is None


@pytest.mark.parametrize(
    ("settings", "players", "sizes"),
    [
        ({}, 14, [6, 4, 4]),
        ({"smear_variant": "cutthroat"}, 9, [3, 3, 3]),
        ({"smear_variant": "five_point"}, 8, [8]),
    ],
)
def test_tables_are_as_large_as_the_variant_wants(settings, players, sizes):
    event = stories.a_smear_event(players=players, **settings)
    round_ = stories.a_running_round(event, sizes=[8] if sizes == [8] else None)
    assert sorted((len(table.game.seats) for table in round_.tables.select_related("game")), reverse=True) == sizes
    stored = round_.draws.get()
    assert draw_inputs.drawing_of(stored.inputs, stored.seed).tables == tuple(map(tuple, stored.tables))


def test_who_cannot_be_seated_is_told(event):
    stories.add_players(event, 1)
    with pytest.raises(Refused) as refusal:
        stories.a_drawn_round(event)
    assert (refusal.value.code, refusal.value.values) == ("cannot_be_seated", {"n": 9, "sizes": "4, 6"})


def test_a_seat_that_closes_up_would_leave_a_table_that_cannot_play():
    event = stories.a_smear_event(players=6)
    stories.a_drawn_round(event)
    with pytest.raises(Refused) as refusal:
        withdraw_player(registration=stories.registration(event, "p1"), by=stories.director_of(event), now=NOW)
    assert refusal.value.code == "table_not_playable"


# --- Recording --------------------------------------------------------------------------------------------------------


def test_scores_follow_every_deal_and_rebuild_finds_nothing_to_mend(event):
    first = stories.a_running_round(event)
    one, two = (stories.table_of(first, number) for number in (1, 2))
    stories.record_smear(one, "B4 (AC3 BD7); C5 (AC4 BD6)")
    stories.record_smear(two, "A2 (AC9 BD1)")
    seats = {key: stories.seats_of(table)[key].key for table in (one,) for key in "ABCD"}
    scores = {score.key: score for score in Score.objects.filter(event=event)}
    assert [(scores[seats[seat]].games_won, scores[seats[seat]].points) for seat in "ABCD"] == [
        (0, -2),
        (1, 13),
        (0, -2),
        (1, 13),
    ]
    assert scores[seats["B"]].rounds == {"1": ["basic", 2, 0, 1, 1, 13]}
    assert len(set(shown(event))) == 8
    assert rebuild_event(event=event).differences == ()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", ["basic", "final"])
def test_a_deal_takes_at_most_ten_statements(kind):
    event = stories.a_smear_event(players=4)
    chosen = None if kind == "basic" else ["p1", "p2", "p3", "p4"]
    table = stories.table_of(stories.a_running_round(event, kind=kind, chosen=chosen))
    stories.record_smear(table, "B4 (AC3 BD7)")
    director = stories.director_of(event)
    draft = Draft(id=uuid.uuid4(), entry=SmearDeal("C", 4, {"AC": 4}), expected_position=2)
    with CaptureQueriesContext(connection) as queries:
        record(by=director, slug=event.slug, round_number=1, table_number=1, draft=draft, now=NOW)
    counted = [query["sql"].split()[0] for query in queries.captured_queries]
    assert {"BEGIN", "COMMIT"} <= set(counted)
    assert len(counted) <= 10


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("A", "not_smoking_cat"),
        ('+A "late"', "not_smoking_cat"),
        ('void /A "x"', "no_bench"),
        ("E4 (AC3)", "unknown_seat"),
        ("A4 (AB3)", "unknown_party"),
        ("A11 (AC3)", "bid_out_of_range"),
        ("A10 (AC10) moon", "no_moon"),
    ],
)
def test_a_line_that_cannot_be_is_refused(event, text, code):
    table = stories.table_of(stories.a_running_round(event))
    with pytest.raises(Refused) as refusal:
        stories.record_smear(table, text)
    assert refusal.value.code == code


def test_a_deal_of_smear_is_refused_at_a_table_of_smoking_cat():
    table = stories.table_of(stories.a_running_round(stories.an_event(players=4, status="closed")))
    with pytest.raises(Refused) as refusal:
        stories.record_smear(table, "A4 (AC4)")
    assert refusal.value.code == "not_smear"


def test_an_amended_and_a_struck_deal_change_the_scores(event):
    table = stories.table_of(stories.a_running_round(event))
    stories.record_smear(table, "B4 (AC3 BD7); ~1 points=(AC8 BD2)")
    assert stories.table_of(table.round).game.state["smear"]["scores"] == {"AC": 8, "BD": -4}
    stories.record_smear(table, "x1")
    assert stories.table_of(table.round).game.state["smear"]["scores"] == {"AC": 0, "BD": 0}
    assert {row.points for row in standings_page(event).rows} == {0}


def test_a_stand_in_has_what_was_played_since_he_came(event):
    table = stories.table_of(stories.a_running_round(event))
    drawn = stories.seats_of(table)
    [stand_in] = stories.add_players(event, 1)
    stories.record_smear(table, "B4 (BD5)")
    substitute_player(
        out=stories.registration(event, drawn["D"].key),
        stand_in=stories.registration(event, stand_in.key),
        by=stories.director_of(event),
        now=NOW,
        keep_classified=True,
    )
    stories.record_smear(table, "B4 (BD8)")
    scores = {score.key: (score.games_won, score.points) for score in Score.objects.filter(event=event)}
    assert scores[drawn["D"].key] == (0, 5)
    assert scores[stand_in.key] == (1, 8)
    assert rebuild_event(event=event).differences == ()


def test_who_withdraws_ends_the_game_of_his_table_without_a_winner(event):
    table = stories.table_of(stories.a_running_round(event))
    stories.record_smear(table, "B4 (BD5)")
    withdraw_player(
        registration=stories.registration(event, stories.seats_of(table)["D"].key),
        by=stories.director_of(event),
        now=NOW,
        reason="ill",
    )
    state = stories.table_of(table.round).game.state
    assert (state["finished"], state["smear"]["winner"], state["smear"]["scores"]) == (True, None, {"AC": 0, "BD": 5})


def test_rounds_close_only_when_all_games_are_won(event):
    round_ = stories.a_running_round(event)
    stories.record_smear(stories.table_of(round_, 1), "B4 (BD10); B4 (BD4)")
    with pytest.raises(Refused) as refusal:
        rounds.close_round(round_=round_, by=stories.director_of(event), now=NOW)
    assert (refusal.value.code, refusal.value.values) == ("tables_open", {"tables": "2"})
    rounds.close_round(round_=round_, by=stories.director_of(event), now=NOW, force_reason="venue closes")
    assert stories.table_of(round_, 2).game.state["smear"]["winner"] is None


# --- Files and standings ----------------------------------------------------------------------------------------------


def test_a_file_goes_in_and_out_to_the_byte():
    text = json.dumps(SMEAR, indent=1, ensure_ascii=False)
    event = import_event(file=parse(text), by=None, now=NOW)
    assert dump(export_event(event)) == text
    assert results_of(event) == results_document(results(played_event(parse(text))))
    assert [score.points for score in event.scores.order_by("rank_key", "key")][:2] == [14, 14]
    assert rebuild_event(event=event).differences == ()


def test_what_was_played_here_exports_and_gives_the_same_results(event):
    first = stories.a_running_round(event)
    for number in (1, 2):
        stories.record_smear(stories.table_of(first, number), "B4 (AC3 BD7); B3 (BD9)")
    rounds.close_round(round_=first, by=stories.director_of(event), now=NOW)
    stories.a_planned_round(event)
    text = dump(export_event(event))
    assert '"word"' not in text
    assert [round_["number"] for round_ in json.loads(text)["rounds"]] == [1, 2]
    assert results_document(results(played_event(parse(text)))) == results_of(event)
    published = publish_standings(event=event, by=None, now=NOW)
    assert published.document["standings"][0]["games_won"] == 1


def test_a_final_ranks_its_table_first_deal_by_deal():
    event = stories.a_smear_event(players=8, smear_target=12, final_size=4)
    first = stories.a_running_round(event)
    for number in (1, 2):
        stories.record_smear(stories.table_of(first, number), "B4 (AC3 BD7); B3 (BD9)")
    rounds.close_round(round_=first, by=stories.director_of(event), now=NOW)
    final = stories.a_running_round(event, kind="final", chosen=[row.key for row in standings_page(event).rows[4:]])
    stories.record_smear(stories.table_of(final), "B4 (BD7)")
    page = standings_page(event)
    assert [row.points for row in page.rows] == [10, 10, 3, 3, 16, 16, 16, 16]
    assert [reason.code for reason in page.rows[0].why] == ["games_in_final", "then_games", "shared"]
    assert rebuild_event(event=event).differences == ()


def test_the_clock_starts_a_round_without_a_word(event):
    round_ = publish_seating(round_=stories.a_drawn_round(event), now=NOW)
    rounds.change_round(round_=round_, kind="basic", starts_at=NOW, now=NOW)
    [step] = due_steps(NOW)
    assert run_step(step_id=step, now=NOW)
    assert Round.objects.get(event=event).status == "running"

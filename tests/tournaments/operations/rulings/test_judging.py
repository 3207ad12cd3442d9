"""Rulings and their effect on the game (operations/rulings/judging.py)."""

import uuid

import pytest
from django.core.exceptions import PermissionDenied

from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.stories import director_of, record_deals, registration, seats_of, table_of
from tests.games.logs import written
from tests.refusals import refusal
from tournaments.models import Question, Ruling, Score
from tournaments.operations.evening import rounds
from tournaments.operations.evening.stand_ins import send_in
from tournaments.operations.results import scoring
from tournaments.operations.rulings import judging
from tournaments.operations.rulings.draft import RulingDraft

pytestmark = pytest.mark.django_db


def rule(table, kind, decision, **options):
    return judging.rule(**said_at(table, kind, decision, **options))


def said_at(table, kind, decision, by=None, **options):
    fields = {"seat": "B", "facts": "did not\nfollow suit", "judged_by": "referee", **options}
    return {
        "by": by or director_of(table.round.event),
        "slug": table.round.event.slug,
        "round_number": table.round.number,
        "table_number": table.number,
        "draft": RulingDraft(kind=kind, decision=decision, **fields),
        "now": NOW,
    }


def letters(table):
    return "".join(str(seat["letters"]) for seat in table_of(table.round, table.number).game.state["seats"].values())


@pytest.fixture
def table(evening):
    """Table 1 after A and C lost a deal each."""
    table = table_of(evening)
    record_deals(table, "A C")
    return table


@pytest.mark.parametrize(
    ("kind", "decision", "position", "lines", "after"),
    [
        ("a", "warning", None, [], "10100"),
        ("a", "penalty_letter", None, ["3 penalty_letter"], "11100"),
        ("b_inattentive", "lost_deal", None, ["3 deal"], "11100"),
        ("b_inattentive", "lost_deal", 2, ["3 amend"], "11000"),
        ("b_inattentive", "lost_deal_and_letter", 2, ["3 amend", "4 penalty_letter"], "12000"),
        ("c", "void_deal", None, ["3 void_deal"], "10100"),
        ("c", "void_deal", 2, ["3 strike", "4 void_deal"], "10000"),
        ("b_inattentive", "void_deal", 1, ["3 strike"], "00100"),
    ],
)
def test_a_decision_has_its_effect_on_the_log(table, kind, decision, position, lines, after):
    ruling = rule(table, kind, decision, position=position, bench=("E",) if decision == "lost_deal" else None)
    assert written(table.game)[2:] == lines
    assert letters(table) == after
    assert ruling.entries == [int(line.split()[0]) for line in lines]
    assert (ruling.facts, ruling.ban_proposed) == ("did not\nfollow suit", False)
    assert scoring.order_anew(table.round.event) == []


def test_a_voided_deal_is_played_once_more_by_the_same_dealer(table):
    before = table_of(table.round).game.state["next"]
    rule(table, "c", "void_deal")
    assert table_of(table.round).game.state["next"] == before


def test_a_deal_before_somebody_left_can_still_be_voided(evening):
    table = table_of(evening)
    record_deals(table, "C A A A A A D")
    rule(table, "b_inattentive", "void_deal", position=1)
    assert letters(table) == "50010"


def test_a_ruling_needs_no_points_where_points_are_required():
    event = stories.an_event(players=8, status="closed", regulations={"points_entry": "required"})
    table = table_of(stories.a_running_round(event))
    assert refusal(record_deals, table, "A").code == "points_required"
    assert rule(table, "b_intentional", "lost_deal").ban_proposed
    assert letters(table) == "0100"


@pytest.mark.parametrize(
    ("kind", "decision", "options", "code"),
    [
        ("b_intentional", "warning", {}, "ruling_not_allowed"),
        ("nothing", "warning", {}, "ruling_not_allowed"),
        ("a", "warning", {"facts": "  "}, "facts_required"),
        ("a", "penalty_letter", {"seat": "F"}, "unknown_seat"),
        ("b_inattentive", "lost_deal", {"position": 7}, "no_such_deal"),
        ("b_inattentive", "lost_deal", {"position": 1, "seat": "E"}, "loser_not_playing"),
        ("b_inattentive", "lost_deal_and_letter", {"position": 1, "seat": "E"}, "loser_not_playing"),
        ("a", "warning", {"expected_position": 2}, "stale_position"),
    ],
)
def test_what_cannot_be_ruled_leaves_neither_ruling_nor_line(table, kind, decision, options, code):
    assert refusal(rule, table, kind, decision, **options).code == code
    assert (Ruling.objects.count(), written(table.game)) == (0, ["1 deal", "2 deal"])


def test_nobody_rules_on_a_game_in_which_he_plays(table):
    event, by = table.round.event, director_of(table.round.event)
    player = registration(event, seats_of(table)["D"].key).player
    player.account = by
    player.save()
    assert refusal(rule, table, "a", "warning").code == "judge_plays"
    assert rule(table_of(table.round, 2), "a", "warning")


def test_a_player_does_not_rule(table, player):
    with pytest.raises(PermissionDenied):
        rule(table, "a", "warning", by=player)


def test_the_same_form_again_is_the_same_ruling(table):
    form = uuid.uuid4()
    first = rule(table, "a", "penalty_letter", form=form)
    assert rule(table, "a", "penalty_letter", form=form, expected_position=3) == first
    assert refusal(rule, table, "a", "warning", form=form).code == "id_reused"
    assert letters(table) == "11100"


def test_the_look_and_the_deed_take_one_draft(table):
    said = said_at(table, "b_inattentive", "lost_deal", position=2, expected_position=3, form=uuid.uuid4())
    found = judging.preview_ruling(**said)
    assert [(one.seat, one.before, one.after) for one in found.letters] == [("B", "0", "1"), ("C", "1", "0")]
    assert (Ruling.objects.count(), written(table.game), letters(table)) == (0, ["1 deal", "2 deal"], "10100")
    assert judging.rule(**said).form == said["draft"].form
    assert letters(table) == "11000"
    assert refusal(judging.preview_ruling, **said).code == "stale_position", "a look is not the deed of its form"


def test_the_director_is_asked_where_a_first_ruling_reaches_a_final_that_is_drawn():
    event = stories.an_event(players=9, status="closed", series="nationals")
    first = stories.play_round(stories.a_running_round(event, sizes=(5, 4)), close=False)
    rounds.close_round(round_=first, by=director_of(event), now=NOW)
    keys = Score.objects.filter(event=event).order_by("rank_key", "key").values_list("key", flat=True)
    stories.a_drawn_round(event, kind="final", chosen=list(keys[:6]))
    rounds.reopen_round(round_=first, now=NOW)
    rule(table_of(first), "b_inattentive", "lost_deal", seat="D", position=1)
    assert [(one.kind, one.round.kind) for one in Question.objects.all()] == [("drawn_round", "final")]


def test_a_penalty_letter_for_a_wrong_deal_needs_a_second_one_of_the_same_dealer(table):
    assert refusal(rule, table, "c", "penalty_letter", seat="A").code == "not_repeated"
    rule(table, "c", "warning", seat="A")
    assert refusal(rule, table, "c", "penalty_letter", seat="B").code == "not_repeated"
    assert rule(table, "c", "penalty_letter", seat="A").entries == [3]


def test_whom_it_concerns_is_who_sat_there_at_the_time(table):
    event = table.round.event
    out = seats_of(table)["B"]
    send_in(out=out, line="NEWCOMER", by=director_of(event), now=NOW)
    assert rule(table_of(table.round), "b_inattentive", "lost_deal", position=1).concerned == out
    assert rule(table_of(table.round), "a", "warning").concerned.nick == "NEWCOMER"


def test_the_log_holds_the_public_text_and_never_the_facts(table):
    rule(table, "a", "penalty_letter", facts="private", public_text="Looked\ntoo early.")
    payload = table_of(table.round).game.entries.order_by("position").last().payload
    assert payload["reason"] == "Looked too early."

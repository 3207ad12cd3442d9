"""What a higher instance has decided is decided: nobody below it rules on the same once more, or while it decides."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.factories.base import NOW
from tests.factories.stories import director_of, record_deals, staff_of, table_of
from tests.factories.tournaments import AccountFactory
from tests.refusals import refusal
from tests.tournaments.operations.evening.test_substitutions import guest
from tests.tournaments.operations.rulings.test_overruling import letters, over, rule, union
from tournaments.models import Office
from tournaments.operations.evening.substitutions import substitute_player
from tournaments.operations.rulings.appeals import appeal, decide_appeal, preview_decision
from tournaments.operations.rulings.draft import AppealDraft
from tournaments.operations.rulings.overruling import may_judge_as

pytestmark = pytest.mark.django_db
LIFTED = AppealDraft(outcome="lifted", reasons="Looked into it.")


@pytest.fixture
def table(evening):
    """Table 1 after A and C lost a deal each."""
    table = table_of(evening)
    record_deals(table, "A C")
    return table


# --- Ruling on the same once more -------------------------------------------------------------------------------------


def lifted(table, **options):
    """A penalty letter for B, and the union's ruling that there is none."""
    return over(rule(table, "a", "penalty_letter", seat="B", **options), "lifted", judged_by="union", by=union())


@pytest.mark.parametrize("position", [2, None])
@pytest.mark.parametrize("judged_by", ["referee", "table"])
def test_a_letter_that_the_union_has_lifted_is_not_given_by_a_new_ruling(table, position, judged_by):
    lifted(table, position=position)
    again = refusal(rule, table, "a", "penalty_letter", seat="B", position=position, judged_by=judged_by)
    assert again.code == "ruled_above"
    assert letters(table) == "10100"


def test_a_letter_for_the_deal_being_played_is_not_given_when_it_is_over(table):
    lifted(table)
    record_deals(table, "D")
    deal = table_of(table.round).game.length
    again = refusal(rule, table, "a", "penalty_letter", seat="B", position=deal, judged_by="referee")
    assert again.code == "ruled_above"


def test_another_deal_another_player_or_another_offence_is_judged_as_ever(table):
    lifted(table, position=2)
    for seat, kind, position in [("B", "a", 1), ("D", "a", 2), ("B", "b_inattentive", 1), ("B", "a", None)]:
        decision = "penalty_letter" if kind == "a" else "lost_deal_and_letter"
        assert rule(table, kind, decision, seat=seat, position=position, judged_by="referee")


def test_who_lifts_as_a_line_judge_binds_no_referee(table):
    first = rule(table, "a", "penalty_letter", seat="B", position=2)
    over(first, "lifted", judged_by="line_judge")
    assert rule(table, "a", "penalty_letter", seat="B", position=2, judged_by="referee")
    assert letters(table) == "11100"


# --- Ruling while the union decides -----------------------------------------------------------------------------------


@pytest.fixture
def appealed(table):
    """A line judge's ruling against B, and his appeal."""
    ruling = rule(table, "a", "penalty_letter", seat="B", judged_by="line_judge")
    ruling.concerned.player.account = AccountFactory.create()
    ruling.concerned.player.save()
    return appeal(against=ruling, by=ruling.concerned.player.account, grounds="I did not.", now=NOW)


@pytest.mark.parametrize("judged_by", ["referee", "union"])
def test_nobody_rules_in_place_of_what_somebody_appealed_against(appealed, judged_by):
    """Else the union had nothing left to decide on: it would lift what is in force no more."""
    by = union() if judged_by == "union" else director_of(appealed.ruling.table.round.event)
    assert refusal(over, appealed.ruling, "warning", judged_by=judged_by, by=by).code == "appeal_waits"
    assert may_judge_as(by, appealed.ruling) == ()


def test_the_union_decides_on_what_was_appealed_against(appealed, table):
    board = union()
    seen = preview_decision(made=appealed, by=board, draft=LIFTED, now=NOW)
    assert [(one.before, one.after) for one in seen.letters] == [("1", "0")]
    decide_appeal(made=appealed, by=board, draft=LIFTED, now=NOW)
    assert letters(table) == "10100"
    again = refusal(rule, table, "a", "penalty_letter", seat="B", judged_by="referee")
    assert again.code == "ruled_above"


def test_pages_say_that_an_appeal_waits_and_show_no_form(appealed):
    table = appealed.ruling.table
    here = f"/t/{table.round.event.slug}/{table.round.number}/{table.number}/rulings/{appealed.ruling.pk}/"
    referee, board = staff_of(table.round.event, "referee"), union()
    for who, address in [(referee, here), (board, f"/union/rulings/{appealed.ruling.pk}/")]:
        client = Client()
        client.force_login(who)
        page = client.get(address).content.decode()
        assert "The union decides on the appeal." in page
        assert 'name="decision"' not in page


# --- Ruling on one's own case -----------------------------------------------------------------------------------------


def test_who_has_left_the_table_does_not_decide_on_it_either(table):
    """He played there; that he went home makes nobody of him who may say what his own letter was worth."""
    ruling = rule(table, "a", "penalty_letter", seat="B", position=2)
    player = ruling.concerned.player
    player.account = union()
    player.save()
    substitute_player(
        out=ruling.concerned,
        stand_in=guest(table.round.event),
        by=director_of(table.round.event),
        now=NOW,
    )
    again = refusal(over, ruling, "lifted", judged_by="union", by=player.account)
    assert again.code == "judge_plays"
    assert letters(table) == "11100"


def test_who_ruled_is_not_the_union_that_overrules_it(table):
    """Else who has both offices would make his letter the union's word, and nobody could appeal against it."""
    board = director_of(table.round.event)
    Office.objects.create(account=board, role="union", starts_at=NOW)
    ruling = rule(table, "a", "penalty_letter", seat="B", position=2, judged_by="referee", by=board)
    assert may_judge_as(board, ruling) == ("referee",)
    assert refusal(over, ruling, "penalty_letter", judged_by="union", by=board).code == "own_ruling"
    assert over(ruling, "lifted", judged_by="union", by=union())

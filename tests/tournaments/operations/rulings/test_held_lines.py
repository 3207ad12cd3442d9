"""What a ruling holds changes through overruling only; who gave a ruling puts it right; nobody rules above himself."""

from __future__ import annotations

import uuid

import pytest

from games.models import Game
from games.protocol import Draft
from games.rules.entries import Amend, Deal, PenaltyLetter, Strike, Swap
from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.stories import director_of, record_deals, record_line, staff_of, table_of
from tests.refusals import refusal
from tests.tournaments.operations.rulings.test_overruling import letters, over, rule, union
from tournaments.models import Appeal, JournalLine
from tournaments.operations.evening import recording
from tournaments.operations.rulings.appeals import decide_appeal
from tournaments.operations.rulings.draft import AppealDraft
from tournaments.operations.rulings.overruling import may_judge_as

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(evening):
    """Table 1 after A and C lost a deal each, recorded by its line judge."""
    table = table_of(evening)
    judge = staff_of(evening.event, "line_judge", judged=[1])
    record_deals(table, "A C", by=judge)
    table.judge = judge
    return table


def held(table):
    return Game.objects.values_list("ruled", flat=True).get(table=table)


def test_its_lines_and_those_it_speaks_of_are_held_from_everybody(table):
    ruling = rule(table, "b_inattentive", "lost_deal_and_letter", position=2, judged_by="line_judge")
    assert ruling.entries == [3, 4]
    assert held(table) == {"2": 9, "3": 9, "4": 9}
    for who in (table.judge, staff_of(table.round.event, "referee"), director_of(table.round.event)):
        for line in (Strike(3), Strike(4), Strike(2), Amend(2, {"loser": "D"}), Amend(4, {"reason": "none"})):
            assert refusal(record_line, table, line, by=who).code == "line_of_ruling", (who, line)
    assert letters(table) == "12000"


def test_what_the_union_gave_back_is_held_from_those_below_it(table):
    first = rule(table, "b_inattentive", "lost_deal", position=2)
    over(first, "lifted", judged_by="union", by=union())
    assert held(table) == {"2": 3, "3": 9, "4": 9}
    referee = staff_of(table.round.event, "referee")
    for line in (Amend(2, {"loser": "B"}), Strike(2), Strike(4)):
        assert refusal(record_line, table, line, by=referee).code == "line_of_ruling"
    assert letters(table) == "10100"


def test_what_a_referee_gave_back_he_corrects_himself(table):
    over(rule(table, "b_inattentive", "lost_deal", position=2), "lifted")
    assert refusal(record_line, table, Amend(2, {"loser": "D"}), by=table.judge).code == "line_of_ruling"
    record_line(table, Amend(2, {"loser": "D"}), by=staff_of(table.round.event, "referee"))
    assert letters(table) == "10010"


def test_what_makes_a_line_of_a_ruling_impossible_is_refused(evening):
    table = table_of(evening)
    record_deals(table, "B C B B B")
    rule(table, "a", "penalty_letter", seat="B")
    assert letters(table) == "05100"  # the letter of the ruling completes the word
    assert refusal(record_line, table, Amend(2, {"loser": "B"})).code == "ruling_stands"


def test_the_letter_stays_with_whom_it_was_given(table):
    ruling = rule(table, "a", "penalty_letter", seat="D")
    swap = Swap("D", "E", ruling.entries[0] + 1)
    record_line(table, swap)  # after the ruling they change chairs with all that is theirs
    assert letters(table) == "10101"
    assert refusal(record_line, table, Swap("A", "D", 1)).code == "ruling_stands"


def test_another_ruling_does_not_change_what_stands(table):
    first = rule(table, "b_inattentive", "lost_deal", position=2, judged_by="line_judge")
    over(first, "lost_deal", judged_by="union", by=union())
    again = refusal(rule, table, "b_inattentive", "lost_deal", seat="D", position=2, judged_by="referee")
    assert again.code == "line_of_ruling"
    other = rule(table, "a", "penalty_letter", seat="D", judged_by="table")
    assert refusal(over, other, "lost_deal", kind="b_inattentive", seat="D", position=2).code == "line_of_ruling"
    assert letters(table) == "11010"


def test_an_undo_takes_back_no_line_of_a_ruling_that_is_the_last(table):
    ruling = rule(table, "a", "penalty_letter", judged_by="line_judge")
    assert refusal(record_line, table, Strike(ruling.entries[-1]), by=table.judge).code == "line_of_ruling"


def test_a_correction_that_came_before_the_ruling_is_not_asked_again(table):
    """A phone asks again whose answer was lost."""
    place = {"slug": table.round.event.slug, "round_number": 1, "table_number": 1}
    draft = Draft(id=uuid.uuid4(), entry=Amend(2, {"loser": "D"}), expected_position=3)
    recording.record(by=table.judge, draft=draft, now=NOW, **place)
    rule(table, "b_inattentive", "lost_deal", position=2)
    assert recording.record(by=table.judge, draft=draft, now=NOW, **place).repeated


# --- Whose line -------------------------------------------------------------------------------------------------------


def test_a_line_judge_corrects_what_no_referee_wrote(table):
    referee = staff_of(table.round.event, "referee")
    record_line(table, Amend(1, {"loser": "B"}), by=table.judge)
    record_line(table, Amend(2, {"loser": "D"}), by=referee)
    record_line(table, PenaltyLetter("E", "late"), by=referee)
    for line in (Amend(2, {"loser": "C"}), Strike(2), Strike(4), Strike(5)):
        assert refusal(record_line, table, line, by=table.judge).code == "line_of_higher", line
    assert letters(table) == "01011"


def test_who_was_once_a_referee_here_stays_above(table):
    referee = staff_of(table.round.event, "referee")
    record_line(table, PenaltyLetter("E", "late"), by=referee)
    referee.roles.update(ended_at=NOW)
    assert refusal(record_line, table, Strike(3), by=table.judge).code == "line_of_higher"


# --- Nobody above himself, and putting right --------------------------------------------------------------------------


@pytest.mark.parametrize(("judged_by", "code"), [("table", ""), ("line_judge", ""), ("referee", "above_own_instance")])
def test_nobody_files_a_ruling_above_his_own_instance(table, judged_by, code):
    if code:
        assert refusal(rule, table, "a", "penalty_letter", judged_by=judged_by, by=table.judge).code == code
    else:
        assert rule(table, "a", "penalty_letter", judged_by=judged_by, by=table.judge).judged_by == judged_by


def test_a_referee_puts_his_own_ruling_right(table):
    referee = staff_of(table.round.event, "referee")
    first = rule(table, "a", "penalty_letter", seat="D", judged_by="referee", by=referee)
    assert may_judge_as(referee, first) == ("referee",)
    mended = over(first, "penalty_letter", seat="E", by=referee, facts="It was seat E.").ruling
    assert (mended.overrules, mended.is_mending, mended.facts) == (first, True, "It was seat E.")
    assert letters(table) == "10101"
    assert JournalLine.objects.get(chain__event=table.round.event, act="ruling_mended").subject == f"ruling:{mended.pk}"
    again = over(mended, "warning", by=referee).ruling
    assert letters(table) == "10100"
    assert refusal(over, mended, "warning", by=referee).code == "already_overruled"
    assert refusal(over, again, "warning", by=staff_of(table.round.event, "referee")).code == "not_higher"


def test_once_somebody_has_appealed_it_is_for_the_union(table):
    referee = staff_of(table.round.event, "referee")
    ruling = rule(table, "a", "penalty_letter", judged_by="referee", by=referee)
    Appeal.objects.create(ruling=ruling, grounds="No.", made_at=NOW)
    assert may_judge_as(referee, ruling) == ()
    assert refusal(over, ruling, "warning", by=referee).code == "appeal_waits"


def test_who_was_overruled_puts_nothing_right_any_more(table):
    referee = staff_of(table.round.event, "referee")
    ruling = rule(table, "a", "penalty_letter", judged_by="referee", by=referee)
    stands = over(ruling, "penalty_letter", judged_by="union", by=union()).ruling
    assert refusal(over, ruling, "warning", by=referee).code == "already_overruled"
    assert refusal(over, stands, "warning", by=referee).code == "not_higher"


def test_what_the_union_upheld_is_its_own_word(table):
    ruling = rule(table, "a", "penalty_letter", seat="D", judged_by="line_judge", by=table.judge)
    made = Appeal.objects.create(ruling=ruling, grounds="No.", made_at=NOW)
    decide_appeal(made=made, by=union(), draft=AppealDraft(outcome="upheld", reasons="Seen."), now=NOW)
    assert refusal(over, ruling, "lifted", by=staff_of(table.round.event, "referee")).code == "not_higher"
    assert letters(table) == "10110"


def test_a_line_judge_judges_while_the_game_runs(table):
    ruling = rule(table, "a", "penalty_letter", seat="D", judged_by="table")
    assert may_judge_as(table.judge, ruling) == ("line_judge",)
    stories.play_out(table)
    assert may_judge_as(table.judge, ruling) == ()
    lifting = refusal(over, ruling, "lifted", judged_by="line_judge", by=table.judge)
    assert lifting.code == "correction_needs_referee"


def test_a_deal_after_the_ruling_is_recorded_and_corrected_as_ever(table):
    rule(table, "a", "penalty_letter", seat="D")
    record_line(table, Deal("A", ("E",)), by=table.judge)
    record_line(table, Amend(4, {"loser": "B"}), by=table.judge)
    record_line(table, Strike(4), by=table.judge)
    assert letters(table) == "10110"

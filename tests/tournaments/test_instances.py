"""Who stands above whom, and who may correct which line (tournaments/instances.py)."""

from __future__ import annotations

import pytest

from games.rules.ruled import A_FURTHER_RULING
from tournaments.instances import (
    INSTANCES,
    LINE_JUDGE,
    REFEREE,
    TABLE,
    UNION,
    Asked,
    height,
    why_not_correct,
    why_not_judge,
    why_not_overrule,
)
from tournaments.models import Judge

AT_THE_TABLE = (TABLE, LINE_JUDGE, REFEREE)


def test_every_instance_that_judges_has_its_height():
    assert list(INSTANCES) == Judge.values


@pytest.mark.parametrize("hand", AT_THE_TABLE)
@pytest.mark.parametrize("who", AT_THE_TABLE)
def test_while_a_game_runs_everybody_corrects_what_was_written_by_nobody_above_him(who: str, hand: str):
    assert why_not_correct(who, Asked(hand=hand)) == ("" if height(hand) <= height(who) else "line_of_higher")


@pytest.mark.parametrize("who", AT_THE_TABLE)
@pytest.mark.parametrize("is_closed", [False, True])
def test_what_is_over_is_for_a_referee(who: str, is_closed: bool):
    code = "" if who == REFEREE else "correction_needs_referee"
    assert why_not_correct(who, Asked(is_over=True, is_closed=is_closed)) == code


@pytest.mark.parametrize("who", AT_THE_TABLE)
def test_ones_own_last_line_is_undone_until_the_round_is_closed(who: str):
    assert why_not_correct(who, Asked(is_over=True, is_own_last=True)) == ""
    assert bool(why_not_correct(who, Asked(is_over=True, is_own_last=True, is_closed=True))) == (who != REFEREE)


@pytest.mark.parametrize("who", INSTANCES)
def test_what_a_ruling_holds_nobody_corrects(who: str):
    assert why_not_correct(who, Asked(needed=A_FURTHER_RULING)) == "line_of_ruling"


@pytest.mark.parametrize("ruled", INSTANCES)
@pytest.mark.parametrize("who", AT_THE_TABLE)
def test_what_a_ruling_gave_back_is_held_from_those_below_it(who: str, ruled: str):
    code = "line_of_ruling" if height(ruled) > height(who) else ""
    assert why_not_correct(who, Asked(needed=height(ruled))) == code


@pytest.mark.parametrize("who", INSTANCES)
def test_nobody_judges_as_an_instance_above_his_own(who: str):
    assert [one for one in INSTANCES if not why_not_judge(who, one)] == list(INSTANCES[: height(who) + 1])


@pytest.mark.parametrize("before", INSTANCES)
@pytest.mark.parametrize("then", INSTANCES)
def test_a_higher_instance_overrules_and_who_ruled_at_a_table_puts_it_right(then: str, before: str):
    assert (why_not_overrule(then, before, is_mending=False) == "") == (height(then) > height(before))
    mends = then == before != UNION
    assert (why_not_overrule(then, before, is_mending=True) == "") == (height(then) > height(before) or mends)

"""What phones bring, late or against each other, and a referee's word on it: a ruling of the union stands."""

from __future__ import annotations

import pytest

from games.rules.entries import Amend
from games.rules.payload import entry_payload
from tests.factories import stories
from tests.factories.stories import record_line, staff_of
from tests.refusals import refusal
from tests.tournaments.operations.rulings.test_overruling import over, rule, union
from tests.tournaments.operations.rulings.test_settling import deals, say
from tests.tournaments.tableside.pocket import Pocket
from tournaments.operations.evening import rounds

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(evening):
    return stories.table_of(evening, 1)


@pytest.fixture
def phone(table):
    """A line judge's phone, which recorded that B lost deal 1."""
    phone = Pocket(staff_of(table.round.event, "line_judge", judged=[1]))
    phone.send(table.game)
    phone.deal(table.game, "B")
    phone.send()
    return phone


def the_union_rules(table):
    """C lost deal 1, and takes a penalty letter."""
    table.refresh_from_db()
    said = {"kind": "b_inattentive", "seat": "C", "position": 1}
    first = rule(table, said.pop("kind"), "lost_deal", **said)
    over(first, "lost_deal_and_letter", judged_by="union", by=union(), **said)


def test_an_undo_tapped_before_the_ruling_comes_late(table, phone, director):
    line = phone.undo(table.game, phone.kept[0])
    the_union_rules(table)
    [named] = phone.send()["lines"]
    assert (named["status"], named["code"]) == ("quarantined", "line_of_ruling")
    assert "belongs to a ruling" in named["sentence"]
    assert refusal(say, table, line, "take", director).code == "line_of_ruling"
    say(table, line, "leave", director)
    assert deals(table) == {"C": 2}


def test_a_phone_that_tells_the_deal_otherwise_is_not_put_in_its_place(table, phone, referee, director):
    other = Pocket(referee)
    line = other.deal(table.game, "D", holds=False)
    assert other.send()["lines"][0]["status"] == "conflict"
    the_union_rules(table)
    assert refusal(say, table, line, "instead", director).code == "line_of_ruling"
    assert deals(table) == {"C": 2}


def test_a_correction_that_a_referees_phone_brings(table, phone, referee):
    the_union_rules(table)
    pocket = Pocket(referee)
    pocket.send(table.game)
    pocket.tap(table.game, entry_payload(Amend(1, {"loser": "B"})))
    [named] = pocket.send()["lines"]
    assert (named["status"], named["code"]) == ("quarantined", "line_of_ruling")
    assert deals(table) == {"C": 2}


def test_after_the_round_it_is_late_and_a_referee_cannot_take_it(table, phone, director):
    line = phone.undo(table.game, phone.kept[0])
    the_union_rules(table)
    rounds.close_round(round_=table.round, by=director, now=stories.NOW, force_reason="late")
    phone.send()
    assert refusal(say, table, line, "take", director).code == "line_of_ruling"
    assert deals(table) == {"C": 2}


def test_a_line_judges_phone_takes_back_no_line_that_a_referee_has_corrected(table, phone, referee):
    record_line(table, Amend(1, {"loser": "D"}), by=referee)
    phone.undo(table.game, phone.kept[0])
    [named] = phone.send()["lines"]
    assert (named["status"], named["code"]) == ("quarantined", "line_of_higher")
    assert deals(table) == {"D": 1}

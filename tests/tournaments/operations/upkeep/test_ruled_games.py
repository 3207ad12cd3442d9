"""`verify` and `rebuild --check` name a ruling and a log that contradict each other."""

from __future__ import annotations

import uuid
from io import StringIO

import pytest
from django.core.management import call_command

from games import protocol
from games.models import Game
from games.protocol import Draft
from games.rules.entries import Amend, Strike
from games.rules.ruled import A_FURTHER_RULING
from tests.factories.base import NOW
from tests.factories.stories import record_deals, table_of
from tests.tournaments.operations.rulings.test_overruling import over, rule
from tournaments.models import Ruling
from tournaments.operations.upkeep.rebuilding import rebuild_event
from tournaments.operations.upkeep.verifying import verify

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(evening):
    table = table_of(evening)
    record_deals(table, "A C")
    return table


def behind_the_ruling(table, entry):
    """A line that nobody refused, such as those from before rulings held theirs."""
    game = protocol.lock(table.game_id)
    draft = Draft(id=uuid.uuid4(), entry=entry, expected_position=game.length + 1, height=A_FURTHER_RULING)
    protocol.append(game, draft, by="account:0", now=NOW)


def codes():
    return [fault.code for fault in verify().faults]


def checked():
    """What `rebuild --check` says, and whether it was content."""
    out = StringIO()
    try:
        call_command("rebuild", check=True, stdout=out)
    except SystemExit:
        return out.getvalue(), False
    return out.getvalue(), True


DECIDED = [
    ("a", "warning", None),
    ("a", "penalty_letter", None),
    ("b_inattentive", "lost_deal", None),
    ("b_inattentive", "lost_deal", 2),
    ("b_inattentive", "lost_deal_and_letter", 2),
    ("c", "void_deal", None),
    ("c", "void_deal", 2),
    ("c", "void_deal", 1),
]


@pytest.mark.parametrize(("kind", "decision", "position"), DECIDED)
def test_what_was_ruled_and_overruled_as_it_should_be_is_no_fault(table, kind, decision, position):
    ruling = rule(table, kind, decision, position=position)
    assert codes() == []
    second = over(ruling, "lost_deal", kind="b_inattentive", seat="D", position=ruling.deal or 2).ruling
    assert codes() == []
    over(second, "lifted", judged_by="referee")
    assert codes() == []
    assert checked()[1]


@pytest.mark.parametrize(("kind", "decision", "position"), DECIDED[1:])
def test_each_line_of_a_ruling_that_was_taken_back_is_named(table, kind, decision, position):
    ruling = rule(table, kind, decision, position=position)
    for line in ruling.entries:
        behind_the_ruling(table, Strike(line))
        assert "ruling_contradicted" in codes(), line
        said, is_content = checked()
        assert not is_content
        assert f"the log does not say what ruling {ruling.pk} has decided" in said
        behind_the_ruling(table, Strike(table_of(table.round).game.length))


def test_a_deal_that_says_another_loser_is_named(table):
    rule(table, "b_inattentive", "lost_deal", position=2)
    behind_the_ruling(table, Amend(2, {"loser": "D"}))
    assert "ruling_contradicted" in codes()


def test_what_was_lifted_and_counts_again_is_named(table):
    lifted = over(rule(table, "a", "penalty_letter"), "lifted").ruling
    behind_the_ruling(table, Strike(lifted.undoing[0]))
    assert "ruling_contradicted" in codes()


@pytest.mark.parametrize("changed", [{"entries": []}, {"seat": "E"}, {"decision": "warning"}, {"entries": [2, 99]}])
def test_a_changed_ruling_is_named(table, changed):
    ruling = rule(table, "a", "penalty_letter")
    Ruling.objects.filter(pk=ruling.pk).update(**changed)
    assert "ruling_contradicted" in codes()


def test_a_game_that_holds_nothing_any_more_is_named_and_put_right(table):
    rule(table, "a", "penalty_letter")
    Game.objects.filter(table=table).update(ruled={})
    assert "ruled_changed" in codes()
    assert not checked()[1]
    assert [found.what for found in rebuild_event(event=table.round.event).differences] == ["ruled.3"]
    assert codes() == []

"""The journal: one line per act, each sealed by the next; nothing in it is ever changed."""

from datetime import timedelta

import pytest

from games.rules.refusals import Refused
from tests.factories.base import NOW
from tests.factories.tournaments import AccountFactory, EventFactory
from tournaments.models import JournalHead, JournalLine
from tournaments.operations import journal

pytestmark = pytest.mark.django_db


def test_an_act_is_one_line_that_says_who_what_when_and_why():
    event, account = EventFactory.create(), AccountFactory.create()
    journal.note(
        "place_overridden",
        by=account,
        now=NOW,
        event=event,
        subject="registration:p4",
        old={"place": 5},
        new={"place": 4},
        reason=" the sheet was misread ",
    )
    line = JournalLine.objects.get()
    assert (line.number, line.by, line.at, line.act) == (1, account.key, NOW, "place_overridden")
    assert (line.old, line.new, line.reason) == ({"place": 5}, {"place": 4}, "the sheet was misread")


def test_each_line_is_sealed_by_the_next_and_the_head_by_the_last():
    event = EventFactory.create()
    lines = [journal.note("seen", by=None, now=NOW + timedelta(hours=n), event=event) for n in range(3)]
    assert [line.number for line in lines] == [1, 2, 3]
    assert lines[0].digest == journal.digest_of(lines[0], "")
    assert lines[2].digest == journal.digest_of(lines[2], lines[1].digest)
    head = JournalHead.objects.get(event=event)
    assert (head.length, head.digest) == (3, lines[2].digest)


def test_an_event_and_the_union_have_chains_of_their_own():
    journal.note("seen", by=None, now=NOW, event=EventFactory.create())
    first, second = journal.note("seen", by=None, now=NOW), journal.note("seen", by=None, now=NOW)
    assert (first.number, second.number) == (1, 2)
    assert first.chain.event is None
    assert first.chain == second.chain


def test_a_refused_act_is_a_line_too():
    account = AccountFactory.create()
    line = journal.note_refusal("player_registered", Refused("nick_taken", nick="MICKA"), by=account, now=NOW)
    assert (line.refused, line.new) == ("nick_taken", {})


def test_a_line_is_never_changed_nor_deleted():
    line = journal.note("seen", by=None, now=NOW)
    for act in (
        line.save,
        line.delete,
        JournalLine.objects.all().delete,
        lambda: JournalLine.objects.update(reason="another"),
    ):
        with pytest.raises(TypeError):
            act()

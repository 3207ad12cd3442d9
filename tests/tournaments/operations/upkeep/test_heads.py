"""Heads kept outside speak against whoever rewrites rows, journal and chain so that `verify` finds nothing."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from games import protocol
from games.models import Game
from tests import any_row
from tests.any_row import behind_the_back
from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.tournaments import AccountFactory
from tests.tournaments.tableside.pocket import Pocket
from tournaments.models import Event, JournalHead, JournalLine, Registration, RowSeal
from tournaments.operations import journal
from tournaments.operations.row_seals import digest_of
from tournaments.operations.upkeep.heads import faults_of_heads, heads_of
from tournaments.operations.upkeep.verifying import verify

pytestmark = pytest.mark.django_db


def rewrite(head: JournalHead) -> None:
    """Chain all lines anew, as whoever has the code can."""
    before = ""
    for line in JournalLine.objects.filter(chain=head).order_by("number"):
        line.digest = before = journal.digest_of(line, before)
        any_row.run("UPDATE tournaments_journalline SET digest = %s WHERE id = %s", before, line.pk)
    any_row.run("UPDATE tournaments_journalhead SET digest = %s WHERE id = %s", before, head.pk)


def test_who_rewrites_row_journal_and_chain_is_named_by_a_head_kept_outside(event: Event):
    registration = stories.registration(event, "p1")
    registration.reason = "late"
    registration.save()
    line = journal.note("entry_status", by=None, now=NOW, event=event)
    rows: Any = line.rows
    kept = list(heads_of())
    journal.note("seen", by=None, now=NOW, event=event)
    assert (verify(event=event).faults, faults_of_heads(kept)) == ((), [])
    with behind_the_back():
        any_row.run("UPDATE tournaments_registration SET reason = 'in time' WHERE id = %s", registration.pk)
        seal = RowSeal.objects.get(model="tournaments.registration", key=registration.pk)
        told = rows["tournaments.registration"]
        row = Registration.objects.get(pk=registration.pk)
        digest = digest_of(seal.model, seal.key, seal.salt, {name: getattr(row, name) for name in told["fields"]})
        for one in told["rows"]:
            one[2] = digest if one[0] == seal.key else one[2]
        column = JournalLine._meta.get_field("rows")
        any_row._set(JournalLine, line.pk, column, rows)
        any_row.run("UPDATE tournaments_rowseal SET digest = %s WHERE id = %s", digest, seal.pk)
        rewrite(line.chain)
        assert verify(event=event).faults == ()
        assert [(one.code, one.where, one.values["line"]) for one in faults_of_heads(kept)] == [
            ("journal_not_as_kept", event.slug, line.number)
        ]


def test_who_rewrites_a_log_is_named_by_its_head(evening):
    table = stories.table_of(evening, 1)
    stories.record_deals(table, "A B")
    kept = list(heads_of(evening.event))
    stories.record_deals(table, "A")
    assert faults_of_heads(kept) == []
    with behind_the_back():
        game = Game.objects.get(pk=table.game_id)
        any_row.run("UPDATE games_entry SET witness = 'F' WHERE game_id = %s AND position = 1", game.pk)
        before = ""
        for line in game.entries.order_by("position"):
            line.digest = before = protocol.digest(before, line)
            any_row.run("UPDATE games_entry SET digest = %s WHERE id = %s", before, line.id.hex)
        any_row.run("UPDATE games_game SET head = %s WHERE id = %s", before, game.pk)
        assert [one.code for one in faults_of_heads(kept)] == ["log_not_as_kept"]


def test_who_rewrites_what_a_phone_brought_is_named_by_its_head(evening):
    game = stories.table_of(evening, 1).game
    stranger = Pocket(AccountFactory.create())
    stranger.deal(game, "B")
    stranger.send()
    kept = list(heads_of(evening.event))
    assert len([line for line in kept if "/1/1/phones 1 " in line]) == 1
    assert faults_of_heads(kept) == []
    with behind_the_back():
        [row] = game.arrivals.all()
        any_row.run("UPDATE games_arrival SET status = 'late' WHERE id = %s", row.pk)
        row.refresh_from_db()
        digest = protocol.digest_of_arrival("", row)
        any_row.run("UPDATE games_arrival SET digest = %s WHERE id = %s", digest, row.pk)
        any_row.run("UPDATE games_game SET kept_head = %s WHERE id = %s", digest, game.pk)
        assert [one.code for one in faults_of_heads(kept)] == ["arrivals_not_as_kept"]


def test_the_command_keeps_heads_in_a_file_and_names_what_they_speak_against(event: Event, tmp_path: Path):
    path = tmp_path / "heads"

    def verified() -> str:
        out = StringIO()
        call_command("verify", event.slug, "--heads", str(path), stdout=out)
        return out.getvalue()

    for _ in range(2):
        journal.note("seen", by=None, now=NOW, event=event)
        assert "0 faults" in verified()
    assert [line.split()[1] for line in path.read_text().splitlines()] == ["1", "2"]
    kept = path.read_text()
    path.write_text(kept.replace(kept.split()[2], "0" * 64) + "nonsense\n")
    out = StringIO()
    with pytest.raises(SystemExit):
        call_command("verify", event.slug, "--heads", str(path), stdout=out)
    assert f"{event.slug}: line 1 of the journal is not what the head" in out.getvalue()
    assert "no head of a chain: nonsense" in out.getvalue()


def test_what_nobody_proves_is_printed_with_its_reason():
    out = StringIO()
    call_command("verify", "--uncovered", stdout=out)
    assert "tournaments.event version: counts how often" in out.getvalue()
    assert "sessions.session *: opens nothing" in out.getvalue()

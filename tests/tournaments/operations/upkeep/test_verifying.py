"""`verify` finds any changed byte and names the line: in journals, logs, public draws and publications."""

from __future__ import annotations

import gc
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from types import GeneratorType

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction

from games.models import Arrival
from tests.conftest import without_append_only_triggers
from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.phones import a_flag
from tests.tournaments.tableside.pocket import Pocket
from tournaments.models import CeremonyStep, Event, JournalHead, JournalLine, Table
from tournaments.operations import journal
from tournaments.operations.results import publishing_standings
from tournaments.operations.seating.promises import announce_draw
from tournaments.operations.upkeep import verifying
from tournaments.operations.upkeep.faults import Fault
from tournaments.operations.upkeep.verifying import chain_faults, verify

pytestmark = pytest.mark.django_db

UPDATES = {
    field: f"UPDATE LINES SET {field} = CAST(%s AS {kind}) WHERE id = %s"  # noqa: S608 - names of our own columns
    for field, kind in {
        **dict.fromkeys(("act", "subject", "reason", "refused", "by", "digest"), "text"),
        **dict.fromkeys(("old", "new"), "jsonb" if connection.vendor == "postgresql" else "text"),
        "at": "timestamptz" if connection.vendor == "postgresql" else "text",
    }.items()
}
KINDS = {"counter": "integer", "line": "uuid", "tapped_at": "timestamptz"} if connection.vendor == "postgresql" else {}
_UPDATES = {
    field: f"UPDATE games_arrival SET {field} = CAST(%s AS {KINDS.get(field, 'text')})"  # noqa: S608 - our own columns
    for field in ("raw", "said", "line", "status", "device", "counter", "by", "tapped_at")
}
NAMES = {"LINES": "tournaments_journalline", "HEADS": "tournaments_journalhead"}
ON_POSTGRES = connection.vendor == "postgresql"


@contextmanager
def behind_the_back() -> Iterator[None]:
    """Like somebody who owns the database: the triggers that refuse changes are out of the way."""
    if not ON_POSTGRES:
        with without_append_only_triggers():
            yield
        return
    tables = (*NAMES.values(), "games_entry", "games_arrival", "tournaments_ceremonystep")
    for word in ("DISABLE", "ENABLE"):
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # no table is altered under keys that wait to be checked
            for table in tables:
                cursor.execute(f"ALTER TABLE {table} {word} TRIGGER USER")
        if word == "DISABLE":
            yield


def run(sql: str, *values: object, field: str = "") -> object:
    """Carry `sql` out, with FIELD, LINES and HEADS for their names; the first value of the first row, if it asks."""
    for name, real in {**NAMES, "FIELD": field}.items():
        sql = sql.replace(name, real)
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return cursor.fetchone()[0] if sql.startswith("SELECT") else None


def flips(value: object) -> Iterator[object]:
    """The value with one byte changed: at its beginning, its end, and between."""
    text = str(value)
    places = [n for n, sign in enumerate(text) if sign.isalnum()]
    if not places:
        yield '{"x": 1}' if text == "{}" else text + "x"
    for at in {*places[:2], *places[-2:], *places[len(places) // 2 :][:2]}:
        other = {"9": "8", "z": "y", "Z": "Y"}.get(text[at]) or chr(ord(text[at]) + 1)
        yield text[:at] + other + text[at + 1 :]


def a_journal(event: Event, lines: int = 12) -> JournalHead:
    account = stories.director_of(event)
    for number in range(lines):
        journal.note(
            "place_overridden",
            by=account,
            now=NOW,
            event=event,
            subject=f"entry:p{number}",
            old={"place": number},
            new={"place": number + 1, "č": "ř"},
            reason="misread",
            refused="no_place" if number % 5 == 4 else "",
        )
    return JournalHead.objects.get(event=event)


def faults_of(head: JournalHead) -> list[tuple[str, int]]:
    return [(fault.code, fault.values["line"]) for fault in chain_faults(head)]


# --- The database refuses ---------------------------------------------------------------------------------------------


REPLACING = ["INSERT OR REPLACE INTO LINES SELECT * FROM LINES", "INSERT OR REPLACE INTO HEADS SELECT * FROM HEADS"]


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE LINES SET reason = 'another'",
        "UPDATE LINES SET reason = reason",
        "DELETE FROM LINES",
        "DELETE FROM HEADS",
        "UPDATE HEADS SET length = length - 1",
        "UPDATE HEADS SET digest = 'f'",
        *([] if ON_POSTGRES else REPLACING),  # PostgreSQL has no such thing
    ],
)
def test_the_database_refuses_to_change_a_journal(event: Event, sql: str):
    head = a_journal(event, 3)
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        run(sql)
    assert faults_of(head) == []


# --- A flipped byte ---------------------------------------------------------------------------------------------------


def test_one_byte_in_any_field_of_any_line_is_found_and_its_line_is_named(event: Event):
    head = a_journal(event, 5)
    fields = ("act", "subject", "old", "new", "reason", "refused", "by", "at", "digest")
    tried, missed = 0, []
    with behind_the_back():
        for line in JournalLine.objects.filter(chain=head).order_by("number"):
            for field in fields:
                before = run("SELECT CAST(FIELD AS text) FROM LINES WHERE id = %s", line.pk, field=field)
                for other in flips(before):
                    try:
                        with transaction.atomic():
                            run(UPDATES[field], other, line.pk)
                    except DatabaseError:  # no JSON, no date: the database itself says no
                        continue
                    tried += 1
                    if [number for _, number in faults_of(head)] != [line.number]:
                        missed.append((line.number, field, other, faults_of(head)))
                    run(UPDATES[field], before, line.pk)
    assert missed == []
    assert tried > 200
    assert faults_of(head) == []


def test_what_cannot_be_read_or_is_only_written_otherwise_is_named_too(event: Event):
    """PostgreSQL keeps values, not texts: there nothing of the kind can be written."""
    head = a_journal(event, 5)
    line = JournalLine.objects.get(chain=head, number=3)
    cases: list[tuple[str, object]] = [("new", '{"place":4}'), ("at", "nonsense"), ("reason", b"\xff")]
    with behind_the_back():
        for field, value in [] if ON_POSTGRES else cases:
            with transaction.atomic():
                run("UPDATE LINES SET FIELD = CAST(%s AS text) WHERE id = %s", value, line.pk, field=field)
                assert faults_of(head) == [("line_unreadable", 3)]
                transaction.set_rollback(True)


def test_lines_that_are_gone_moved_or_made_up_are_missed(event: Event):
    head = a_journal(event, 6)
    other = a_journal(stories.an_event(players=0), 2)
    pks = list(JournalLine.objects.filter(chain=head).order_by("number").values_list("pk", flat=True))
    with behind_the_back():
        with transaction.atomic():
            run("DELETE FROM LINES WHERE id = %s", pks[2])
            assert faults_of(head) == [("line_missing", 3)]
            transaction.set_rollback(True)
        with transaction.atomic():
            run("DELETE FROM LINES WHERE id IN (%s, %s)", pks[4], pks[5])
            assert faults_of(head) == [("journal_cut", 5)]
            transaction.set_rollback(True)
        with transaction.atomic():
            run("UPDATE LINES SET chain_id = %s, number = 3 WHERE id = %s", other.pk, pks[5])
            assert faults_of(head) == [("journal_cut", 6)]
            assert faults_of(other) == [("line_changed", 3), ("journal_cut", 3)]
            transaction.set_rollback(True)
        with transaction.atomic():
            run("UPDATE LINES SET number = number + 10 WHERE id = %s", pks[5])
            assert ("line_missing", 6) in faults_of(head)
            transaction.set_rollback(True)
        run("UPDATE HEADS SET digest = %s WHERE id = %s", "0" * 64, head.pk)
    head.refresh_from_db()
    assert faults_of(head) == [("head_changed", 6)]


def test_an_end_that_was_cut_off_with_its_head_is_missed_by_what_was_published(evening):
    event = evening.event
    journal.note("seen", by=None, now=NOW)
    stories.play_round(evening)
    publishing_standings.publish_standings(event=event, by=stories.director_of(event), now=NOW)
    assert verify().faults == ()
    for head in JournalHead.objects.all():
        with behind_the_back(), transaction.atomic():
            first = JournalLine.objects.get(chain=head, number=1)
            run("DELETE FROM LINES WHERE chain_id = %s AND number > 1", head.pk)
            run("UPDATE HEADS SET length = 1, digest = %s WHERE id = %s", first.digest, head.pk)
            found = {(one.code, one.where) for one in verify().faults}
            assert ("journal_not_as_published", head.event.slug if head.event else "") in found or head.length == 1
            transaction.set_rollback(True)


# --- Logs, draws, documents -------------------------------------------------------------------------------------------


def test_a_changed_log_draw_or_document_is_named(evening):
    event = evening.event
    stories.record_deals(stories.table_of(evening, 2), "A B")
    publishing_standings.publish_standings(event=event, by=stories.director_of(event), now=NOW)
    step = CeremonyStep.objects.get(event=event, kind="opened")
    cases = [
        ("UPDATE games_entry SET witness = 'F'", "log_changed", {"round": 1, "table": 2, "line": 1}),
        ("UPDATE tournaments_ceremonystep SET reason = 'x'", "draw_changed", {"round": 1, "attempt": step.attempt}),
        ("UPDATE tournaments_ceremonystep SET digest = 'f'", "draw_changed", {"round": 1, "attempt": step.attempt}),
        ("UPDATE tournaments_publication SET document = '{}'", "publication_changed", {"publication": 1}),
        ("UPDATE tournaments_publication SET head = 'f'", "publication_changed", {"publication": 1}),
        ("UPDATE tournaments_publication SET journal_head = 'f'", "journal_not_as_published", None),
    ]
    for sql, code, values in cases:
        with behind_the_back(), transaction.atomic():
            run(sql)
            named = [(one.code, one.where, one.values) for one in verify(event=event).faults if one.code == code]
            assert [where for _, where, _ in named] == [event.slug]
            assert values is None or named[0][2] == values
            transaction.set_rollback(True)
    assert verify(event=event).faults == ()


def aside(table: Table) -> Arrival:
    """What a phone brought that has no effect."""
    a_flag(table)
    return Arrival.objects.get()


def test_one_byte_of_what_a_phone_brought_is_found_and_its_row_is_named(evening):
    row, event = aside(stories.table_of(evening, 2)), evening.event
    assert verify(event=event).faults == ()
    tried, missed = 0, []
    with behind_the_back():
        for field in ("raw", "said", "line", "status", "device", "counter", "by", "tapped_at"):
            before = run(f"SELECT CAST({field} AS text) FROM games_arrival")  # noqa: S608 - our own columns
            for other in flips(before):
                try:
                    with transaction.atomic():
                        run(_UPDATES[field], other)
                        tried += 1
                        found = [(fault.code, fault.values) for fault in verify(event=event).faults]
                        if found != [("arrival_changed", {"round": 1, "table": 2, "row": row.pk})]:
                            missed.append((field, other))
                        transaction.set_rollback(True)
                except DatabaseError:  # no number, no date: the database itself says no
                    continue
    assert missed == []
    assert tried > 20


def test_what_came_with_a_nick_in_it_is_kept_without_and_is_no_fault(evening):
    table = stories.table_of(evening, 1)
    nick = stories.seats_of(table)["B"].nick
    pocket = Pocket(stories.registration(evening.event, "p1").player.account or stories.director_of(evening.event))
    line = pocket.tap(table.game, {"kind": "settle", "arrival": str(uuid.uuid4()), "verdict": "leave", "reason": nick})
    pocket.send()
    row = Arrival.objects.get(line=line["id"])
    assert nick not in row.raw
    assert verify(event=evening.event).faults == ()
    with behind_the_back():
        run("UPDATE games_arrival SET counter = counter + 1")
    assert [fault.code for fault in verify(event=evening.event).faults] == ["arrival_changed"]


def test_what_points_nowhere_is_named(evening):
    aside(stories.table_of(evening, 1))
    with behind_the_back():
        for change in (f"about = '{uuid.uuid4().hex}'", "turn = 2"):
            with transaction.atomic():
                run(f"UPDATE games_arrival SET {change}")  # noqa: S608 - our own columns
                assert [fault.code for fault in verify().faults] == ["arrival_changed"]
                transaction.set_rollback(True)
    assert verify().faults == ()


def test_a_promise_that_is_not_kept_is_named(event: Event):
    round_ = stories.a_planned_round(event)
    announce_draw(round_=round_, by=stories.director_of(event), now=NOW)
    assert verify(event=event).faults == ()
    with behind_the_back():
        run("UPDATE tournaments_ceremonystep SET secret = %s", "ab" * 32)
    assert [fault.code for fault in verify(event=event).faults] == ["draw_changed", "row_changed"]


def test_the_command_names_the_line_and_ends_with_one(event: Event):
    a_journal(event, 3)
    out = StringIO()
    call_command("verify", "--heads", stdout=out)
    assert "3 lines of journals" in out.getvalue()
    assert f"{event.slug} 3 {JournalHead.objects.get(event=event).digest}" in out.getvalue()
    with behind_the_back():
        run("UPDATE LINES SET reason = 'x' WHERE number = 2")
    out = StringIO()
    with pytest.raises(SystemExit):
        call_command("verify", event.slug, stdout=out)
    assert f"{event.slug}: line 2 of the journal was changed" in out.getvalue()


@pytest.mark.parametrize("look", ["_log", "_chain_of_arrivals"])
def test_a_damaged_file_that_breaks_it_off_leaves_no_cursor_open(monkeypatch: pytest.MonkeyPatch, look: str):
    """Which would be closed after its connection, and Python would say so below the sentence of the command."""

    def unreadable(*_: object) -> Iterator[Fault]:
        raise DatabaseError("database disk image is malformed")

    stories.a_running_round(stories.an_event(players=8))
    monkeypatch.setattr(verifying, look, unreadable)
    with pytest.raises(DatabaseError) as broken:  # as the command does, it holds what its frames hold
        verify()
    cursors = [one for one in gc.get_objects() if type(one) is GeneratorType and one.__name__ == "cursor_iter"]
    assert (cursors, str(broken.value)) == ([], "database disk image is malformed")

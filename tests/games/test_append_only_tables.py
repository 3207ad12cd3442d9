"""What a migration says to keep a table append-only (games/append_only.py), on whichever database the tests run."""

from __future__ import annotations

from importlib import import_module
from types import SimpleNamespace

import pytest
from django.db import DatabaseError, connection, migrations, models, transaction
from django.db.migrations.state import ProjectState

from games import append_only

CREATED = migrations.CreateModel(
    "Verdict",
    [("id", models.BigAutoField(primary_key=True)), ("chain", models.IntegerField()), ("text", models.TextField())],
    options={"constraints": [models.UniqueConstraint(fields=["chain"], name="one_verdict_per_chain")]},
)
REFUSING = append_only.refusing("games_verdict", name="verdict", sentence="verdicts are append-only", keys=[("chain",)])
NOTES_SEALED_ANEW = import_module("games.migrations.0010_resealed_notes")


def execute(sql):
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)


def rows():
    with connection.cursor() as cursor:
        cursor.execute("SELECT id, chain, text FROM games_verdict ORDER BY id")
        return cursor.fetchall()


@pytest.fixture
def verdicts(transactional_db):
    """A table with one row, made by a migration of two steps and unmade by the same."""
    empty, full = ProjectState(), ProjectState()
    CREATED.state_forwards("games", full)
    with connection.schema_editor() as editor:
        CREATED.database_forwards("games", editor, empty, full)
        REFUSING.database_forwards("games", editor, full, full)
    execute("INSERT INTO games_verdict (id, chain, text) VALUES (1, 7, 'loses a letter')")
    yield rows()
    with connection.schema_editor() as editor:
        REFUSING.database_backwards("games", editor, full, full)
    execute("UPDATE games_verdict SET text = 'as it likes again'")
    with connection.schema_editor() as editor:
        CREATED.database_backwards("games", editor, full, empty)


def test_such_a_table_grows_and_does_nothing_else(verdicts):
    for sql in ("UPDATE games_verdict SET text = ''", "DELETE FROM games_verdict"):
        with pytest.raises(DatabaseError, match="verdicts are append-only"):
            execute(sql)
    execute("INSERT INTO games_verdict (id, chain, text) VALUES (2, 8, 'stands')")
    assert rows() == [*verdicts, (2, 8, "stands")]


@pytest.mark.parametrize("values", ["(1, 9, 'by its id')", "(9, 7, 'by its chain')"])
def test_nor_can_a_row_be_replaced(verdicts, values):
    replace = "INSERT OR REPLACE" if connection.vendor == "sqlite" else "INSERT"
    with pytest.raises(DatabaseError):
        execute(f"{replace} INTO games_verdict (id, chain, text) VALUES {values}")
    assert rows() == verdicts


# --- The tables from before -------------------------------------------------------------------------------------------

ENTRY = ("games_entry", "entry", "the table log is append-only", [("game_id", "position")])
VOTE = ("games_vote", "vote", "votes and readings are append-only", [("word_id", "turn")])
READING = ("games_reading", "reading", "votes and readings are append-only", [])
STEP = (
    "tournaments_ceremonystep", "ceremony", "the steps of a public draw are append-only",
    [("event_id", "round_number", "attempt", "kind")],
)  # fmt: skip
LINE = ("tournaments_journalline", "journal", "the journal is append-only", [("chain_id", "number")])


DEFINITIONS = {
    "sqlite": "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'",
    "postgresql": "SELECT tgname, replace(pg_get_triggerdef(t.oid), p.proname, '') || p.prosrc"
    " FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid",
}


def triggers(name):
    """Name -> what the database says of it, blanks apart; on PostgreSQL the body of its function, not its name."""
    names = {f"append_only_{name}{act}" for act in ("", "_update", "_delete", "_replace")}
    with connection.cursor() as cursor:
        cursor.execute(DEFINITIONS[connection.vendor])
        return {found: said.replace(" ", "").replace("\n", "") for found, said in cursor.fetchall() if found in names}


def drop(table, names):
    for name in names:
        execute(f"DROP TRIGGER {name}" + (f" ON {table}" if connection.vendor == "postgresql" else ""))


@pytest.mark.django_db
@pytest.mark.parametrize(("table", "name", "sentence", "keys"), [ENTRY, VOTE, READING, STEP, LINE])
def test_it_says_what_the_older_migrations_say_by_hand(table, name, sentence, keys):
    editor = SimpleNamespace(connection=connection, execute=lambda sql, params: execute(sql))
    if name == "vote":
        NOTES_SEALED_ANEW.backwards(None, editor)  # what it lets be changed since is tried where keys are rotated
    before = triggers(name)
    assert len(before) == (3 if connection.vendor == "sqlite" else 1)
    drop(table, list(before))
    if connection.vendor == "postgresql":
        execute(f"DROP FUNCTION IF EXISTS append_only_{name}_refuse() CASCADE")
    append_only.refusing(table, name=name, sentence=sentence, keys=keys).code(None, editor)
    before.pop("append_only_entry_replace", None)  # knows a key more, which only lines of phones have: test_append_only
    assert triggers(name).items() >= before.items()

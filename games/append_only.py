"""Rows that nobody changes nor deletes, whoever asks: what the migration of such a table says to the database.

    operations = [
        migrations.CreateModel("Verdict", …),
        append_only.refusing("tournaments_verdict", name="verdict", sentence="verdicts are append-only",
                             keys=[("ruling_id", "number")]),
    ]

The migrations from before this module say the same by hand, and stay as they ran. The model refuses too, with a
sentence for whoever writes code; this is for what comes past the model.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from django.apps.registry import Apps
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import RunPython

Keys = Sequence[Sequence[str]]


def refusing(table: str, *, name: str, sentence: str, keys: Keys = ()) -> RunPython:
    """The step of a migration after which `table` only grows.

    `name` makes the names of the triggers, `sentence` is what the database says when it refuses (no quotes in it).
    `keys`: the columns of each unique constraint beside the primary key `id`; rows can be replaced by any of them.
    """
    forwards = {"sqlite": _on_sqlite(table, name, sentence, keys), "postgresql": _on_postgresql(table, name, sentence)}
    backwards = {
        "sqlite": [f"DROP TRIGGER append_only_{name}_{act}" for act in ("update", "delete", "replace")],
        "postgresql": [f"DROP TRIGGER append_only_{name} ON {table}", f"DROP FUNCTION append_only_{name}_refuse()"],
    }
    return RunPython(partial(_run, forwards), partial(_run, backwards))


def _run(statements: dict[str, list[str]], _apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    for statement in statements[editor.connection.vendor]:
        editor.execute(statement, params=None)


def _on_sqlite(table: str, name: str, sentence: str, keys: Keys) -> list[str]:
    """INSERT OR REPLACE takes the old row away without asking a trigger for deletions, so it has one of its own."""
    refuse = f"BEGIN SELECT RAISE(ABORT, '{sentence}'); END"
    same = ["id = NEW.id", *(f"({' AND '.join(f'{column} = NEW.{column}' for column in key)})" for key in keys)]
    replaced = f"SELECT 1 FROM {table} WHERE {' OR '.join(same)}"  # noqa: S608 - names of our own columns
    return [
        f"CREATE TRIGGER append_only_{name}_update BEFORE UPDATE ON {table} {refuse}",
        f"CREATE TRIGGER append_only_{name}_delete BEFORE DELETE ON {table} {refuse}",
        f"CREATE TRIGGER append_only_{name}_replace BEFORE INSERT ON {table} WHEN EXISTS ({replaced}) {refuse}",
    ]


def _on_postgresql(table: str, name: str, sentence: str) -> list[str]:
    """PostgreSQL has no INSERT OR REPLACE, and its upserts are updates."""
    refuse = f"append_only_{name}_refuse()"
    raising = f"$$ BEGIN RAISE EXCEPTION '{sentence}'; END $$"
    return [
        f"CREATE FUNCTION {refuse} RETURNS trigger LANGUAGE plpgsql AS {raising}",
        f"CREATE TRIGGER append_only_{name} BEFORE UPDATE OR DELETE ON {table} FOR EACH ROW EXECUTE FUNCTION {refuse}",
    ]

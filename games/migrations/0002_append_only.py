"""Entries of the table log are never changed nor deleted, whoever asks: one sentence per database."""

from django.db import migrations

REFUSE = "BEGIN SELECT RAISE(ABORT, 'the table log is append-only'); END"
SQLITE = [
    f"CREATE TRIGGER append_only_entry_update BEFORE UPDATE ON games_entry {REFUSE}",
    f"CREATE TRIGGER append_only_entry_delete BEFORE DELETE ON games_entry {REFUSE}",
    # INSERT OR REPLACE takes the old row away without asking the trigger above.
    f"""CREATE TRIGGER append_only_entry_replace BEFORE INSERT ON games_entry WHEN EXISTS (
        SELECT 1 FROM games_entry WHERE id = NEW.id OR (game_id = NEW.game_id AND position = NEW.position)
    ) {REFUSE}""",
]
SQLITE_REVERSE = [
    "DROP TRIGGER append_only_entry_update",
    "DROP TRIGGER append_only_entry_delete",
    "DROP TRIGGER append_only_entry_replace",
]
POSTGRESQL = [
    """CREATE FUNCTION append_only_refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'the table log is append-only'; END $$""",
    """CREATE TRIGGER append_only_entry BEFORE UPDATE OR DELETE ON games_entry
    FOR EACH ROW EXECUTE FUNCTION append_only_refuse()""",
]
POSTGRESQL_REVERSE = ["DROP TRIGGER append_only_entry ON games_entry", "DROP FUNCTION append_only_refuse()"]


def run(schema_editor, by_vendor):
    for statement in by_vendor[schema_editor.connection.vendor]:
        schema_editor.execute(statement, params=None)


def forwards(apps, schema_editor):
    run(schema_editor, {"sqlite": SQLITE, "postgresql": POSTGRESQL})


def backwards(apps, schema_editor):
    run(schema_editor, {"sqlite": SQLITE_REVERSE, "postgresql": POSTGRESQL_REVERSE})


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]

    operations = [migrations.RunPython(forwards, backwards)]

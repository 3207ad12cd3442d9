"""Votes on words and readings of them are never changed nor deleted, whoever asks: one sentence per database."""

from django.db import migrations

REFUSE = "BEGIN SELECT RAISE(ABORT, 'votes and readings are append-only'); END"
TABLES = ("vote", "reading")
SQLITE = [
    *(f"CREATE TRIGGER append_only_{one}_update BEFORE UPDATE ON games_{one} {REFUSE}" for one in TABLES),
    *(f"CREATE TRIGGER append_only_{one}_delete BEFORE DELETE ON games_{one} {REFUSE}" for one in TABLES),
    # INSERT OR REPLACE takes the old row away without asking the trigger above.
    f"""CREATE TRIGGER append_only_vote_replace BEFORE INSERT ON games_vote WHEN EXISTS (
        SELECT 1 FROM games_vote WHERE id = NEW.id OR (word_id = NEW.word_id AND turn = NEW.turn)
    ) {REFUSE}""",
    f"""CREATE TRIGGER append_only_reading_replace BEFORE INSERT ON games_reading WHEN EXISTS (
        SELECT 1 FROM games_reading WHERE id = NEW.id
    ) {REFUSE}""",
]
SQLITE_REVERSE = [f"DROP TRIGGER append_only_{one}_{act}" for one in TABLES for act in ("update", "delete", "replace")]
POSTGRESQL = [
    """CREATE FUNCTION append_only_words_refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'votes and readings are append-only'; END $$""",
    *(
        f"""CREATE TRIGGER append_only_{one} BEFORE UPDATE OR DELETE ON games_{one}
    FOR EACH ROW EXECUTE FUNCTION append_only_words_refuse()"""
        for one in TABLES
    ),
]
POSTGRESQL_REVERSE = [
    *(f"DROP TRIGGER append_only_{one} ON games_{one}" for one in TABLES),
    "DROP FUNCTION append_only_words_refuse()",
]


def run(schema_editor, by_vendor):
    for statement in by_vendor[schema_editor.connection.vendor]:
        schema_editor.execute(statement, params=None)


def forwards(apps, schema_editor):
    run(schema_editor, {"sqlite": SQLITE, "postgresql": POSTGRESQL})


def backwards(apps, schema_editor):
    run(schema_editor, {"sqlite": SQLITE_REVERSE, "postgresql": POSTGRESQL_REVERSE})


class Migration(migrations.Migration):
    dependencies = [("games", "0004_sealed_words")]

    operations = [migrations.RunPython(forwards, backwards)]

"""Steps of a public draw are never changed nor deleted, whoever asks: one sentence per database."""

from django.db import migrations

REFUSE = "BEGIN SELECT RAISE(ABORT, 'the steps of a public draw are append-only'); END"
SQLITE = [
    f"CREATE TRIGGER append_only_ceremony_update BEFORE UPDATE ON tournaments_ceremonystep {REFUSE}",
    f"CREATE TRIGGER append_only_ceremony_delete BEFORE DELETE ON tournaments_ceremonystep {REFUSE}",
    # INSERT OR REPLACE takes the old row away without asking the trigger above.
    f"""CREATE TRIGGER append_only_ceremony_replace BEFORE INSERT ON tournaments_ceremonystep WHEN EXISTS (
        SELECT 1 FROM tournaments_ceremonystep WHERE id = NEW.id OR (event_id = NEW.event_id
        AND round_number = NEW.round_number AND attempt = NEW.attempt AND kind = NEW.kind)
    ) {REFUSE}""",
]
SQLITE_REVERSE = [
    "DROP TRIGGER append_only_ceremony_update",
    "DROP TRIGGER append_only_ceremony_delete",
    "DROP TRIGGER append_only_ceremony_replace",
]
POSTGRESQL = [
    """CREATE FUNCTION append_only_ceremony_refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'the steps of a public draw are append-only'; END $$""",
    """CREATE TRIGGER append_only_ceremony BEFORE UPDATE OR DELETE ON tournaments_ceremonystep
    FOR EACH ROW EXECUTE FUNCTION append_only_ceremony_refuse()""",
]
POSTGRESQL_REVERSE = [
    "DROP TRIGGER append_only_ceremony ON tournaments_ceremonystep",
    "DROP FUNCTION append_only_ceremony_refuse()",
]


def run(schema_editor, by_vendor):
    for statement in by_vendor[schema_editor.connection.vendor]:
        schema_editor.execute(statement, params=None)


def forwards(apps, schema_editor):
    run(schema_editor, {"sqlite": SQLITE, "postgresql": POSTGRESQL})


def backwards(apps, schema_editor):
    run(schema_editor, {"sqlite": SQLITE_REVERSE, "postgresql": POSTGRESQL_REVERSE})


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0004_public_draw")]

    operations = [migrations.RunPython(forwards, backwards)]

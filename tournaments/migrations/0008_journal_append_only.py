"""Lines of the journal are never changed nor deleted, whoever asks: one sentence per database. Heads never go."""

from django.db import migrations

REFUSE = "BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END"
SQLITE = [
    f"CREATE TRIGGER append_only_journal_update BEFORE UPDATE ON tournaments_journalline {REFUSE}",
    f"CREATE TRIGGER append_only_journal_delete BEFORE DELETE ON tournaments_journalline {REFUSE}",
    # INSERT OR REPLACE takes the old row away without asking the trigger above.
    f"""CREATE TRIGGER append_only_journal_replace BEFORE INSERT ON tournaments_journalline WHEN EXISTS (
        SELECT 1 FROM tournaments_journalline WHERE id = NEW.id OR (chain_id = NEW.chain_id AND number = NEW.number)
    ) {REFUSE}""",
    f"CREATE TRIGGER append_only_journal_head_delete BEFORE DELETE ON tournaments_journalhead {REFUSE}",
    f"""CREATE TRIGGER append_only_journal_head_replace BEFORE INSERT ON tournaments_journalhead WHEN EXISTS (
        SELECT 1 FROM tournaments_journalhead WHERE id = NEW.id OR event_id IS NEW.event_id
    ) {REFUSE}""",
    f"""CREATE TRIGGER append_only_journal_head_back BEFORE UPDATE ON tournaments_journalhead
        WHEN NEW.length <= OLD.length OR NEW.id <> OLD.id OR NEW.event_id IS NOT OLD.event_id {REFUSE}""",
]
SQLITE_REVERSE = [
    "DROP TRIGGER append_only_journal_update",
    "DROP TRIGGER append_only_journal_delete",
    "DROP TRIGGER append_only_journal_replace",
    "DROP TRIGGER append_only_journal_head_delete",
    "DROP TRIGGER append_only_journal_head_replace",
    "DROP TRIGGER append_only_journal_head_back",
]
POSTGRESQL = [
    """CREATE FUNCTION append_only_journal_refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'the journal is append-only'; END $$""",
    """CREATE TRIGGER append_only_journal BEFORE UPDATE OR DELETE ON tournaments_journalline
    FOR EACH ROW EXECUTE FUNCTION append_only_journal_refuse()""",
    """CREATE TRIGGER append_only_journal_head BEFORE DELETE ON tournaments_journalhead
    FOR EACH ROW EXECUTE FUNCTION append_only_journal_refuse()""",
    """CREATE TRIGGER append_only_journal_head_back BEFORE UPDATE ON tournaments_journalhead FOR EACH ROW
    WHEN (NEW.length <= OLD.length OR NEW.id <> OLD.id OR NEW.event_id IS DISTINCT FROM OLD.event_id)
    EXECUTE FUNCTION append_only_journal_refuse()""",
]
POSTGRESQL_REVERSE = [
    "DROP TRIGGER append_only_journal ON tournaments_journalline",
    "DROP TRIGGER append_only_journal_head ON tournaments_journalhead",
    "DROP TRIGGER append_only_journal_head_back ON tournaments_journalhead",
    "DROP FUNCTION append_only_journal_refuse()",
]


def run(schema_editor, by_vendor):
    for statement in by_vendor[schema_editor.connection.vendor]:
        schema_editor.execute(statement, params=None)


def forwards(apps, schema_editor):
    run(schema_editor, {"sqlite": SQLITE, "postgresql": POSTGRESQL})


def backwards(apps, schema_editor):
    run(schema_editor, {"sqlite": SQLITE_REVERSE, "postgresql": POSTGRESQL_REVERSE})


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0007_journal")]

    operations = [migrations.RunPython(forwards, backwards)]

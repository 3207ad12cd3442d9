"""A club never changes its country, nor a federation its code: the flag of a result is the flag of its day.

Each trigger looks at its own row alone, so that no later change of another table meets it.
"""

from django.db import migrations

CLUB = "a club keeps its country; one that moves is founded anew"
FEDERATION = "a federation keeps its country"
SQLITE = [
    f"""CREATE TRIGGER fixed_flag_of_club BEFORE UPDATE OF federation_id ON tournaments_club
    WHEN NEW.federation_id <> OLD.federation_id BEGIN SELECT RAISE(ABORT, '{CLUB}'); END""",
    f"""CREATE TRIGGER fixed_flag_of_federation BEFORE UPDATE OF country ON tournaments_federation
    WHEN NEW.country <> OLD.country BEGIN SELECT RAISE(ABORT, '{FEDERATION}'); END""",
]
SQLITE_REVERSE = ["DROP TRIGGER fixed_flag_of_club", "DROP TRIGGER fixed_flag_of_federation"]
POSTGRESQL = [
    f"""CREATE FUNCTION fixed_flag_of_club_refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION '{CLUB}' USING ERRCODE = 'integrity_constraint_violation'; END $$""",
    """CREATE TRIGGER fixed_flag_of_club BEFORE UPDATE OF federation_id ON tournaments_club FOR EACH ROW
    WHEN (NEW.federation_id <> OLD.federation_id) EXECUTE FUNCTION fixed_flag_of_club_refuse()""",
    f"""CREATE FUNCTION fixed_flag_of_federation_refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION '{FEDERATION}' USING ERRCODE = 'integrity_constraint_violation'; END $$""",
    """CREATE TRIGGER fixed_flag_of_federation BEFORE UPDATE OF country ON tournaments_federation FOR EACH ROW
    WHEN (NEW.country <> OLD.country) EXECUTE FUNCTION fixed_flag_of_federation_refuse()""",
]
POSTGRESQL_REVERSE = [
    "DROP TRIGGER fixed_flag_of_club ON tournaments_club",
    "DROP FUNCTION fixed_flag_of_club_refuse()",
    "DROP TRIGGER fixed_flag_of_federation ON tournaments_federation",
    "DROP FUNCTION fixed_flag_of_federation_refuse()",
]


def run(schema_editor, by_vendor):
    for statement in by_vendor[schema_editor.connection.vendor]:
        schema_editor.execute(statement, params=None)


def forwards(apps, schema_editor):
    run(schema_editor, {"sqlite": SQLITE, "postgresql": POSTGRESQL})


def backwards(apps, schema_editor):
    run(schema_editor, {"sqlite": SQLITE_REVERSE, "postgresql": POSTGRESQL_REVERSE})


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0014_clubs_and_merges")]

    operations = [migrations.RunPython(forwards, backwards)]

"""The note of a vote may be sealed anew when the words key changes (`manage.py rotate_words_key`); all else of a vote
stays as it was cast, and no vote goes. What a note says cannot be changed by it: only a key opens it, for its vote.
"""

from django.db import migrations

REFUSE = "BEGIN SELECT RAISE(ABORT, 'votes and readings are append-only'); END"
FIXED = '"id", "word_id", "turn", "by", "verdict", "at"'
FORWARDS = {
    "sqlite": [
        "DROP TRIGGER append_only_vote_update",
        f"CREATE TRIGGER append_only_vote_update BEFORE UPDATE OF {FIXED} ON games_vote {REFUSE}",
    ],
    "postgresql": [
        "DROP TRIGGER append_only_vote ON games_vote",
        f"""CREATE TRIGGER append_only_vote BEFORE DELETE OR UPDATE OF {FIXED} ON games_vote
        FOR EACH ROW EXECUTE FUNCTION append_only_words_refuse()""",
    ],
}
BACKWARDS = {
    "sqlite": [
        "DROP TRIGGER append_only_vote_update",
        f"CREATE TRIGGER append_only_vote_update BEFORE UPDATE ON games_vote {REFUSE}",
    ],
    "postgresql": [
        "DROP TRIGGER append_only_vote ON games_vote",
        """CREATE TRIGGER append_only_vote BEFORE UPDATE OR DELETE ON games_vote
        FOR EACH ROW EXECUTE FUNCTION append_only_words_refuse()""",
    ],
}


def run(schema_editor, by_vendor):
    for statement in by_vendor[schema_editor.connection.vendor]:
        schema_editor.execute(statement, params=None)


def forwards(_apps, schema_editor):
    run(schema_editor, FORWARDS)


def backwards(_apps, schema_editor):
    run(schema_editor, BACKWARDS)


class Migration(migrations.Migration):
    dependencies = [("games", "0009_arrivals_chained")]

    operations = [migrations.RunPython(forwards, backwards)]

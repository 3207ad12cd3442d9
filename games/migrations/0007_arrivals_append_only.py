"""What phones brought is never changed nor deleted; a line of the log cannot be replaced by its device's count either."""

from django.db import migrations
from django.db.models import F

from games import append_only

POSITIONS = "id = NEW.id OR (game_id = NEW.game_id AND position = NEW.position)"
COUNTS = """(game_id = NEW.game_id AND device = NEW.device AND counter = NEW.counter
            AND said IS NOT NULL AND NEW.said IS NOT NULL)"""


def refuse_replacing(schema_editor, same):
    """INSERT OR REPLACE takes the old row away by any of its keys without asking a trigger for deletions (0002)."""
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute("DROP TRIGGER append_only_entry_replace", params=None)
        schema_editor.execute(
            f"""CREATE TRIGGER append_only_entry_replace BEFORE INSERT ON games_entry WHEN EXISTS (
        SELECT 1 FROM games_entry WHERE {same}
    ) BEGIN SELECT RAISE(ABORT, 'the table log is append-only'); END""",
            params=None,
        )


def forwards(apps, schema_editor):
    refuse_replacing(schema_editor, f"{POSITIONS} OR {COUNTS}")
    apps.get_model("games", "Game").objects.update(pen_by=F("pen_holder"))


def backwards(apps, schema_editor):
    refuse_replacing(schema_editor, POSITIONS)


class Migration(migrations.Migration):
    dependencies = [("games", "0006_arrivals")]

    operations = [
        append_only.refusing(
            "games_arrival",
            name="arrival",
            sentence="what phones brought is append-only",
            keys=[("line", "said", "turn")],
        ),
        migrations.RunPython(forwards, backwards),
    ]

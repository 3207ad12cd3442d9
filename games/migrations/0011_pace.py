"""How long the deals of a game took. Games that go on at an upgrade are told theirs from their logs, by the code of the
day: it reads rows only, and tests/test_kept.py opens a site of an older version with it.
"""

from django.db import migrations, models

from games import queries
from games.rules.replay import replay


def tell(apps, schema_editor):
    for game in apps.get_model("games", "Game").objects.filter(finished=False).iterator():
        log = list(game.entries.order_by("position"))
        state = replay(queries.setup_of(game), [queries.parsed(line) for line in log])
        game.timed_deals, game.timed_seconds = queries.pace(game, state, log)
        game.save(update_fields=["timed_deals", "timed_seconds"])


class Migration(migrations.Migration):
    dependencies = [("games", "0010_resealed_notes")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="timed_deals",
            field=models.PositiveIntegerField(
                default=0, help_text="Deals whose time is known (games/simulation/pace.py); 0 when the game is over."
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="timed_seconds",
            field=models.PositiveIntegerField(
                default=0, help_text="How long these took together, without pauses."
            ),
        ),
        migrations.RunPython(tell, migrations.RunPython.noop),
    ]

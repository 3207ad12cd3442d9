"""The pace of a game is kept when it is over, too: the next round begins with that of the round before.

Nothing changes in the table. Games that were over at an upgrade get theirs with whatever else follows from logs.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0011_pace")]

    operations = [
        migrations.AlterField(
            model_name="game",
            name="timed_deals",
            field=models.PositiveIntegerField(
                default=0, help_text="Deals whose time is known (games/simulation/pace.py)."
            ),
        ),
    ]

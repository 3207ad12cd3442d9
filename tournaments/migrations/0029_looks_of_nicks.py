"""What nicks look like, so that nobody new looks like somebody who is there; filled in for those who are."""

from typing import Any

from django.db import migrations, models

from tournaments.facts.look_alikes import looks


def fill(apps: Any, _schema_editor: Any) -> None:
    for name in ("Player", "NickAlias", "Claim"):
        rows = apps.get_model("tournaments", name)._base_manager  # noqa: SLF001 - documented; all of them
        batch = []
        for row in rows.exclude(nick="").iterator(chunk_size=500):
            if row.nick_key.startswith(("ERASED ", "MERGED ")):
                continue
            row.look, row.look_in_capitals = looks(row.nick)
            batch.append(row)
            if len(batch) == 200:
                rows.bulk_update(batch, ["look", "look_in_capitals"])
                batch = []
        rows.bulk_update(batch, ["look", "look_in_capitals"])


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0028_words_by_hand'),
    ]

    operations = [
        migrations.AddField(
            model_name='claim',
            name='look',
            field=models.CharField(blank=True, db_index=True, default='', max_length=160),
        ),
        migrations.AddField(
            model_name='claim',
            name='look_in_capitals',
            field=models.CharField(blank=True, db_index=True, default='', max_length=160),
        ),
        migrations.AddField(
            model_name='nickalias',
            name='look',
            field=models.CharField(blank=True, db_index=True, default='', max_length=160),
        ),
        migrations.AddField(
            model_name='nickalias',
            name='look_in_capitals',
            field=models.CharField(blank=True, db_index=True, default='', max_length=160),
        ),
        migrations.AddField(
            model_name='player',
            name='look',
            field=models.CharField(blank=True, db_index=True, default='', max_length=160),
        ),
        migrations.AddField(
            model_name='player',
            name='look_in_capitals',
            field=models.CharField(blank=True, db_index=True, default='', max_length=160),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
    ]

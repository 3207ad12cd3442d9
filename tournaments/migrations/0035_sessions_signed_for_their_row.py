"""Sessions are signed for the row in which they lie: whoever is signed in stays so."""

from importlib import import_module

from django.conf import settings
from django.db import migrations

BATCH = 500


def sign_for_their_row(apps, schema_editor):
    store = import_module(settings.SESSION_ENGINE).SessionStore
    sessions = apps.get_model("tournaments", "Session")
    batch = []
    for row in sessions.objects.iterator(chunk_size=BATCH):
        row.session_data = store(row.session_key).encode(store().decode(row.session_data))
        batch.append(row)
        if len(batch) == BATCH:
            sessions.objects.bulk_update(batch, ["session_data"])
            batch = []
    sessions.objects.bulk_update(batch, ["session_data"])


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0034_clock_steps'),
    ]

    operations = [
        migrations.RunPython(sign_for_their_row, migrations.RunPython.noop),
    ]

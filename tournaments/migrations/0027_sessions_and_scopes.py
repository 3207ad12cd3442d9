"""Sessions with their account in a column, and tokens with a scope and an end.

Whoever is signed in stays so: Django's rows are copied. A token of before may what it could, for one more year.
"""

from datetime import timedelta
from importlib import import_module

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.utils import timezone

BATCH = 500
YEAR = timedelta(days=365)


def decoded(data):
    return import_module(settings.SESSION_ENGINE).SessionStore().decode(data)


def copy_sessions(apps, schema_editor):
    former, sessions = apps.get_model("sessions", "Session"), apps.get_model("tournaments", "Session")
    accounts = {str(pk) for pk in apps.get_model("tournaments", "Account").objects.values_list("pk", flat=True)}
    batch = []
    for row in former.objects.filter(expire_date__gt=timezone.now()).iterator(chunk_size=BATCH):
        whose = decoded(row.session_data).get("_auth_user_id")
        batch.append(
            sessions(
                session_key=row.session_key,
                session_data=row.session_data,
                expire_date=row.expire_date,
                account_id=int(whose) if whose in accounts else None,
            )
        )
        if len(batch) == BATCH:
            sessions.objects.bulk_create(batch)
            batch = []
    sessions.objects.bulk_create(batch)
    former.objects.all().delete()


def give_an_end(apps, schema_editor):
    apps.get_model("tournaments", "ApiToken").objects.update(ends_at=timezone.now() + YEAR, scope="all")


class Migration(migrations.Migration):

    dependencies = [
        ('sessions', '0001_initial'),
        ('tournaments', '0026_row_seals'),
    ]

    operations = [
        migrations.CreateModel(
            name='Session',
            fields=[
                ('session_key', models.CharField(max_length=40, primary_key=True, serialize=False, verbose_name='session key')),
                ('session_data', models.TextField(verbose_name='session data')),
                ('expire_date', models.DateTimeField(db_index=True, verbose_name='expire date')),
                ('account', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='sessions', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'session',
                'verbose_name_plural': 'sessions',
                'abstract': False,
            },
        ),
        migrations.RunPython(copy_sessions, migrations.RunPython.noop),
        migrations.AddField(
            model_name='apitoken',
            name='scope',
            field=models.CharField(choices=[('read', 'Read'), ('record', 'Record'), ('all', 'All')], default='read', max_length=12),
        ),
        migrations.AddField(
            model_name='apitoken',
            name='event',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.event'),
        ),
        migrations.AddField(
            model_name='apitoken',
            name='ends_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.RunPython(give_an_end, migrations.RunPython.noop),
        migrations.AlterField(
            model_name='apitoken',
            name='ends_at',
            field=models.DateTimeField(),
        ),
        migrations.AddConstraint(
            model_name='apitoken',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('event__isnull', False), ('scope', 'record')), models.Q(models.Q(('scope', 'record'), _negated=True), ('event', None)), _connector='OR'), name='a_token_records_at_one_event'),
        ),
    ]

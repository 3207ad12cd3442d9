"""Whether a start may leave the migrations alone."""

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from scwu import migrations

pytestmark = pytest.mark.django_db


def test_a_database_that_is_up_to_date_is_left_alone():
    assert {app for app, _ in migrations.on_disk()} >= {"tournaments", "games", "auth", "sessions", "account", "mfa"}
    assert migrations.all_applied()


def test_one_that_is_missing_is_noticed():
    MigrationRecorder(connection).record_unapplied(
        "games", max(name for app, name in migrations.on_disk() if app == "games")
    )
    assert not migrations.all_applied()

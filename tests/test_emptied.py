"""After a test whose transactions are real, the next one finds no row of it, and the table log as closed as ever."""

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction

from tests.conftest import INSTALLED
from tests.factories.games import a_game
from tests.games.logs import append

pytestmark = pytest.mark.django_db(transaction=True)


def test_no_row_is_left_and_the_log_refuses_again():
    for _ in range(2):
        append(a_game("KAMIL ABCDE"), "A /E")
        call_command("flush", interactive=False, verbosity=0)
        rows = {
            model._meta.db_table: model._base_manager.count() for model in apps.get_models(include_auto_created=True)
        }
        assert {table for table, count in rows.items() if count} == INSTALLED
    append(a_game("KAMIL ABCDE"), "A /E")
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM games_entry")

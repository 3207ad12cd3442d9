"""No way leads to a changed or deleted line of the table log, on whichever database the tests run."""

import uuid

import pytest
from django.db import DatabaseError, connection, transaction
from django.db.models import ProtectedError

from games.models import Arrival, Entry
from tests.factories.base import NOW
from tests.factories.games import a_game
from tests.games.logs import append, written

pytestmark = pytest.mark.django_db


@pytest.fixture
def game():
    game = a_game("KAMIL ABCDE")
    append(game, "A /E")
    append(game, "B /A")
    return game


def test_a_row_refuses_to_be_saved_again(game):
    entry = game.entries.get(position=1)
    entry.payload = {"kind": "deal", "loser": "C"}
    with pytest.raises(TypeError):
        entry.save()


def test_a_row_refuses_to_be_deleted(game):
    with pytest.raises(TypeError):
        game.entries.get(position=1).delete()


@pytest.mark.parametrize(
    "act",
    [
        lambda entries: entries.update(kind="close"),
        lambda entries: entries.delete(),
        lambda entries: Entry.objects.bulk_update([entries.get(position=1)], ["kind"]),
    ],
)
def test_so_does_a_queryset(game, act):
    with pytest.raises(TypeError):
        act(Entry.objects.filter(game=game))


def test_an_upsert_is_stopped_by_the_database(game):
    copy = game.entries.get(position=1)
    copy.kind = "close"
    with pytest.raises(DatabaseError), transaction.atomic():
        Entry.objects.bulk_create([copy], update_conflicts=True, unique_fields=["id"], update_fields=["kind"])
    assert written(game) == ["1 deal", "2 deal"]


@pytest.mark.parametrize(
    "sql", ["UPDATE games_entry SET kind = 'close'", "DELETE FROM games_entry", "UPDATE games_entry SET position = 7"]
)
def test_so_is_plain_sql(game, sql):
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)
    assert written(game) == ["1 deal", "2 deal"]


def test_nor_can_a_line_be_replaced(game):
    """INSERT OR REPLACE of SQLite deletes the old row without asking a trigger for deletions. PostgreSQL has none."""
    columns = ", ".join(field.column for field in Entry._meta.concrete_fields)
    changed = columns.replace("kind", "'close'", 1)
    replace = "INSERT OR REPLACE" if connection.vendor == "sqlite" else "INSERT"
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"{replace} INTO games_entry ({columns}) SELECT {changed} FROM games_entry")  # noqa: S608 - names of our own columns
    assert written(game) == ["1 deal", "2 deal"]


def test_nor_by_the_count_of_its_phone(game):
    """Two lines of one phone never have the same count; that key replaces no row either."""
    append(game, "C /B", device="phone", counter=1, said="5f")
    columns = ", ".join(field.column for field in Entry._meta.concrete_fields)
    other = {"id": f"'{uuid.uuid4().hex}'", "position": "7"}
    copied = ", ".join(other.get(name, name) for name in columns.split(", "))
    replace = "INSERT OR REPLACE" if connection.vendor == "sqlite" else "INSERT"
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"{replace} INTO games_entry ({columns}) SELECT {copied} FROM games_entry WHERE position = 3")  # noqa: S608 - names of our own columns
    assert written(game) == ["1 deal", "2 deal", "3 deal"]


def test_what_a_phone_brought_is_neither_changed_nor_deleted(game):
    row = Arrival(line=uuid.uuid4(), said="5f", game=game, status="held", brought_by="ann", raw="{}", at_server=NOW)
    row.save()
    for act in (row.save, row.delete, Arrival.objects.all().delete, lambda: Arrival.objects.update(status="applied")):
        with pytest.raises(TypeError):
            act()
    for sql in ("UPDATE games_arrival SET status = ''", "DELETE FROM games_arrival"):
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(sql)


def test_a_game_with_a_log_cannot_be_deleted(game):
    with pytest.raises(ProtectedError):
        game.delete()

"""Statements whose text is made once (games/prepared.py): they find and write what Django's own would."""

import uuid

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import Count, F, QuerySet
from django.db.transaction import TransactionManagementError
from django.test.utils import CaptureQueriesContext

from games import prepared
from games.models import Entry, Game
from games.prepared import Asked, Prepared
from tests.factories.base import NOW
from tests.factories.games import a_game
from tests.games.logs import append
from tests.same_rows import assert_same, everything, texts_made

pytestmark = pytest.mark.django_db


# --- Reading ----------------------------------------------------------------------------------------------------------


def told(order: str) -> QuerySet[Entry]:
    lines = Entry.objects.select_related("game").annotate(twice=F("position") * 2)
    return lines.filter(game=Asked("game"), position__gte=Asked("since"), kind="deal").order_by(order)


def a_game_of_three() -> Game:
    game = a_game("KAMIL ABCD")
    for loser in "ABC":
        append(game, loser)
    return game


def test_it_finds_what_the_queryset_finds_and_with_all_that_belongs_to_it(monkeypatch):
    game, lines = a_game_of_three(), Prepared(told)
    found = [lines("-position", game=game.pk, since=since) for since in (1, 3, 2)]
    nothing = lines("-position", game=game.pk + 1, since=1)
    for since, rows in zip((1, 3, 2), found, strict=True):
        monkeypatch.setattr(f"{__name__}.Asked", {"game": game.pk, "since": since}.__getitem__)
        assert_same(rows, told("-position"))
        assert {(row._state.adding, row._state.db) for row in rows} == {(False, "default")}
    assert nothing == []


def test_the_text_is_made_once_for_each_shape():
    game, lines = a_game_of_three(), Prepared(told)
    with texts_made() as made:
        orders = ("position", "-position", "position", "-position")
        found = [[line.payload["loser"] for line in lines(order, game=game.pk, since=2)] for order in orders]
    assert found == [["B", "C"], ["C", "B"]] * 2
    assert made == ["games_entry"] * 2


def test_a_number_that_no_column_holds_is_nowhere():
    lines = Prepared(told)
    with CaptureQueriesContext(connection) as queries:
        assert lines("position", game=10**30, since=1) == []
    assert len(queries) == 0


# --- Writing ----------------------------------------------------------------------------------------------------------


def a_line(game: Game, position: int) -> Entry:
    return Entry(
        id=uuid.uuid4(),
        game=game,
        position=position,
        kind="deal",
        payload={"kind": "deal", "loser": "Č"},
        version=1,
        counter=7,
        pen=0,
        by="account:1",
        at_device=NOW,
        at_server=NOW,
        digest="0" * 64,
    )


def test_a_row_is_inserted_as_saving_inserts_it():
    game = a_game("KAMIL ABCD")
    ours, djangos = a_line(game, 1), a_line(game, 2)
    prepared.insert(ours)
    djangos.save(force_insert=True)
    assert everything(ours).keys() == everything(djangos).keys()
    stored = {line.pk: {**everything(line), "id": None, "position": None} for line in Entry.objects.all()}
    assert stored[ours.pk] == stored[djangos.pk]
    with pytest.raises(TypeError):
        ours.save()  # it stands in the database, and knows it


def test_a_row_is_updated_as_saving_updates_it():
    ours, djangos = a_game("KAMIL ABCD"), a_game("KAMIL ABCD")
    for game in (ours, djangos):
        game.length, game.head, game.state = 5, "ignored", {"deals": 5, "to_go": None}
        game.last_entry_at, game.finished = NOW, True
    names = ("length", "state", "last_entry_at", "finished")
    prepared.update(ours, names)
    djangos.save(update_fields=names)
    stored = [{**everything(game), "id": None, "opened_at": None} for game in Game.objects.order_by("pk")]
    assert stored[0] == stored[1]
    assert stored[0]["head"] == ""


def test_a_few_rows_are_updated_at_once_and_no_others():
    games = [a_game("KAMIL ABCD") for _ in range(4)]
    for number, game in enumerate(games):
        game.length, game.head = number, "ignored"
    with CaptureQueriesContext(connection) as queries:
        prepared.update_some(games[1:], ("length",))
        prepared.update_some([], ("length",))
    assert len(queries) == 1
    assert list(Game.objects.order_by("pk").values_list("length", "head")) == [(0, ""), (1, ""), (2, ""), (3, "")]
    assert Game.objects.aggregate(games=Count("pk")) == {"games": 4}


def test_after_a_write_that_failed_the_transaction_keeps_nothing():
    game = a_game("KAMIL ABCD")
    with transaction.atomic():
        prepared.insert(a_line(game, 1))
        with pytest.raises(IntegrityError):
            prepared.insert(a_line(game, 1))
        with pytest.raises(TransactionManagementError):
            Entry.objects.count()
    assert not Entry.objects.exists()


@pytest.mark.postgres
def test_postgresql_keeps_the_plan():
    game, lines = a_game_of_three(), Prepared(told)
    for _ in range(2):
        lines("position", game=game.pk, since=1)
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE '%AS \"twice\"%'")
        assert cursor.fetchone() == (1,)

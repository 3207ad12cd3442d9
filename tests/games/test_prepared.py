"""Statements whose text is made once (games/prepared.py): they find and write what Django's own would."""

import uuid
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.db.transaction import TransactionManagementError
from django.test.utils import CaptureQueriesContext

from games import prepared
from games.models import Entry, Game
from tests.factories.base import NOW
from tests.factories.games import a_game
from tests.games.logs import append
from tests.races import race
from tests.same_rows import assert_same, everything, texts_made

pytestmark = pytest.mark.django_db


# --- Reading ----------------------------------------------------------------------------------------------------------


def told(game: int, since: int, kind: str) -> QuerySet[Entry]:
    """Rows with what belongs to them, and values counted beside them."""
    later = Entry.objects.filter(game=OuterRef("game"), position__gt=since)
    lines = Entry.objects.select_related("game").annotate(twice=F("position") * 2, is_not_last=Exists(later))
    return lines.filter(game=game, position__gte=since, kind=kind).order_by("position")


def a_game_of_three() -> Game:
    game = a_game("KAMIL ABCD")
    for loser in "ABC":
        append(game, loser)
    return game


def test_rows_come_out_as_from_the_queryset_with_all_that_belongs_to_them(django_assert_num_queries):
    games, lines = (a_game_of_three(), a_game_of_three()), prepared.prepared(told)
    for game, since in zip((*games, *games), (1, 3, 2, 3), strict=True):
        with django_assert_num_queries(1):
            rows = lines(game.pk, since, "deal")
        assert_same(rows, told(game.pk, since, "deal"))
        assert {(row._state.adding, row._state.db) for row in rows} == {(False, "default")}
    assert lines(games[1].pk + 1, 1, "deal") == lines(games[0].pk, 1, "close") == lines(games[0].pk, 4, "deal") == []


def some_columns(since: int) -> QuerySet[Entry, Any]:
    return Entry.objects.filter(position__gte=since).order_by("position").only("payload", "at_server")


def names(since: int) -> QuerySet[Entry, Any]:
    lines = Entry.objects.filter(position__gte=since).annotate(twice=F("position") * 2)
    return lines.order_by("position").values("twice", "at_server", "payload", "game__options")[:2]


def tuples(since: int) -> QuerySet[Entry, Any]:
    return names(since).values_list("id", "twice", "by")


def columns(since: int) -> QuerySet[Entry, Any]:
    return names(since).values_list("payload", flat=True)


def named(since: int) -> QuerySet[Entry, Any]:
    return names(since).values_list("id", "twice", named=True)


def ordered_by_what_is_not_shown(since: int) -> QuerySet[Entry, Any]:
    return Entry.objects.filter(position__gte=since).order_by("-position").values_list("by", "kind").distinct()


def grouped(since: int) -> QuerySet[Entry, Any]:
    lines = Entry.objects.filter(position__gte=since).order_by().values("game")
    return lines.annotate(n=Count("pk", filter=Q(kind="deal"))).values_list("n", "game")


@pytest.mark.parametrize("tell", [names, tuples, columns, named, ordered_by_what_is_not_shown, grouped])
def test_values_come_out_as_from_the_queryset(tell):
    a_game_of_three()
    ask = prepared.prepared(tell)
    for since in (1, 3, 2):
        assert ask(since) == list(tell(since)) != []
    assert ask(4) == list(tell(4)) == []


def test_columns_that_are_not_asked_for_are_fetched_when_they_are_read(django_assert_num_queries):
    a_game_of_three()
    ask = prepared.prepared(some_columns)
    for since in (2, 3):
        (last,) = ask(since)[-1:]
        with django_assert_num_queries(1):
            assert (last.payload["loser"], last.kind) == ("C", "deal")


def test_the_text_is_made_once_for_each_shape():
    @prepared.prepared
    def lines(game: int, since: int, *, order: str = "position") -> QuerySet[Entry]:
        return Entry.objects.filter(game=game, position__gte=since).order_by(order)

    game, shapes = a_game_of_three(), ({}, {"order": "-position"}, {"order": "position"}, {"order": "-position"})
    with texts_made() as made:
        found = [[line.payload["loser"] for line in lines(game.pk, since=2, **shape)] for shape in shapes]
    assert found == [["B", "C"], ["C", "B"]] * 2
    assert made == ["games_entry"] * 2


@pytest.mark.parametrize(
    ("number", "statements"), [(-1, 2), (70_000, 2), (2**31, 2), (2**63 - 1, 2), (10**30, 0), (-(10**30), 0)]
)
def test_a_number_that_no_column_holds_is_nowhere(number, statements, django_assert_num_queries):
    game = a_game_of_three()

    @prepared.prepared
    def at(game: int, position: int) -> QuerySet[Entry]:
        return Entry.objects.filter(game=game, position=position)

    assert len(at(game.pk, 1)) == 1
    with django_assert_num_queries(statements):
        assert at(number, 1) == at(game.pk, number) == []


def test_a_value_that_no_condition_has_is_no_statement():
    @prepared.prepared
    def games(pk: int, length: int) -> QuerySet[Game]:
        return Game.objects.filter(pk=pk)

    with pytest.raises(TypeError, match="length"):
        games(1, 2)


def test_what_is_asked_is_logged_with_its_values():
    game, lines = a_game_of_three(), prepared.prepared(told)
    for kind in ("deal", "close"):
        with CaptureQueriesContext(connection) as queries:
            lines(game.pk, 2, kind)
        (query,) = queries.captured_queries
        assert f"'{kind}'" in query["sql"]


@pytest.mark.django_db(transaction=True)
def test_every_thread_asks_by_a_connection_of_its_own():
    game, lines = a_game_of_three(), prepared.prepared(told)
    assert len(lines(game.pk, 1, "deal")) == 3
    assert race(*(lambda since=since: len(lines(game.pk, since, "deal")) for since in (2, 3))) == [2, 1]


@pytest.mark.postgres
@pytest.mark.parametrize("tell", [names, told])
def test_postgresql_keeps_the_plan(tell):
    game = a_game_of_three()
    ask = prepared.prepared(tell)
    for _ in range(2):
        assert ask(1) if tell is names else ask(game.pk, 1, "deal")
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE '%AS \"twice\"%'")
        assert cursor.fetchone() == (1,)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_nothing_is_held_outside_of_a_transaction():
    game = a_game_of_three()

    @prepared.prepared
    def held(pk: int) -> QuerySet[Game]:
        return Game.objects.select_for_update().filter(pk=pk)

    with transaction.atomic():
        assert held(game.pk) == [game]
    with pytest.raises(TransactionManagementError):
        held(game.pk)


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

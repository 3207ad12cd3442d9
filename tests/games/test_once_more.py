"""What may be done twice is done once more when the connection was lost, and only then (games/once_more.py)."""

from __future__ import annotations

import psycopg
import pytest
from django.conf import settings
from django.db import OperationalError, connection, transaction

from games.models import Entry, Game
from games.once_more import once_more
from tests.factories import stories
from tests.factories.games import a_game
from tests.tournaments.tableside.pocket import Pocket
from tournaments.operations.evening import intake

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


def cut() -> None:
    """Somebody ends our connection, as a server does that is started again."""
    given = settings.DATABASES["default"]
    with psycopg.connect(
        dbname=connection.settings_dict["NAME"], host=given["HOST"], port=given["PORT"], user=given["USER"],
        password=given["PASSWORD"] or None, autocommit=True,
    ) as other:  # fmt: skip
        other.execute("SELECT pg_terminate_backend(%s)", [connection.connection.info.backend_pid])


def raising(game: Game, cuts: list[str], where: str) -> int:
    """One transaction, whose connection is cut for each of `cuts` that is called `where`; how often it was begun."""
    begun: list[int] = []

    @once_more
    def deed() -> None:
        begun.append(1)
        with transaction.atomic():
            Game.objects.filter(pk=game.pk).update(head="x")
            if cuts and cuts.pop() == where:
                cut()
            Game.objects.filter(pk=game.pk).update(head="y")

    deed()
    return len(begun)


def test_a_deed_whose_connection_was_cut_is_done_again():
    game = a_game("KAMIL ABCD")
    assert raising(game, [], "middle") == 1
    assert raising(game, ["middle"], "middle") == 2
    game.refresh_from_db()
    assert game.head == "y"


def test_once():
    with pytest.raises(OperationalError):
        raising(a_game("KAMIL ABCD"), ["middle"] * 2, "middle")


def test_a_deed_that_was_taken_back_for_another_one_is_done_again():
    begun: list[int] = []

    @once_more
    def deed() -> None:
        begun.append(1)
        with transaction.atomic():
            Game.objects.count()
            if len(begun) == 1:
                raise OperationalError from psycopg.errors.DeadlockDetected()

    deed()
    assert len(begun) == 2


def test_not_in_a_transaction_of_somebody_else():
    game = a_game("KAMIL ABCD")
    with pytest.raises(OperationalError), transaction.atomic():
        raising(game, ["middle"], "middle")


def test_what_only_waited_too_long_is_not_done_again():
    begun: list[int] = []

    @once_more
    def deed() -> None:
        begun.append(1)
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL statement_timeout = '20ms'")
            cursor.execute("SELECT pg_sleep(5)")

    with pytest.raises(OperationalError):
        deed()
    assert len(begun) == 1


@pytest.mark.parametrize("after", [False, True], ids=["before its commit", "after its commit"])
def test_a_phone_whose_line_met_the_cut_gets_its_answer_and_the_line_stands_once(monkeypatch, after):
    """Also where the line was committed and only the answer is lost: it is known by its id."""
    event = stories.an_event(players=5, status="running")
    table = stories.table_of(stories.a_running_round(event, sizes=(5,)))
    assert table.game is not None
    pocket = Pocket(stories.director_of(event))
    pocket.deal(table.game, "A")
    real, cuts = (intake.note_rest, [1]) if not after else (intake._take, [1])

    def met(*args: object, **named: object) -> object:
        done = real(*args, **named)
        if cuts:
            cuts.pop()
            cut()
            Game.objects.count()
        return done

    monkeypatch.setattr(intake, real.__name__, met)
    pocket.send(table.game)
    assert pocket.statuses() == ["applied"]
    assert Entry.objects.count() == 1

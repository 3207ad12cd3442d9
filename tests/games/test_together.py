"""Statements that travel together to a server of databases (`prepared.together`): what is asked and written is the same
as one by one, and a deal keeps others waiting for one journey.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import QuerySet

from games import prepared
from games.models import Entry, Game
from tests.factories import stories
from tests.factories.games import a_game
from tests.games.logs import append
from tests.games.test_prepared import a_line
from tests.tournaments.tableside.pocket import Pocket

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]
WAITS = ("Query", "Sync", "Flush")  # after each of them the client waits for an answer


@prepared.prepared
def lines(game: int) -> QuerySet[Entry]:
    return Entry.objects.filter(game=game).order_by("position")


@contextmanager
def messages(folder: Path) -> Iterator[list[str]]:
    """What is sent meanwhile, message by message, as the client library itself writes it down."""
    said: list[str] = []
    connection.ensure_connection()
    with (folder / "sent").open("w+") as file:
        connection.connection.pgconn.trace(file.fileno())
        try:
            yield said
        finally:
            connection.connection.pgconn.untrace()
        file.seek(0)
        sent = (line.partition("\tF\t")[2] for line in file)
        said += [rest.partition("\t")[2] for rest in sent if rest]


def test_what_was_written_is_seen_by_what_is_asked_next():
    game = a_game("KAMIL ABCD")
    with prepared.together(), transaction.atomic():
        prepared.insert(a_line(game, 1))
        assert [line.position for line in lines(game.pk)] == [1]
        prepared.insert(a_line(game, 2))
        assert Entry.objects.count() == 2, "by a statement of Django's own as well"
    assert Entry.objects.count() == 2


def test_what_was_sent_ahead_is_the_answer_of_then_and_only_in_there():
    game = a_game("KAMIL ABCD")
    with prepared.together(), transaction.atomic():
        lines.ahead(game.pk)
        prepared.insert(a_line(game, 1))
        assert lines(game.pk) == []
        assert len(lines(game.pk)) == 1, "once"
        lines.ahead(game.pk)  # and nobody asks
    prepared.insert(a_line(game, 2))
    with prepared.together(), transaction.atomic():
        assert len(lines(game.pk)) == 2, "of another transaction"
        lines.ahead(game.pk + 1)
        assert len(lines(game.pk)) == 2, "another question"
    lines.ahead(game.pk)
    assert len(lines(game.pk)) == 2


def test_what_cannot_be_written_is_said_by_the_commit_and_nothing_is_kept():
    game = a_game("KAMIL ABCD")

    def the_same_line_twice() -> None:
        with prepared.together(), transaction.atomic():
            prepared.insert(a_line(game, 1))
            prepared.insert(a_line(game, 1))

    with pytest.raises(IntegrityError):
        the_same_line_twice()
    assert not Entry.objects.exists()
    append(game, "A")  # the connection is of use as before


def test_what_cannot_be_written_before_a_savepoint_ends_is_taken_back_to_it():
    game = a_game("KAMIL ABCD")
    with prepared.together(), transaction.atomic():
        prepared.insert(a_line(game, 1))
        with pytest.raises(IntegrityError), transaction.atomic():
            prepared.insert(a_line(game, 1))
        prepared.insert(a_line(game, 2))
    assert [line.position for line in lines(game.pk)] == [1, 2]


def test_so_it_is_if_that_is_said_on_the_way():
    """By an answer that comes while others are sent: how many that takes is up to the server."""
    game = a_game("KAMIL ABCD")

    def one_twice_and_many_more() -> None:
        for position in (1, *range(3, 2000)):
            prepared.insert(a_line(game, position))

    with prepared.together(), transaction.atomic():
        prepared.insert(a_line(game, 1))
        with pytest.raises(IntegrityError), transaction.atomic():
            one_twice_and_many_more()
        prepared.insert(a_line(game, 2))
    assert [line.position for line in lines(game.pk)] == [1, 2]


def test_django_knows_how_many_rows_it_has_changed():
    game = a_game("KAMIL ABCD")
    with prepared.together(), transaction.atomic():
        assert Game.objects.filter(pk=game.pk).update(head="x") == 1
        assert Game.objects.filter(pk=game.pk + 1).update(head="x") == 0
        game.save(update_fields=["head"])


def test_in_a_transaction_of_somebody_else_every_statement_goes_by_itself():
    game = a_game("KAMIL ABCD")
    with transaction.atomic():
        with prepared.together(), transaction.atomic():
            prepared.insert(a_line(game, 1))
            with pytest.raises(IntegrityError):
                prepared.insert(a_line(game, 1))
        transaction.set_rollback(True)
    assert not Entry.objects.exists()


def test_a_deal_holds_its_event_for_one_journey(tmp_path: Path):
    event = stories.an_event(players=5, status="running")
    table = stories.table_of(stories.a_running_round(event, sizes=(5,)))
    assert table.game is not None
    pocket = Pocket(stories.director_of(event))
    for loser in "AB":
        pocket.deal(table.game, loser)
        pocket.send(table.game)
    pocket.deal(table.game, "C")
    with messages(tmp_path) as said:
        pocket.send(table.game)
    assert Entry.objects.filter(game=table.game).count() == 3
    begun, committed = (next(at for at, one in enumerate(said) if word in one) for word in ("BEGIN", "COMMIT"))
    waits = [one for one in said[begun:committed] if one.startswith(WAITS)]
    assert len(waits) == 2, "for the beginning, and for all that is asked; what is written goes with the commit"

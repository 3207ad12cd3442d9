"""Two phones at one table at the same moment, on the database in use."""

import uuid

import pytest
from django.db import transaction

from games import protocol, queries
from games.models import Game
from tests.factories.base import NOW
from tests.factories.games import a_game
from tests.games.logs import append
from tests.races import race

pytestmark = pytest.mark.django_db(transaction=True)


def test_one_of_two_writers_is_told_to_look_again():
    game = a_game("KAMIL ABCDE")
    for position in range(1, 6):
        answers = race(
            lambda at=position: append(game, "A /E", at=at, by="ann").position,
            lambda at=position: append(game, "B /E", at=at, by="ben").position,
        )
        assert sorted(map(str, answers)) == [str(position), "stale_position"]
    game.refresh_from_db()
    assert game.length == game.entries.count() == 5
    assert protocol.broken_link(game) is None
    assert game.state == queries.summary(queries.state_of(game))


def test_one_form_sent_twice_at_once_is_one_line():
    game = a_game("KAMIL ABCDE")
    for position in range(1, 6):
        key = uuid.uuid4()
        send = [lambda key=key, at=position: append(game, "A /E" if at < 5 else "B /E", id=key, at=at)] * 3
        answers = race(*send)
        assert sorted(answer.repeated for answer in answers) == [False, True, True]
    assert Game.objects.get(pk=game.pk).entries.count() == 5


def test_the_pen_goes_to_one_after_the_other():
    game = a_game("KAMIL ABCDE")

    def take(by):
        with transaction.atomic():
            return protocol.take_pen(protocol.lock(game.pk), by=by, now=NOW)

    assert sorted(race(lambda: take("ann"), lambda: take("ben"))) == [1, 2]

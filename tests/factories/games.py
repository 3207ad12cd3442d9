"""Rows of the app `games`."""

from __future__ import annotations

from factory.declarations import LazyAttribute

from games import protocol
from games.models import Game, PlayingWord
from games.rules.notation import parse_log
from tests.factories.base import NOW, Factory


class PlayingWordFactory(Factory[PlayingWord]):
    class Meta:
        model = PlayingWord

    word = "KAMIL"
    letters = LazyAttribute(lambda word: list(word.word))
    created_at = NOW


def a_game(header: str = "KAMIL ABCDE") -> Game:
    """An open game at the table that the header of a notation describes."""
    setup, _ = parse_log(header)
    return protocol.open_game(setup=setup, now=NOW)

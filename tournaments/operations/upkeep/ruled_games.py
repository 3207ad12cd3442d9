"""Looking for rulings and logs that contradict each other. Reads only.

A ruling in force says what its lines do; the log says whether they do it. And a game keeps which lines its rulings
hold: were that changed, anybody could change them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from games import queries as game_queries
from games.models import Game
from games.rules.replay import replay
from tournaments.models import Event, Ruling
from tournaments.queries.ruled_lines import contradicted, ruled_lines, rulings_by_game


@dataclass(frozen=True, slots=True)
class Contradiction:
    """`code`: `ruling_contradicted` (a ruling that its log does not carry out) or `ruled_changed` (a game that does not
    hold what its rulings hold); `ruling`: one of that table.
    """

    code: str
    ruling: Ruling

    @property
    def values(self) -> dict[str, Any]:
        """Which one, for its sentence."""
        table = self.ruling.table
        return {"round": table.round.number, "table": table.number, "ruling": self.ruling.pk}


def contradictions(event: Event | None = None) -> Iterator[Contradiction]:
    """Those of an event, or of everything, by game. A log that cannot be read is not asked."""
    by_game = rulings_by_game(event)
    games = {game.pk: game for game in Game.objects.filter(pk__in=by_game)}
    logs = game_queries.logs_of(games.values())
    for pk, rulings in by_game.items():
        log = [game_queries.parsed(line) for line in logs[pk]]
        for ruling in contradicted(replay(game_queries.setup_of(games[pk]), log), rulings):
            yield Contradiction("ruling_contradicted", ruling)
        if games[pk].ruled != ruled_lines(log, rulings):
            yield Contradiction("ruled_changed", rulings[-1])

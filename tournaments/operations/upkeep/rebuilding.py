"""Making the projections of an event anew from its logs, and checking that nobody has touched the logs.

The logs are the truth; `Game.state`, `.finished`, `.length`, the time of its deals, every `Score` and `Feat` follow
from them (house.md, line 4), and `.kept` counts what phones brought beside them; `.ruled` follows from the rulings at
the table.
Whatever differs is named with its old and its new value: it is the trace of a bug. A log whose hash chain is broken is
no truth any more: its event is named and left as it is, until a person has looked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Count

from games import protocol
from games import queries as game_queries
from games.models import Arrival, Game
from games.rules.replay import replay
from tournaments import projections
from tournaments.models import Event, Registration, Ruling, Table
from tournaments.operations.holding import hold_event
from tournaments.operations.results import scoring
from tournaments.operations.results.counting_feats import differing_feats
from tournaments.operations.results.ranked_results import keep_newest_results
from tournaments.operations.upkeep.ruled_games import Contradiction, contradictions
from tournaments.queries.ruled_lines import ruled_lines, rulings_by_game


@dataclass(frozen=True, slots=True)
class Difference:
    """`where`: such as "round 1, table 2" or "p7"; `what`: the value that differed, as a path."""

    where: str
    what: str
    stored: object
    rebuilt: object


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What was found at one event. `broken`: table → position of the first line that its chain does not vouch for;
    `contradicted`: rulings that their log does not carry out, which a person has to look at.
    """

    games: int
    scores: int
    differences: tuple[Difference, ...]
    broken: Mapping[str, int]
    contradicted: tuple[Contradiction, ...] = ()


def rebuild_event(*, event: Event, only_check: bool = False) -> Rebuilt:
    """Rebuild everything that follows from the logs of `event`; with `only_check` nothing is kept.

    The event is held meanwhile, so that no deal is recorded on top of what is being replaced.
    """
    with transaction.atomic():
        hold_event(event)
        tables = _tables(event)
        broken = _broken_chains(tables)
        differences: list[Difference] = []
        contradicted: list[Contradiction] = []
        if not broken:
            differences = [
                *_rebuilt_games(tables, rulings_by_game(event)),
                *_rebuilt_scores(event),
                *_rebuilt_ranking(event),
                *(Difference(where, "feats", stored, rebuilt) for where, stored, rebuilt in differing_feats(event)),
            ]
            if differences:
                projections.bump(event)
            contradicted = [found for found in contradictions(event) if found.code == "ruling_contradicted"]
        found = Rebuilt(len(tables), event.scores.count(), tuple(differences), broken, tuple(contradicted))
        if only_check:
            transaction.set_rollback(True)
        return found


def _tables(event: Event) -> list[tuple[str, Game]]:
    rows = Table.objects.filter(round__event=event, game__isnull=False).select_related("round", "game")
    found = rows.order_by("round__number", "number")
    return [(f"round {table.round.number}, table {table.number}", table.game) for table in found if table.game]


def _broken_chains(tables: list[tuple[str, Game]]) -> dict[str, int]:
    """A wrong `length` alone breaks no chain: it is a projection like the others, so it is put right first."""
    broken = {}
    for where, game in tables:
        stored, game.length = game.length, game.entries.count()
        position = protocol.broken_link(game)
        if position is not None:
            broken[where] = position
        game.length = stored
    return broken


def _rebuilt_games(tables: list[tuple[str, Game]], rulings: Mapping[int, list[Ruling]]) -> Iterator[Difference]:
    logs = game_queries.logs_of(game for _, game in tables)
    kept = _kept(game for _, game in tables)
    for where, game in tables:
        lines = logs[game.pk]
        log = [game_queries.parsed(line) for line in lines]
        state = replay(game_queries.setup_of(game), log)
        pace = game_queries.pace(game, state, lines)
        rebuilt = {
            "length": len(lines),
            "kept": kept.get(game.pk, 0),
            "ruled": ruled_lines(log, rulings.get(game.pk, [])),
            "finished": state.finished,
            "state": game_queries.summary(state),
            "timed_deals": pace.deals,
            "timed_seconds": pace.seconds,
        }
        stored = {name: getattr(game, name) for name in rebuilt}
        if stored != rebuilt:
            yield from (Difference(where, *found) for found in differing("", stored, rebuilt))
            for name, value in rebuilt.items():
                setattr(game, name, value)
            game.save(update_fields=list(rebuilt))


def _kept(games: Iterable[Game]) -> dict[int, int]:
    """How many lines that phones brought are kept beside each log that has any."""
    rows = Arrival.objects.filter(game__in=[game.pk for game in games]).values_list("game")
    return dict(rows.annotate(Count("pk")).order_by())


def _rebuilt_scores(event: Event) -> Iterator[Difference]:
    for registration in Registration.objects.filter(event=event, score__isnull=True).order_by("position", "pk"):
        registration.event = event
        projections.open_score(registration)
        yield Difference(registration.key, "score", None, "made")
    for score, before in scoring.order_anew(event):
        now = {name: getattr(score, name) for name in before}
        yield from (Difference(score.key, *found) for found in differing("", before, now))


def _rebuilt_ranking(event: Event) -> Iterator[Difference]:
    """What the newest final publication says for the ranking of the season."""
    stored, rebuilt = keep_newest_results(event)
    yield from (Difference("ranking", *found) for found in differing("", stored, rebuilt))


def differing(path: str, stored: object, rebuilt: object) -> Iterator[tuple[str, object, object]]:
    """Find the innermost values that are not equal. Returns (path, stored, rebuilt) of each."""
    if isinstance(stored, dict) and isinstance(rebuilt, dict):
        names: dict[Any, None] = dict.fromkeys((*rebuilt, *stored))
        for name in names:
            yield from differing(f"{path}.{name}" if path else str(name), stored.get(name), rebuilt.get(name))
    elif stored != rebuilt:
        yield path, stored, rebuilt

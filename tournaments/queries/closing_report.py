"""What the closing report of an event shows: the sums of its logs beside its scores, and what vouches for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games import queries as game_queries
from games.models import Game
from games.protocol import broken_link
from tournaments.models import Draw, Event, Occupant, Registration, RoundKind, RoundStatus, Score, Table
from tournaments.projections import TIERS
from tournaments.queries.played import played_event
from tournaments.standings.closing import Closing, Kept, Rounds, TableShown, closing
from tournaments.standings.order import FINAL, SMALL_FINAL


@dataclass(frozen=True, slots=True)
class StandIn:
    nick: str
    instead: str
    round: int
    table: int
    seat: str


@dataclass(frozen=True, slots=True)
class Head:
    """The last line of a table's log, which vouches for all before it; `holds`: it does."""

    round: int
    table: int
    length: int
    digest: str
    holds: bool


@dataclass(frozen=True, slots=True)
class Report:
    """`nicks`: entry → nick; `draws`: round, attempt, seed and digest of the draw that was played."""

    sums: Closing
    nicks: Mapping[str, str]
    stand_ins: Sequence[StandIn]
    draws: Sequence[Mapping[str, object]]
    heads: Sequence[Head]

    @property
    def holds(self) -> bool:
        return self.sums.holds and all(head.holds for head in self.heads)


def report_of(event: Event) -> Report:
    """Count everything of an event from its logs. Eleven statements, whatever its size."""
    played = played_event(event)
    games = [
        (round_.number, table.number, table.state)
        for round_ in played.rounds
        if round_.kind != RoundKind.PLAY_OFF
        for table in round_.tables
    ]
    scores = list(Score.objects.filter(event=event))
    rows = Table.objects.filter(round__event=event, game__length__gt=0).select_related("round", "game")
    tables = [(table, table.game) for table in rows.order_by("round__number", "number") if table.game]
    return Report(
        sums=closing(
            games,
            {score.key: (score.deals, score.letters) for score in scores if score.deals or score.letters},
            kept={score.key: _kept(score) for score in scores},
            rounds=Rounds(
                basic=frozenset(round_.number for round_ in played.rounds if round_.kind == RoundKind.BASIC),
                finals=frozenset(round_.number for round_ in played.rounds if round_.kind in TIERS),
                is_mean=played.regulations.pooling == "mean",
            ),
            tables_shown={(table.round.number, table.number): _shown(game) for table, game in tables},
        ),
        nicks=dict(Registration.objects.filter(event=event).values_list("key", "nick")),
        stand_ins=_stand_ins(event),
        draws=_draws(event),
        heads=_heads(tables),
    )


def _shown(game: Game) -> TableShown:
    """What the page of a table shows, `games.queries.summary`."""
    return game.state["deals"], {seat: one["letters"] for seat, one in game.state["seats"].items()}


def _heads(tables: Sequence[tuple[Table, Game]]) -> list[Head]:
    logs = game_queries.logs_of(game for _, game in tables)
    return [
        Head(table.round.number, table.number, game.length, game.head, broken_link(game, logs[game.pk]) is None)
        for table, game in tables
    ]


def _kept(score: Score) -> Kept:
    rounds = {int(number): row for number, row in score.rounds.items() if row[0] != RoundKind.PLAY_OFF}
    return Kept(
        rounds={number: (row[1], row[2]) for number, row in rounds.items()},
        basic=(score.basic_deals, score.basic_letters),
        rank=score.rank_key,
        is_finalist=score.rank_key[:1] in (str(FINAL), str(SMALL_FINAL)),
    )


def _stand_ins(event: Event) -> list[StandIn]:
    rows = Occupant.objects.filter(round__event=event, table__game__isnull=False).select_related("registration")
    drawn = {(row.table_id, row.seat): row.registration.nick for row in rows if row.label.endswith("1")}
    came = rows.filter(active=True).exclude(label__endswith="1").select_related("registration", "round", "table")
    return [
        StandIn(row.registration.nick, drawn[row.table_id, row.seat], row.round.number, row.table.number, row.seat)
        for row in came.order_by("round__number", "table__number", "label")
    ]


def _draws(event: Event) -> list[Mapping[str, object]]:
    public = (RoundStatus.PUBLISHED, RoundStatus.RUNNING, RoundStatus.CLOSED)
    rows = Draw.objects.filter(round__event=event, round__status__in=public).order_by("round__number", "-attempt")
    found: dict[object, Mapping[str, object]] = {}
    for row in rows.values("round__number", "attempt", "seed", "inputs_hash"):
        found.setdefault(row["round__number"], row)
    return list(found.values())

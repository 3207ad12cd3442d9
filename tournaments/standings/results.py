"""From games played to results: who qualified, every place, every table (event-file.md, `scwu-results/1`).

`PlayedEvent` is all that results depend on, whoever made it: the reader of an event file or the query of a running
site. A label of a game's state (`occupant`) is an entry id here. Basic rounds, the final and the small final count;
a play-off does not, though its tables and findings are listed. A stand-in's deals and letters are his own, those
before him stay with whoever took them (competition.md 2.11). A finalist's seat is the last one he holds in a round
of that kind. The document's `why` and `text` are English; pages translate the reasons and findings themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.rules.findings import Finding, sentence
from games.rules.game import SeatState, Tally
from games.rules.replay import GameState
from tournaments.facts.regulations import Regulations
from tournaments.standings import reasons
from tournaments.standings.finalists import Candidate, Finalists, finalists
from tournaments.standings.order import FINAL, SMALL_FINAL
from tournaments.standings.places import Standing, places, ranking_of
from tournaments.standings.records import FinalSeat, Record
from tournaments.standings.success import NOTHING, display, total

TIERS = {"final": FINAL, "small_final": SMALL_FINAL}


@dataclass(frozen=True, slots=True)
class PlayedEntry:
    """`club` is a club's code, None without one."""

    id: str
    classified: bool = True
    club: str | None = None


@dataclass(frozen=True, slots=True)
class PlayedTable:
    number: int
    state: GameState


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """`kind`: basic, play_off, final, small_final."""

    number: int
    kind: str
    tables: tuple[PlayedTable, ...]


@dataclass(frozen=True, slots=True)
class PlayedEvent:
    regulations: Regulations
    entries: tuple[PlayedEntry, ...]
    rounds: tuple[PlayedRound, ...]


@dataclass(frozen=True, slots=True)
class TableFinding:
    round: int
    table: int
    finding: Finding


@dataclass(frozen=True, slots=True)
class Results:
    """`rounds` and their tables are those of the event, in order of their numbers."""

    regulations: Regulations
    finalists: Finalists
    standings: tuple[Standing, ...]
    rounds: tuple[PlayedRound, ...]
    findings: tuple[TableFinding, ...]


class _Score:
    """What one entry did, while the rounds are gone through in order of their numbers."""

    __slots__ = ("basic", "finals", "gave_up", "seats", "survived")

    def __init__(self) -> None:
        self.basic: dict[int, Tally] = {}  # round number → tally
        self.finals: dict[int, Tally] = {}  # tier → tally
        self.seats: dict[int, tuple[PlayedTable, SeatState]] = {}  # tier → the seat that he holds
        self.survived = False
        self.gave_up = False

    def sat_in_basic(self, number: int, tally: Tally, *, survived: bool) -> None:
        self.basic[number] = total((self.basic.get(number, NOTHING), tally))
        self.survived = survived

    def sat_in_final(self, tier: int, tally: Tally, *, held: tuple[PlayedTable, SeatState, bool]) -> None:
        table, seat, still_holds_it = held
        self.finals[tier] = total((self.finals.get(tier, NOTHING), tally))
        if still_holds_it:
            self.seats[tier] = table, seat
        else:
            self.gave_up = True

    def record(self, entry: str) -> Record:
        basic = tuple(self.basic.values())
        return Record(
            entry=entry,
            basic=basic,
            total=total((*basic, *self.finals.values())),
            seat=self._seat(),
            gave_up_final_seat=self.gave_up and not self.seats,
        )

    def _seat(self) -> FinalSeat | None:
        if not self.seats:
            return None
        tier = min(self.seats)
        table, seat = self.seats[tier]
        return FinalSeat(
            tier=tier,
            tally=self.finals[tier],
            left=seat.left,
            outlasted_by=len(table.state.seats) - seat.left if seat.left else 0,
            finished=table.state.finished,
        )


def results(played: PlayedEvent) -> Results:
    """Everything that can be told from the games, whatever the order in which they are handed in."""
    rounds = tuple(_in_order(played.rounds))
    regulations, scores = played.regulations, _scores(rounds)
    classified, ranking = _classified(played), ranking_of(regulations)
    candidates = (
        Candidate(entry, ranking.worth(score.basic.values()), score.survived)
        for entry in classified
        if (score := scores.get(entry)) and score.basic
    )
    return Results(
        regulations=regulations,
        finalists=finalists(candidates, size=regulations.final_size, qualification=regulations.qualification),
        standings=places((scores.get(entry, _Score()).record(entry) for entry in classified), regulations),
        rounds=rounds,
        findings=tuple(
            TableFinding(round_.number, table.number, finding)
            for round_ in rounds
            for table in round_.tables
            for finding in table.state.findings
        ),
    )


def records(played: PlayedEvent) -> tuple[Record, ...]:
    """What each classified entry did, also one that never sat down."""
    scores = _scores(tuple(_in_order(played.rounds)))
    return tuple(scores.get(entry, _Score()).record(entry) for entry in _classified(played))


def _classified(played: PlayedEvent) -> list[str]:
    return [entry.id for entry in played.entries if entry.classified]


def _in_order(rounds: tuple[PlayedRound, ...]) -> Iterator[PlayedRound]:
    for round_ in sorted(rounds, key=lambda round_: round_.number):
        tables = sorted(round_.tables, key=lambda table: table.number)
        yield PlayedRound(round_.number, round_.kind, tuple(tables))


def _scores(rounds: tuple[PlayedRound, ...]) -> dict[str, _Score]:
    scores: dict[str, _Score] = {}
    for round_ in rounds:
        for table in round_.tables:
            for seat in table.state.seats.values():
                for entry, tally in seat.tallies.items():
                    score = scores.setdefault(entry, _Score())
                    if round_.kind == "basic":
                        score.sat_in_basic(round_.number, tally, survived=_survived(table, seat, entry))
                    elif round_.kind in TIERS:
                        score.sat_in_final(TIERS[round_.kind], tally, held=(table, seat, entry == seat.occupant))
    return scores


def _survived(table: PlayedTable, seat: SeatState, entry: str) -> bool:
    return table.state.finished and seat.left is None and seat.occupant == entry


def results_document(results: Results) -> dict[str, object]:
    """The document `scwu-results/1`, its keys in the order of the format.

    In an event of Smear, which the format does not know, nobody has letters or success, and nobody can say how many
    deals are to go (null); a standing has `games_won`, `points` and `games` besides, a table `scores` and `winner`.
    """
    play_off = results.finalists.play_off
    return {
        "format": "scwu-results/1",
        "finalists": {
            "qualified": list(results.finalists.qualified),
            "play_off": play_off and {"places": play_off.places, "between": list(play_off.between)},
        },
        "standings": [_standing(standing, results.regulations) for standing in results.standings],
        "tables": [
            _table(round_.number, table.number, table.state) for round_ in results.rounds for table in round_.tables
        ],
        "findings": [
            {
                "round": found.round,
                "table": found.table,
                "position": found.finding.position,
                "code": found.finding.code,
                "text": sentence(found.finding),
            }
            for found in results.findings
        ],
    }


def _standing(standing: Standing, regulations: Regulations) -> dict[str, object]:
    return {
        "place": standing.place,
        "entry": standing.entry,
        "deals": standing.total.deals,
        "letters": standing.total.letters,
        "success": display(standing.success, decimals=regulations.percent_decimals, mode=regulations.percent_mode),
        **(_games(standing.total) if regulations.game == "smear" else {}),
        "why": [reasons.sentence(reason) for reason in standing.why],
    }


def _games(total: Tally) -> dict[str, object]:
    return {"games_won": total.won, "points": total.points, "games": total.games}


def _table(round_number: int, number: int, state: GameState) -> dict[str, object]:
    match_balls = state.match_balls
    return {
        "round": round_number,
        "table": number,
        "finished": state.finished,
        "deals": state.deals,
        "deals_to_go": state.deals_to_go and list(state.deals_to_go),
        **({"scores": dict(state.smear.scores), "winner": state.smear.winner} if state.smear else {}),
        "seats": {name: _seat(seat, match_ball=name in match_balls) for name, seat in state.seats.items()},
    }


def _seat(seat: SeatState, *, match_ball: bool) -> dict[str, object]:
    own = seat.own
    shown: dict[str, object] = {
        "entry": seat.occupant,
        "deals": own.deals,
        "letters": own.letters,
        "left": seat.left,
        "match_ball": match_ball,
    }
    if seat.letters != own.letters:
        shown["letters_on_seat"] = seat.letters
    return shown

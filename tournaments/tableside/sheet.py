"""The form of the next deal as it stands on the screen: who plays, who deals, what is chosen. Asks no database.

The rules propose (`games.rules.bench`), the referee changes it by a tap: the form changes, the log does not. The bench
is kept in the order of sitting down, so that with a full bench a tap on "sits out" lets in who has sat longest: one
tap, and four play. A tap on "plays" leaves five at the table until somebody else sits out; the form says so and does
not record. `static/tournaments/phone/bench.js` does the same on the phone without asking the server.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from django.http import QueryDict

from games.rules.setup import PLAYERS_OF_A_DEAL
from tournaments.queries.tables import SeatView, TableView

POINTS = "points_"


@dataclass(frozen=True, slots=True)
class Choice:
    """What somebody has chosen so far. `bench` in order of sitting down; `dealer` "" means: as proposed."""

    bench: tuple[str, ...]
    loser: str = ""
    dealer: str = ""
    packed: bool = False
    points: Mapping[str, str] = field(default_factory=dict)
    points_as_they_are: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A seat in the form."""

    seat: SeatView
    status: Literal["plays", "bench", "left"]
    is_dealer: bool = False
    is_leader: bool = False
    is_chosen: bool = False
    points: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """`number`: of the deal to be recorded; `proposed`: who deals if nobody says otherwise."""

    choice: Choice
    rows: tuple[Row, ...]
    players: tuple[str, ...]
    bench: tuple[str, ...]
    dealer: str
    leader: str
    proposed: str
    number: int
    places: int

    @property
    def is_ready(self) -> bool:
        return len(self.players) == PLAYERS_OF_A_DEAL

    @property
    def is_unfolded(self) -> bool:
        """Whether the folded part holds something that was chosen."""
        return bool(self.choice.dealer or self.choice.packed or any(self.choice.points.values()))


def read_choice(data: QueryDict, view: TableView) -> Choice:
    """What `data` (a form or an address) says, as far as it fits the table; the proposal for the rest."""
    proposed = view.proposal.bench if view.proposal else ()
    bench = tuple(dict.fromkeys(seat for seat in data.get("bench", "") if seat in view.active))
    dealer, loser = data.get("dealer", ""), data.get("loser", "")
    return Choice(
        bench=bench if "bench" in data else proposed,
        loser=loser if loser in view.active else "",
        dealer=dealer if dealer in view.active else "",
        packed="packed" in data,
        points={seat: data.get(POINTS + seat, "").strip()[:3] for seat in view.active if data.get(POINTS + seat)},
        points_as_they_are="points_as_they_are" in data,
    )


def choice_query(choice: Choice, *, base: int) -> str:
    """The choice as the query of an address; `base` ties it to the log that it was made for."""
    query = QueryDict(mutable=True)
    query.update({"base": str(base), "bench": "".join(choice.bench)})
    query.update({POINTS + seat: number for seat, number in choice.points.items()})
    for name in ("loser", "dealer"):
        if getattr(choice, name):
            query[name] = getattr(choice, name)
    if choice.packed:
        query["packed"] = "on"
    return query.urlencode()


def toggled(choice: Choice, seat: str, active: Sequence[str]) -> Choice:
    """The choice after a tap on "sits out" or "plays" of `seat`."""
    places = len(active) - PLAYERS_OF_A_DEAL
    if seat in choice.bench:
        return replace(choice, bench=tuple(other for other in choice.bench if other != seat))
    if seat not in active or places <= 0:
        return choice
    bench = (*choice.bench, seat)[-places:]
    loser, dealer = ("" if chosen == seat else chosen for chosen in (choice.loser, choice.dealer))
    return replace(choice, bench=bench, loser=loser, dealer=dealer)


def sheet_of(view: TableView, choice: Choice | None = None) -> Sheet | None:
    """The form of the next deal, None when there is none to record."""
    proposal = view.proposal
    if proposal is None or view.state is None or view.phase != "playing":
        return None
    choice = choice or Choice(bench=proposal.bench)
    players = tuple(seat for seat in view.active if seat not in choice.bench)
    proposed = _from(players, proposal.dealer)
    dealer = choice.dealer if choice.dealer in players else proposed
    leader = _from(tuple(seat for seat in players if seat != dealer), dealer)
    rows = tuple(
        Row(
            seat=seat,
            status="left" if seat.left is not None else "bench" if seat.seat in choice.bench else "plays",
            is_dealer=seat.seat == dealer,
            is_leader=seat.seat == leader,
            is_chosen=seat.seat == choice.loser and seat.seat in players,
            points=choice.points.get(seat.seat, ""),
        )
        for seat in view.seats
    )
    return Sheet(
        choice=choice,
        rows=rows,
        players=players,
        bench=tuple(sorted(choice.bench)),
        dealer=dealer,
        leader=leader,
        proposed=proposed,
        number=view.state.deals + 1,
        places=len(view.active) - PLAYERS_OF_A_DEAL,
    )


def _from(players: Sequence[str], seat: str) -> str:
    """`seat` if it plays, else the next playing seat clockwise; "" at an empty table."""
    return next((player for player in players if player >= seat), players[0] if players else "")

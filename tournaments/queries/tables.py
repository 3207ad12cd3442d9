"""One table as those who record there see it: who plays, the letters, and the log line by line.

This is the one place where a page replays a log, because it shows it. After a deal was recorded the view is made from
what the act returned (`recorded_view`), without a look at the database. Seats become nicks here: of whoever sat there
at the time of the line (competition.md 2.11). Words for people are not made here but in texts/about_log.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from django.db.models import F

from games import queries as game_queries
from games.models import Entry as StoredEntry
from games.rules.bench import Proposal, propose
from games.rules.entries import Dealing, Entry, Pause
from games.rules.game import SeatState
from games.rules.replay import GameState, replay
from tournaments import instances
from tournaments.facts.masking import unmasked
from tournaments.facts.places import NOWHERE, Place, place_of
from tournaments.facts.regulations import Regulations
from tournaments.models import Account, Occupant, RoundKind, RoundStatus, Table, told_again
from tournaments.queries.calls import OpenCall, call_at
from tournaments.queries.names import names_of
from tournaments.queries.smear import Party, parties_of
from tournaments.standings.places import place_text
from tournaments.standings.success import display, success

Phase = Literal["before", "playing", "over", "stopped"]


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat and who sits there. `deals`, `taken`: his own deals and letters; `before`: who sat here earlier.

    `success`: of his own deals here, as this event shows it, None without any. `place`: in a finished final, among
    those of this table, as the standings have it now; `last_place` differs where it is shared.
    """

    seat: str
    nick: str
    club: str
    letters: int = 0
    left: int | None = None
    is_complete: bool = False
    is_match_ball: bool = False
    deals: int = 0
    taken: int = 0
    success: str | None = None
    before: tuple[str, ...] = ()
    place: int | None = None
    last_place: int | None = None

    @property
    def place_text(self) -> str:
        return place_text(self.place or 0, self.last_place or 0)


@dataclass(frozen=True, slots=True)
class LineView:
    """A line of the log as it reads now. `without_pen`: somebody else recorded; `by_player`: who plays here did."""

    id: UUID
    position: int
    entry: Entry
    is_struck: bool
    is_applied: bool
    is_corrected: bool
    author: str
    by: str
    at: datetime
    without_pen: bool
    by_player: bool = False


@dataclass(frozen=True, slots=True)
class Pen:
    """Who records here: a name, or nobody yet."""

    epoch: int
    holder: str
    is_mine: bool

    @property
    def is_free(self) -> bool:
        return not self.epoch


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """A table of a round. `phase`: before the round, in play, game over, or stopped by the end of the round.

    `state` and `proposal` are the rules' own; both are None before the round has started. `names`: label of the log →
    nick. `lines`: the log, or its end that was asked for; `length`, `head`: of the whole log. A play-off is one deal
    that counts for nothing else: it has no letters to show, no match balls and no success. `payloads`: of the lines, as
    they were written. `has_role`: false for a player who records here, and sees neither board nor rulings. `ruled`: the
    lines that rulings hold, as the game keeps them. `is_told_again`: its seating was published and does not count; that
    is asked before the start alone, by a statement more.
    """

    slug: str
    event: str
    version: int
    zone: str
    round_number: int
    round_kind: str
    round_status: str
    starts_at: datetime | None
    number: int
    phase: Phase
    letters: tuple[str, ...]
    caption: str
    seats: tuple[SeatView, ...]
    lines: tuple[LineView, ...]
    length: int
    head: str
    pen: Pen
    state: GameState | None
    names: Mapping[str, str]
    proposal: Proposal | None
    viewer: str
    is_referee: bool
    is_smear: bool = False
    game: int = 0
    payloads: tuple[dict[str, Any], ...] = ()
    call: OpenCall | None = None
    acceptance: str = "off"
    has_role: bool = True
    ruled: Mapping[str, int] = field(default_factory=dict)
    stands: Place = NOWHERE
    is_told_again: bool = False

    @property
    def instance(self) -> str:
        """As which instance who looks writes and judges here."""
        return instances.at_a_table(is_referee=self.is_referee, has_role=self.has_role)

    def is_held(self, position: int) -> bool:
        """Whether rulings hold a line from who looks."""
        return self.ruled.get(str(position), 0) > instances.height(self.instance)

    @property
    def is_play_off(self) -> bool:
        return self.round_kind == RoundKind.PLAY_OFF

    def line(self, position: int) -> LineView | None:
        """The line of the log at `position`."""
        return next((line for line in self.lines if line.position == position), None)

    def nick(self, seat: str) -> str:
        """Who sits in `seat` now."""
        return next((sitting.nick for sitting in self.seats if sitting.seat == seat), seat)

    @property
    def last(self) -> LineView | None:
        return self.lines[-1] if self.lines else None

    @property
    def active(self) -> tuple[str, ...]:
        return self.state.active if self.state else ()

    @property
    def parties(self) -> tuple[Party, ...]:
        """The parties of a table of Smear, with their scores."""
        smear = self.state.smear if self.state else None
        nicks = {seat.seat: seat.nick for seat in self.seats}
        return parties_of(smear.scores, smear.winner, nicks) if smear else ()

    @property
    def pause(self) -> str | None:
        """Why the table has a pause, None while it has none."""
        if self.state is None or not self.state.paused:
            return None
        said = (line.entry for line in reversed(self.state.lines) if line.applied)
        return next(unmasked(entry.reason, self.names) for entry in said if isinstance(entry, Pause))

    @property
    def accepted_by(self) -> SeatView | None:
        """Who has agreed with the end of the game."""
        said = self.state.accepted_by if self.state else None
        return next((seat for seat in self.seats if seat.seat == said), None)

    @property
    def points_entry(self) -> str:
        return self.state.setup.options.points_entry if self.state else "off"


def table_view(table: Table, *, viewer: Account, is_referee: bool) -> TableView:
    """A table that was fetched with its right to be recorded. Two statements, three if an author is not known yet."""
    people = table.occupants.select_related("registration__score", "registration__club").order_by("label")
    occupants = tuple(people.annotate(account=F("registration__player__account")))
    game = table.game
    if game is None:
        return _view(table, occupants, None, (), viewer=viewer, is_referee=is_referee)
    log = tuple(game.entries.order_by("position"))
    state = replay(game_queries.setup_of(game), [game_queries.parsed(line) for line in log])
    return _view(table, occupants, state, log, viewer=viewer, is_referee=is_referee)


def recorded_view(
    table: Table,
    *,
    occupants: Sequence[Occupant],
    state: GameState,
    log: Sequence[StoredEntry],
    viewer: Account,
    is_referee: bool,
    since: int = 1,
) -> TableView:
    """Make the view of a table from what recording a line has returned. `since`: its lines begin at that position.

    No statement while the authors' names are remembered.
    """
    return _view(table, occupants, state, log, viewer=viewer, is_referee=is_referee, since=since)


def _view(
    table: Table,
    occupants: Sequence[Occupant],
    state: GameState | None,
    log: Sequence[StoredEntry],
    *,
    viewer: Account,
    is_referee: bool,
    since: int = 1,
) -> TableView:
    round_, event, game = table.round, table.round.event, table.game
    has_word = bool(state and state.setup.letters) and round_.kind != RoundKind.PLAY_OFF
    by_label = {occupant.label: occupant for occupant in occupants}
    authors = names_of({*(line.by for line in log[since - 1 :]), game.pen_by if game else ""}, known=viewer)
    epoch, holder = (game.pen_epoch, game.pen_by) if game else (0, "")
    return TableView(
        slug=event.slug,
        event=event.name,
        version=event.version,
        zone=event.time_zone,
        round_number=round_.number,
        round_kind=round_.kind,
        round_status=round_.status,
        starts_at=round_.starts_at,
        number=table.number,
        phase=_phase(table, state),
        letters=state.setup.letters if state and has_word else (),
        caption=round_.playing_word.caption if has_word and round_.playing_word else "",
        seats=_seats(table, by_label, state),
        lines=_lines(state, log, authors, since, _players(occupants)) if state else (),
        length=len(log),
        head=game.head if game else "",
        pen=Pen(epoch, authors.get(holder, ""), is_mine=holder == viewer.key),
        state=state,
        names={occupant.label: occupant.registration.nick for occupant in occupants},
        proposal=propose(state) if state else None,
        viewer=viewer.key,
        is_referee=is_referee,
        is_smear=event.is_smear,
        game=game.pk if game else 0,
        payloads=tuple(line.payload for line in log[since - 1 :]) if state else (),
        call=call_at(table),
        acceptance=Regulations.from_dict(event.regulations).acceptance,
        has_role=getattr(table, "has_role", True),
        ruled=game.ruled if game else {},
        stands=place_of(event.places, table.number),
        is_told_again=state is None and told_again().filter(pk=round_.pk).exists(),
    )


def _players(occupants: Sequence[Occupant]) -> frozenset[str]:
    """The keys of those who play at the table, as lines name who wrote them."""
    accounts = (getattr(occupant, "account", None) for occupant in occupants if occupant.active)
    return frozenset(f"account:{account}" for account in accounts if account)


def _phase(table: Table, state: GameState | None) -> Phase:
    if state is None:
        return "before"
    if state.finished:
        return "over"
    is_on = table.round.status == RoundStatus.RUNNING and not table.round.event.is_over
    return "playing" if is_on else "stopped"


def _seats(table: Table, by_label: Mapping[str, Occupant], state: GameState | None) -> tuple[SeatView, ...]:
    if state is None:
        drawn = sorted(by_label.values(), key=lambda occupant: occupant.seat)
        return tuple(SeatView(occupant.seat, occupant.registration.nick, _club(occupant)) for occupant in drawn)
    places, regulations = _places(table, by_label, state), Regulations.from_dict(table.round.event.regulations)
    seats = (_seat(seat, by_label, state, places, regulations) for seat in state.seats.values())
    if table.round.kind == RoundKind.PLAY_OFF:
        return tuple(replace(seat, is_match_ball=False, success=None) for seat in seats)
    return tuple(seats)


def _seat(
    seat: SeatState,
    by_label: Mapping[str, Occupant],
    state: GameState,
    places: Mapping[str, tuple[int, int]],
    regulations: Regulations,
) -> SeatView:
    occupant = by_label[seat.occupant]
    place, last_place = places.get(seat.seat, (None, None))
    achieved = None if state.smear else success(seat.own)
    shown = display(achieved, decimals=regulations.percent_decimals, mode=regulations.percent_mode)
    return SeatView(
        seat=seat.seat,
        nick=occupant.registration.nick,
        club=_club(occupant),
        letters=seat.letters,
        left=seat.left,
        is_complete=not state.smear and seat.letters >= len(state.setup.letters),
        is_match_ball=seat.seat in state.match_balls,
        deals=seat.own.deals,
        taken=seat.own.letters,
        success=shown,
        before=tuple(by_label[label].registration.nick for label in seat.tallies if label != seat.occupant),
        place=place,
        last_place=last_place,
    )


def _club(occupant: Occupant) -> str:
    club = occupant.registration.club
    return club.name if club else ""


def _places(table: Table, by_label: Mapping[str, Occupant], state: GameState) -> dict[str, tuple[int, int]]:
    """Seat → first and last place at a finished final table, from the order that the scores hold."""
    if not state.finished or table.round.kind not in (RoundKind.FINAL, RoundKind.SMALL_FINAL):
        return {}
    keys = {seat.seat: by_label[seat.occupant].registration.score.rank_key for seat in state.seats.values()}
    ranked = [key for key in keys.values() if key]
    return {
        seat: (1 + sum(other < key for other in ranked), sum(other <= key for other in ranked))
        for seat, key in keys.items()
        if key
    }


def _lines(
    state: GameState,
    log: Sequence[StoredEntry],
    authors: Mapping[str, str],
    since: int,
    players: frozenset[str],
) -> tuple[LineView, ...]:
    views, epoch = [], max((stored.pen for stored in log[: since - 1]), default=0)
    for line, stored in zip(state.lines[since - 1 :], log[since - 1 :], strict=True):
        epoch = max(epoch, stored.pen)
        views.append(
            LineView(
                id=stored.id,
                position=line.position,
                entry=line.entry,
                is_struck=line.struck,
                is_applied=line.applied,
                is_corrected=line.entry != game_queries.parsed(stored),
                author=authors.get(stored.by, ""),
                by=stored.by,
                at=stored.at_server,
                without_pen=isinstance(line.entry, Dealing) and stored.pen < epoch,
                by_player=stored.by in players,
            )
        )
    return tuple(views)

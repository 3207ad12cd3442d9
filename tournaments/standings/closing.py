"""The sums of an evening, counted from the logs line by line and held against what the site shows.

Letters are lost deals and penalty letters, at each table and together; each deal has four who sat in it; each player's
deals and letters are those of his tables. Nothing here asks the standings or the projections how they count: what they
say is handed in as `shown` and only compared. A game of Smear has no letters; its deals are counted all the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from games.rules.entries import Deal, Entry, PenaltyLetter, SmearDeal, VoidDeal
from games.rules.replay import GameState
from games.rules.setup import PLAYERS_OF_A_DEAL


@dataclass(frozen=True, slots=True)
class TableSum:
    """`letters`: that lie on the seats; `deals`, `penalties`, `voids`: lines that count. `own`: deals people sat in."""

    round: int
    table: int
    deals: int
    penalties: int
    voids: int
    letters: int
    own: int
    is_smear: bool

    @property
    def holds(self) -> bool:
        """Whether the sums of this table agree."""
        if self.is_smear:
            return self.letters == 0
        return self.letters == self.deals + self.penalties and self.own == PLAYERS_OF_A_DEAL * self.deals


@dataclass(frozen=True, slots=True)
class PlayerSum:
    """`deals`, `letters`: from the logs; `shown`: what the site shows of the same."""

    entry: str
    deals: int
    letters: int
    shown: tuple[int, int]

    @property
    def holds(self) -> bool:
        return (self.deals, self.letters) == self.shown


@dataclass(frozen=True, slots=True)
class Closing:
    tables: tuple[TableSum, ...]
    players: tuple[PlayerSum, ...]

    @property
    def holds(self) -> bool:
        """Whether every sum agrees, those of all together too."""
        letters = sum(table.letters for table in self.tables)
        return (
            all(table.holds for table in self.tables)
            and all(player.holds for player in self.players)
            and sum(player.letters for player in self.players) == letters
            and sum(player.deals for player in self.players) == sum(table.own for table in self.tables)
        )


def closing(games: Iterable[tuple[int, int, GameState]], shown: Mapping[str, tuple[int, int]]) -> Closing:
    """The sums of an event.

    `games`: round, table and state of each game but play-offs, with entries as occupants; `shown`: entry → deals and
    letters as the site shows them, of everybody whom it shows.
    """
    tables, deals, letters = [], Counter[str](), Counter[str]()
    for round_, number, state in games:
        own = _by_person(state)
        tables.append(_table(round_, number, state, own=sum(did for did, _ in own.values())))
        for entry, (sat_in, took) in own.items():
            deals[entry] += sat_in
            letters[entry] += took
    entries = sorted({*deals, *shown})
    players = tuple(PlayerSum(entry, deals[entry], letters[entry], shown.get(entry, (0, 0))) for entry in entries)
    return Closing(tuple(tables), players)


def _table(round_: int, number: int, state: GameState, *, own: int) -> TableSum:
    counted = [line.entry for line in state.lines if line.applied]
    return TableSum(
        round=round_,
        table=number,
        deals=_of(Deal, counted) + _of(SmearDeal, counted),
        penalties=_of(PenaltyLetter, counted),
        voids=_of(VoidDeal, counted),
        letters=sum(seat.letters for seat in state.seats.values()),
        own=own,
        is_smear=state.smear is not None,
    )


def _of(kind: type[object], entries: Sequence[object]) -> int:
    return sum(isinstance(entry, kind) for entry in entries)


def _by_person(state: GameState) -> dict[str, tuple[int, int]]:
    """Entry → deals and letters, from the lines: who sat where then, who lost, who was on the bench."""
    count, swaps, late = _Count(state), state.swaps, state.late_letters
    for line in state.lines:
        for swap in swaps.get(line.position, ()):
            count.swap(swap.seat, swap.other)
        if line.applied:
            count.follow(line.entry)
        for seat in late.get(line.position, ()):
            count.take(seat)
    people = {*count.here.values(), *count.deals, *count.letters}
    return {entry: (count.deals[entry], count.letters[entry]) for entry in people}


class _Count:
    """`here`: who sits in each seat now; `deals`, `letters`: what everybody has had."""

    def __init__(self, state: GameState) -> None:
        self.here, self.length = dict(state.setup.occupants), len(state.setup.letters)
        self.left = set[str]()
        self.deals, self.letters, self.on_seat = Counter[str](), Counter[str](), Counter[str]()

    def swap(self, seat: str, other: str) -> None:
        self.here[seat], self.here[other] = self.here[other], self.here[seat]
        self.on_seat[seat], self.on_seat[other] = self.on_seat[other], self.on_seat[seat]

    def take(self, seat: str) -> None:
        self.letters[self.here[seat]] += 1
        self.on_seat[seat] += 1
        if self.on_seat[seat] >= self.length:
            self.left.add(seat)

    def follow(self, entry: Entry) -> None:
        if isinstance(entry, Deal | SmearDeal):
            out = {*self.left, *getattr(entry, "bench", ())}
            self.deals.update(self.here[seat] for seat in self.here if seat not in out)
        if isinstance(entry, Deal):
            self.take(entry.loser)
        elif isinstance(entry, PenaltyLetter) and not entry.after:
            self.take(entry.seat)
        seat, newcomer = getattr(entry, "seat", ""), getattr(entry, "occupant", "")
        if newcomer:
            self.here[seat] = newcomer
        elif entry.code == "withdraw":
            self.left.add(seat)

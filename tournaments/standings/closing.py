"""The sums of an evening, counted from the logs line by line and held against what the site shows.

Letters are lost deals and penalty letters, at each table and together; each deal has four who sat in it; each player's
deals and letters are those of his tables. Nothing here asks the standings or the projections how they count: what they
say is handed in as `shown` and only compared. A game of Smear has no letters; its deals are counted all the same.

Places are held against the same count: nobody stands before somebody with a better success in the basic rounds, nobody
in a final who did not sit in it, and of one table of a final nobody before somebody who left it later. What a referee
sets himself (`PlaceOverride`) is no place of this kind; nor is there one in Smear.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.rules.entries import Deal, Entry, PenaltyLetter, SmearDeal, VoidDeal
from games.rules.replay import GameState
from games.rules.setup import PLAYERS_OF_A_DEAL


@dataclass(frozen=True, slots=True)
class TableSum:
    """`letters`: that lie on the seats; `deals`, `penalties`, `voids`: lines that count. `own`: deals people sat in.

    `is_shown_wrong`: the page of the table shows other deals or other letters. `is_early`: the game was ended early.
    """

    round: int
    table: int
    deals: int
    penalties: int
    voids: int
    letters: int
    own: int
    is_smear: bool
    is_shown_wrong: bool = False
    is_early: bool = False

    @property
    def holds(self) -> bool:
        """Whether the sums of this table agree."""
        return not self.is_shown_wrong and self.adds_up

    @property
    def adds_up(self) -> bool:
        if self.is_smear:
            return self.letters == 0
        return self.letters == self.deals + self.penalties and self.own == PLAYERS_OF_A_DEAL * self.deals


TableShown = tuple[int, Mapping[str, int]]
"""The deals of a table, and seat by seat the letters."""


@dataclass(frozen=True, slots=True)
class PlayerSum:
    """`deals`, `letters`: from the logs; `shown`: what the site shows of the same. `are_rounds_wrong`: the totals may
    agree, but not what is kept of each round and of the basic rounds together, which success and teams are made of.
    """

    entry: str
    deals: int
    letters: int
    shown: tuple[int, int]
    are_rounds_wrong: bool = False
    is_place_wrong: bool = False

    @property
    def holds(self) -> bool:
        return (self.deals, self.letters) == self.shown and not self.are_rounds_wrong and not self.is_place_wrong


@dataclass(frozen=True, slots=True)
class Kept:
    """What the site keeps of somebody beside his totals. `rounds`: number → deals and letters, `basic`: the sums.

    `rank`: sorts the standings; empty if he takes no place. `is_finalist`: ranked by a final.
    """

    rounds: Mapping[int, tuple[int, int]]
    basic: tuple[int, int]
    rank: str = ""
    is_finalist: bool = False


@dataclass(frozen=True, slots=True)
class Rounds:
    """Which rounds are basic ones, and which finals; `is_mean`: success is the mean of the rounds."""

    basic: frozenset[int]
    finals: frozenset[int] = frozenset()
    is_mean: bool = False


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


def closing(
    games: Iterable[tuple[int, int, GameState]],
    shown: Mapping[str, tuple[int, int]],
    *,
    kept: Mapping[str, Kept] | None = None,
    rounds: Rounds | None = None,
    tables_shown: Mapping[tuple[int, int], TableShown] | None = None,
) -> Closing:
    """The sums of an event.

    `games`: round, table and state of each game but play-offs, with entries as occupants; `shown`: entry → deals and
    letters as the site shows them, of everybody whom it shows; `kept`, `rounds`: the same round by round, with places;
    `tables_shown`: round and table → what its page shows.
    """
    seen = tables_shown or {}
    tables, states = [], []
    did: dict[str, dict[int, tuple[int, int]]] = {}
    for round_, number, state in games:
        own = _by_person(state)
        states.append((round_, state))
        sat_in = sum(deals for deals, _ in own.values())
        tables.append(_table(round_, number, state, own=sat_in, shown=seen.get((round_, number))))
        for entry, (deals, took) in own.items():
            before = did.setdefault(entry, {}).get(round_, (0, 0))
            did[entry][round_] = before[0] + deals, before[1] + took
    wrong_rounds, wrong_places = set[str](), set[str]()
    if kept is not None and rounds is not None:
        wrong_rounds = {entry for entry in {*did, *kept} if _differ(did.get(entry, {}), kept.get(entry), rounds)}
        if not any(state.smear for _, state in states):
            wrong_places = _misplaced(did, kept, rounds) | _misplaced_in_finals(states, kept, rounds)
    players = tuple(
        PlayerSum(
            entry,
            *_together(did.get(entry, {}).values()),
            shown.get(entry, (0, 0)),
            entry in wrong_rounds,
            entry in wrong_places,
        )
        for entry in sorted({*did, *shown, *wrong_rounds, *wrong_places})
    )
    return Closing(tuple(tables), players)


def _together(rounds: Iterable[tuple[int, int]]) -> tuple[int, int]:
    several = list(rounds)
    return sum(deals for deals, _ in several), sum(letters for _, letters in several)


def _differ(did: Mapping[int, tuple[int, int]], kept: Kept | None, rounds: Rounds) -> bool:
    """Whether what is kept round by round is not what he did; where nothing is kept, nothing was done."""
    kept = kept or Kept({}, (0, 0))
    basic = _together(one for number, one in did.items() if number in rounds.basic)
    return _played(did) != _played(kept.rounds) or basic != kept.basic


def _played(rounds: Mapping[int, tuple[int, int]]) -> dict[int, tuple[int, int]]:
    return {number: one for number, one in rounds.items() if any(one)}


def _misplaced(did: Mapping[str, Mapping[int, tuple[int, int]]], kept: Mapping[str, Kept], rounds: Rounds) -> set[str]:
    """Who stands in a final and never sat in it; of the others, who is not where his success puts him."""
    placed = {entry: one for entry, one in kept.items() if one.rank}
    never = {
        entry for entry, one in placed.items() if one.is_finalist and not rounds.finals & did.get(entry, {}).keys()
    }
    others = {entry: one.rank for entry, one in placed.items() if not one.is_finalist}
    worth = {entry: _success(did.get(entry, {}), rounds) for entry in others}
    return never | _out_of_order(others, worth)


def _misplaced_in_finals(states: Iterable[tuple[int, GameState]], kept: Mapping[str, Kept], rounds: Rounds) -> set[str]:
    """Who stands before somebody who left the final later. Asked where one table played it and nobody was replaced."""
    wrong = set[str]()
    tables = [(number, state) for number, state in states if number in rounds.finals]
    for number, state in tables:
        is_alone = [one for one, _ in tables].count(number) == 1
        if not is_alone or any(line.entry.code in ("substitute", "withdraw", "swap") for line in state.lines):
            continue
        people = state.setup.occupants
        ranks = {who: kept[who].rank for who in people.values() if who in kept and kept[who].is_finalist}
        last = len(people) + 1
        left = {people[seat]: Fraction(one.left or last) for seat, one in state.seats.items() if people[seat] in ranks}
        wrong |= _out_of_order(ranks, left)
    return wrong


def _out_of_order(ranks: Mapping[str, str], worth: Mapping[str, Fraction]) -> set[str]:
    """Whose rank, among these, is better or worse than what he is worth allows; equals may stand in any order."""
    wrong = set[str]()
    in_order, by_worth = sorted(ranks.values()), sorted(worth.values())
    for entry, rank in ranks.items():
        before = bisect_left(in_order, rank)
        better = len(by_worth) - bisect_right(by_worth, worth[entry])
        level = len(by_worth) - bisect_left(by_worth, worth[entry])
        if not better <= before < level:
            wrong.add(entry)
    return wrong


def _success(did: Mapping[int, tuple[int, int]], rounds: Rounds) -> Fraction:
    """The share of own deals of the basic rounds that was not lost; -1 without any."""
    played = [one for number, one in did.items() if number in rounds.basic and one[0]]
    if not played:
        return Fraction(-1)
    heaps = played if rounds.is_mean else [_together(one for number, one in did.items() if number in rounds.basic)]
    return sum((Fraction(max(deals - letters, 0), deals) for deals, letters in heaps), Fraction(0)) / len(heaps)


def _table(round_: int, number: int, state: GameState, *, own: int, shown: TableShown | None) -> TableSum:
    counted = [line.entry for line in state.lines if line.applied]
    dealt = _of(Deal, counted) + _of(SmearDeal, counted)
    letters = {seat: one.letters for seat, one in state.seats.items()}
    return TableSum(
        round=round_,
        table=number,
        deals=dealt,
        penalties=_of(PenaltyLetter, counted),
        voids=_of(VoidDeal, counted),
        letters=sum(letters.values()),
        own=own,
        is_smear=state.smear is not None,
        is_shown_wrong=shown is not None and shown != (dealt, letters),
        is_early=state.closed,
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

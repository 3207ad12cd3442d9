"""What was done to a seating by hand since it was drawn, in its order: swaps, back to the draw, who left, who came.

Who comes while a game is played is a line of its log: for whom, the log says as it read then, and whether he has come
at all, as it reads now. Who had sat wrongly is a line as well; and each correction of such lines tells whom it moved.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from games.models import Entry
from games.prepared import prepared
from games.queries import parsed, setup_of
from games.rules.entries import Correction, Substitute, Swap
from games.rules.entries import Entry as LogEntry
from games.rules.replay import GameState, replay
from games.rules.ruled import Moved, moved, occupant_at
from games.rules.setup import GameSetup
from tournaments.facts.masking import unmasked
from tournaments.models import Draw, Occupant, Registration, Round, SeatingChange, SeatingChangeKind, SeatSwap

SWAP = "swap"


@dataclass(frozen=True, slots=True)
class HandEdit:
    """`kind`: swap, or one of SeatingChangeKind. `first`, `second`: nicks, of a swap both, of a stand-in also for whom.

    `is_taken_back`: the line of the log that says so does not count any more. `is_past`: who has come so has nothing
    but what was played already, for somebody else had come to that seat since.
    """

    kind: str
    at: datetime
    first: str = ""
    second: str = ""
    is_taken_back: bool = False
    is_past: bool = False
    moved: int = 0
    reason: str = ""
    by: str = ""


@dataclass(frozen=True, slots=True)
class SeatingLog:
    """The log of a game in which somebody took a seat over or sat wrongly. `people`: label → who it is."""

    setup: GameSetup
    lines: Sequence[Entry]
    people: Mapping[str, Registration]


def hand_edits(round_: Round) -> list[HandEdit]:
    """Return what was changed by hand in the seating of a round since its last draw, oldest first. Two statements; one
    more once it has started, and where seats changed since, two.
    """
    logs = _logs([round_.pk])[round_.pk] if round_.started_at else ()
    return _edits(_swaps(round_.pk), _changes(round_.pk), logs)


def hand_edits_by_draw(draws: Sequence[Mapping[str, Any]]) -> dict[int, list[HandEdit]]:
    """Return for each of these draws, by its `pk`, what was changed by hand after it and before the next of its round.

    `draws`: all of some rounds, the newest first (queries/draws_public.py: `seatings_of`). Three statements, none where
    nothing was drawn, and one more where seats changed while a game was played.
    """
    found: dict[int, list[HandEdit]] = {}
    rounds = {draw["round_id"] for draw in draws}
    if not rounds:
        return found
    swaps, changes, logs = _all_swaps().filter(round__in=rounds), _all_changes().filter(round__in=rounds), _logs(rounds)
    for round_ in rounds:
        its_swaps = (row for row in swaps if row.round_id == round_)
        for edit in _edits(its_swaps, (row for row in changes if row.round_id == round_), logs[round_]):
            before = (draw["pk"] for draw in draws if draw["round_id"] == round_ and draw["at"] <= edit.at)
            found.setdefault(next(before, 0), []).append(edit)
    return found


def _edits(swaps: Iterable[SeatSwap], changes: Iterable[SeatingChange], logs: Iterable[SeatingLog]) -> list[HandEdit]:
    found = [HandEdit(SWAP, one.at, one.first.nick, one.second.nick, reason=one.reason, by=_by(one)) for one in swaps]
    rows = list(changes)
    told, corrections = _lines(rows, logs)
    for before, row in zip([None, *rows], rows, strict=False):
        who = row.registration.nick if row.registration else ""
        edit = HandEdit(row.kind, row.at, who, moved=row.moved, reason=row.reason, by=_by(row))
        if before and row.kind == SeatingChangeKind.STOOD_IN:
            found.pop()  # that the other one left is said with it
            left = before.registration.nick if before.registration else ""
            second, is_taken_back = told.get(row.pk, (left, False))
            edit = replace(edit, second=second, is_taken_back=is_taken_back)
        found.append(edit)
    return sorted([*found, *corrections], key=lambda edit: edit.at)


def _by(change: SeatSwap | SeatingChange) -> str:
    return str(change.by or "")


def _logs(rounds: Collection[int]) -> dict[int, list[SeatingLog]]:
    """The logs of these rounds in which seats changed. One statement, where there are any two."""
    found: dict[int, list[SeatingLog]] = {round_: [] for round_ in rounds}
    changed = Entry.objects.filter(game__table__round__in=rounds, kind__in=(Substitute.code, Swap.code)).values("game")
    lines = Entry.objects.filter(game__in=changed).select_related("game__table").order_by("game", "position")
    logs = {game: list(log) for game, log in groupby(lines, key=lambda line: line.game)}
    sat = Occupant.objects.filter(table__game__in=logs).select_related("registration", "table") if logs else ()
    for game, log in logs.items():
        people = {one.label: one.registration for one in sat if one.table.game_id == game.pk}
        found[game.table.round_id].append(SeatingLog(setup_of(game), log, people))
    return found


def _lines(
    changes: Sequence[SeatingChange], logs: Iterable[SeatingLog]
) -> tuple[dict[int, tuple[str, bool]], list[HandEdit]]:
    """Of each change, by its pk, that is a line of a log: the nick of whose seat was taken over, and whether that is
    taken back. And whom other lines moved.
    """
    told: dict[int, tuple[str, bool]] = {}
    others: list[HandEdit] = []
    for log in logs:
        entries = [parsed(line) for line in log.lines]
        now = replay(log.setup, entries)
        for line, entry in zip(log.lines, entries, strict=True):
            if not isinstance(_speaks_of(entries, line.position), Substitute | Swap):
                continue
            then = replay(log.setup, entries[: line.position])
            reads = now.lines[line.position - 1]
            who = log.people[entry.occupant] if isinstance(entry, Substitute) else None
            change = next((one for one in changes if _is_of(one, line, who) and one.pk not in told), None)
            if change and isinstance(entry, Substitute):
                instead_of = log.people[occupant_at(then, entry.seat, line.position - 1)]
                is_so = reads.applied and isinstance(reads.entry, Substitute) and reads.entry.occupant == entry.occupant
                told[change.pk] = (instead_of.nick, not is_so)
            else:
                before = replay(log.setup, entries[: line.position - 1])
                others += _moves(line, entry, before, then, log, is_taken_back=reads.struck)
    return told, others


def _is_of(change: SeatingChange, line: Entry, who: Registration | None) -> bool:
    """Whether the change is the one of which the line tells that this one stands in."""
    return change.kind == SeatingChangeKind.STOOD_IN and (change.at, change.registration) == (line.at_server, who)


def _moves(
    line: Entry, entry: LogEntry, before: GameState, then: GameState, log: SeatingLog, *, is_taken_back: bool
) -> Iterator[HandEdit]:
    """Whom the line moved, when it was written; two who only have each other's seat are a swap."""
    nicks = {label: one.nick for label, one in log.people.items()}
    reason = unmasked(getattr(entry, "reason", ""), nicks)
    found = moved(before, then)
    here = [seat.occupant for seat in then.seats.values()]
    for number, one in enumerate(found):
        other_way = Moved(one.instead_of, one.label, came=False)
        is_swap = not one.came and other_way in found
        if not is_swap or other_way not in found[:number]:
            yield HandEdit(
                SWAP if is_swap else SeatingChangeKind.STOOD_IN,
                line.at_server,
                nicks[one.label],
                nicks[one.instead_of],
                is_taken_back=is_taken_back,
                is_past=not is_swap and one.label not in here,
                reason=reason,
            )


def _speaks_of(log: Sequence[LogEntry], position: int) -> LogEntry:
    """The line itself, or the one at the end of a chain of corrections."""
    entry = log[position - 1]
    while isinstance(entry, Correction) and entry.position < position:
        position = entry.position
        entry = log[position - 1]
    return entry


def _all_swaps() -> QuerySet[SeatSwap]:
    return SeatSwap.objects.select_related("first", "second", "by").order_by("pk")


def _all_changes() -> QuerySet[SeatingChange]:
    return SeatingChange.objects.select_related("registration", "by").order_by("pk")


@prepared
def _swaps(round_: int) -> QuerySet[SeatSwap]:
    return _all_swaps().filter(~_drawn_since(), round=round_)


@prepared
def _changes(round_: int) -> QuerySet[SeatingChange]:
    return _all_changes().filter(~_drawn_since(), round=round_)


def _drawn_since() -> Exists:
    """Whether the round was drawn after the change: then it was one of a seating that is no more."""
    return Exists(Draw.objects.filter(round=OuterRef("round"), at__gt=OuterRef("at")))

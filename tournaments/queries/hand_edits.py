"""What was done to a seating by hand since it was drawn, in its order: swaps, back to the draw, who left, who came.

Who comes while a game is played is a line of its log, and who had sat wrongly is one as well: both are told as the log
of the table tells them (games/rules/seat_lines.py), as they were said and beside it as the log reads now. Each of these
lines tells whom else it moved, and so does each correction of them.
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
from games.rules.entries import Entry as LogEntry
from games.rules.entries import Seating, Substitute, Swap
from games.rules.replay import GameState, replay
from games.rules.ruled import Moved, moved
from games.rules.seat_lines import SeatLine, seat_line, subject
from games.rules.setup import GameSetup
from tournaments.facts.masking import unmasked
from tournaments.models import Draw, Occupant, Registration, Round, SeatingChange, SeatingChangeKind, SeatSwap

SWAP = "swap"


@dataclass(frozen=True, slots=True)
class HandEdit:
    """`kind`: swap, or one of SeatingChangeKind. `first`, `second`: nicks, of a swap both, of a stand-in also for whom.

    `is_taken_back`: the line of the log that says so does not count any more. `is_past`: who has come so has nothing
    but what was played already, for somebody else had come to that seat since. `reads`: the same as the log reads now,
    where that is about other people.
    """

    kind: str
    at: datetime
    first: str = ""
    second: str = ""
    is_taken_back: bool = False
    is_past: bool = False
    reads: HandEdit | None = None
    moved: int = 0
    reason: str = ""
    by: str = ""


@dataclass(frozen=True, slots=True)
class SeatingLog:
    """The log of a game in which somebody took a seat over or sat wrongly. `people`: label → who it is."""

    setup: GameSetup
    lines: Sequence[Entry]
    people: Mapping[str, Registration]

    @property
    def nicks(self) -> dict[str, str]:
        return {label: one.nick for label, one in self.people.items()}


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
    told, others = _lines(rows, logs)
    for before, row in zip([None, *rows], rows, strict=False):
        who = row.registration.nick if row.registration else ""
        edit = HandEdit(row.kind, row.at, who, moved=row.moved, reason=row.reason, by=_by(row))
        if before and row.kind == SeatingChangeKind.STOOD_IN:
            found.pop()  # that the other one left is said with it
            left = before.registration.nick if before.registration else ""
            said = told.get(row.pk) or replace(edit, second=left)
            edit = replace(edit, second=said.second, is_taken_back=said.is_taken_back, reads=said.reads)
        found.append(edit)
    return sorted([*found, *others], key=lambda edit: edit.at)


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


def _lines(changes: Sequence[SeatingChange], logs: Iterable[SeatingLog]) -> tuple[dict[int, HandEdit], list[HandEdit]]:
    """Of each change, by its pk, that is a line of a log: what that says. And what other lines say, and whom they moved
    besides.
    """
    told: dict[int, HandEdit] = {}
    others: list[HandEdit] = []
    for log in logs:
        entries = [parsed(line) for line in log.lines]
        now = replay(log.setup, entries)
        for line, entry in zip(log.lines, entries, strict=True):
            if not isinstance(entries[subject(entries, line.position) - 1], Seating):
                continue
            before, then = (replay(log.setup, entries[:length]) for length in (line.position - 1, line.position))
            reason = unmasked(getattr(entry, "reason", ""), log.nicks)
            whole = HandEdit(SWAP, line.at_server, is_taken_back=now.lines[line.position - 1].struck, reason=reason)
            said = _said(whole, then, now, log) if isinstance(entry, Seating) and then.lines[-1].applied else None
            change = next((one for one in changes if _is_of(one, line, entry, log) and one.pk not in told), None)
            if change and said:
                told[change.pk] = said
            else:
                others += [said] if said else []
                others += _moves(whole, said, before, then, log)
    return told, others


def _is_of(change: SeatingChange, line: Entry, entry: LogEntry, log: SeatingLog) -> bool:
    """Whether the change is the one of which the line tells that this one stands in."""
    who = log.people[entry.occupant] if isinstance(entry, Substitute) else None
    return change.kind == SeatingChangeKind.STOOD_IN and (change.at, change.registration) == (line.at_server, who)


def _said(whole: HandEdit, then: GameState, now: GameState, log: SeatingLog) -> HandEdit:
    """What the last line of `then` says, which counted then: as it was said, and as the log reads `now`."""
    position = len(then.lines)
    said, reads = (_told(seat_line(state, position), whole.at, log) for state in (then, now))
    counts = now.lines[position - 1].applied
    return replace(
        said,
        is_taken_back=not counts,
        reads=reads if counts and reads != said else None,
        reason=whole.reason,
    )


def _told(line: SeatLine, at: datetime, log: SeatingLog) -> HandEdit:
    kind = SWAP if isinstance(line.entry, Swap) else SeatingChangeKind.STOOD_IN
    return HandEdit(kind, at, log.nicks[line.first], log.nicks[line.second])


def _moves(
    whole: HandEdit, said: HandEdit | None, before: GameState, then: GameState, log: SeatingLog
) -> Iterator[HandEdit]:
    """Whom the line moved when it was written, besides what it says; two who only have each other's seat are a swap."""
    found = moved(before, then)
    here = [seat.occupant for seat in then.seats.values()]
    for number, one in enumerate(found):
        other_way = Moved(one.instead_of, one.label, came=False)
        is_swap = not one.came and other_way in found
        kind = SWAP if is_swap else SeatingChangeKind.STOOD_IN
        first, second = log.nicks[one.label], log.nicks[one.instead_of]
        is_said = said and (said.kind, {said.first, said.second}) == (kind, {first, second})
        if not is_said and (not is_swap or other_way not in found[:number]):
            is_past = not is_swap and one.label not in here
            yield replace(whole, kind=kind, first=first, second=second, is_past=is_past)


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

"""What was done to a seating by hand since it was drawn, in its order: swaps, back to the draw, who left, who came.

Who comes while a game is played is a line of its log, so whether he has come at all, and for whom, the log says; and
who came back or came otherwise by a correction of such a line, with its reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from games.models import Entry
from games.prepared import prepared
from games.queries import parsed, setup_of
from games.rules.entries import Correction, Substitute
from games.rules.entries import Entry as LogEntry
from games.rules.replay import GameState, replay
from games.rules.ruled import brought_in, occupant_at
from tournaments.facts.masking import unmasked
from tournaments.models import Draw, Occupant, Round, SeatingChange, SeatingChangeKind, SeatSwap

SWAP = "swap"


@dataclass(frozen=True, slots=True)
class HandEdit:
    """`kind`: swap, or one of SeatingChangeKind. `first`, `second`: nicks, of a swap both, of a stand-in also for whom.

    `is_taken_back`: the line of the log with which he came does not count any more.
    """

    kind: str
    at: datetime
    first: str = ""
    second: str = ""
    is_taken_back: bool = False
    moved: int = 0
    reason: str = ""
    by: str = ""


def hand_edits(round_: Round) -> list[HandEdit]:
    """Return what was changed by hand in the seating of a round since its last draw, oldest first. Two statements, and
    where somebody stood in one, while a game was played two.
    """
    return _edits(_swaps(round_.pk), _changes(round_.pk))


def hand_edits_by_draw(draws: Sequence[Mapping[str, Any]]) -> dict[int, list[HandEdit]]:
    """Return for each of these draws, by its `pk`, what was changed by hand after it and before the next of its round.

    `draws`: all of some rounds, the newest first (queries/draws_public.py: `seatings_of`). Two statements, none where
    nothing was drawn, and of each round where somebody stood in one or two.
    """
    found: dict[int, list[HandEdit]] = {}
    rounds = {draw["round_id"] for draw in draws}
    if not rounds:
        return found
    swaps, changes = _all_swaps().filter(round__in=rounds), _all_changes().filter(round__in=rounds)
    for round_ in rounds:
        its_swaps = (row for row in swaps if row.round_id == round_)
        for edit in _edits(its_swaps, (row for row in changes if row.round_id == round_)):
            before = (draw["pk"] for draw in draws if draw["round_id"] == round_ and draw["at"] <= edit.at)
            found.setdefault(next(before, 0), []).append(edit)
    return found


def _edits(swaps: Iterable[SeatSwap], changes: Iterable[SeatingChange]) -> list[HandEdit]:
    found = [HandEdit(SWAP, one.at, one.first.nick, one.second.nick, reason=one.reason, by=_by(one)) for one in swaps]
    rows = list(changes)
    lines, corrections = _lines(rows)
    for before, row in zip([None, *rows], rows, strict=False):
        who = row.registration.nick if row.registration else ""
        edit = HandEdit(row.kind, row.at, who, moved=row.moved, reason=row.reason, by=_by(row))
        if before and row.kind == SeatingChangeKind.STOOD_IN:
            found.pop()  # that the other one left is said with it
            left = before.registration.nick if before.registration else ""
            instead_of = lines.get(row.pk, left)
            edit = replace(edit, second=instead_of or left, is_taken_back=not instead_of)
        found.append(edit)
    return sorted([*found, *corrections], key=lambda edit: edit.at)


def _by(change: SeatSwap | SeatingChange) -> str:
    return str(change.by or "")


def _lines(changes: Sequence[SeatingChange]) -> tuple[dict[int, str], list[HandEdit]]:
    """Of each change, by its pk, that is a line of a log: the nick of whose seat was taken over; empty if none was. And
    who else came by a line of such a log.
    """
    found: dict[int, str] = {}
    others: list[HandEdit] = []
    came = [change for change in changes if change.kind == SeatingChangeKind.STOOD_IN]
    if not came:
        return found, others
    at = [change.at for change in came]
    written = Entry.objects.filter(game__table__round=came[0].round_id, kind=Substitute.code, at_server__in=at)
    lines = Entry.objects.filter(game__in=written.values("game")).select_related("game").order_by("game", "position")
    logs = {game: list(log) for game, log in groupby(lines, key=lambda line: line.game)}
    sat = Occupant.objects.filter(table__game__in=logs).select_related("registration", "table") if logs else ()
    people = {(one.table.game_id, one.label): one.registration for one in sat}
    for game, log in logs.items():
        entries = [parsed(line) for line in log]
        state = replay(setup_of(game), entries)
        nicks = {label: one.nick for (its, label), one in people.items() if its == game.pk}
        for line, entry in zip(log, entries, strict=True):
            if isinstance(entry, Substitute):
                who = people[game.pk, entry.occupant]
                left = (one for one in came if one.pk not in found)
                its = (one for one in left if (one.at, one.registration) == (line.at_server, who))
                if change := next(its, None):
                    label = _taken_over(state, line.position, entry.occupant)
                    found[change.pk] = nicks[label] if label else ""
                    continue
            if isinstance(_speaks_of(entries, line.position), Substitute):
                others += _came_by(line, entry, entries, state, nicks)
    return found, others


def _speaks_of(log: Sequence[LogEntry], position: int) -> LogEntry:
    """The line itself, or the one at the end of a chain of corrections."""
    entry = log[position - 1]
    while isinstance(entry, Correction) and entry.position < position:
        position = entry.position
        entry = log[position - 1]
    return entry


def _came_by(
    line: Entry, entry: LogEntry, log: Sequence[LogEntry], state: GameState, nicks: Mapping[str, str]
) -> list[HandEdit]:
    """Who has a seat by the line that he had not before it, then or in what was played already."""
    before, after = (replay(state.setup, log[:length]) for length in (line.position - 1, line.position))
    reason = unmasked(getattr(entry, "reason", ""), nicks)
    return [
        HandEdit(
            SeatingChangeKind.STOOD_IN,
            line.at_server,
            nicks[label],
            nicks[instead_of],
            is_taken_back=state.lines[line.position - 1].struck,
            reason=reason,
        )
        for label, instead_of in brought_in(before, after).items()
    ]


def _taken_over(state: GameState, position: int, label: str) -> str:
    """Who had the seat that `label` has taken over with the line at `position`; empty if that line does not say so."""
    line = state.lines[position - 1]
    if not line.applied or not isinstance(line.entry, Substitute) or line.entry.occupant != label:
        return ""
    return occupant_at(state, line.entry.seat, position - 1)


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

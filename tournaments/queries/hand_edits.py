"""What was done to a seating by hand since it was drawn, in its order: swaps, back to the draw, who left, who came.

Who comes while a game is played is a line of its log, so whether he has come at all, and for whom, the log says.
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
from games.rules.entries import Substitute
from games.rules.replay import GameState, replay
from games.rules.ruled import occupant_at
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
    lines = _lines(rows)
    for before, row in zip([None, *rows], rows, strict=False):
        who = row.registration.nick if row.registration else ""
        edit = HandEdit(row.kind, row.at, who, moved=row.moved, reason=row.reason, by=_by(row))
        if before and row.kind == SeatingChangeKind.STOOD_IN:
            found.pop()  # that the other one left is said with it
            left = before.registration.nick if before.registration else ""
            instead_of = lines.get(row.pk, left)
            edit = replace(edit, second=instead_of or left, is_taken_back=not instead_of)
        found.append(edit)
    return sorted(found, key=lambda edit: edit.at)


def _by(change: SeatSwap | SeatingChange) -> str:
    return str(change.by or "")


def _lines(changes: Sequence[SeatingChange]) -> dict[int, str]:
    """Of each change, by its pk, that is a line of a log: the nick of whose seat was taken over; empty if none was."""
    came = [change for change in changes if change.kind == SeatingChangeKind.STOOD_IN]
    if not came:
        return {}
    at = [change.at for change in came]
    written = Entry.objects.filter(game__table__round=came[0].round_id, kind=Substitute.code, at_server__in=at)
    lines = Entry.objects.filter(game__in=written.values("game")).select_related("game").order_by("game", "position")
    logs = {game: list(log) for game, log in groupby(lines, key=lambda line: line.game)}
    sat = Occupant.objects.filter(table__game__in=logs).select_related("registration", "table") if logs else ()
    people = {(one.table.game_id, one.label): one.registration for one in sat}
    found: dict[int, str] = {}
    for game, log in logs.items():
        entries = [parsed(line) for line in log]
        state = replay(setup_of(game), entries)
        for line, entry in zip(log, entries, strict=True):
            if not isinstance(entry, Substitute):
                continue
            who = people[game.pk, entry.occupant]
            its = (one for one in came if one.pk not in found and (one.at, one.registration) == (line.at_server, who))
            if change := next(its, None):
                label = _taken_over(state, line.position, entry.occupant)
                found[change.pk] = people[game.pk, label].nick if label else ""
    return found


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

"""The lines of a log as a table page shows them, and which of them can be taken back there."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.entries import Correction, Substitute, Withdraw
from tournaments.models import RoundStatus
from tournaments.queries.tables import LineView, TableView
from tournaments.texts import about_log


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A line of the log with its words."""

    line: LineView
    text: str
    details: tuple[str, ...]
    findings: tuple[str, ...]


def shown_lines(view: TableView) -> list[ShownLine]:
    """The lines of the view with their words, oldest first."""
    if view.state is None or not view.lines:
        return []
    since = view.lines[0].position
    said = about_log.log_lines(view.state, view.names, has_letters=bool(view.letters), since=since)
    return [
        ShownLine(line, told.text, tuple(filter(None, (*told.details, told.reason))), told.doubts)
        for line, told in zip(view.lines, said, strict=True)
    ]


def to_undo(view: TableView, lines: list[ShownLine]) -> ShownLine | None:
    """The last of `lines`, if it can be taken back from here; people coming and going are the director's to undo,
    who comes by a correction has a reason, and a ruling is overruled.
    """
    last = view.last
    if last is None or view.state is None or view.round_status != RoundStatus.RUNNING:
        return None
    of = last.entry
    while isinstance(of, Correction):
        of = view.state.lines[of.position - 1].entry
    if isinstance(of, Substitute) or isinstance(last.entry, Withdraw):
        return None
    if view.is_held(last.position):
        return None
    is_open = view.phase == "playing" or view.is_referee or last.by == view.viewer
    return lines[-1] if is_open else None

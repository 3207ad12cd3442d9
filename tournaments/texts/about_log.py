"""A table log as lines that a person can read: who lost which deal and took which letter, what was corrected.

The letter of a line is worked out from the lines that count, so after a correction it is the one that the player has
now. Names are those of whoever sat in the seat at the time (competition.md 2.11). Lines that were struck or could not
be are kept and marked (2.10): nothing of a log is ever hidden.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.rules.entries import (
    Amend,
    Close,
    Deal,
    Entry,
    PenaltyLetter,
    SmearDeal,
    Strike,
    Substitute,
    VoidDeal,
    Withdraw,
)
from games.rules.replay import GameState, Line
from games.rules.smear.score import Settled
from tournaments.facts.masking import unmasked
from tournaments.texts import about_smear
from tournaments.texts.about_findings import finding_text


@dataclass(frozen=True, slots=True)
class LogLine:
    """`deal`: number of the deal if it counts; `doubts`: sentences of the findings; `points`: as written down;
    `scores`: after a deal of Smear.
    """

    position: int
    text: str
    reason: str
    deal: int | None
    bench: str
    points: str
    struck: bool
    applied: bool
    doubts: tuple[str, ...]
    scores: str = ""


def log_lines(state: GameState, names: Mapping[str, str], *, has_letters: bool = True) -> list[LogLine]:
    """Every line of the log, oldest first. `names`: label → nick. In a play-off letters say nothing to anybody."""
    return list(_lines(state, names, has_letters=has_letters))


def _lines(state: GameState, names: Mapping[str, str], *, has_letters: bool) -> Iterator[LogLine]:
    doubts: dict[int, list[str]] = {}
    for finding in state.findings:
        doubts.setdefault(finding.position, []).append(finding_text(finding.code, finding.values))
    sitting = dict(state.setup.occupants)
    taken: Counter[str] = Counter()
    deals = 0
    for line in state.lines:
        entry = line.entry
        nicks = {seat: names.get(label, seat) for seat, label in sitting.items()}
        if line.letter_to:
            taken[line.letter_to] += 1
        counts = line.applied and isinstance(entry, Deal | SmearDeal)
        deals += counts
        settled = state.smear.deals[deals - 1] if state.smear and counts else None
        yield LogLine(
            position=line.position,
            text=_text(line, nicks, names, _letter(state, line, taken) if has_letters else "", settled),
            reason=unmasked(getattr(entry, "reason", ""), names),
            deal=deals if counts else None,
            bench=_people(entry.bench, nicks) if isinstance(entry, Deal | VoidDeal) else "",
            points=_points(entry, nicks),
            struck=line.struck,
            applied=line.applied,
            doubts=tuple(doubts.get(line.position, ())),
            scores=about_smear.points_text(settled.scores) if settled else "",
        )
        if line.applied and isinstance(entry, Substitute):
            sitting[entry.seat] = entry.occupant


def _text(line: Line, nicks: Mapping[str, str], names: Mapping[str, str], letter: str, settled: Settled | None) -> str:
    entry = line.entry
    match entry:
        case Deal():
            values = {"nick": nicks.get(entry.loser, entry.loser), "letter": letter}
            if not letter:
                return _("%(nick)s loses") % values
            return (
                _("%(nick)s packs and takes %(letter)s") if entry.packed else _("%(nick)s takes %(letter)s")
            ) % values
        case SmearDeal():
            return about_smear.deal_text(entry, nicks.get(entry.pitcher, entry.pitcher), settled)
        case VoidDeal():
            return _("Void deal, not counted")
        case PenaltyLetter():
            values = {"nick": nicks.get(entry.seat, entry.seat), "letter": letter or "–"}
            return _("Penalty letter: %(nick)s takes %(letter)s") % values
        case Amend():
            changes = "; ".join(_change(name, value, nicks, names) for name, value in entry.changes.items())
            return _("Line %(position)s is corrected: %(changes)s") % {"position": entry.position, "changes": changes}
        case Strike():
            return _("Line %(position)s is struck out") % {"position": entry.position}
        case Substitute():
            values = {"stand_in": names.get(entry.occupant, entry.occupant), "nick": nicks.get(entry.seat, entry.seat)}
            return _("%(stand_in)s takes the seat of %(nick)s over") % values
        case Withdraw():
            return _("%(nick)s withdraws") % {"nick": nicks.get(entry.seat, entry.seat)}
        case Close():
            return _("The game is closed")


def _change(name: str, value: Any, nicks: Mapping[str, str], names: Mapping[str, str]) -> str:
    """One field of a correction, with its new value."""
    match name:
        case "pitcher" | "bid" | "moon":
            return about_smear.change_text(name, value, nicks)
        case "loser":
            return _("%(nick)s loses") % {"nick": nicks.get(value, value)}
        case "seat":
            return _("it is about %(nick)s") % {"nick": nicks.get(value, value)}
        case "occupant":
            return _("the stand-in is %(nick)s") % {"nick": names.get(value, value)}
        case "dealer":
            return _("%(nick)s dealt") % {"nick": nicks.get(value, value) if value else "–"}
        case "bench":
            return _("bench: %(people)s") % {"people": _people(tuple(value), nicks) or "–"}
        case "points":
            return _("points: %(points)s") % {"points": _tally(value, nicks) or "–"}
        case "packed":
            return _("packed") if value else _("not packed")
        case _:
            return _("reason: %(reason)s") % {"reason": value or "–"}


def _letter(state: GameState, line: Line, taken: Mapping[str, int]) -> str:
    """The letter that this line gave, or nothing if it gave none."""
    if line.letter_to is None:
        return ""
    return state.setup.letters[taken[line.letter_to] - 1]


def _people(seats: tuple[str, ...], nicks: Mapping[str, str]) -> str:
    return ", ".join(nicks.get(seat, seat) for seat in seats)


def _points(entry: Entry, nicks: Mapping[str, str]) -> str:
    if isinstance(entry, SmearDeal):
        return about_smear.points_text(entry.points)
    return _tally(entry.points, nicks) if isinstance(entry, Deal) else ""


def _tally(points: Mapping[str, int] | None, nicks: Mapping[str, str]) -> str:
    return ", ".join(f"{nicks.get(seat, seat)} {number}" for seat, number in sorted((points or {}).items()))

"""The log of a table in sentences: the one narrator, for the public page, the table's own page and the admin.

The number and the letter of a line are worked out from the lines that count, so after a correction they are those that
it has now. Names are those of whoever sat in the seat at the time (competition.md 2.11), each with its seat. Who came
for whom and who sat wrongly is told as it was said, and beside it as the log reads now (games/rules/seat_lines.py).
Lines that were struck or could not be are kept and marked (2.10): nothing of a log is ever hidden.

Every kind has its sentence in `_sentence`; what a line says besides, and what a correction changes, is told field by
field in `_field`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, assert_never

from django.utils.translation import gettext as _

from games.rules.entries import (
    Accept,
    Amend,
    Close,
    Common,
    Deal,
    Entry,
    Pause,
    PenaltyLetter,
    Resume,
    Seating,
    Settle,
    SmearDeal,
    Strike,
    Substitute,
    Swap,
    VoidDeal,
    Withdraw,
)
from games.rules.replay import GameState, Line, replay
from games.rules.seat_lines import SeatLine, as_written, labels_at, seat_line, subject
from games.rules.smear.score import Settled
from tournaments.facts.masking import unmasked
from tournaments.texts import about_smear
from tournaments.texts.about_findings import finding_text

DETAILS = ("bench", "dealer", "points", "packed")


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line in words. `text`: its sentence; `details`: what it says besides, the reason apart; `deal`: its number if
    it is a deal that counts; `doubts`: sentences of the findings.
    """

    position: int
    text: str
    details: tuple[str, ...]
    reason: str
    deal: int | None
    struck: bool
    applied: bool
    doubts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Told:
    """A line with what its sentence needs. `nicks`: seat → who sat there then, for a correction when the line was
    written that it corrects; `names`: label → nick.

    `deal` is the number of a deal that counts, `letter` the one taken by the line, `settled` what a deal of Smear did.
    `people`: the two of a line about seats, as it was said; `now`: the same line as the log reads now, if it counts.
    """

    entry: Entry
    nicks: Mapping[str, str]
    names: Mapping[str, str]
    deal: int | None = None
    letter: str = ""
    settled: Settled | None = None
    people: tuple[str, str] = ("", "")
    now: _Told | None = None

    def nick(self, seat: str) -> str:
        return self.nicks.get(seat, seat)

    def about(self, seat: str) -> dict[str, object]:
        """The values of a sentence about a seat."""
        return {"nick": self.nick(seat), "seat": seat, "letter": self.letter, "number": self.deal}


def log_lines(state: GameState, names: Mapping[str, str], *, has_letters: bool, since: int = 1) -> list[LogLine]:
    """Every line of the log, oldest first. `names`: label → nick. In a play-off letters say nothing to anybody.

    `since`: only the lines from that position on, which costs a fraction.
    """
    doubts: dict[int, list[str]] = {}
    for finding in state.findings:
        doubts.setdefault(finding.position, []).append(finding_text(finding.code, finding.values))
    log = _told(state, names, has_letters=has_letters)
    return [
        LogLine(
            position=line.position,
            text=_sentence(told, log),
            details=_details(told),
            reason=unmasked(getattr(line.entry, "reason", ""), names),
            deal=told.deal,
            struck=line.struck,
            applied=line.applied,
            doubts=tuple(doubts.get(line.position, ())),
        )
        for told, line in zip(log[since - 1 :], state.lines[since - 1 :], strict=True)
    ]


def wanted_text(state: GameState, names: Mapping[str, str], entry: Entry) -> str:
    """The sentence of a line that somebody wanted to add to this log."""
    nicks = {seat: names.get(seat_now.occupant, seat) for seat, seat_now in state.seats.items()}
    log = _told(state, names, has_letters=False)
    if isinstance(entry, Seating):
        after = replay(state.setup, [*(line.written for line in state.lines), entry])
        return _sentence(_seated(seat_line(after, len(after.lines)), names), log)
    return _sentence(_Told(entry, _nicks_of(entry, nicks, log), names), log)


def _told(state: GameState, names: Mapping[str, str], *, has_letters: bool) -> list[_Told]:
    nicks = {seat: names.get(label, seat) for seat, label in state.setup.occupants.items()}
    taken: Counter[str] = Counter()
    log: list[_Told] = []
    deals, swaps = 0, state.swaps
    for line in state.lines:
        for swap in swaps.get(line.position, ()):
            seat, other = swap.seat, swap.other
            nicks = {**nicks, seat: nicks[other], other: nicks[seat]}
            taken[seat], taken[other] = taken[other], taken[seat]
        counts = line.applied and isinstance(line.entry, Deal | SmearDeal)
        deals += counts
        log.append(
            _as_said(state, line, names)
            or _Told(
                entry=line.entry,
                nicks=_nicks_of(line.entry, nicks, log),
                names=names,
                deal=deals if counts else None,
                letter=_letter(state, line, taken) if has_letters else "",
                settled=state.smear.deals[deals - 1] if state.smear and counts else None,
            )
        )
        if line.applied and isinstance(line.entry, Substitute):
            nicks = {**nicks, line.entry.seat: names.get(line.entry.occupant, line.entry.seat)}
    return log


def _as_said(state: GameState, line: Line, names: Mapping[str, str]) -> _Told | None:
    """A line about seats, or a correction of one, as it was said when it was written; None of any other."""
    if not isinstance(line.written, Seating | Amend):
        return None
    about = subject([one.written for one in state.lines], line.position)
    if not isinstance(state.lines[about - 1].written, Seating):
        return None
    then = as_written(state, line.position)
    if isinstance(line.written, Amend):
        nicks = {seat: names.get(label, seat) for seat, label in labels_at(then, about).items()}
        return _Told(line.written, nicks, names)
    now = _seated(seat_line(state, line.position), names) if line.applied else None
    return replace(_seated(seat_line(then, line.position), names), now=now)


def _seated(line: SeatLine, names: Mapping[str, str]) -> _Told:
    return _Told(line.entry, {}, names, people=(names.get(line.first, line.first), names.get(line.second, "")))


def _nicks_of(entry: Entry, nicks: Mapping[str, str], log: Sequence[_Told]) -> Mapping[str, str]:
    """Of whose seats the line speaks: those who have them, or had them at the line that it amends."""
    if isinstance(entry, Amend) and 1 <= entry.position <= len(log):
        return log[entry.position - 1].nicks
    return nicks


def _letter(state: GameState, line: Line, taken: Counter[str]) -> str:
    """The letter that this line gave, or nothing if it gave none."""
    if line.letter_to is None:
        return ""
    taken[line.letter_to] += 1
    return state.setup.letters[taken[line.letter_to] - 1]


def _sentence(told: _Told, log: Sequence[_Told]) -> str:
    match told.entry:
        case Deal(loser=seat):
            return _deal_sentence(told) % told.about(seat)
        case SmearDeal():
            what = about_smear.deal_text(told.entry, _who(told.entry.pitcher, told), told.settled)
            return _("Deal %(number)s: %(what)s") % {"number": told.deal, "what": what} if told.deal else what
        case VoidDeal():
            return _("Void deal")
        case PenaltyLetter(seat=seat, after=after):
            deal = next((line.deal for line in reversed(log[:after]) if line.deal), None) if after else None
            return _penalty_sentence(told, after, deal) % {**told.about(seat), "after": after, "deal": deal}
        case Amend(position=position, changes=changes):
            fields = "; ".join(_field(name, value, told) for name, value in changes.items())
            return _("Line %(position)s corrected: %(changes)s") % {"position": position, "changes": fields}
        case Strike(position=position):
            return _strike_sentence(position, log)
        case _:
            return _common_sentence(told.entry, told)


def _common_sentence(entry: Common, told: _Told) -> str:
    """What is alike in both games: people coming and going, a pause, the end."""
    match entry:
        case Substitute(seat=seat):
            said = {"seat": seat, "newcomer": told.people[0], "nick": told.people[1] or seat}
            return _("%(newcomer)s takes seat %(seat)s over from %(nick)s") % said
        case Withdraw(seat=seat):
            return _("%(nick)s (%(seat)s) leaves the game") % told.about(seat)
        case Close():
            return _("The game was closed")
        case Settle(verdict=verdict):
            return _settled(verdict)
        case Pause():
            return _("The table has a pause")
        case Resume():
            return _("The table goes on")
        case Swap(seat=seat, other=other, since=since):
            one, two = map(_with_seat, told.people, (seat, other))
            who = {"one": one, "other": two, "since": since}
            return _("%(one)s and %(other)s had changed places from line %(since)s on") % who
        case Accept(seat=seat):
            return _("%(nick)s (%(seat)s) agrees with the result") % told.about(seat)
        case _:
            assert_never(entry)


def _penalty_sentence(told: _Told, after: int | None, deal: int | None) -> str:
    """`after`: the line after which a letter that was found late was due; `deal`: the last deal until then."""
    if deal:
        return _("Penalty letter found late, after deal %(deal)s: %(nick)s (%(seat)s)")
    if after:
        return _("Penalty letter found late, due after line %(after)s: %(nick)s (%(seat)s)")
    if told.letter:
        return _("Penalty letter: %(nick)s (%(seat)s) takes %(letter)s")
    return _("Penalty letter for %(nick)s (%(seat)s)")


def _settled(verdict: str) -> str:
    """What a referee said of a line that came from a phone."""
    match verdict:
        case "take":
            return _("Settled: a line that a phone brought counts too; it follows")
        case "instead":
            return _("Settled: a phone told it otherwise and is right; the correction follows")
        case _:
            return _("Settled: a line that a phone brought does not count")


def _deal_sentence(told: _Told) -> str:
    if not told.deal:
        return _("Deal lost by %(nick)s (%(seat)s)")
    if told.letter:
        return _("Deal %(number)s: %(nick)s (%(seat)s) takes %(letter)s")
    return _("Deal %(number)s: %(nick)s (%(seat)s) loses")


def _strike_sentence(position: int, log: Sequence[_Told]) -> str:
    """What is taken back; a strike of a strike puts back what that one took."""
    target = log[position - 1] if position <= len(log) else None
    if target and isinstance(target.entry, Strike):
        return _("Line %(position)s put back") % {"position": target.entry.position}
    what = _sentence(replace(target, deal=None, letter="", settled=None), log[: position - 1]) if target else ""
    return _("Line %(position)s taken back: %(what)s") % {"position": position, "what": what}


def _details(told: _Told) -> tuple[str, ...]:
    values = {name: getattr(told.entry, name, None) for name in DETAILS}
    said = [_field(name, value, told) for name, value in values.items() if value]
    if told.settled:
        said.append(_("score: %(scores)s") % {"scores": about_smear.points_text(told.settled.scores)})
    if told.now and (what := _sentence(told.now, ())) != _sentence(told, ()):
        said.append(" ".join((_("as the log reads now:"), what)))
    return tuple(said)


def _field(name: str, value: Any, told: _Told) -> str:
    """One field of a line, or its new value after a correction."""
    match name:
        case "loser":
            return _("the loser is %(nick)s (%(seat)s)") % told.about(value)
        case "seat":
            return _("the seat is %(nick)s (%(seat)s)") % told.about(value)
        case "occupant":
            return _("the stand-in is %(nick)s") % {"nick": told.names.get(value, value)}
        case "pitcher" | "bid" | "moon":
            return about_smear.change_text(name, value, {seat: _who(seat, told) for seat in told.nicks})
        case "dealer":
            return _("%(nick)s (%(seat)s) dealt") % told.about(value) if value else _("who dealt is not written down")
        case "bench":
            return _("bench: %(people)s") % {
                "people": ", ".join(_who(seat, told) for seat in value or ()) or _("nobody")
            }
        case "points":
            points = ", ".join(f"{_who(party, told)} {number}" for party, number in sorted((value or {}).items()))
            return _("points: %(points)s") % {"points": points or "–"}
        case "packed":
            return _("packed") if value else _("not packed")
        case "reason":
            return _("reason: %(reason)s") % {"reason": unmasked(value or "–", told.names)}
        case _:
            raise AssertionError(f"a field without a sentence: {name}")


def _who(seat: str, told: _Told) -> str:
    """KAMIL (C); a party of several seats by its letters."""
    return _with_seat(told.nicks.get(seat, ""), seat)


def _with_seat(nick: str, seat: str) -> str:
    return f"{nick} ({seat})" if nick else seat

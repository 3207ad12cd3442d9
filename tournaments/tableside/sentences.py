"""Log lines as sentences for the people at the table: in the log, beside "Undo", and when two wrote at once."""

from __future__ import annotations

from collections.abc import Mapping

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
from tournaments.queries.tables import LineView, TableView
from tournaments.texts import about_smear


def line_sentence(view: TableView, line: LineView) -> str:
    """What a line of the log says now: "Deal 16: KAMIL (C) takes K"."""
    entry = line.entry
    if isinstance(entry, Deal) and line.letter:
        said = {"number": line.number, "nick": line.nick, "seat": entry.loser, "letter": line.letter}
        return _("Deal %(number)s: %(nick)s (%(seat)s) takes %(letter)s") % said
    if isinstance(entry, SmearDeal) and line.number:
        what = about_smear.deal_text(entry, f"{line.nick} ({entry.pitcher})", line.settled)
        return _("Deal %(number)s: %(what)s") % {"number": line.number, "what": what}
    if isinstance(entry, PenaltyLetter) and line.letter:
        said = {"nick": line.nick, "seat": entry.seat, "letter": line.letter}
        return _("Penalty letter: %(nick)s (%(seat)s) takes %(letter)s") % said
    if isinstance(entry, Substitute):
        said = {"newcomer": line.newcomer, "seat": entry.seat, "nick": line.nick}
        return _("%(newcomer)s takes seat %(seat)s over from %(nick)s") % said
    if isinstance(entry, Strike | Amend):
        return _correction(view, entry)
    return entry_sentence(view, entry, nick=line.nick)


def entry_sentence(view: TableView, entry: Entry, *, nick: str = "") -> str:
    """What a line says that is not in the log, or does not count there."""
    if isinstance(entry, Deal):
        return _("Deal lost by %(nick)s (%(seat)s)") % {"nick": nick or view.nick(entry.loser), "seat": entry.loser}
    if isinstance(entry, SmearDeal):
        return about_smear.deal_text(entry, f"{nick or view.nick(entry.pitcher)} ({entry.pitcher})", None)
    if isinstance(entry, VoidDeal):
        return _("Void deal")
    if isinstance(entry, Close):
        return _("The game was closed")
    if isinstance(entry, Strike | Amend):
        return _correction(view, entry)
    said = {"nick": nick or view.nick(entry.seat), "seat": entry.seat}
    if isinstance(entry, PenaltyLetter):
        return _("Penalty letter for %(nick)s (%(seat)s)") % said
    if isinstance(entry, Withdraw):
        return _("%(nick)s (%(seat)s) leaves the game") % said
    return _("A stand-in for %(nick)s (%(seat)s)") % said


def line_details(line: LineView) -> list[str]:
    """What a line says besides: the bench, points, the reason."""
    entry = line.entry
    found = []
    if isinstance(entry, Deal | VoidDeal) and entry.bench:
        found.append(_("bench: %(seats)s") % {"seats": ", ".join(entry.bench)})
    if isinstance(entry, Deal | SmearDeal | VoidDeal) and entry.dealer:
        found.append(_("%(seat)s dealt") % {"seat": entry.dealer})
    if isinstance(entry, SmearDeal):
        found.append(_("points: %(points)s") % {"points": about_smear.points_text(entry.points)})
        if line.settled:
            found.append(_("score: %(scores)s") % {"scores": about_smear.points_text(line.settled.scores)})
    elif isinstance(entry, Deal):
        if entry.points is not None:
            found.append(_("points: %(points)s") % {"points": _points(entry.points)})
        if entry.packed:
            found.append(_("packed"))
    elif line.reason:
        found.append(line.reason)
    return found


def _correction(view: TableView, entry: Strike | Amend) -> str:
    target = view.line(entry.position)
    what = entry_sentence(view, target.entry, nick=target.nick) if target else ""
    said = {"position": entry.position, "what": what}
    if isinstance(entry, Strike):
        if target and isinstance(target.entry, Strike):
            return _("Line %(position)s put back") % {"position": target.entry.position}
        return _("Line %(position)s taken back: %(what)s") % said
    said["changes"] = "; ".join(_change(view, name, value) for name, value in entry.changes.items())
    return _("Line %(position)s corrected: %(changes)s") % said


def _change(view: TableView, name: str, value: object) -> str:
    if name in ("pitcher", "bid", "moon"):
        return about_smear.change_text(name, value, {one.seat: f"{one.nick} ({one.seat})" for one in view.seats})
    if name in ("loser", "seat", "dealer"):
        words = {
            "loser": _("the loser is %(nick)s (%(seat)s)"),
            "seat": _("the seat is %(nick)s (%(seat)s)"),
            "dealer": _("%(nick)s (%(seat)s) dealt"),
        }
        seat = str(value or "–")
        return words[name] % {"nick": view.nick(seat), "seat": seat}
    if name == "bench":
        seats = ", ".join(value) if isinstance(value, list | tuple) and value else _("nobody")
        return _("bench: %(seats)s") % {"seats": seats}
    if name == "points":
        return _("points: %(points)s") % {"points": _points(value) if isinstance(value, Mapping) else "–"}
    if name == "packed":
        return _("packed") if value else _("not packed")
    return _("reason: %(reason)s") % {"reason": value or "–"}


def _points(points: Mapping[str, int]) -> str:
    return ", ".join(f"{seat} {number}" for seat, number in sorted(points.items()))

"""The pieces of a table page that each of its lines changes, written by hand: a long log has many of them, and the
answer to a phone (lines.py) has a millisecond to be made. Every text goes through `escape`.
"""

from __future__ import annotations

from html import escape
from zoneinfo import ZoneInfo

from django.templatetags.static import static
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.facts.spans import from_to
from tournaments.queries.tables import LineView, TableView
from tournaments.tableside.sheet import Sheet
from tournaments.tableside.shown import ShownLine
from tournaments.tableside.smear_sheet import SmearSheet
from tournaments.texts import about_smear


def state(view: TableView) -> SafeString:
    """How far the game is, and whether who looks records here."""
    if view.state is None:
        return SafeString()
    if view.state.smear:
        said = about_smear.how_it_is_won(view.state.smear)
    else:
        least, most = view.state.deals_to_go or (0, 0)
        said = ngettext("%(n)s deal to go.", "%(n)s deals to go.", most) % {"n": from_to(least, most)}
    mine = _("You record here.")
    return _safe(f"{escape(said)} <span>{escape(mine)}</span>" if view.pen.is_mine else escape(said))


def question(sheet: Sheet | SmearSheet) -> SafeString:
    """What the form of the next deal asks first."""
    asked = _("Deal %(n)s: who lost?") if isinstance(sheet, Sheet) else _("Deal %(n)s: who pitched?")
    return _safe(escape(asked % {"n": sheet.number}))


def void_deals(view: TableView) -> SafeString:
    """How many deals were void, empty while none was."""
    number = view.state.void_deals if view.state else 0
    if not number:
        return SafeString()
    said = ngettext(
        "%(n)s void deal so far; a second misdeal by the same dealer may cost a letter.",
        "%(n)s void deals so far; a second misdeal by the same dealer may cost a letter.",
        number,
    )
    return _safe(escape(said % {"n": number}))


def undo(last: ShownLine | None, base: str) -> SafeString:
    """The last line and the button that takes it back, of the form around it; empty without `last`."""
    if last is None:
        return SafeString()
    act = _("Undo")
    return _safe(
        f'<div class="toast" role="status"><p>{escape(last.text)}</p>'
        f'<button name="position" value="{last.line.position:d}" formaction="{escape(base)}undo/" formnovalidate>'
        f"{_icon('undo')} {escape(act)}</button></div>"
    )


def line(one: ShownLine, zone: ZoneInfo, *, base: str = "") -> SafeString:
    """A line of the log; with `base`, the address of its table, it leads to its own page."""
    words, position = _line_words(one, zone), one.line.position
    if base:
        address = f"{escape(base)}lines/{position:d}/"
        words = f'<a href="{address}" data-key="line-{position:d}">{words} {_icon("edit")}</a>'
    else:
        words = f"<div>{words}</div>"
    faults = (f'<p class="fault">{_icon("warning")}<span>{escape(fault)}</span></p>' for fault in one.findings)
    return _safe(f'<li data-line="{position:d}">{words}{"".join(faults)}</li>')


def _line_words(one: ShownLine, zone: ZoneInfo) -> str:
    """A line with when it was written, and what became of it."""
    text, at = escape(one.text), one.line.at.astimezone(zone)
    said = [
        *(escape(detail) for detail in one.details),
        f'<time datetime="{at.isoformat()}">{at:%H:%M}</time>',
        *([escape(_author(one.line))] if one.line.author else []),
    ]
    return (
        f'<span class="line-number">{one.line.position:d}</span>'
        f'<span class="line-text">{f"<del>{text}</del>" if one.line.is_struck else text}</span>'
        f'<span class="line-marks">{_marks(one.line)}</span><span class="soft">{" · ".join(said)}</span>'
    )


def _author(one: LineView) -> str:
    return _("recorded by %(name)s, who plays here") % {"name": one.author} if one.by_player else one.author


def _marks(one: LineView) -> str:
    marks = []
    if one.is_struck:
        marks.append(_badge("off", "minus", _("taken back")))
    elif not one.is_applied:
        marks.append(_badge("bad", "cross", _("does not count")))
    if one.is_corrected:
        marks.append(_badge("plain", "edit", _("corrected")))
    if one.without_pen:
        marks.append(_badge("wait", "person", _("without the pen")))
    return " ".join(marks)


def _badge(kind: str, icon: str, text: str) -> str:
    return f'<span class="badge {kind}">{_icon(icon)} {escape(text)}</span>'


def _icon(name: str) -> str:
    drawn = f"{static('tournaments/icons.svg')}#{name}"
    return f'<svg class="icon" aria-hidden="true" focusable="false"><use href="{drawn}"/></svg>'


def _safe(markup: str) -> SafeString:
    return mark_safe(markup)  # noqa: S308 - made of numbers and of texts that were escaped where they came in

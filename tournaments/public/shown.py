"""What the queries found, made ready for templates that loop over it: texts in the reader's language, boxes of words.

Pages of a hundred rows and boards of many tables write their markup out in the loop; so all that would be an include
or a decision per row is decided here. What is too slow for a template even so is in `fast_markup`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.facts.spans import from_to
from tournaments.models import RoundKind, RoundStatus
from tournaments.queries.forecasts import forecast_at, forecast_of
from tournaments.queries.standing_rows import Row
from tournaments.queries.tables_public import SeatNow, TableNow
from tournaments.standings.order import FINAL, SMALL_FINAL
from tournaments.standings.places import place_text
from tournaments.texts.about_events import round_title
from tournaments.texts.about_forecasts import end_text, minutes_text
from tournaments.texts.about_reasons import reason_sentence, reasons_shown

Shown = dict[str, Any]


def rows_shown(rows: Sequence[Row]) -> list[Shown]:
    """Lines of the standings. Entry keys in reasons become the nicks that stand in these lines. `tied`: "open" of those
    whom a play-off has to part; "through" and "out" are said by a page that knows what it has settled.
    """
    nicks, sentence = {row.key: row.nick for row in rows}, cache(reason_sentence)
    return [_row(row, reasons_shown(row.why, nicks, sentence)) for row in rows]


def _row(row: Row, why: str) -> Shown:
    computed = place_text(row.place, row.last_place)
    return {
        "place": computed if row.official == row.place else str(row.official),
        "computed": computed if row.note else "",
        "note": row.note,
        "key": row.key,
        "nick": row.nick,
        "player": row.player,
        "club": row.club or "",
        "country": row.country or "",
        "deals": row.deals,
        "letters": row.letters,
        "success": row.success,
        "games": row.games,
        "games_won": row.games_won,
        "points": row.points,
        "why": why,
        "cut": row.cut,
        "tied": "open" if row.tied_at_cut else "",
        "tier": {FINAL: "final", SMALL_FINAL: "small_final"}.get(row.tier, ""),
    }


def word_text(letters: Sequence[str], taken: int) -> str:
    """3 of 5 letters: K A M. The same sentence as in templates/parts/word.html."""
    if not taken:
        return _("no letter yet")
    values = {"taken": taken, "total": len(letters), "which": " ".join(letters[:taken])}
    sentence = ngettext(
        "%(taken)s of %(total)s letter: %(which)s", "%(taken)s of %(total)s letters: %(which)s", len(letters)
    )
    return sentence % values


def tables_shown(tables: Iterable[TableNow]) -> list[Shown]:
    """The tables of a board. What is said of a word is the same at many seats, and made once."""
    said = cache(word_text)
    return [table_shown(table, said) for table in tables]


def table_shown(table: TableNow, said: Callable[[tuple[str, ...], int], str] = word_text) -> Shown:
    """A table with the boxes of its word, for a board card or its own page. `said`: the word and who has how many."""
    (fewest, most), minutes = table.to_go, forecast_at(table)
    is_play_off = table.kind == RoundKind.PLAY_OFF
    return {
        "table": table,
        "round_title": round_title(table.round, table.kind),
        "badge": _badge(table),
        "seats": [_seat(seat, table.word, said, is_play_off=is_play_off) for seat in table.seats],
        "is_play_off": is_play_off,
        "has_word": table.has_word,
        "parties": table.parties,
        "to_go": from_to(fewest, most),
        "most_to_go": most,
        "minutes": minutes_text(minutes) if minutes else "",
        "is_playing": table.started and not table.finished and table.status != RoundStatus.CLOSED,
    }


def forecast_shown(tables: Sequence[TableNow], zone: str) -> str:
    """When a round ends, of all its tables, as one sentence; empty where nobody can say."""
    found = forecast_of(tables)
    if found is None:
        return ""
    return end_text(round_title(tables[0].round, tables[0].kind), found.minutes, at=found.at, zone=zone)


def _badge(table: TableNow) -> tuple[str, str, str]:
    """Kind, icon and word of the table's state."""
    if not table.started:
        return "plain", "ring", _("seated")
    if table.closed:
        return "off", "minus", _("closed early")
    if table.finished:
        return "good", "check", _("finished")
    if table.status == "closed":
        return "off", "minus", _("stopped")
    return "live", "play", _("deal %(number)s") % {"number": table.deals + 1}


def _seat(
    seat: SeatNow, word: tuple[str, ...], said: Callable[[tuple[str, ...], int], str], *, is_play_off: bool
) -> Shown:
    """A seat. A play-off is one deal that somebody loses: its letter and match balls are nobody's business."""
    return {
        "seat": seat.seat,
        "nick": seat.now.nick,
        "player": seat.now.player,
        "club": seat.now.club or "",
        "country": seat.now.country or "",
        "before": [earlier.nick for earlier in seat.before],
        "taken": word[: seat.letters],
        "missing": word[seat.letters :],
        "word_text": said(word, seat.letters),
        "complete": bool(word) and seat.letters >= len(word),
        "ball": seat.match_ball and not is_play_off,
        "left": seat.left,
        "deals": seat.deals,
        "role": seat.role,
    }

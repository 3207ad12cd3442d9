"""Pages for paper: the seating in large type, score sheets, badges, standings. The browser prints them."""

from __future__ import annotations

from django.http import HttpResponse

from tournaments import access
from tournaments.acts.visit import Visit
from tournaments.console.face import desk
from tournaments.models import Event, Round, RoundKind
from tournaments.queries import desk as queries
from tournaments.queries import printing
from tournaments.queries.badges import badges_of
from tournaments.queries.seating import seating_of


@desk.page("<slug:slug>/print/seating/<int:number>/", right="event.files")
def print_seating(round_: Round, visit: Visit) -> HttpResponse:
    """Who sits where: by table and by name."""
    tables = seating_of(round_)
    values = {"event": round_.event, "round": round_, "tables": tables, "names": printing.by_name(tables)}
    return visit.page("console/print_seating.html", values)


@desk.page("<slug:slug>/print/sheets/<int:number>/", right="event.files")
def print_sheets(round_: Round, visit: Visit) -> HttpResponse:
    """A score sheet for each table; `?word=1` writes the word on it before the start, at the director's risk."""
    may_read = round_.is_word_public or access.may_read_set_word(visit.by, round_.event)
    has_word = may_read and round_.playing_word is not None and round_.kind != RoundKind.PLAY_OFF
    with_word = has_word and (round_.is_word_public or visit.request.GET.get("word") == "1")
    values = {
        "event": round_.event,
        "round": round_,
        "sheets": printing.sheets_of(round_, with_word=with_word),
        "with_word": with_word,
        "may_choose": has_word and not round_.is_word_public,
    }
    return visit.page("console/print_sheets.html", values)


@desk.page("<slug:slug>/print/badges/<int:number>/", right="event.files")
def print_badges(round_: Round, visit: Visit) -> HttpResponse:
    """Who gets a badge for the word of a round; of a play-off there are none."""
    is_for_badges = round_.kind != RoundKind.PLAY_OFF and not round_.event.is_smear
    values = {
        "event": round_.event,
        "round": round_,
        "word": round_.playing_word if round_.is_word_public and is_for_badges else None,
        "badges": badges_of(round_) if is_for_badges else [],
    }
    return visit.page("console/print_badges.html", values)


@desk.page("<slug:slug>/print/standings/", right="event.files")
def print_standings(event: Event, visit: Visit) -> HttpResponse:
    """The standings as they are now."""
    return visit.page("console/print_standings.html", {"event": event, "lines": queries.standings_now(event)})

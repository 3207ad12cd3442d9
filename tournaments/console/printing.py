"""Pages for paper: the seating in large type, score sheets, standings. The browser prints them."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from tournaments import access
from tournaments.console.answers import page, signed_in
from tournaments.models import RoundKind
from tournaments.queries import desk, printing
from tournaments.queries.seating import seating_of


@require_GET
def seating(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Who sits where: by table and by name."""
    round_ = access.round_for(signed_in(request), slug, number, "event.files")
    tables = seating_of(round_)
    values = {"round": round_, "tables": tables, "names": printing.by_name(tables)}
    return page(request, "print_seating", round_.event, values)


@require_GET
def sheets(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A score sheet for each table; `?word=1` writes the word on it before the start, at the director's risk."""
    account = signed_in(request)
    round_ = access.round_for(account, slug, number, "event.files")
    may_read = round_.is_word_public or access.may_read_set_word(account, round_.event)
    has_word = may_read and round_.playing_word is not None and round_.kind != RoundKind.PLAY_OFF
    with_word = has_word and (round_.is_word_public or request.GET.get("word") == "1")
    values = {
        "round": round_,
        "sheets": printing.sheets_of(round_, with_word=with_word),
        "with_word": with_word,
        "may_choose": has_word and not round_.is_word_public,
    }
    return page(request, "print_sheets", round_.event, values)


@require_GET
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """The standings as they are now."""
    event = access.event_for(signed_in(request), slug, "event.files")
    return page(request, "print_standings", event, {"lines": desk.standings_now(event)})

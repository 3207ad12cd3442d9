"""The live standings, a hundred lines a page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments import access
from tournaments.facts.regulations import Regulations
from tournaments.models import Event
from tournaments.public.events import event_frame, fragment
from tournaments.public.face import public
from tournaments.public.fast_markup import standings_body
from tournaments.public.shown import Shown, rows_shown
from tournaments.queries.finals import through_play_offs
from tournaments.queries.line_ups import line_ups_of
from tournaments.queries.standings import StandingsPage, standings_page
from tournaments.queries.versions import live_page
from tournaments.standings.finalists import PlayOff
from tournaments.texts.about_regulations import order_in_words


@public.view("e/<slug:slug>/standings/", right="public.read")
@live_page
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """Places as they are now, each with its reason."""
    return render(request, "public/standings.html", _context(request, slug))


@public.view("e/<slug:slug>/standings/fragment/", right="public.read")
@live_page
def standings_fragment(request: HttpRequest, slug: str) -> HttpResponse:
    """The lines of the standings without the page around them."""
    return fragment(request, "public/standings_live.html", _context(request, slug))


def _context(request: HttpRequest, slug: str) -> dict[str, Any]:
    found = access.public_event_page(slug)
    if found.hides_standings:
        return event_frame(found, "standings")
    after = request.GET.get("after", "")
    page = standings_page(found.event, after, has_overrides=found.has_overrides)
    rows = rows_shown(page.rows)
    regulations = Regulations.from_dict(found.event.regulations)
    is_settled = found.had_play_off and _mark_settled(found.event, page, rows, regulations.final_size)
    if found.final["round"]:
        _unmark_open(rows)
    is_over = found.event.status == "finished"
    has_final = page.final_begun or (found.event.series.has_final and not is_over)
    return event_frame(found, "standings") | {
        "page": page,
        "line_ups": line_ups_of(found.event, found.final, access.public_beside_final(found)),
        "ended_early": found.ended_early,
        "is_settled": is_settled,
        "has_open_tie": any(row["tied"] == "open" for row in rows),
        "after": after,
        "rows": rows,
        "body": standings_body(rows, is_smear=found.event.is_smear),
        "unclassified": rows_shown(page.unclassified),
        "is_final": is_over and found.last_is_final,
        "is_over": is_over,
        "has_final": has_final,
        "final_size": regulations.final_size,
        "order": "" if found.event.is_smear else order_in_words(regulations, has_final=has_final),
    }


def _mark_settled(event: Event, page: StandingsPage, rows: Sequence[Shown], size: int) -> bool:
    """Mark in `rows` whom the play-offs have parted of those who tie across the cut of `size`; whether that settles it.

    Nobody is, where they do not all stand on this page. No statement without a tie.
    """
    tied = [row for row in page.rows if row.tied_at_cut]
    if not tied or len(tied) <= tied[0].last_place - tied[0].place:
        return False
    tie = PlayOff(size + 1 - tied[0].place, tuple(row.key for row in tied))
    through, left = through_play_offs(event, tie)
    still = {*through, *(left.between if left else ())}
    for row in rows:
        if row["tied"] and (row["key"] in through or row["key"] not in still):
            row["tied"] = "through" if row["key"] in through else "out"
    return left is None


def _unmark_open(rows: Sequence[Shown]) -> None:
    """Where the final is seated, no play-off is to come; who of equal ones plays in it is told with who is in it."""
    for row in rows:
        if row["tied"] == "open":
            row["tied"] = ""

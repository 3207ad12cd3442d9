"""The page of a round: the seating by table and by name, and how it was drawn. Made to be printed, too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from tournaments import access
from tournaments.acts.taken_back import taken_back_page
from tournaments.models import Event, Round, RoundStatus
from tournaments.public.events import fragment
from tournaments.public.face import public
from tournaments.public.shown import forecast_shown, tables_shown
from tournaments.queries.ceremonies import ANNOUNCED, OPENED, draws_in_public, is_by_lot
from tournaments.queries.draw_history import history_before, reads_others
from tournaments.queries.draws_public import draws_of, kept_apart_in, told_apart
from tournaments.queries.finals import unfinished_before
from tournaments.queries.hand_edits import hand_edits
from tournaments.queries.line_ups import line_up_of
from tournaments.queries.tables_public import TableNow, left_unfinished, tables_of
from tournaments.queries.versions import etag, live_page
from tournaments.texts.about_events import round_badge, round_state, round_title
from tournaments.texts.about_languages import alphabet, name_order
from tournaments.texts.about_tables import table_room, table_short

FEW = 40  # so many nicks are looked through without help


@public.view("e/<slug:slug>/round/<int:number>/", right="public.read", name="round")
@live_page
def round_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Who sits where, and why there; of a round that was taken out of the plan only that."""
    try:
        context = _context(slug, number)
    except Http404:
        return taken_back_page(request, slug, number)
    return render(request, "public/round.html", context)


@public.view("e/<slug:slug>/round/<int:number>/fragment/", right="public.read")
@live_page
def round_fragment(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The part of a round's page that changes."""
    try:
        context = _context(slug, number)
    except Http404:
        return taken_back_page(request, slug, number, is_part=True)
    return fragment(request, "public/round_live.html", context)


def _context(slug: str, number: int) -> dict[str, Any]:
    round_ = access.public_round(slug, number)
    event = round_.event
    is_seated = access.seating_is_public(round_)
    status = round_.status if is_seated else "planned"
    again = round_.is_told_again
    tables = tables_of(round_) if is_seated and not again else []
    seats = _by_name(tables, event)
    draws = draws_of(round_)
    word = round_.playing_word if round_.is_word_public else None
    state = round_state(status, kind=round_.kind, is_drawn_again=again)
    return {
        "section": "events",
        "event": event,
        "number": round_.number,
        "kind": round_.kind,
        "title": round_title(round_.number, round_.kind),
        "badge": (round_badge(status, is_drawn_again=again), state),
        "is_drawn_again": again,
        "is_promised_again": is_seated and not again and round_.is_promised_again,
        "starts_at": round_.starts_at,
        "started_at": round_.started_at,
        "closed_at": round_.closed_at,
        "word": word.word if word else "",
        "caption": word.caption if word else "",
        "has_sealed_word": round_.sealed_word_id is not None,
        "known_reason": round_.sealed_word.known_reason if round_.sealed_word else "",
        "is_seated": is_seated,
        "tables": tables_shown(tables),
        "forecast": forecast_shown(tables, event.time_zone),
        "left": [table_short(event, number) for number in left_unfinished(round_)] if _is_stopped(tables) else [],
        "by_name": seats,
        "initials": [(one["initial"], one["anchor"]) for one in seats if one["anchor"]] if len(seats) > FEW else [],
        "apart": told_apart(draws),
        **(_draws(round_, draws) if is_seated else {}),
        "basic_unfinished": unfinished_before(round_) if is_seated else 0,
        "version": event.version,
        "etag": etag(event.version),
    }


def _is_stopped(tables: Sequence[TableNow]) -> bool:
    """Whether a game was not over when the round was closed, or is not any more."""
    return any(table.started and not table.finished and table.status == RoundStatus.CLOSED for table in tables)


def _by_name(tables: list[TableNow], event: Event) -> list[dict[str, Any]]:
    """Everybody who has a seat now, in the order in which one looks for his nick; `anchor`: where a letter begins."""
    seats: list[dict[str, Any]] = [
        {"nick": seat.now.nick, **called, "seat": seat.seat, "is_gone": is_gone, "to": to, "initial": "", "anchor": ""}
        for table in tables
        for to in [reverse("public:table", args=[event.slug, table.round, table.number])]
        for called in [{"table": table_short(event, table.number), "room": table_room(event, table.number)}]
        for seat in table.seats
        for is_gone in [seat.now.is_gone and not table.started]
    ]
    seats.sort(key=name_order(itemgetter("nick")))
    letters = sorted(alphabet().split(), key=len, reverse=True)  # Ch before C
    before = ""
    for number, one in enumerate(seats):
        nick = one["nick"].lower()
        first = next((letter for letter in letters if nick.startswith(letter)), nick[:1]).capitalize()
        if first != before:
            one["initial"], one["anchor"], before = first, f"name-{number}", first
    return seats


def _draws(round_: Round, draws: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """How it was drawn, and every draw and every public attempt, oldest first, by the number that it has everywhere.

    `is_stale`: an earlier round was changed since; `outdated`: its results were; `is_gone`: the attempt's tables left
    the plan with the round; `hides_pairs`: it has read pairs that nobody else knows. A statement more where there was a
    second attempt, where an earlier round was read, and where others play than the rank says.
    """
    several = bool(draws) and (draws[0]["attempts"] or 0) > 1 and is_by_lot(round_)
    attempts = draws_in_public(round_.event, round_.number) if several else []
    opened = [attempt.number for attempt in attempts if OPENED in attempt.steps]
    seeds = dict(zip(reversed(opened), (draw["seed"] for draw in draws), strict=False))
    told = [
        {
            "number": one.number,
            "attempt": one,
            "seed": seeds.get(one.number, ""),
            "is_gone": OPENED in one.steps and one.number not in seeds,
        }
        for one in attempts
        if one.state != ANNOUNCED
    ]
    read = draws[0]["inputs__rounds"] if draws and draws[0]["seed"] else []
    return {
        "draw": draws[0] if draws else None,
        "is_stale": bool(read) and reads_others(history_before(round_), read),
        "outdated": bool(draws) and draws[0]["outdated"],
        "line_up": line_up_of(round_.event, round_.kind, draws[0] if draws else None),
        "attempts": told or [{"number": draw["attempt"], "draw": draw, "seed": draw["seed"]} for draw in draws[::-1]],
        "hides_pairs": bool(draws and kept_apart_in(draws[0])),
        "edits": hand_edits(round_),
    }

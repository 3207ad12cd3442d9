"""The list of events, the page of one, and who has entered it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments import access
from tournaments.facts.regulations import Regulations
from tournaments.operations.events.entry_conditions import conditions_of
from tournaments.public.face import public
from tournaments.public.open_page import open_page
from tournaments.public.shown import forecast_shown, rows_shown, tables_shown
from tournaments.queries import events as event_queries
from tournaments.queries.line_ups import line_ups_of
from tournaments.queries.tables_public import BOARD, TableNow, board_of
from tournaments.queries.teams import plays_for_teams
from tournaments.queries.versions import etag, live_page
from tournaments.texts.about_events import (
    EVENT_STATES,
    REGISTRATION_STATES,
    event_badge,
    round_badge,
    round_state,
    round_title,
)
from tournaments.texts.about_ranking import condition_text
from tournaments.texts.about_regulations import regulations_in_words

FEW_TABLES = 8  # so many cards are looked through without help


@public.view("", right="public.read")
@open_page
def events(request: HttpRequest) -> HttpResponse:
    """What is running, what is coming, what was; newest first."""
    current = event_queries.current_events()
    past = event_queries.past_events(request.GET.get("page"))
    context = {
        "section": "events",
        "running": [card(listed) for listed in current if listed.status == "running"],
        "ahead": [card(listed) for listed in current if listed.status != "running"],
        "past": [card(listed) for listed in past],
        "page_obj": past,
        "is_empty": not current and not past.paginator.count,
    }
    return render(request, "public/events.html", context)


@public.view("e/<slug:slug>/", right="public.read")
@live_page
def event(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything about one event at one address."""
    return render(request, "public/event.html", _event_context(slug))


@public.view("e/<slug:slug>/fragment/", right="public.read")
@live_page
def event_fragment(request: HttpRequest, slug: str) -> HttpResponse:
    """The part of the event's page that changes."""
    return fragment(request, "public/event_live.html", _event_context(slug))


@public.view("e/<slug:slug>/players/", right="public.read")
@live_page
def entrants(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody who has registered, a hundred to a page."""
    found = access.public_event_page(slug)
    is_played = found.event.status == "finished"
    page = event_queries.entrants_page(found.event, request.GET.get("page"), who_played=is_played)
    people = [dict(person) | {"status_text": REGISTRATION_STATES[person["status"]]} for person in page]
    context = event_frame(found, "players") | {"people": people, "page_obj": page, "is_played": is_played}
    return render(request, "public/entrants.html", context)


def card(event: Any) -> dict[str, Any]:
    """An event in a list. `event` comes with its number of players."""
    return {"event": event, "badge": badge_of(event.status)}


def badge_of(status: str) -> tuple[str, Any]:
    """Kind and word of an event's state."""
    return event_badge(status), EVENT_STATES[status]


def event_frame(found: access.PublicEvent, tab: str) -> dict[str, Any]:
    """What the head of every page of an event needs."""
    event = found.event
    return {
        "section": "events",
        "event": event,
        "badge": badge_of(event.status),
        "tab": tab,
        "last_publication": found.last_publication,
        "last_is_final": found.last_is_final,
        "last_note": found.last_note,
        "hides_standings": found.hides_standings,
        "has_teams": plays_for_teams(event),
        "version": event.version,
        "etag": etag(event.version),
    }


def hidden_page(request: HttpRequest, found: access.PublicEvent, tab: str) -> HttpResponse:
    """In place of a page that tells the standings, where they are hidden: one sentence that says until when."""
    return render(request, "public/hidden_standings.html", event_frame(found, tab))


def fragment(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    """The changing part of a page alone, with the version that it shows."""
    response = render(request, template, context)
    response["X-Version"] = str(context["version"])
    return response


def _event_context(slug: str) -> dict[str, Any]:
    found = access.public_event_page(slug)
    event = found.event
    people = event_queries.people_of(event, hides_standings=found.hides_standings)
    rounds, board = event_queries.rounds_of(event), board_of(event)
    seated = [line for line in rounds if line.status in ("published", "running") and not line.is_told_again]
    is_played = event.status == "finished" and people.played > 0
    is_ahead = event.status in ("announced", "open", "closed")
    groups = [(REGISTRATION_STATES[status], count, shown) for status, count, shown in people.groups]
    return event_frame(found, "event") | {
        "regulations": regulations_in_words(Regulations.from_dict(event.regulations)),
        "is_played": is_played,
        "groups": [("", people.played, people.players)] if is_played else groups,
        "listed": people.played if is_played else people.total,
        "shown": len(people.players) if is_played else people.shown,
        "people": people,
        "top": rows_shown(people.top),
        "ended_early": found.ended_early,
        "rounds": [
            {
                "line": line,
                "title": round_title(line.number, line.kind),
                "badge": _badge_of(line),
            }
            for line in rounds
        ],
        "lost_a_draw": found.lost_a_draw,
        "line_ups": line_ups_of(event, found.final, access.public_beside_final(found)),
        "drawn_again": [(round_title(line.number, line.kind), line.kind) for line in rounds if line.is_told_again],
        "promised_again": [
            round_title(line.number, line.kind) for line in rounds if line.is_promised_again and not line.is_told_again
        ],
        "outdated_rounds": [round_title(line.number, line.kind) for line in rounds if line.is_outdated],
        "board": tables_shown(board),
        "forecasts": _forecasts(rounds, board, event.time_zone),
        "looked_up": [line.number for line in seated if line.tables > FEW_TABLES],
        "has_more_tables": any(line.tables > BOARD for line in seated),
        "publications": event_queries.publications_of(event),
        "is_ahead": is_ahead,
        "conditions": [condition_text(condition) for condition in conditions_of(event)] if is_ahead else [],
    }


def _badge_of(line: event_queries.RoundLine) -> tuple[str, str]:
    again = line.is_told_again
    state = round_state(line.status, kind=line.kind, is_drawn_again=again)
    return round_badge(line.status, is_drawn_again=again), state


def _forecasts(rounds: Sequence[event_queries.RoundLine], board: Sequence[TableNow], zone: str) -> list[str]:
    """When each round ends that runs and has all its tables on the board."""
    whole = [line.number for line in rounds if line.status == "running" and line.tables <= BOARD]
    by_round = ([table for table in board if table.round == number] for number in whole)
    return list(filter(None, (forecast_shown(tables, zone) for tables in by_round)))

"""The board of all tables that somebody looks after: two addresses, the page and what of it changes."""

from __future__ import annotations

from typing import Any
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext_lazy as _

from tournaments import access, rights
from tournaments.acts.table_cards import board_etag, cards_of
from tournaments.acts.visit import signed_in
from tournaments.models import Account, Event, RoundStatus
from tournaments.queries.boards import BoardTable, BoardView, board
from tournaments.tableside.face import tableside
from tournaments.tableside.table_answers import named
from tournaments.texts.about_events import round_title

FILTERS = {
    "all": _("all tables"),
    "playing": _("playing"),
    "referee": _("need the referee"),
    "over": _("finished"),
}
ACTS = {  # its buttons, and the tabs of the desk
    "may_settle": "table.rule",
    "may_revoke": "event.staff",
    "may_seat": "event.people",
    "may_administer": "admin.event",
    "may_direct": "event.direct",
}


@tableside.view("<slug:slug>/", right="event.watch", name="board")
def board_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The board with its filter and the way to other rounds."""
    event = access.event_for(signed_in(request), slug, "event.watch")
    return _page(request, event, "board")


@tableside.view("<slug:slug>/now/", right="event.watch")
def board_now(request: HttpRequest, slug: str) -> HttpResponse:
    """The cards alone, and nothing new while the event stands."""
    account = signed_in(request)
    event = access.event_for(account, slug, "event.watch")
    etag = board_etag(event, account, now=timezone.now())
    unchanged = get_conditional_response(request, etag=etag)
    if unchanged is not None:
        return named(unchanged, None)
    answer = _page(request, event, "board_now")
    answer["ETag"] = etag
    return answer


def _page(request: HttpRequest, event: Event, name: str) -> HttpResponse:
    account = signed_in(request)
    number = request.GET.get("round", "")
    shown = request.GET.get("show", "all")
    shown = shown if shown in FILTERS else "all"
    chosen = int(number) if number.isascii() and number.isdecimal() and len(number) < 6 else None
    view = board(event, access.tables_for_staff(account, event), now=timezone.now(), number=chosen)
    numbers = {round_.number for round_ in view.rounds}
    context: dict[str, Any] = {
        "event": event,
        "board": view,
        "rounds": [(n, round_title(n, kind), n in numbers) for n, kind, _status in view.others],
        "groups": [
            (
                round_title(round_.number, round_.kind),
                round_,
                cards_of(table for table in round_.tables if _is_shown(table, shown)),
            )
            for round_ in view.rounds
        ],
        "filters": [(name, words, name == shown, _count(view, name)) for name, words in FILTERS.items()],
        "shown": shown,
        "chosen": chosen,
        "is_running": any(round_.status == RoundStatus.RUNNING for round_ in view.rounds),
        **_may(account, event),
    }
    with timezone.override(ZoneInfo(event.time_zone)):
        answer = render(request, f"tableside/{name}.html", context)
    answer["X-Version"] = str(event.version)
    return named(answer, None)


def _may(account: Account, event: Event) -> dict[str, bool]:
    """Whether its reader settles flags, takes phones out of use, seats people, sees the rows. One statement."""
    roles = access.roles_at(account, event)
    return {name: bool(roles & rights.where_held(act)) for name, act in ACTS.items()}


def _is_shown(table: BoardTable, shown: str) -> bool:
    if shown == "referee":
        return table.needs_referee
    return shown in ("all", table.phase)


def _count(view: BoardView, shown: str) -> int:
    return sum(_is_shown(table, shown) for round_ in view.rounds for table in round_.tables)

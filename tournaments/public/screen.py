"""The big screen of a hall: one address for the whole evening, which follows it by itself (scenes.py chooses).

Only what everybody may see is shown: a seating when it is published, a word when its round has started. Everything
stands in the page in large type; a script makes it fill the picture and turns pages if it must (static/tournaments/
screen.js), live.js brings what is new. Without scripts the page is one long list, loaded again every half minute.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import Any

import segno
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from games.rules.course import Step
from tournaments import access
from tournaments.ceremony.room import NUMBER as TURNED_IN_ALL
from tournaments.facts.plots import HALL
from tournaments.models import EventStatus, Round, RoundKind
from tournaments.public.events import badge_of, fragment
from tournaments.public.face import public
from tournaments.public.open_page import open_page
from tournaments.public.pictures import TITLES, race_shown
from tournaments.public.records import records_shown
from tournaments.public.shown import forecast_shown, rows_shown, tables_shown
from tournaments.public.teams import teams_shown
from tournaments.public.trusting import site_for_others
from tournaments.queries.ceremonies import GIVEN_UP, OPENED, Attempt, shown_draws
from tournaments.queries.courses import courses_of
from tournaments.queries.draw_secrets import with_secrets
from tournaments.queries.events import RoundLine, people_of, rounds_of, who_plays
from tournaments.queries.feats import Holder, records_of_event
from tournaments.queries.hand_edits import hand_edits
from tournaments.queries.standings import whole_standings
from tournaments.queries.tables_public import TableNow, tables_in
from tournaments.queries.teams import plays_for_teams, teams_of
from tournaments.queries.versions import etag, live_page
from tournaments.scenes import FINAL, HallFacts, RoundFacts, Scene, scene_of, wanted_of
from tournaments.standings.courses import left_after
from tournaments.texts.about_events import round_title
from tournaments.texts.about_languages import name_order
from tournaments.texts.about_tables import table_room, table_short

BESIDE = 4  # tables; with more of them the leaders have a page of their own


@public.view("e/<slug:slug>/screen/", right="public.read")
@live_page
def screen(request: HttpRequest, slug: str) -> HttpResponse:
    """What the hall sees now. `?show=` keeps to one scene; `names` or `tables`: to one half of the seating."""
    return render(request, "public/screen.html", _context(request, slug))


@public.view("e/<slug:slug>/screen/fragment/", right="public.read")
@live_page
def screen_fragment(request: HttpRequest, slug: str) -> HttpResponse:
    """The part of the screen that changes."""
    return fragment(request, "public/screen_live.html", _context(request, slug))


@public.view("e/<slug:slug>/screen/code.svg", right="public.read")
@open_page
def screen_code(request: HttpRequest, slug: str) -> HttpResponse:
    """The way to the event as a code for phones: to entering while one can, else to its page."""
    event = access.public_event(slug)
    page = "public:enter" if event.status == EventStatus.OPEN else "public:event"
    code = segno.make(f"{site_for_others(request)}{reverse(page, args=[slug])}", error="m", micro=False)
    drawn = io.BytesIO()
    code.save(drawn, kind="svg", scale=8, border=4, light="#fff")
    return HttpResponse(drawn.getvalue(), content_type="image/svg+xml")


def _context(request: HttpRequest, slug: str) -> dict[str, Any]:
    hall = access.public_hall(slug)
    asked, half = wanted_of(request.GET.get("show", ""))
    rounds = rounds_of(hall.event)
    facts = HallFacts(
        status=hall.event.status,
        rounds=tuple(
            RoundFacts(number=line.number, kind=line.kind, status=_status(line), unfinished=line.unfinished)
            for line in rounds
        ),
        draw=_under_way(hall, rounds),
        promised=hall.promised,
        pinned=hall.scene,
        asked=asked,
    )
    scene = scene_of(facts)
    shown = next((line for line in rounds if line.number in scene.rounds[:1]), None)
    return {
        "section": "events",
        "event": hall.event,
        "badge": badge_of(hall.event.status),
        "line": hall.line,
        "scene": scene.code,
        "template": f"public/screen_{scene.code}.html",
        "show": half or asked,
        "half": half,
        "round": shown,
        "title": round_title(shown.number, shown.kind) if shown else "",
        "version": hall.event.version,
        "etag": etag(hall.event.version),
        **SHOWN[scene.code](hall, scene, rounds),
    }


def _status(line: RoundLine) -> str:
    """A seating that was published and does not count has its scene, which says so."""
    return "published" if line.is_told_again else line.status


def _under_way(hall: access.PublicHall, rounds: Sequence[RoundLine]) -> int:
    """The round whose public draw is under way; given up, it is no more where a seating stands all the same."""
    is_standing = any(_stands(line) for line in rounds if line.number == hall.draw)
    return 0 if hall.is_given_up and is_standing else hall.draw


def _stands(line: RoundLine) -> bool:
    return line.seating_is_public and not line.is_told_again


# --- What each scene shows --------------------------------------------------------------------------------------------


def _before(hall: access.PublicHall, _scene: Scene, rounds: Sequence[RoundLine]) -> dict[str, Any]:
    people = sorted(who_plays(hall.event), key=name_order(itemgetter(0)))
    first = next((line.starts_at for line in rounds if line.starts_at and not line.started_at), None)
    return {
        "people": people,
        "here": sum(here for _, here in people),
        "may_enter": hall.event.status == EventStatus.OPEN,
        "starts_at": first or hall.event.starts_at,
        "promised": hall.to_draw == min((line.number for line in rounds), default=-1)
        and not any(line.seating_is_public for line in rounds),
    }


def _draw(hall: access.PublicHall, scene: Scene, rounds: Sequence[RoundLine]) -> dict[str, Any]:
    """A round that is no longer planned may have been drawn in public all the same; then its tables are shown too."""
    number = scene.rounds[0]
    line = next((line for line in rounds if line.number == number), None)
    is_public = line is not None and line.seating_is_public
    attempts = shown_draws(hall.event, number, seating_is_public=is_public)
    last = with_secrets(hall.event, number, attempts[-1:], now=timezone.now())[0] if attempts else None
    waits = bool(last and last.secrets and last.secrets.waits_for)
    kind, _, turned = ((hall.turned if hall.draw == number else "") or _left_by(last)).partition(" ")
    opened = last if last and last.state == OPENED else None
    is_given_up = last is not None and last.state == GIVEN_UP
    before = next((one.number for one in reversed(attempts) if one.state == OPENED), 0)
    return {
        "title": round_title(number, line.kind if line else "basic"),
        "number": number,
        "attempt": last,
        "stands": before if is_given_up and line and _stands(line) else 0,
        "is_drawn_again": is_given_up and line is not None and line.is_told_again,
        "kind": kind,
        "turned": turned.split(),
        "is_taken_back": bool(kind) and not turned,
        "to_turn": range(len(turned.split()), TURNED_IN_ALL) if waits else (),
        "tables": _seated(tables_in(hall.event, [number])) if opened else [],
        "edits": hand_edits(Round.objects.get(event=hall.event, number=number)) if opened and is_public else [],
        **({"pack": "smear"} if hall.event.is_smear else {}),
    }


def _left_by(attempt: Attempt | None) -> str:
    """What was turned in an attempt that was given up."""
    if attempt is None or attempt.state != GIVEN_UP or attempt.secrets is None:
        return ""
    return attempt.secrets.turned or attempt.secrets.room


def _seating(hall: access.PublicHall, scene: Scene, rounds: Sequence[RoundLine]) -> dict[str, Any]:
    """Nobody's seat where that does not count: it is drawn again."""
    shown = [line for line in rounds if line.number in scene.rounds]
    if any(line.is_told_again for line in shown):
        return {"is_drawn_again": True}
    tables = tables_in(hall.event, scene.rounds)
    seats = [
        (seat.nick, seat.role == "gone", table_short(hall.event, table.number), room, seat.seat)
        for table in tables
        for room in [table_room(hall.event, table.number)]
        for seat in table.seats
        if seat.left is None
    ]
    return {
        "tables": _seated(tables),
        "by_name": sorted(seats, key=name_order(itemgetter(0))),
        "is_promised_again": any(line.is_promised_again for line in shown),
    }


def _seated(tables: Sequence[TableNow]) -> list[dict[str, Any]]:
    return [
        {
            "number": table.number,
            "seats": [(seat.seat, seat.nick, seat.role == "gone") for seat in table.seats if seat.left is None],
        }
        for table in tables
    ]


def _round(hall: access.PublicHall, scene: Scene, rounds: Sequence[RoundLine]) -> dict[str, Any]:
    tables = tables_in(hall.event, scene.rounds)
    kinds = {line.number: round_title(line.number, line.kind) for line in rounds}
    shown = [one | {"of_round": kinds[table.round]} for one, table in zip(tables_shown(tables), tables, strict=True)]
    by_round = [list(of_round) for _, of_round in groupby(tables, key=attrgetter("round"))]
    final = _of_final(tables) if scene.code == FINAL else None
    some_left = [table for table in tables if table is final or any(seat.left is not None for seat in table.seats)]
    courses = {} if hall.event.is_smear else courses_of(hall.event, some_left)
    leaders = rows_shown(people_of(hall.event, hides_standings=hall.hides_standings).top)
    for one, table in zip(shown, tables, strict=True):
        left = left_after(courses.get((table.round, table.number), ()))
        one["seats"] = [seat | {"left_after": left.get(seat["seat"])} for seat in one["seats"]]
    several = len(scene.rounds) > 1  # finals, each with a word of its own, which stands in its boxes
    return {
        "tables": shown,
        "several": several,
        **({"title": " · ".join(kinds[number] for number in sorted(scene.rounds))} if several else {}),
        "finished": sum(table.finished for table in tables),
        "forecasts": list(filter(None, (forecast_shown(one, hall.event.time_zone) for one in by_round))),
        "leaders": leaders,
        "shared": _shared(leaders),
        "beside": len(tables) <= BESIDE,
        "race_title": TITLES["race"],
        "race": _race(courses.get((final.round, final.number), ()), final) if final else None,
    }


def _of_final(tables: Sequence[TableNow]) -> TableNow | None:
    """The table whose race is shown: that of the final. For several there is no room."""
    of_final = [table for table in tables if table.kind == RoundKind.FINAL and table.has_word]
    return of_final[0] if len(of_final) == 1 else None


def _race(steps: Sequence[Step], final: TableNow) -> dict[str, Any] | None:
    """Lines end in the letters of seats, which are read from afar; the nicks stand beside them."""
    shown = race_shown(steps, final.word, {label: label[0] for label in final.names}, frame=HALL)
    return shown and shown | {"rivals": [(seat.seat, seat.nick) for seat in final.seats]}


def _teams(hall: access.PublicHall) -> list[dict[str, Any]]:
    """The teams of an event that is played for them."""
    if not plays_for_teams(hall.event):
        return []
    found = teams_shown(teams_of(hall.event, has_overrides=hall.has_overrides))
    return found if any(team["deals"] for team in found) else []


def _between(hall: access.PublicHall, _scene: Scene, _rounds: Sequence[RoundLine]) -> dict[str, Any]:
    if hall.hides_standings:
        return {"hides_standings": True}
    ranked = whole_standings(hall.event, has_overrides=hall.has_overrides)
    rows = rows_shown([row for row, _ in ranked])
    moved = [before - row.place if before else 0 for row, before in ranked]
    return {
        "rows": [one | {"rose": max(by, 0), "fell": max(-by, 0)} for one, by in zip(rows, moved, strict=True)],
        "shared": _shared(rows),
        "has_moved": any(moved),
        "has_deals": any(row.deals for row, _ in ranked),
        "has_cut": any(row.cut for row, _ in ranked),
        "teams": _teams(hall),
    }


def _end(hall: access.PublicHall, _scene: Scene, _rounds: Sequence[RoundLine]) -> dict[str, Any]:
    if hall.hides_standings:
        return {"hides_standings": True}
    top = people_of(hall.event, hides_standings=False).top
    rows, records = rows_shown(top), records_shown(records_of_event(hall.event))
    return {
        "rows": [shown | {"step": row.official} for row, shown in zip(top, rows, strict=True)],
        "shared": _shared(rows),
        "teams": _teams(hall),
        "records": [one | {"holders": each_once([held for held, _where in one["holders"]])} for one in records],
        "is_final": hall.is_final,
    }


def _shared(rows: Sequence[Mapping[str, Any]]) -> str:
    """How much room places need, so that all nicks begin on one line: some are shared, "7–10" or "98–104"."""
    longest = max((len(row["place"]) for row in rows), default=0)
    return "shared-widely" if longest > len("33–35") else "shared" if longest > len("99") else ""


def each_once(holders: Sequence[Holder]) -> list[Holder]:
    """Who did it twice is named once: where it was is not told here."""
    alike = {(one.nick, one.other_nick) if one.nick else (one.round, one.table): one for one in holders}
    return list(alike.values())


SHOWN: Mapping[str, Callable[[access.PublicHall, Scene, Sequence[RoundLine]], dict[str, Any]]] = {
    "before": _before,
    "draw": _draw,
    "seating": _seating,
    "round": _round,
    "between": _between,
    "final": _round,
    "end": _end,
}

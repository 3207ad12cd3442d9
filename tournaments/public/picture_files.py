"""The pictures as files, for a newspaper, a chat, a sheet of paper: each is that of its page, at its own address.

A file has a light ground and its looks inside, so it is the same wherever it is opened; the policy under which it is
sent allows exactly these looks and nothing else. In an event it is kept by the event's version like its page.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournaments import access
from tournaments.facts.plots import STYLES, Bar, Lines, in_rows
from tournaments.public.face import public
from tournaments.public.open_page import open_page
from tournaments.public.pictures import TITLES, drawn_of, race_shown, seasons_shown
from tournaments.public.players import moved_for_good
from tournaments.queries import players as player_queries
from tournaments.queries.pictures import evening_pictures, places_of_club, places_of_player
from tournaments.queries.tables_public import log_of, table_now
from tournaments.queries.versions import live_page
from tournaments.texts.about_events import round_title
from tournaments.texts.about_tables import table_name

HEAD, BAR = 48, 22  # units: the lines above a picture; from bar to bar
LONG_NAME, LONG_WHOSE, LONG_TITLE = 26, 34, 64  # signs that fit beside a bar, and above a picture, in the usual size
SMALL_WHOSE = 60  # and of what is above a picture in the small one, of which there are two rows
COLOURS = ("#28603a", "#a3360f", "#6b4b00", "#231e18")  # of style.css, on a light ground
DASHES = ("none", "7 4", "2 4")
WAYS = [(colour, DASHES[0]) for colour in COLOURS] + [
    (colour, DASHES[1 + (number > 1)]) for number, colour in enumerate(COLOURS)
]
OF_EVENT = ("places", "pace", "bench")
LOOKS = (
    "svg{font:14px system-ui,'Segoe UI',Roboto,'Noto Sans',Arial,sans-serif}text{fill:#231e18}.ground{fill:#fff}"
    ".whose{font-size:17px;font-weight:700}.whose.long{font-size:10px}.what{font-size:13px}.what.long{font-size:9px}"
    ".what,.plot-grid text{fill:#5a5044}.small{font-size:8px}"
    ".plot-grid path{stroke:#d8ccb5;fill:none}.plot-line text{font-weight:600}.bar rect{fill:#28603a}"
    ".bar .small{font-size:9px}.plot-line path{fill:none;stroke-width:2.5;stroke-linejoin:round}"
    + "".join(
        f".line-{number} path{{stroke:{colour};stroke-dasharray:{dashes}}}.line-{number} circle{{fill:{colour}}}"
        for number, (colour, dashes) in enumerate(WAYS[:STYLES], start=1)
    )
    + ".plot-line .plot-lead{stroke-width:1;stroke-dasharray:none;opacity:.5}"
)
POLICY = f"default-src 'none'; style-src 'sha256-{base64.b64encode(hashlib.sha256(LOOKS.encode()).digest()).decode()}'"


@public.view("e/<slug:slug>/pictures/<str:name>.svg", right="public.read")
@live_page
def event_picture(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """One of the pictures of an event: `places`, `pace` or `bench`."""
    found = access.public_event_page(slug)
    if name not in OF_EVENT:
        raise Http404
    drawn = drawn_of(found.event, evening_pictures(found.event), hides_standings=found.hides_standings)[name]
    return _file(request, drawn, name, found.event.name, below=_("round"))


@public.view("e/<slug:slug>/round/<int:number>/table/<int:table>/race.svg", right="public.read")
@live_page
def race_picture(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """The letters race of a table. Smear has no letters."""
    found = access.public_table(slug, number, table)
    if found.round.event.is_smear:
        raise Http404
    now = table_now(found)
    log = log_of(found, now)
    shown = race_shown(log.steps, now.word, log.names) if log and log.has_letters else None
    title, at = round_title(found.round.number, found.round.kind), table_name(found.round.event, now.number)
    plot = shown["plot"] if shown else None
    return _file(request, plot, "race", found.round.event.name, where=f"{title}, {at}", below=_("deal"))


@public.view("players/<int:pk>/places/<int:year>.svg", right="public.read")
@open_page
def player_picture(request: HttpRequest, pk: int, year: int) -> HttpResponse:
    """The places of a player over a season."""
    found = player_queries.player_shown(pk, now=timezone.now())
    if found.merged_into_id:
        return moved_for_good("public:player_picture", found.merged_into_id, year)
    return _season(request, places_of_player(found), found.nick, year)


@public.view("clubs/<path:code>/places/<int:year>.svg", right="public.read")
@open_page
def club_picture(request: HttpRequest, code: str, year: int) -> HttpResponse:
    """The places of a club over a season."""
    found = None if "\x00" in code else player_queries.club_with(code)
    if found is None:
        raise Http404
    return _season(request, places_of_club(found), found.name, year)


def _season(request: HttpRequest, rows: Sequence[Mapping[str, Any]], name: str, year: int) -> HttpResponse:
    plot = next((season.plot for season in seasons_shown(rows, name) if season.year == year), None)
    return _file(request, plot, "season", name, where=str(year))


def _file(
    request: HttpRequest,
    drawn: Lines | Sequence[Bar] | None,
    name: str,
    whose: str,
    *,
    where: str = "",
    below: str = "",
) -> HttpResponse:
    """The picture with its title, under a policy of its own. Where there is nothing to draw yet, it says so."""
    shown = _of_lines(drawn, below) if isinstance(drawn, Lines) else _of_bars(drawn or ())
    title = f"{TITLES[name]} – {where}" if where else TITLES[name]
    context = {
        "title": title,
        "is_long": len(title) > LONG_TITLE,
        "whose": whose,
        "whose_is_long": len(whose) > LONG_WHOSE,
        "whose_rows": in_rows(whose, SMALL_WHOSE),
        "looks": SafeString(f"<style>{LOOKS}</style>"),
        **shown,
    }
    answer = render(request, "public/picture_file.html", context, content_type="image/svg+xml; charset=utf-8")
    answer["Content-Security-Policy"] = POLICY
    answer["Content-Disposition"] = f'inline; filename="{name}.svg"'
    answer["X-Content-Type-Options"] = "nosniff"
    return answer


def _of_lines(plot: Lines, below: str) -> dict[str, Any]:
    return {"plot": plot, "below": below, "width": plot.width, "height": plot.height + HEAD}


def _of_bars(bars: Sequence[Bar]) -> dict[str, Any]:
    placed = [
        {
            "name": bar.name,
            "number": bar.number,
            "length": bar.length,
            "is_long": len(bar.name) > LONG_NAME,
            "top": BAR * number,
            "middle": BAR * number + 8,
            "end": 256 + bar.length,
        }
        for number, bar in enumerate(bars)
    ]
    return {"bars": placed, "width": 800, "height": BAR * max(len(bars), 1) + HEAD + 8}

"""What is written in Python for speed says what its template says, in every branch and language."""

from __future__ import annotations

import re
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from tests.factories.base import NOW
from tournaments.models import RoundKind
from tournaments.public.fast_markup import (
    board,
    drawing,
    flag,
    head_of_standings,
    names,
    round_cards,
    seats_by_name,
    signs,
    standings_body,
)
from tournaments.public.shown import tables_shown
from tournaments.queries.events import Person, RoundLine
from tournaments.queries.smear import Party
from tournaments.queries.tables_public import SeatNow, Sitter, TableNow

HOSTILE = "Ka<b>č & \"o'"
BLOCKS = re.compile(
    r"\s*(</?(?:tr|td|th|p|ul|li|dl|dt|dd|div|h3|details|summary|svg|use|b|i)\b[^>]*>)\s*"
)  # b and i are the boxes of a word
INSIDE = re.compile(r"(<span\b[^>]*>) | (?=</span>)")


@pytest.fixture(params=["en", "cs"], autouse=True)
def _language(request: pytest.FixtureRequest):
    with translation.override(request.param):
        yield


def same_to_a_reader(markup: str) -> str:
    """Without the white space that a browser leaves out; one way to write an apostrophe and an empty element.

    It leaves out what stands in a span at its beginning and end: those in question are boxes, or have a space before.
    """
    markup = re.sub(r"\s+", " ", markup.replace("&#x27;", "&#39;").replace("></use>", "/>"))
    markup = BLOCKS.sub(r"\1", re.sub(r" ?(/?>)", r"\1", markup))
    return INSIDE.sub(r"\1", markup).strip()


def row(**said: Any) -> dict[str, Any]:
    plain = {"place": "3", "computed": "", "note": "", "key": "p7", "nick": HOSTILE, "player": 1234567, "club": ""}
    figures = {"deals": 1200, "letters": 4, "success": "87,5", "games": 3, "games_won": 2, "points": 21}
    return plain | figures | {"country": "", "why": "", "cut": False, "tied": "", "tier": ""} | said


ROWS = {
    "plain": row(),
    "club": row(club=HOSTILE),
    "club and country": row(club=HOSTILE, country="CZ"),
    "country alone": row(country="CZ"),
    "final": row(tier="final"),
    "small final": row(tier="small_final", club=HOSTILE),
    "final and country": row(tier="final", country="CZ"),
    "cut": row(cut=True),
    "tied": row(tied="open", place="3–4"),
    "through": row(tied="through", place="3–4"),
    "out": row(tied="out", place="3–4"),
    "set by the referee": row(note=HOSTILE, computed="5"),
    "with reasons": row(why=HOSTILE, key=HOSTILE),
    "no deals yet": row(success=None, deals=0, letters=0),
    "everything": row(club=HOSTILE, country="CZ", tier="final", cut=True, tied="open", note="!", computed="5", why="?"),
}


@pytest.mark.parametrize("is_smear", [False, True], ids=["cat", "smear"])
@pytest.mark.parametrize("one", ROWS.values(), ids=ROWS)
def test_a_row_of_the_standings(one: dict[str, Any], is_smear: bool):
    template = render_to_string(
        "fast/standings_rows.html", {"rows": [one], "event": SimpleNamespace(is_smear=is_smear)}
    )
    assert same_to_a_reader(standings_body([one], is_smear=is_smear)) == same_to_a_reader(template)


def test_several_rows_of_the_standings():
    said = {"rows": list(ROWS.values()), "event": SimpleNamespace(is_smear=False)}
    template = render_to_string("fast/standings_rows.html", said)
    assert same_to_a_reader(standings_body(ROWS.values())) == same_to_a_reader(template)


@pytest.mark.parametrize("is_smear", [False, True], ids=["cat", "smear"])
def test_the_head_of_the_standings(is_smear: bool):
    said = {"rows": list(ROWS.values()), "event": SimpleNamespace(is_smear=is_smear)}
    template = render_to_string("fast/head_of_standings.html", said)
    assert same_to_a_reader(head_of_standings(ROWS.values(), is_smear=is_smear)) == same_to_a_reader(template)


PLANNED = RoundLine(
    3,
    "basic",
    "planned",
    "",
    "",
    None,
    None,
    None,
    tables=0,
    unfinished=0,
    is_told_again=False,
    is_promised_again=False,
    is_outdated=False,
)
SEATED = replace(PLANNED, starts_at=NOW, tables=12)
RUNNING = replace(SEATED, started_at=NOW, word="K<M", unfinished=1)
ROUNDS = {
    "planned": PLANNED,
    "planned for a time": replace(PLANNED, starts_at=NOW),
    "seated": SEATED,
    "seated, no time": replace(SEATED, starts_at=None, tables=1),
    "running": RUNNING,
    "running, with a caption": replace(RUNNING, caption=HOSTILE, unfinished=12),
    "closed": replace(RUNNING, closed_at=NOW, unfinished=0),
    "play-off": replace(RUNNING, kind="play_off"),
}


@pytest.mark.parametrize("kind", ["live", "good", "wait", "off", "bad", "plain"])
@pytest.mark.parametrize("line", ROUNDS.values(), ids=ROUNDS)
def test_a_round_of_an_event(line: RoundLine, kind: str):
    event: Any = SimpleNamespace(slug="the-evening", time_zone="Pacific/Auckland")
    rounds = [{"line": line, "title": HOSTILE, "badge": (kind, HOSTILE)}]
    template = render_to_string("fast/round_cards.html", {"rounds": rounds, "event": event})
    assert same_to_a_reader(round_cards(rounds, event)) == same_to_a_reader(template)


def seat(letter: str, **said: Any) -> SeatNow:
    country = {"A": "CZ", "B": HOSTILE}.get(letter)
    return SeatNow(seat=letter, now=Sitter(f"{letter}1", f"{letter} {HOSTILE}", 7, None, country), before=(), **said)


SEATS = (
    seat("A", letters=2, role="deals", match_ball=True, deals=4),
    seat("B", letters=3, role="left", left=1),
    seat("C", role="sits_out"),
    seat("D", letters=1, role="plays"),
    seat("E", role="leads"),
)
PLAYED = TableNow(
    round=3,
    kind=RoundKind.BASIC,
    number=12,
    status="running",
    word=("<", "CH", "A"),
    seats=SEATS,
    started=True,
    deals=5,
    to_go=(1, 4),
    last_entry_at=NOW,
)
PARTIES = (Party("AC", (("A", HOSTILE), ("C", "C")), 21, has_won=True), Party("BD", (("B", "B"), ("D", "D")), 7))
TABLES = {
    "being played": PLAYED,
    "one deal, one to go": replace(PLAYED, deals=1, to_go=(1, 1)),
    "nothing recorded": replace(PLAYED, deals=0, last_entry_at=None),
    "finished": replace(PLAYED, finished=True, to_go=(0, 0)),
    "closed early": replace(PLAYED, finished=True, closed=True, to_go=(0, 0)),
    "stopped": replace(PLAYED, status="closed"),
    "seated": replace(PLAYED, started=False, word=(), deals=0, seats=tuple(seat(letter) for letter in "ABC")),
    "seated, one has gone": replace(PLAYED, started=False, word=(), deals=0, seats=(seat("A"), seat("B", role="gone"))),
    "play-off": replace(PLAYED, kind=RoundKind.PLAY_OFF),
    "smear": replace(PLAYED, parties=PARTIES, word=()),
}


@pytest.mark.parametrize("places", [{}, {"12": {"label": HOSTILE, "room": HOSTILE}}], ids=["numbers", "labels"])
@pytest.mark.parametrize("zone", ["Europe/Prague", "Pacific/Auckland"])
@pytest.mark.parametrize("plain", [False, True], ids=["event", "round"])
@pytest.mark.parametrize("now", TABLES.values(), ids=TABLES)
def test_a_table_of_a_board(now: TableNow, plain: bool, zone: str, places: dict[str, dict[str, str]]):
    event: Any = SimpleNamespace(slug="the-evening", time_zone=zone, places=places)
    said = {"tables": tables_shown([now, replace(now, round=4)]), "event": event, "plain": plain}
    template = render_to_string("fast/board.html", said)
    assert same_to_a_reader(board(said["tables"], event, plain=plain)) == same_to_a_reader(template)


def test_a_seating_by_name():
    rows = [
        {
            "nick": HOSTILE,
            "table": "1200",
            "room": "",
            "seat": "A",
            "is_gone": True,
            "to": "/t/1200/",
            "anchor": "name-0",
        },
        {"nick": "Č", "table": HOSTILE, "room": HOSTILE, "seat": "B", "is_gone": False, "to": "/t/2/", "anchor": ""},
    ]
    assert same_to_a_reader(seats_by_name(rows)) == same_to_a_reader(
        render_to_string("fast/seats_by_name.html", {"rows": rows})
    )


def test_the_names_of_those_who_are_in():
    plain = Person("p1", HOSTILE, 1234567, club=None, country=None, status="checked_in", classified=True)
    people = [
        plain,
        replace(plain, club=HOSTILE, country=HOSTILE),
        replace(plain, classified=False),
        replace(plain, classified=False, club="Cats", country="CZ"),
    ]
    assert same_to_a_reader(names(people)) == same_to_a_reader(render_to_string("fast/names.html", {"people": people}))


@pytest.mark.parametrize("name", ["", HOSTILE])
def test_a_drawing(name: str):
    said = {"kind": "playing-card", "symbol": "card-Ol", "name": name}
    assert same_to_a_reader(drawing(**said)) == same_to_a_reader(render_to_string("fast/drawing.html", said))


@pytest.mark.parametrize("rank", ["", "10"])
def test_the_signs_of_a_card(rank: str):
    said = {"kind": "chip", "name": HOSTILE, "rank": rank, "suit": drawing("suit-sign", "suit-h", "") if rank else ""}
    assert same_to_a_reader(signs(**said)) == same_to_a_reader(render_to_string("fast/signs.html", said))


@pytest.mark.parametrize("drawn_at", ["", "/static/flags.svg?a&b#CZ"])
def test_a_flag(drawn_at: str):
    said = {"code": "CZ", "name": HOSTILE, "drawn_at": drawn_at}
    assert same_to_a_reader(flag(**said)) == same_to_a_reader(render_to_string("fast/flag.html", said))

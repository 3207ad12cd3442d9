"""What is written in Python for speed says what its template says, in every branch and language."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from tournaments.public.fast_markup import drawing, flag, signs, standings_body

HOSTILE = "Ka<b>č & \"o'"
BLOCKS = re.compile(r"\s*(</?(?:tr|td|th|p|details|summary|svg|use)\b[^>]*>)\s*")


@pytest.fixture(params=["en", "cs"], autouse=True)
def _language(request: pytest.FixtureRequest):
    with translation.override(request.param):
        yield


def same_to_a_reader(markup: str) -> str:
    """Without the white space that a browser leaves out; one way to write an apostrophe and an empty element."""
    markup = re.sub(r"\s+", " ", markup.replace("&#x27;", "&#39;").replace("></use>", "/>"))
    return BLOCKS.sub(r"\1", re.sub(r" ?(/?>)", r"\1", markup)).strip()


def row(**said: Any) -> dict[str, Any]:
    plain = {"place": "3", "computed": "", "note": "", "key": "p7", "nick": HOSTILE, "player": 1234567, "club": ""}
    figures = {"deals": 1200, "letters": 4, "success": "87,5", "games": 3, "games_won": 2, "points": 21}
    return plain | figures | {"country": "", "why": "", "cut": False, "tied": False, "tier": ""} | said


ROWS = {
    "plain": row(),
    "club": row(club=HOSTILE),
    "club and country": row(club=HOSTILE, country="CZ"),
    "country alone": row(country="CZ"),
    "final": row(tier="final"),
    "small final": row(tier="small_final", club=HOSTILE),
    "final and country": row(tier="final", country="CZ"),
    "cut": row(cut=True),
    "tied": row(tied=True, place="3–4"),
    "set by the referee": row(note=HOSTILE, computed="5"),
    "with reasons": row(why=HOSTILE, key=HOSTILE),
    "no deals yet": row(success=None, deals=0, letters=0),
    "everything": row(club=HOSTILE, country="CZ", tier="final", cut=True, tied=True, note="!", computed="5", why="?"),
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

"""Faults of files and of lines: every code that a reader finds has its sentence, and the sentence its values.

The readers are pure and know codes only; the tables of sentences are games/fault_texts.py and
texts/about_faults.py. The sources are read, not run: whoever writes a code that has no sentence, or a sentence
that no reader needs, finds its name here.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.utils import translation

from games import fault_texts as of_games
from games.rules.documents.faults import MOST_FAULTS, Fault, Faults, faults_in
from games.rules.refusals import Refused
from tournaments.texts import about_faults as of_tournaments

ROOT = Path(__file__).parent.parent
FAULTS = "games/rules/documents/faults.py"

# What is called with a code, and which of its arguments that is: a place or a name.
TAKES_A_CODE: Mapping[str, tuple[int | str, ...]] = {
    "Fault": (0,),
    ".add": (1,),
    ".refusal": (0,),
    "_Once": (1,),
    "CardReader": ("no_text", "no_card"),
}
# Handed on with a code that is not written down where it is handed on; whoever has it from somebody is looked at there.
HANDED_ON = {
    ("games/arrivals/sent.py", "fault.code"),
    (FAULTS, "code"),
    ("games/rules/documents/cards.py", "self.no_text"),
    ("games/rules/documents/cards.py", "self.no_card"),
    ("tournaments/exchange/reader.py", "self.code"),
    ("tournaments/exchange/reader.py", "fault.code"),
}
OWN: Mapping[str, Mapping[str, Any]] = {
    "games": of_games.FAULTS,
    "tournaments": {
        code: said for code, said in of_tournaments.FAULTS.items() if of_games.FAULTS.get(code) is not said
    },
}


class Found(NamedTuple):
    """A code in the sources of an app; None where it cannot be read, because it is not written down there."""

    place: str
    app: str
    code: str | None
    values: frozenset[str]


@cache
def found() -> tuple[Found, ...]:
    return tuple(one for app in OWN for path in sorted((ROOT / app).rglob("*.py")) for one in _of_module(app, path))


def _of_module(app: str, path: Path) -> Iterator[Found]:
    """The codes of a module that has anything to do with faults of files."""
    name, text = path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")
    if name != FAULTS and not re.search(r"documents\.(faults|cards) import", text):
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call):
            for argument in _codes_given(node):
                for code in _codes_of(name, argument):
                    yield Found(f"{name}:{node.lineno}", app, code, _values(node))


def _codes_given(call: ast.Call) -> Iterator[ast.expr]:
    called = f".{call.func.attr}" if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    for argument in TAKES_A_CODE.get(called, ()):
        if isinstance(argument, int):
            yield from call.args[argument : argument + 1]
        else:
            yield from (one.value for one in call.keywords if one.arg == argument)


def _codes_of(module: str, node: ast.expr) -> list[str | None]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.IfExp):
        return [*_codes_of(module, node.body), *_codes_of(module, node.orelse)]
    return [] if (module, ast.unparse(node)) in HANDED_ON else [None]


def _values(call: ast.Call) -> frozenset[str]:
    """The names of the values: keywords, or the keys of the dictionary that a `Fault` is made with."""
    told = [one for one in call.args[2:] if isinstance(one, ast.Dict)]
    keys = [key.value for one in told for key in one.keys if isinstance(key, ast.Constant)]
    named = [one.arg for one in call.keywords if one.arg and one.arg not in ("no_text", "no_card")]
    return frozenset(map(str, (*keys, *named)))


class Asked(dict[str, int]):
    """Has every value and remembers which were asked for."""

    def __missing__(self, name: str) -> int:
        return self.setdefault(name, 1)


def asked_by(sentence: Any) -> set[str]:
    asked = Asked()
    assert sentence % asked
    return set(asked)


@pytest.mark.parametrize("app", OWN)
def test_every_code_of_a_reader_has_a_sentence(app):
    unread = [one.place for one in found() if one.code is None]
    assert unread == []
    sentences = OWN[app] if app == "games" else of_tournaments.FAULTS
    assert {one.place: one.code for one in found() if one.app == app and one.code not in sentences} == {}


@pytest.mark.parametrize("app", OWN)
def test_no_sentence_is_left_over(app):
    assert set(OWN[app]) - {one.code for one in found() if one.app == app} == set()


def test_a_fault_brings_the_values_that_its_sentence_asks_for():
    wrong = {
        one.place: (one.code, *sorted(one.values))
        for one in found()
        if one.code and one.values != asked_by(of_tournaments.FAULTS[one.code])
    }
    assert wrong == {}


# --- What is shown ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fault", "english", "czech"),
    [
        (Fault("missing", "$.slug"), "This is missing.", "Tohle chybí."),
        (
            Fault("setting_not_in_range", "survivors", {"least": 1, "most": 5}),
            "must be a whole number from 1 to 5",
            "musí být celé číslo od 1 do 5",
        ),
        (
            Fault("setting_not_a_choice", "pooling", {"choices": "off, 50 %"}),
            "must be one of off, 50 %",
            "musí být jedno z: off, 50 %",
        ),
        (
            Fault("not_json", "$", {"line": 1, "column": 28, "reason": "Extra data"}),
            "This is not JSON: line 1, column 28: Extra data.",
            "Toto není JSON: řádek 1, sloupec 28: Extra data.",
        ),
        (
            Fault("more_faults", "$", {"n": 1}),
            "Another fault is not listed.",
            "Počet dalších chyb, které tu nejsou uvedeny: 1.",
        ),
        (
            Fault("more_faults", "$", {"n": 1800}),
            "Another 1800 faults are not listed.",
            "Počet dalších chyb, které tu nejsou uvedeny: 1800.",
        ),
    ],
)
def test_a_fault_is_told_with_its_values_in_the_language_of_the_reader(fault, english, czech):
    with translation.override("en"):
        assert of_tournaments.fault_text(fault) == english
    with translation.override("cs"):
        assert of_tournaments.fault_text(fault) == czech


@pytest.mark.parametrize("tell", [of_games.fault_text, of_tournaments.fault_text], ids=OWN)
@pytest.mark.parametrize("fault", [Fault("This is missing.", "$"), Fault("too_many_bytes", "$")])
def test_a_fault_without_a_sentence_or_without_its_values_crashes(tell, fault):
    """It is a bug: nobody is shown something else in its place."""
    with pytest.raises(KeyError):
        tell(fault)


# --- How faults are collected -----------------------------------------------------------------------------------------


def test_the_first_fault_of_a_place_is_kept_in_the_order_of_finding_and_the_rest_counted():
    faults = Faults("bad_event_file")
    for number in range(MOST_FAULTS + 3):
        faults.add(f"$[{number}]", "too_small")
        faults.add(f"$[{number}]", "too_large")
    with pytest.raises(Refused) as refused:
        faults.refuse_if_any()
    told = faults_in(refused.value)
    assert told[0] == Fault("too_small", "$[0]")
    assert [fault.path for fault in told] == [*(f"$[{number}]" for number in range(MOST_FAULTS)), "$"]
    assert told[-1].code == "more_faults"


def test_a_refusal_without_faults_has_none():
    assert list(faults_in(Refused("event_exists"))) == []

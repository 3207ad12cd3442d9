r"""The log of a game as text, both ways: the language of tests, exports and paper.

    KAMIL ABCDE survivors=3 A=p1        word, seats, options that differ from the default, named occupants
    1. A /E                             A lost, E sat out
    2. C /A (B0 C20 D13 E0) packed @B   with points, C packed, B dealt
    3. void /B "cards stuck"            a void deal (it may have a dealer too: @C)
    4. +B "second misdeal"              a penalty letter for B (found late: ^2, due after line 2)
    5. ~1 loser=B points=- "misread"    line 1 amended: another loser, no points; "-" goes back to the default
    6. x4 "lifted"                      line 4 struck
    7. D>p9 "injury"                    p9 takes over seat D
    8. -E "ill"                         E withdraws
    9. close "venue closes"             the game ends here
    10. leave:7d0c…                     what came from a phone with this id does not count (take:…, instead:…)
    11. pause "dinner"                  the table stops for a while
    12. resume                          and goes on
    13. A<>B:3                          who sat in A and B had changed chairs from line 3 on
    14. okC                             C agrees with how the game ended

A game of Smear has no word, and deals of its own:

    - ABCD game=smear smear_target=31
    1. B4 (AC3 BD7)                     B pitched for 4, the parties won 3 and 7 points
    2. C10 (AC10) moon @B               C shot the moon, B dealt
    3. ~1 pitcher=D bid=5 points=(AC2 BD8) moon=no

One line of text is one line of the log, or several with `;` between them. Numbers may be left out, but a wrong one is
refused, because corrections refer to it. `#` starts a comment. In full:

    header   word seats {key=value}     word: KAMIL, or CH-U-D-Á where a letter has several characters (CH- alone),
                                        or - for none
                                        key: a seat, survivors, penalty_letter_completes (yes, no), bench, points_entry,
                                        game, smear_variant, smear_target
    line     [number.] act {detail}     in any order; an act takes the details of its kind in entries.py
    detail   /EF  (A0 B33)  packed  moon  @A  ^3  "reason"
    change   loser=B  bench=EF  points=(B33)  packed=no  dealer=A  seat=C  occupant=p9  field=-  ("bench=" is empty)
             pitcher=B  bid=4  moon=yes
    label    p9, or "in quotes" with \" and \\ inside, as in a reason

It is a skin over payload.py, which judges the values; so `parse_log(format_log(setup, log)) == (setup, log)` for
every log in canonical form, that is, one that came through `parse_entry`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import cast, get_args

from games.rules.entries import KINDS, Amend, Entry
from games.rules.payload import entry_payload, parse_entry
from games.rules.refusals import Refused
from games.rules.setup import BenchMode, GameName, GameOptions, GameSetup, PointsEntry
from games.rules.smear.variants import VARIANTS

_STRING = r'"(?:[^"\\]|\\.)*"'
_TOKEN = re.compile(rf"\s*(?:(?P<end>;)|(?P<comment>#.*)|(?P<token>(?:{_STRING}|\([^()]*\)|[^\s\"();])+))\s*")
_PLAIN_LABEL = re.compile(r"[\w.]+(?:-[\w.]+)*")
_POINTS_OF_SEAT = re.compile(r"([A-Z]{1,8})([0-9]{1,9})")
_FIELD = re.compile(r"\{(\w+)\}")
_OPTIONS = (
    "survivors",
    "penalty_letter_completes",
    "bench",
    "points_entry",
    "game",
    "smear_variant",
    "smear_target",
)
_FLAGS = {"yes": True, "no": False}


class _Unreadable(Exception):
    """Text that is no notation; `parse_log` says in which line."""


def parse_log(text: str) -> tuple[GameSetup, list[Entry]]:
    """The table and its log; raises Refused("malformed_notation", line=…, text=…)."""
    setup: GameSetup | None = None
    log: list[Entry] = []
    for number, line in enumerate(text.split("\n"), 1):
        try:
            for tokens in _statements(line):
                if setup is None:
                    setup = _parse_header(tokens)
                else:
                    log.append(_parse_line(tokens, position=len(log) + 1))
        except (_Unreadable, Refused) as fault:
            raise Refused("malformed_notation", line=number, text=line.strip()) from fault
    if setup is None:
        raise Refused("malformed_notation", line=1, text="")
    return setup, log


def format_log(setup: GameSetup, log: Sequence[Entry]) -> str:
    lines = [f"{position}. {_format_line(entry_payload(entry))}\n" for position, entry in enumerate(log, 1)]
    return _format_header(setup) + "\n" + "".join(lines)


def _statements(line: str) -> Iterator[list[str]]:
    """The tokens of each part between semicolons; parts without any are passed over."""
    tokens: list[str] = []
    place = 0
    while place < len(line.rstrip()):
        match = _TOKEN.match(line, place)
        if match is None:
            raise _Unreadable(line)
        place = match.end()
        if match["token"]:
            tokens.append(match["token"])
        elif tokens:
            yield tokens
            tokens = []
    if tokens:
        yield tokens


def _parse_header(tokens: list[str]) -> GameSetup:
    if len(tokens) < 2 or not re.fullmatch("[A-Z]+", tokens[1]) or len(set(tokens[1])) < len(tokens[1]):
        raise _Unreadable(tokens)
    word, seats = tokens[0], tuple(tokens[1])
    letters = tuple(filter(None, word.split("-"))) if "-" in word else tuple(word)
    named = _pairs(tokens[2:])
    occupants = {seat: _read_label(named.pop(seat)) for seat in seats if seat in named}
    readers = {name: _read_option(name, value) for name, value in named.items()}
    return GameSetup(letters, seats, GameOptions(**readers), occupants)  # type: ignore[arg-type]  # typed by _read_option


def _read_option(name: str, value: str) -> object:
    if name in ("survivors", "smear_target") and re.fullmatch("[0-9]{1,2}", value):
        return int(value)
    if name == "penalty_letter_completes":
        return _read_flag(value)
    if (name, value) in {("bench", mode) for mode in get_args(BenchMode)}:
        return value
    if (name, value) in {("points_entry", mode) for mode in get_args(PointsEntry)}:
        return value
    if (name, value) in {("game", game) for game in get_args(GameName)}:
        return value
    if name == "smear_variant" and value in VARIANTS:
        return value
    raise _Unreadable(name, value)


def _parse_line(tokens: list[str], position: int) -> Entry:
    if re.fullmatch(r"[0-9]+\.", tokens[0]):
        if tokens[0] != f"{position}." or len(tokens) == 1:
            raise _Unreadable(tokens[0])
        tokens = tokens[1:]
    payload = _parse_act(tokens[0])
    details = [_parse_detail(token, amends=payload["kind"] == "amend") for token in tokens[1:]]
    named = dict(details)
    if len(named) < len(details):
        raise _Unreadable(tokens)
    return parse_entry(payload | named)


def _parse_act(token: str) -> dict[str, object]:
    for code, pattern in _ACTS.items():
        if act := pattern.fullmatch(token):
            return {"kind": code, **{name: _FIELDS[name][0](text) for name, text in act.groupdict().items()}}
    raise _Unreadable(token)


def _parse_detail(piece: str, *, amends: bool) -> tuple[str, object]:
    if piece.startswith('"'):
        return "reason", _read_label(piece)
    if amends:
        [(name, text)] = _pairs([piece]).items()
        if name not in _CHANGES:
            raise _Unreadable(piece)
        return name, None if text == "-" else _CHANGES[name][0](text)
    if piece in ("packed", "moon"):
        return piece, True
    if piece.startswith("("):
        return "points", _read_points(piece)
    if piece[0] in _DETAILS:
        name = _DETAILS[piece[0]]
        return name, _CHANGES[name][0](piece[1:])
    raise _Unreadable(piece)


def _format_header(setup: GameSetup) -> str:
    letters, standard = setup.letters, GameOptions()
    split = any(len(letter) > 1 for letter in letters)
    word = "-".join(letters) + "-" * (len(letters) == 1) if split else "".join(letters) or "-"
    parts = [word, "".join(setup.seats)]
    for name in _OPTIONS:
        value = getattr(setup.options, name)
        if value != getattr(standard, name):
            parts.append(f"{name}={_write_flag(value) if isinstance(value, bool) else value}")
    named = {seat: label for seat, label in setup.occupants.items() if label != f"{seat}1"}
    return " ".join(parts + [f"{seat}={_write_label(label)}" for seat, label in named.items()])


def _format_line(payload: dict[str, object]) -> str:
    kind = KINDS[str(payload.pop("kind"))]
    reason = [_quoted(str(payload.pop("reason")))] if payload.get("reason") else []
    act = _FIELD.sub(lambda field: _FIELDS[field[1]][1](payload.pop(field[1])), kind.notation)
    written = _format_change if kind is Amend else _format_detail
    return " ".join([act, *(written(name, value) for name, value in payload.items()), *reason])


def _format_change(name: str, value: object) -> str:
    return f"{name}={'-' if value is None else _CHANGES[name][1](value)}"


def _format_detail(name: str, value: object) -> str:
    if name in ("packed", "moon"):
        return name
    if name == "points":
        return _write_points(value)
    [sign] = [sign for sign, known in _DETAILS.items() if known == name]
    return sign + _CHANGES[name][1](value)


def _pairs(tokens: Sequence[str]) -> dict[str, str]:
    pairs = [tuple(token.split("=", 1)) for token in tokens]
    named = {pair[0]: pair[1] for pair in pairs if len(pair) == 2}
    if len(named) < len(tokens):
        raise _Unreadable(tokens)
    return named


def _read_points(text: str) -> dict[str, int]:
    if not (text.startswith("(") and text.endswith(")")):
        raise _Unreadable(text)
    found = [_POINTS_OF_SEAT.fullmatch(part) for part in text[1:-1].split()]
    points = {match[1]: int(match[2]) for match in found if match}
    if len(points) < len(found):
        raise _Unreadable(text)
    return points


def _write_points(points: object) -> str:
    return "(" + " ".join(f"{seat}{number}" for seat, number in cast("Mapping[str, int]", points).items()) + ")"


def _read_number(text: str) -> int:
    if not re.fullmatch("[0-9]{1,18}", text):
        raise _Unreadable(text)
    return int(text)


def _read_flag(text: str) -> bool:
    if text not in _FLAGS:
        raise _Unreadable(text)
    return _FLAGS[text]


def _write_flag(value: object) -> str:
    return "yes" if value else "no"


def _read_label(text: str) -> str:
    if re.fullmatch(_STRING, text, re.DOTALL):
        return re.sub(r"\\(.)", r"\1", text[1:-1])
    if _PLAIN_LABEL.fullmatch(text):
        return text
    raise _Unreadable(text)


def _write_label(label: object) -> str:
    return str(label) if _PLAIN_LABEL.fullmatch(str(label)) else _quoted(str(label))


def _quoted(text: str) -> str:
    return '"' + re.sub(r'(["\\])', r"\\\1", text) + '"'


def _write_bench(bench: object) -> str:
    return "".join(cast("Sequence[str]", bench))


_Both = tuple[Callable[[str], object], Callable[[object], str]]

# How each field is read and written after its name or sign.
_CHANGES: dict[str, _Both] = {
    "loser": (str, str),
    "seat": (str, str),
    "dealer": (str, str),
    "bench": (list, _write_bench),
    "points": (_read_points, _write_points),
    "packed": (_read_flag, _write_flag),
    "pitcher": (str, str),
    "bid": (_read_number, str),
    "moon": (_read_flag, _write_flag),
    "after": (_read_number, str),
    "occupant": (_read_label, _write_label),
    "reason": (_read_label, _write_label),
}
_DETAILS = {"/": "bench", "@": "dealer", "^": "after"}
_FIELDS: dict[str, _Both] = {
    **_CHANGES,
    "position": (int, str),
    "arrival": (str, str),
    "verdict": (str, str),
    "since": (int, str),
    "other": (str, str),
}

# What stands for each field in the act that a line begins with, and so the pattern of each kind of act.
_IN_ACT = {
    **dict.fromkeys(("loser", "pitcher", "seat", "other"), "[A-Z]"),
    "bid": "[0-9]{1,3}",
    **dict.fromkeys(("position", "since"), "[0-9]{1,18}"),
    "occupant": ".+",
    "arrival": "[0-9a-f-]{36}",
    "verdict": "[a-z]+",
}


def _pattern(notation: str) -> re.Pattern[str]:
    """A pattern with a group for each field of an act: one for `D>p9` from `{seat}>{occupant}`."""
    parts = _FIELD.split(notation)  # text and fields by turns
    parts[::2] = map(re.escape, parts[::2])
    parts[1::2] = [f"(?P<{name}>{_IN_ACT[name]})" for name in parts[1::2]]
    return re.compile("".join(parts), re.DOTALL)


_ACTS = {code: _pattern(kind.notation) for code, kind in KINDS.items()}

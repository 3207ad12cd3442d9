"""Transcripts for tests: a field in its third round, with clubs, drawn by cards or without a ceremony; and the rounds
of an event that follows its plan.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from tournaments.ceremony.digests import canonical, digest_of
from tournaments.ceremony.frozen import Frozen, draw_id_of
from tournaments.ceremony.room import NOBODY
from tournaments.ceremony.transcript import open_draw
from tournaments.draws.model import Options

SECRET = "5e" * 32
CARDS = "cards Ol 7h 8h Kb Ab 9l Ta Uh Ka 7b"


def frozen(players: int = 9, **changes: Any) -> Frozen:
    """So many players of three clubs and one without, after two rounds; start number 3 has gone home."""
    numbers = [number for number in range(1, players + 2) if number != 3]
    clubs = {number: None if number == 1 else f"ČK{number % 3}" for number in numbers}
    values: dict[str, Any] = {
        "draw_id": draw_id_of("harbour", 3, 1),
        "attempt": 1,
        "announced": True,
        "reason": "",
        "earlier": (),
        "rules": {"game": "smoking_cat", "kind": "basic"},
        "clubs": clubs,
        "rounds": (((1, 2, 3, 4, 5), (6, 7, 8, 9, 10)), ((6, 2, 8, 4, 10), (1, 7, 3, 9, 5))),
        "options": Options(clubs="prefer", rounds=3),
    }
    return Frozen(**{**values, **changes})


def transcript(room: str = CARDS, **changes: Any) -> str:
    return open_draw(frozen(**changes), SECRET, room).text


def planned(
    rounds: int = 3, players: int = 16, *, clubs: int = 0, rule: str = "prefer", newcomer: bool = False
) -> list[str]:
    """The transcripts of all rounds of an event, each drawn after those before it.

    `clubs`: so many, and `rule` for them; `newcomer`: start number 4 is replaced for the last round.
    """
    texts: list[str] = []
    seated: tuple[Any, ...] = ()
    plan = None
    for number in range(rounds):
        numbers = list(range(1, players + 1))
        if newcomer and number == rounds - 1:
            numbers[3] = players + 1
        told_ = frozen(
            draw_id=draw_id_of("moor", number + 1, 1),
            clubs={one: f"ČK{one % clubs}" if clubs else None for one in numbers},
            rounds=seated,
            options=Options(clubs=rule if clubs else "off", rounds=rounds),
            plan=plan,
        )
        opened = open_draw(told_, f"{number:02x}" * 32, CARDS)
        texts.append(opened.text)
        seated, plan = (*seated, tuple(map(tuple, opened.document["tables"]))), opened.by_lots.next
    return texts


def without_ceremony() -> str:
    return transcript(NOBODY, announced=False)


def told(text: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(text)
    return found


def retold(document: Mapping[str, Any]) -> str:
    """The text of a transcript that somebody changed who knows how to write one: with a digest that fits."""
    rest = {key: value for key, value in document.items() if key != "digest"}
    return canonical({**rest, "digest": digest_of("transcript", canonical(rest))}) + "\n"

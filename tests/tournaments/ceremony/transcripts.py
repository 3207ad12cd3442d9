"""Transcripts for tests: a field in its third round, with clubs, drawn by cards or without a ceremony; and the rounds
of an event that follows its plan.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from tournaments.ceremony.beacon import BY_NAME, Beacon
from tournaments.ceremony.digests import canonical, digest_of
from tournaments.ceremony.frozen import Frozen, draw_id_of
from tournaments.ceremony.hall import HallPromise, hall_commitment
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
    for name, field in (("hall_", "hall"), ("named", "beacon")):
        changes = {field if key == name else key: value for key, value in changes.items()}
    return Frozen(**{**values, **changes})


def transcript(room: str = CARDS, *, hall: Any = None, beacon: Any = None, secret: str = SECRET, **changes: Any) -> str:
    return open_draw(frozen(**changes), secret, room, hall=hall, beacon=beacon).text


HALL_SECRET = "c0ffee" * 5 + "42"
OTHER_CARDS = "cards 7h Ol 8h Kb Ab 9l Ta Uh Ka 7b"

# https://api.drand.sh/52db9ba7…/public/1000, as it stands in drand's own and in many other test suites.
QUICKNET = Beacon(BY_NAME["quicknet"].digest, 1000, 1692806363)
QUICKNET_TOLD = {
    "randomness": "fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd",
    "signature": "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39",
}
# https://api.drand.sh/8990e7a9…/public/3311596, as in the README of github.com/mcdcam/python-drand-verify.
DEFAULT = Beacon(BY_NAME["default"].digest, 3311596, 1694778899)
DEFAULT_TOLD = {
    "previous": "8ed588f2a7716fb1349e2d9803da5db0005e98a83783c353d4a08f183236a9ad91d70ddb01266f4b7c576983db464b43"
    "0e65680b9e0098552758afd6c1e6afcb77e3f62fe1b93d42d1cb63abbb2205512fe12fbf74ea9c5ac3b8f5c1e283a1d8",
    "randomness": "647c07b2abbf7ff2afb4d670214f565e5cd9f9c91bfdcecb59a21f3c78d73920",
    "signature": "a696b9409ababce45749c3a4ec369074453dd4a79967734e1390d969c8ad8d98897d217b9121e92c8ddebbddda8d92f9"
    "00e3bd6bf9deb166863b1a19390d743f82774001487594c5c09e581db7365f02b70a2c8cc41ce32446ef08e4890c4754",
}


def with_secrets(
    *, hall: Any = None, named: Beacon | None = None, beacon: Any = None, room: str = CARDS, **promise: Any
) -> str:
    """A first round of sixteen, planned, with what it is asked for of a second secret and of drand."""
    draw_id = draw_id_of("moor", 1, 1)
    promised = HallPromise(**{"commitment": hall_commitment(draw_id, HALL_SECRET), "label": "ČERT", **promise})
    sixteen = {"draw_id": draw_id, "clubs": dict.fromkeys(range(1, 17)), "rounds": (), "options": Options(rounds=3)}
    return transcript(
        room, hall=hall, beacon=beacon, **sixteen, **({"hall_": promised} if hall or promise else {}), named=named
    )


def planned(
    rounds: int = 3, players: int = 16, *, clubs: int = 0, rule: str = "prefer", newcomer: int = 0, of: int = 0
) -> list[str]:
    """The transcripts of all rounds of an event, each drawn after those before it.

    `clubs`: so many, and `rule` for them; `newcomer`: start number 4 is replaced from that round on;
    `of`: so many rounds are planned, if more than are drawn.
    """
    texts: list[str] = []
    seated: tuple[Any, ...] = ()
    plan = None
    for number in range(rounds):
        numbers = list(range(1, players + 1))
        if newcomer and number + 1 >= newcomer:
            numbers[3] = players + 1
        told_ = frozen(
            draw_id=draw_id_of("moor", number + 1, 1),
            clubs={one: f"ČK{one % clubs}" if clubs else None for one in numbers},
            rounds=seated,
            options=Options(clubs=rule if clubs else "off", rounds=of or rounds),
            plan=plan,
        )
        opened = open_draw(told_, f"{number:02x}" * 32, CARDS)
        texts.append(opened.text)
        seated, plan = (*seated, tuple(map(tuple, opened.document["tables"]))), opened.by_lots.next
    return texts


def led_to(texts: list[str]) -> list[str]:
    """Each of an event's transcripts behind those before it: so it can hold."""
    return ["".join(texts[:number]) for number in range(1, len(texts) + 1)]


def without_ceremony() -> str:
    return transcript(NOBODY, announced=False)


def told(text: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(text)
    return found


def retold(document: Mapping[str, Any]) -> str:
    """The text of a transcript that somebody changed who knows how to write one: with a digest that fits."""
    rest = {key: value for key, value in document.items() if key != "digest"}
    return canonical({**rest, "digest": digest_of("transcript", canonical(rest))}) + "\n"

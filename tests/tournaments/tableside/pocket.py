"""A phone at the level of its requests: it keeps what is tapped, and brings it to the site until it is named."""

from __future__ import annotations

import datetime as dt
import json
import uuid
from typing import Any

from django.test import Client

from games import queries
from games.models import Game
from games.rules.bench import propose
from games.rules.entries import Deal
from games.rules.payload import entry_payload
from games.rules.replay import replay
from tests.factories.base import NOW
from tournaments.models import Account
from tournaments.tableside.lines import MOST_LINES


class Pocket:
    """`mute`: it does not hear answers. What it knows of a game is what the site told it last."""

    def __init__(self, account: Account | None, name: str = "Test") -> None:
        self.client, self.name = Client(), name
        self.device, self.account = str(uuid.uuid4()), account
        self.kept: list[dict[str, Any]] = []  # in the order of their taps
        self.named: dict[str, dict[str, Any]] = {}  # id → answer
        self.games: dict[str, dict[str, Any]] = {}  # game → what it knows
        self.clock = NOW
        if account is not None:
            self.client.force_login(account)

    # --- Tapping ------------------------------------------------------------------------------------------------------

    def deal(self, game: Game, loser: str, **said: Any) -> dict[str, Any]:
        """Tap a deal for the next slot that this phone sees, with the bench that follows."""
        setup = queries.setup_of(game)
        log = [queries.parsed(line) for line in game.entries.order_by("position")[: self.knows(game)["position"]]]
        named = self.named.keys()
        ahead = [line for line in self.kept if line["game"] == game.pk and line["id"] not in named]
        log += [queries.parse_entry(line["entry"]) for line in ahead]
        state = replay(setup, log)
        proposal = propose(state)
        assert proposal is not None
        entry = entry_payload(Deal(loser, proposal.bench))
        slot = state.deals + state.void_deals + 1
        return self.tap(game, entry, **{"slot": slot, "witness": proposal.dealer, **said})

    def undo(self, game: Game, line: dict[str, Any], **said: Any) -> dict[str, Any]:
        return self.tap(game, {"kind": "strike", "line": line["id"]}, **said)

    def tap(self, game: Game, entry: dict[str, Any], **said: Any) -> dict[str, Any]:
        known = self.knows(game)
        counter = 1 + sum(line["game"] == game.pk for line in self.kept)
        self.clock += dt.timedelta(minutes=3)
        line = {
            "v": 1, "id": str(uuid.uuid4()), "game": game.pk,
            "by": self.account.key if self.account else "", "device": self.device, "counter": counter,
            "entry": entry, "slot": 1, "base": known["position"], "head": known["head"], "pen": known["epoch"],
            "holds": known["pen"] == "mine", "seen": False, "at": self.clock.isoformat(),
            "contact": self.clock.isoformat(), "since": 0, **said,
        }  # fmt: skip
        self.kept.append(line)
        return line

    # --- Sending ------------------------------------------------------------------------------------------------------

    def knows(self, game: Game) -> dict[str, Any]:
        return self.games.get(str(game.pk), {"position": 0, "head": "", "counter": 0, "epoch": 0, "pen": "free"})

    def unnamed(self) -> list[dict[str, Any]]:
        return [line for line in self.kept if line["id"] not in self.named]

    def body(self, lines: list[dict[str, Any]], *games: Game, **said: Any) -> dict[str, Any]:
        asked = {str(game.pk) for game in games} | {str(line["game"]) for line in lines} | self.games.keys()
        none = {"position": 0, "head": "", "counter": 0}
        known = {game: {name: self.games.get(game, none)[name] for name in none} for game in sorted(asked)}
        return {"v": 1, "device": self.device, "name": self.name, "lines": lines, "games": known,
                "waiting": dict.fromkeys(known, 0), "page": "table", **said}  # fmt: skip

    def post(self, body: object, **headers: str) -> Any:
        text = body if isinstance(body, str | bytes) else json.dumps(body)
        sent = {"X-Outbox": "1", **{name.replace("_", "-"): value for name, value in headers.items()}}
        return self.client.post("/t/lines/", text, content_type="application/json", headers=sent)

    def send(self, *games: Game, lines: list[dict[str, Any]] | None = None, mute: bool = False) -> dict[str, Any]:
        """One exchange of as many lines as one may hold; heard unless it is `mute`."""
        answer = self.post(self.body((self.unnamed() if lines is None else lines)[:MOST_LINES], *games))
        assert answer.status_code == 200, answer.content
        told: dict[str, Any] = answer.json()
        if not mute:
            self.hear(told)
        return told

    def hear(self, told: dict[str, Any]) -> None:
        self.named |= {line["id"]: line for line in told["lines"]}
        for game, known in told["games"].items():
            counters = {line["id"]: line["counter"] for line in self.kept if str(line["game"]) == game}
            for key, counter in counters.items():  # an older copy of the site lacks what it had named
                if counter > known["counter"]:
                    self.named.pop(key, None)
        self.games |= told["games"]

    def statuses(self) -> list[str]:
        """What became of its lines, in the order of their taps."""
        return [self.named[line["id"]]["status"] if line["id"] in self.named else "waiting" for line in self.kept]

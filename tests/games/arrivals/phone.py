"""A phone of the simulation: what it keeps, what it asks, what an answer changes (docs/outbox.md).

It speaks with the site in JSON values only, so that the scripts that ship can stand in its place: `tap`, `undo`,
`batch`, `answered`, `slot`. Nothing leaves what it keeps; a line is named once an answer with its id has come.
"""

from __future__ import annotations

from typing import Any

GAME = 17
PLAYED = ("deal", "void_deal")


class Phone:
    def __init__(self, device: str, by: str) -> None:
        self.device, self.account = device, by
        self.lines: list[dict[str, Any]] = []  # on the wire, in the order of their tapping
        self.named: dict[str, str] = {}  # id → status of the last answer
        self.log: list[dict[str, Any]] = []
        self.head = ""
        self.counter = 0
        self.epoch, self.holds, self.takeover = 0, False, ""
        self.contact: int | None = None
        self.online = True

    # --- at the table ---

    def slot(self) -> int:
        """The number of the next deal as the phone folds it: the log, and what is its own and may still count."""
        lines = {line["id"]: line["entry"] for line in self.log}
        struck = self._struck(lines)
        here = sum(entry["kind"] in PLAYED and line not in struck for line, entry in lines.items())
        beyond = here
        for line in self.lines:
            if line["id"] in lines or line["id"] in struck or line["entry"]["kind"] not in PLAYED:
                continue
            if self.named.get(line["id"], "held") in ("held", "maybe_duplicate") and line["slot"] > here:
                beyond += 1
        return beyond + 1

    def _struck(self, lines: dict[str, dict[str, Any]]) -> set[str]:
        own = (line["entry"] for line in self.lines if line["id"] not in lines)
        by_position = {line["position"]: line["id"] for line in self.log}
        struck = {by_position[entry["position"]] for entry in lines.values() if entry["kind"] == "strike"}
        return struck | {entry["line"] for entry in own if entry["kind"] == "strike"}

    def tap(self, line_id: str, entry: dict[str, Any], now: int, *, slot: int, witness: str = "", skew: int = 0) -> str:
        """Keep a line. `witness`: who dealt, if somebody saw and said so."""
        line = {
            "v": 1,
            "id": line_id,
            "game": GAME,
            "by": self.account,
            "device": self.device,
            "entry": entry,
            "slot": slot,
            "base": len(self.log),
            "head": self.head,
            "pen": self.epoch,
            "holds": self.holds,
            "takeover": self.takeover,
            "witness": witness,
            "seen": bool(witness),
            "at": moment(now + skew),
            "contact": None if self.contact is None else moment(self.contact),
            "since": None if self.contact is None else (now - self.contact) * 1000,
        }
        self.lines.append(line)
        return line_id

    def undo(self, line_id: str, of: str, now: int) -> str | None:
        """Take a line back: what never left the phone is forgotten, anything else is told to the site."""
        mine = next((line for line in self.lines if line["id"] == of), None)
        if mine is not None and "counter" not in mine:
            self.lines.remove(mine)
            return None
        return self.tap(line_id, {"kind": "strike", "line": of}, now, slot=self.slot())

    # --- with the site ---

    def take_over(self, code: str) -> None:
        """Take the pen without the network."""
        self.epoch, self.holds, self.takeover = self.epoch + 1, True, code

    def batch(self, most: int, _now: int) -> dict[str, Any] | None:
        """What it asks next: the first lines that are not named, each with its counter from now on."""
        lines = [line for line in self.lines if line["id"] not in self.named][:most]
        for line in lines:
            if "counter" not in line:
                self.counter += 1
                line["counter"] = self.counter
        return {
            "v": 1,
            "device": self.device,
            "account": self.account,  # the cookie
            "lines": [dict(line) for line in lines],
            "games": {str(GAME): {"position": len(self.log), "head": self.head, "counter": self._counter_named()}},
        }

    def _counter_named(self) -> int:
        return max((line["counter"] for line in self.lines if line["id"] in self.named), default=0)

    def answered(self, answer: dict[str, Any] | None, now: int) -> dict[str, Any] | None:
        """What an answer changes, None if there was none; what it asks then at once."""
        if answer is not None and answer["account"] is not None:
            self._heard(answer, now)
        return None

    def _heard(self, answer: dict[str, Any], now: int) -> None:
        self.contact = now
        game = answer["games"][str(GAME)]
        self._asked_again(game)
        for line in answer["lines"]:
            self.named[line["id"]] = line["status"]
        self._follow(game)
        if game["epoch"] >= self.epoch or not self.holds:
            self.epoch, self.holds = game["epoch"], game["pen"] == "mine"
            self.takeover = self.takeover if self.holds else ""

    def _asked_again(self, game: dict[str, Any]) -> None:
        """After an older copy of the site was restored: its log is another, or it lacks some of the counters."""
        is_other = game["from"] == 1 and len(self.log) > 0
        if is_other or game["counter"] < self._counter_named():
            for line in self.lines:
                if is_other or line.get("counter", 0) > game["counter"]:
                    self.named.pop(line["id"], None)

    def _follow(self, game: dict[str, Any]) -> None:
        if game["from"] <= len(self.log) + 1:
            self.log[game["from"] - 1 :] = game["lines"]
            self.head = game["head"]
        for line in game["lines"]:
            if line["id"] in self.named:
                self.named[line["id"]] = "applied"
        for one in game["settled"]:
            if self.named.get(one["id"], "applied") != "applied":
                self.named[one["id"]] = "settled"

    def is_behind(self, head: str) -> bool:
        return self.head != head or self.waiting() > 0

    def waiting(self) -> int:
        return sum(line["id"] not in self.named for line in self.lines)


def moment(seconds: int) -> str:
    """An evening has less than a day: 20:00 and so many seconds."""
    seconds += 8 * 3600
    return f"2026-11-{21 + seconds // 86400:02}T{seconds // 3600 % 24:02}:{seconds // 60 % 60:02}:{seconds % 60:02}Z"

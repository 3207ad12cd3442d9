"""A table told as text: what its phones bring, and what becomes of it.

    told("KAMIL ABCDE", "a1 1 A/E")      phone a brings its line 1: slot 1, A lost, E sat out
                       "b1 1 A/E +20"    … twenty seconds after the one before (five minutes, if nothing is said)

A line is `phone counter`, then its entry: `slot deal` with a deal as in games/rules/notation.py, or `undo a1`, `+B` (a
letter), `~1 loser=B`. Then, in any order: `base=3` what of the log it knew (all of it, if nothing is said), `knew` it
knew that another phone holds the pen, `pen=3`, `holds`, `@C` somebody saw that C dealt, `takeover`, `timeless`.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from games.arrivals.batch import release, take
from games.arrivals.decide import Standing
from games.arrivals.flags import open_flags, settling
from games.arrivals.known import Known, Written
from games.arrivals.sent import Sent, Undo, said
from games.rules.notation import parse_log
from games.rules.setup import GameSetup

START = datetime(2026, 11, 21, 20, tzinfo=UTC)


def name_of(line: UUID) -> str:
    """a1 for the first line of phone a."""
    return f"{chr(line.int >> 64)}{line.int & 0xFFFF}"


def id_of(name: str) -> UUID:
    return UUID(int=ord(name[0]) << 64 | int(name[1:]))


class Table:
    def __init__(self, header: str = "KAMIL ABCD", **known: Any) -> None:
        self.header = header
        self.setup: GameSetup = parse_log(header)[0]
        self.known = Known(game=1, setup=self.setup, **known)
        self.now = START
        self.decided: dict[str, str] = {}

    def bring(self, text: str, **standing: Any) -> str:
        """What becomes of a line: its status, and its code where it has no effect."""
        return self.bring_sent(self.sent(text), **standing)

    def bring_sent(self, sent: Any, **standing: Any) -> str:
        taken = take(sent, self.known, standing=Standing(**standing), now=self.now)
        self.known = taken.known
        self.decided[name_of(sent.id)] = taken.decision.status
        for released in release(self.known, prove=lambda _: Standing(), now=self.now):
            self.known = released.known
            self.decided[name_of(released.sent.id)] = released.decision.status
        decision = taken.decision
        return f"{decision.status} {decision.code}".strip()

    def told(self, *lines: str) -> list[str]:
        return [self.bring(line) for line in lines]

    def sent(self, text: str) -> Sent:
        name, *words = text.split()
        options = {word for word in words if word in ("knew", "holds", "takeover", "timeless")}
        named = {
            key: value
            for key, _, value in (word.partition("=") for word in words if "=" in word and word[0] != "~")
            if key in ("base", "pen")
        }
        delays = [int(word[1:]) for word in words if word[0] == "+" and word[1:].isdigit()]
        seen = [word[1:] for word in words if word[0] == "@"]
        rest = [
            word
            for word in words
            if word not in options
            and word.partition("=")[0] not in named
            and not (word[0] == "+" and word[1:].isdigit())
            and word[0] != "@"
        ]
        self.now += timedelta(seconds=delays[0] if delays else 300)
        slot, entry = self.entry(rest)
        base = int(named.get("base", len(self.known.log)))
        pen = int(named.get("pen", self.known.pen.epoch if "knew" in options or "holds" in options else 0))
        return Sent(
            id=id_of(name),
            game=1,
            by=f"account:{name[0]}",
            device=name[0],
            counter=int(name[1:]),
            entry=entry,
            slot=slot,
            base=base,
            head=self.known.log[base - 1].digest if 0 < base <= len(self.known.log) else "",
            pen=pen,
            holds="holds" in options,
            said=said(text),
            takeover="4711" if "takeover" in options else "",
            witness="".join(seen),
            seen=bool(seen),
            tapped=None if "timeless" in options else self.now,
        )

    def entry(self, words: list[str]) -> tuple[int, Any]:
        if words[0] == "undo":
            return len(self.known.played) + 1, Undo(id_of(words[1]))
        slot = int(words.pop(0)) if words[0].isdigit() else len(self.known.played) + 1
        return slot, parse_log(f"{self.header}\n{' '.join(words)}")[1][0]

    def settle(self, name: str, verdict: str) -> None:
        arrival = next(one for one in self.known.arrivals if one.id == id_of(name))
        for number, line in enumerate(settling(arrival, verdict, self.known), 1):
            written = Written(
                position=len(self.known.log) + 1,
                id=line.id or UUID(int=ord("r") << 64 | len(self.known.log) << 4 | number),
                entry=line.entry,
                by="account:r",
                at=self.now,
                digest=f"{len(self.known.log)}r",
                said=arrival.said if line.id else "",
                device=arrival.device if line.id else "",
                counter=arrival.counter if line.id else None,
            )
            self.known = replace(self.known, log=(*self.known.log, written))
        for released in release(self.known, prove=lambda _: Standing(), now=self.now):
            self.known = released.known
            self.decided[name_of(released.sent.id)] = released.decision.status

    @property
    def losers(self) -> str:
        """Who lost the deals that count, in order: "ABC"."""
        lines = self.known.state.lines
        return "".join(lines[line.position - 1].entry.loser for line in self.known.played)

    @property
    def flags(self) -> list[str]:
        return [f"{name_of(flag.arrival.id)} {flag.status}" for flag in open_flags(self.known)]

"""The site of the simulation: what is known of one game, kept and answered as the real one does."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from games.arrivals.batch import chained, release, take_in
from games.arrivals.decide import Standing
from games.arrivals.flags import open_flags, settling
from games.arrivals.known import Arrival, Known, Pen, Written
from games.arrivals.sent import Sent, Unread, read_sent
from games.rules.payload import entry_payload
from games.rules.possible import judged
from games.rules.refusals import Refused
from games.rules.replay import GameState
from games.rules.setup import GameSetup
from tests.games.arrivals.phone import GAME, moment

EVENING = datetime(2026, 11, 21, 8, tzinfo=UTC)
CODE = "4711"


class Crashed(Exception):
    """The server died; what the phone gets is no answer."""


class Site:
    """`known` is what is committed; `state` the projection of its log, kept beside it as the real one does."""

    def __init__(self, setup: GameSetup) -> None:
        self.known = Known(game=GAME, setup=setup)
        self.state: GameState = self.known.state
        self.revoked: set[str] = set()
        self.unseen: set[UUID] = set()  # came from a revoked phone, by another person or after the round was closed
        self.settlings = 0
        self.acknowledged: set[str] = set()
        self.said: set[str] = set()
        self.reads: dict[tuple[str, int], Sent | Unread] = {}

    def exchange(self, message: dict[str, Any], now: int, crash: str = "") -> dict[str, Any]:
        """The answer to a phone's message; `crash`: "before" or "after" the commit."""
        account, device, then = message["account"], message["device"], at(now)
        if account is None:
            return {"v": 1, "now": moment(now), "account": None, "lines": [], "games": {}}

        def prove(sent: Sent | Unread) -> Standing:
            revoked = sent.device in self.revoked
            is_same = isinstance(sent, Unread) or sent.by == account
            if (revoked or not is_same or self.known.is_closed) and not self.has(sent.id):
                self.unseen.add(sent.id)
            can_take = isinstance(sent, Sent) and sent.takeover == CODE
            return Standing(is_revoked=revoked, is_same_person=is_same, may_take_over=can_take)

        known, lines = self.heard(device, then), []
        sent = [self.read(line) for line in message["lines"]]
        for taken in take_in(sent, known, prove=prove, now=then):
            known = taken.known
            if not taken.was_held:
                lines.append({"id": str(taken.sent.id), "status": taken.decision.status, "code": taken.decision.code})
        if crash == "before":
            raise Crashed
        self.commit(known)
        self.said.update(line.said for line in sent)
        if crash:
            raise Crashed
        self.acknowledged.update(line["id"] for line in lines)
        games = {str(GAME): self.told(message["device"], message["games"][str(GAME)])}
        return {"v": 1, "now": moment(now), "account": account, "lines": lines, "games": games}

    def read(self, line: dict[str, Any]) -> Sent | Unread:
        """The line as read, once for all the times that it is sent."""
        key = (line["id"], line["slot"])
        if key not in self.reads:
            self.reads[key] = read_sent(line)
        return self.reads[key]

    def has(self, line: UUID) -> bool:
        return line in self.known.by_id or any(arrival.id == line for arrival in self.known.arrivals)

    def heard(self, device: str, then: datetime) -> Known:
        pen = self.known.pen
        return replace_known(self.known, pen=replace(pen, heard=then)) if pen.holder == device else self.known

    def commit(self, known: Known) -> None:
        self.known, self.state = known, known.state

    def copied(self) -> Known:
        """A copy of what is kept, and back to it."""
        return self.known

    def restore(self, copy: Known) -> None:
        self.commit(copy)

    def told(self, device: str, asked: dict[str, Any]) -> dict[str, Any]:
        """The game to a phone that knows the log up to a position; what it is told first of all is its page."""
        known, position = self.known, asked["position"]
        fits = position <= len(known.log) and (position == 0 or known.log[position - 1].digest == asked["head"])
        since = position if fits else 0
        return {
            "position": len(known.log),
            "head": self.head,
            "counter": known.counter(device),
            "epoch": known.pen.epoch,
            "pen": "mine" if known.pen.holder == device else "other" if known.pen.holder else "free",
            "holder": known.pen.holder,
            "phase": "stopped" if known.is_closed else "over" if known.state.finished else "playing",
            "from": since + 1,
            "lines": [
                {"position": line.position, "id": str(line.id), "entry": entry_payload(line.entry)}
                for line in known.log[since:]
            ],
            "settled": [{"id": line, "verdict": verdict} for line, verdict in known.settled.items()],
        }

    def take_pen(self, device: str, now: int) -> None:
        pen = self.known.pen
        if pen.holder != device:
            new = Pen(epoch=pen.epoch + 1, holder=device, heard=at(now), since=len(self.known.log))
            self.known = replace_known(self.known, pen=new)

    def settle(self, arrival: Arrival, verdict: str, now: int, ids: Iterable[UUID]) -> bool:
        """A referee's word; False if it cannot be."""
        try:
            lines = settling(arrival, verdict, self.known)
            known = self.known
            for line, minted in zip(lines, ids, strict=False):
                state = judged(known.setup, known.entries, line.entry)
                is_own = line.id is not None
                known = replace_known(
                    known,
                    log=(
                        *known.log,
                        Written(
                            position=len(known.log) + 1,
                            id=line.id or minted,
                            entry=line.entry,
                            by="account:9",
                            at=at(now),
                            device=arrival.device if is_own else "",
                            counter=arrival.counter if is_own else None,
                            tapped=arrival.sent.tapped if is_own and arrival.sent else None,
                            witness=arrival.sent.witness if is_own and arrival.sent else "",
                            seen=arrival.sent.seen if is_own and arrival.sent else False,
                            said=arrival.said if is_own else "",
                            digest=chained(known, str(line.id or minted)),
                        ),
                    ),
                )
                known.__dict__["state"] = state
        except Refused:
            return False
        for taken in release(known, prove=lambda sent: Standing(is_revoked=sent.device in self.revoked), now=at(now)):
            known = taken.known
        self.commit(known)
        self.settlings += 1
        return True

    @property
    def head(self) -> str:
        return self.known.log[-1].digest if self.known.log else ""

    @property
    def is_flagged(self) -> bool:
        return self.settlings > 0 or bool(open_flags(self.known))


def at(seconds: int) -> datetime:
    return EVENING + timedelta(seconds=seconds)


def replace_known(known: Known, **changes: Any) -> Known:
    """A known with some of it changed; what was folded stays where the log does."""
    after = replace(known, **changes)
    if "log" not in changes and "state" in known.__dict__:
        after.__dict__["state"] = known.__dict__["state"]
    return after

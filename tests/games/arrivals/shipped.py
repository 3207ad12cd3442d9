"""Histories whose phones are the scripts that ship: outbox, fold and proposals, in one process of node.

`tests/phone/many_phones.js` holds the phones; here is how the simulation speaks with them, and what befalls a phone
besides: its browser is killed, between two taps, while a line is being kept, while a request is under way.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from games.rules.bench import propose
from games.rules.chance import WORD_BITS, words
from tests.games.arrivals.histories import CALM, THEMES, Hand, History, Outcome, Restored, Setting
from tests.games.arrivals.phone import GAME, moment

ROOT = Path(__file__).resolve().parents[3]
FOREIGN = ("", "", "<html>Welcome to the pub</html>", '{"ok": true, "lines": []}', "ours")


class Node:
    """The process that holds the phones: a command is a line of JSON, and so is what comes of it."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def ask(self, do: str, **command: Any) -> dict[str, Any]:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps({"do": do, **command}) + "\n")
        self._process.stdin.flush()
        said = self._process.stdout.readline()
        answer: dict[str, Any] = json.loads(said) if said else {"error": "node is gone"}
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer


@contextmanager
def node(root: Path = ROOT) -> Iterator[Node]:
    """Phones with the scripts below `root`."""
    command = ["node", "tests/phone/many_phones.js"]
    with subprocess.Popen(command, cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield Node(process)


class ShippedPhone:
    """A phone of that process, with what phone.py has. `stands`: what it showed after the last command."""

    def __init__(self, node: Node, name: str, account: str, whims: Iterator[int]) -> None:
        self._node, self._name, self.account, self._whims = node, name, account, whims
        self._page_by = account
        self._knows_offline = True
        self._online = True
        self.skew = self.killed = 0
        self._asks: dict[str, Any] | None = None
        self.tapped_by: dict[str, str] = {}
        self.stands: dict[str, Any] = {}

    def happens(self, thousandths: int) -> bool:
        return next(self._whims) * 1000 >> WORD_BITS < thousandths

    def do(self, do: str, **command: Any) -> Any:
        around = {"online": self.online, "isKnown": self._knows_offline, "skew": self.skew}
        answer = self._node.ask(do, phone=self._name, **around, **command)
        self.stands = answer["stands"] or self.stands
        return answer["said"]

    @property
    def online(self) -> bool:
        return self._online

    @online.setter
    def online(self, online: bool) -> None:
        """A browser does not always know that it has no network."""
        if self._online and not online:
            self._knows_offline = self.happens(500)
        self._online = online

    device = property(lambda self: self.stands["device"])
    epoch = property(lambda self: self.stands["epoch"])
    holds = property(lambda self: self.stands["holds"])
    log = property(lambda self: [{"id": line} for line in self.stands["log"]])
    lines = property(lambda self: [{"id": line} for line in self.stands["lines"]])

    def opened(self, page: dict[str, Any] | None, now: int) -> None:
        """Somebody opens the page of the table: as it comes from the site, or as it was kept."""
        self.do("open", page=page, now=now)
        self._page_by = self.account if page else self._page_by

    def die(self, page: dict[str, Any] | None, now: int) -> None:
        self.do("kill", cut=self.happens(500), now=now)
        self.opened(page, now)

    def slot(self) -> int:
        return int(self.stands["slot"])

    def tap(self, _line: str, entry: dict[str, Any], now: int, *, slot: int, witness: str = "", skew: int = 0) -> str:
        del slot, skew  # the page's own
        dies = ("cut", "kept")[next(self._whims) % 2] if self.happens(self.killed) else ""
        tap = {"entry": entry, "now": now, "by": self._page_by, "witness": witness}
        line = self.do("tap", **tap, stands=self.happens(200), dies=dies)
        line = line or self.do("tap", **tap, stands=False, dies="")  # his screen has never said that it is kept
        self.tapped_by[line] = self._page_by
        return str(line)

    def undo(self, _line: str, of: str, now: int) -> str | None:
        undo: str | None = self.do("undo", of=of, now=now, by=self._page_by)
        return undo

    def take_over(self, code: str) -> None:
        self.do("take", code=code)

    def batch(self, _most: int, now: int) -> dict[str, Any] | None:
        return self._asking(self.do("batch", now=now))

    def answered(self, answer: dict[str, Any] | None, now: int) -> dict[str, Any] | None:
        reply = self._foreign() if answer is None else {"status": 200, "redirected": False, "text": json.dumps(answer)}
        return self._asking(self.do("answered", reply=reply, now=now))

    def _asking(self, message: dict[str, Any] | None) -> dict[str, Any] | None:
        """What it asks, with the cookie."""
        self._asks = message and {**message, "account": self.account}
        return self._asks

    def _foreign(self) -> dict[str, Any] | None:
        """What comes where no answer of the site does: nothing, a portal, an error that looks like ours."""
        assert self._asks is not None
        text, status = FOREIGN[next(self._whims) % len(FOREIGN)], 200
        if text == "ours":
            named = [{"id": line["id"], "status": "applied"} for line in self._asks["lines"]]
            answer = {"v": 1, "now": moment(0), "account": self.account, "lines": named, "games": {}}
            text, status = json.dumps(answer), 500
        return {"status": status, "redirected": False, "text": text} if text else None

    def is_behind(self, head: str) -> bool:
        return self.stands["head"] != head or self.waiting() > 0

    def waiting(self) -> int:
        return int(self.stands["waiting"])

    def __deepcopy__(self, _memo: Any) -> ShippedPhone:
        twin = ShippedPhone(self._node, f"{self._name} twin {next(self._whims)}", self.account, self._whims)
        twin.skew, twin.killed = self.skew, self.killed
        self.do("clone", to=twin._name)
        twin.opened(None, self.stands["now"])
        return twin


class ShippedHistory(History):
    """A history with the phones that ship, and what befalls their browsers."""

    def __init__(self, seed: int, setting: Setting, node: Node) -> None:
        self.node, self.whims = node, words(f"browsers {seed}")
        self.is_begun = False
        super().__init__(seed, setting)

    def new_phone(self, device: str, by: str) -> ShippedPhone:
        setup = self.truth.setup
        if not self.is_begun:
            self.node.ask(
                "begin", seed=self.seed, setup={"seats": "".join(setup.seats), "letters": list(setup.letters)}
            )
            self.is_begun = True
        return ShippedPhone(self.node, device, by, self.whims)

    def play(self) -> Outcome:
        for hand in self.hands:
            hand.phone.skew, hand.phone.killed = hand.skew, self.setting.killed
            hand.phone.opened(self.page(""), 0)
        return super().play()

    def page(self, device: str) -> dict[str, Any]:
        """The page of the table as the site gives it out."""
        return {**self.site.told(device, {"position": 0, "head": ""}), "game": GAME, "now": moment(self.now)}

    def exchange(self, hand: Hand) -> None:
        phone = hand.phone
        if phone.happens(self.setting.clock_set):
            phone.skew += self.skew()
        if phone.happens(self.setting.killed):
            phone.die(self.page(phone.device) if phone.online and phone.happens(700) else None, self.now)
        message = phone.batch(self.most, self.now)
        while message is not None:
            answer = self.passed_on(message)
            if phone.happens(self.setting.killed):
                phone.die(self.page(phone.device), self.now)
                return
            message = phone.answered(answer, self.now)

    def says_dealer(self, hand: Hand) -> bool:
        return super().says_dealer(hand) or hand.phone.stands["asksDealer"]

    def faults(self) -> Iterator[str]:
        state, proposal = self.site.state, propose(self.site.state)
        table = {
            "letters": [state.seats[seat].letters for seat in sorted(state.seats)],
            "proposal": proposal
            and {
                "bench": list(proposal.bench),
                "players": list(proposal.players),
                "dealer": proposal.dealer,
                "leader": proposal.leader,
            },
        }
        if any(hand.phone.stands["table"] != table for hand in self.hands if not hand.lost):
            yield "a phone shows another table"
        tapped_by = {line: by for hand in self.hands for line, by in hand.phone.tapped_by.items()}
        known = self.site.known
        written = {str(line.id): line.by for line in known.log if str(line.id) not in known.settled}
        if any(written.get(line, by) != by for line, by in tapped_by.items()):
            yield "a line counts as somebody else's"
        yield from super().faults()


class ShippedRestored(ShippedHistory, Restored):
    """An older copy is restored, and the phones that ship bring what it lacks."""


def shipped_restored(seed: int, node: Node) -> Outcome:
    return ShippedRestored(seed, replace(CALM, killed=5), node).play()


def shipped_history(seed: int, node: Node, setting: Setting | None = None) -> Outcome:
    """Play one with the phones that ship; which kind of evening it is, the seed says, if nothing else does."""
    return ShippedHistory(seed, setting or THEMES[seed % len(THEMES)], node).play()

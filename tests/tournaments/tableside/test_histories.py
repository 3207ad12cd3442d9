"""The seeded histories of phones (tests/games/arrivals/histories.py), played against the site as it ships.

Each history is played twice from one seed: against the pure decision alone, and by requests against the database that
the tests run on. Every answer, the log, what is kept beside it and the pen come out the same, and no invariant breaks.
"""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from games import protocol, queries
from games.arrivals.known import Arrival, Known
from games.arrivals.sent import read_sent, said
from games.models import Game
from games.rules.refusals import Refused
from games.rules.replay import GameState
from tests.factories import stories
from tests.factories.base import NOW
from tests.games.arrivals.histories import HOSTILE, History, Restored
from tests.games.arrivals.phone import GAME
from tests.games.arrivals.site import CODE, Crashed, Site, at
from tests.games.arrivals.truth import TWENTY
from tournaments.models import Phone, Table
from tournaments.operations.evening import intake
from tournaments.operations.rulings.settling import settle
from tournaments.tableside import lines

pytestmark = pytest.mark.django_db

HISTORIES = {"lines": range(24), "settled": range(6, 18), "restored": range(17, 27)}
PEOPLE = ("account:0", "account:1", "account:2", "account:8")
# A referee's word and an older copy come in another way than lines do, and here more often than elsewhere. How much is
# asked again after a copy is the site's own: its digests know the time.
SETTINGS = {
    "lines": replace(HOSTILE, restored=0, settled=0),
    "settled": replace(HOSTILE, restored=0, settled=400),
    "restored": replace(HOSTILE, restored=400, settled=200),
}


class Heard(Site):
    """The pure site, with what it answered."""

    def __init__(self, setup: Any) -> None:
        super().__init__(setup)
        self.answers: list[Any] = []

    def exchange(self, message: dict[str, Any], now: int, crash: str = "") -> dict[str, Any]:
        answer = super().exchange(message, now, crash)
        self.answers.append([(line["id"], line["status"], line["code"]) for line in answer["lines"]])
        return answer


class Stored(Heard):
    """The site as it ships, asked by requests at one table."""

    def __init__(self, setup: Any, table: Table, clock: SimpleNamespace) -> None:
        self._table, self._clock = table, clock
        self._game = protocol.open_game(setup=setup, now=NOW)
        self._real: dict[str, Any] = {str(GAME): self._game.pk}
        Table.objects.filter(pk=table.pk).update(game=self._game)
        self._clients: dict[str, Client] = {}
        for person in PEOPLE:
            account = stories.staff_of(table.round.event, "line_judge", judged=[table.number])
            self._real[person], self._clients[person] = account.key, Client()
            self._clients[person].force_login(account)
        self._referee = stories.staff_of(table.round.event, "referee")
        super().__init__(setup)

    # --- What the histories look at -----------------------------------------------------------------------------------

    @property
    def known(self) -> Known:
        game = Game.objects.get(pk=self._game.pk)
        closed = Table.objects.get(pk=self._table.pk).round.status != "running"
        known = queries.known_of(
            game, queries.log_of(game), queries.arrivals_of(game), holder=game.pen_holder, is_closed=closed
        )
        return replace(known, game=GAME, pen=replace(known.pen, heard=None))

    @known.setter
    def known(self, _known: Known) -> None:
        """What is known lies in the database."""

    @property  # type: ignore[override]
    def state(self) -> GameState | None:
        """The fold of the log, if that is what the game has kept."""
        state = self.known.state
        return state if Game.objects.get(pk=self._game.pk).state == queries.summary(state) else None

    @state.setter
    def state(self, _state: GameState) -> None:
        """As above."""

    # --- What they do -------------------------------------------------------------------------------------------------

    def commit(self, known: Known) -> None:
        if known.is_closed:
            type(self._table.round).objects.filter(pk=self._table.round_id).update(status="closed")

    def take_pen(self, device: str, now: int) -> None:
        with transaction.atomic():
            protocol.take_pen(protocol.lock(self._game.pk), by=self._real[PEOPLE[0]], device=device, now=at(now))

    def exchange(self, message: dict[str, Any], now: int, crash: str = "") -> dict[str, Any]:
        known, closed, revoked = self.known.by_id, self.known.is_closed, message["device"] in self.revoked
        body = self._as_real(message)
        for line, mapped in zip(message["lines"], body["lines"], strict=True):
            is_same = line["by"] == message["account"]
            if (line["device"] in self.revoked or not is_same or closed) and read_sent(line).id not in known:
                self.unseen.add(read_sent(line).id)
            self.said.add(said(mapped))
        if revoked:
            self._revoke(message["device"])
        cache.clear()  # a minute is over, and the phone is heard again
        self._clock.now = lambda: at(now)
        with transaction.atomic():
            client = self._clients[message["account"]]
            answer = client.post("/t/lines/", body, content_type="application/json", headers={"X-Outbox": "1"}).json()
            transaction.set_rollback(crash == "before")
        if crash:
            raise Crashed
        self.acknowledged.update(line["id"] for line in answer["lines"])
        self.answers.append([(line["id"], line["status"], line["code"]) for line in answer["lines"]])
        return {**answer, "games": {str(GAME): answer["games"][str(self._game.pk)]}}

    def settle(self, arrival: Arrival, verdict: str, now: int, ids: Any) -> bool:
        del ids  # the site mints its own
        round_ = self._table.round
        try:
            settle(
                by=self._referee,
                slug=round_.event.slug,
                round_number=round_.number,
                table_number=self._table.number,
                arrival=arrival.id,
                verdict=verdict,
                now=at(now),
            )
        except Refused:
            return False
        self.settlings += 1
        return True

    def copied(self) -> Known:
        self._copy = transaction.savepoint()
        return self.known

    def restore(self, copy: Known) -> None:
        """The site as it was when it was copied; that a phone was revoked is said again."""
        transaction.savepoint_rollback(self._copy)
        for device in self.revoked:
            self._revoke(device)

    def _revoke(self, device: str) -> None:
        Phone.objects.update_or_create(pk=device, defaults={"revoked_at": NOW})

    def _as_real(self, message: dict[str, Any]) -> dict[str, Any]:
        """The message with the keys that the rows have here."""
        real, game = self._real, self._game.pk
        return {
            **{name: value for name, value in message.items() if name != "account"},
            "lines": [{**line, "game": game, "by": real[line["by"]]} for line in message["lines"]],
            "games": {str(game): known for known in message["games"].values()},
        }


def outline(known: Known) -> tuple[Any, ...]:
    """What has to come out the same; digests, keys of accounts and ids of a referee's lines are each site's own."""
    name = {one.id: f"{one.id if one.counter else one.position}" for one in known.log}
    return (
        [(name[one.id], one.entry, one.device, one.counter, one.witness, one.seen, one.tapped) for one in known.log],
        sorted((str(one.id), one.status, one.code, name.get(one.about), one.counter) for one in known.arrivals),
        (known.pen.epoch, known.pen.holder, known.pen.since),
        known.is_closed,
    )


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> tuple[Table, SimpleNamespace]:
    """A table of the most that play in a history, and the clock of the site."""
    round_ = stories.a_running_round(stories.an_event(players=6, status="closed"), sizes=(6,))
    clock = SimpleNamespace(now=lambda: NOW)
    monkeypatch.setattr(lines, "timezone", clock)
    monkeypatch.setattr(intake, "takeover_code", lambda _event: CODE)
    return stories.table_of(round_, 1), clock


@pytest.mark.parametrize("kind", SETTINGS)
def test_the_site_does_what_the_decision_says_in_every_history(table, kind):
    found: dict[int, Any] = {}
    for seed in HISTORIES[kind]:
        with transaction.atomic():
            pure, real = History(seed, SETTINGS[kind]), History(seed, SETTINGS[kind])
            pure.site, real.site = Heard(pure.truth.setup), Stored(real.truth.setup, *table)
            outcomes = pure.play(), real.play()
            if outcomes[1].faults:
                found[seed] = outcomes[1].faults
            elif kind != "restored" and pure.site.answers != real.site.answers:
                pairs = zip(pure.site.answers, real.site.answers, strict=False)
                found[seed] = next((number, *pair) for number, pair in enumerate(pairs) if pair[0] != pair[1])
            elif outline(pure.site.known) != outline(real.site.known):
                found[seed] = outline(pure.site.known), outline(real.site.known)
            transaction.set_rollback(True)
    assert found == {}


def test_three_phones_bring_an_older_copy_the_twenty_deals_that_it_lacks_once(table):
    found: dict[int, Any] = {}
    for seed in range(3):
        with transaction.atomic():
            history = Restored(seed)
            history.site = Stored(history.truth.setup, *table)
            found[seed] = history.play().faults, len(history.site.known.played)
            transaction.set_rollback(True)
    assert found == dict.fromkeys(range(3), ([], TWENTY))

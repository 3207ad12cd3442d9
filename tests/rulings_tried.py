"""What the union has ruled, and everything that anybody below it does to undo it.

`Trial` is a walk (tests/walk.py) in whose world the union has ruled at every table: the chapters of
tests/walked_acts.py do each registered act once, and after each what the union gave is what it was. Each act of a
table, the desk or the API is tried besides as each lower role, aimed at each line of a ruling where it names one, typed
again where it asks to be looked at first; what that does is taken back. So a later act falls in by being registered, a
later kind of line by being a kind.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from itertools import product
from typing import Any

from django.db import transaction

from games import queries as game_queries
from games.models import Entry as StoredEntry
from games.rules.entries import KINDS, Amend, Deal
from games.rules.payload import entry_payload
from games.rules.refusals import Refused
from games.rules.ruled import occupant_at
from tests.factories.base import NOW
from tests.factories.tournaments import PlayerFactory
from tests.tournaments.tableside.pocket import Pocket
from tests.walk import Walk, form_on
from tournaments.models import (
    BANS,
    Account,
    Event,
    Occupant,
    Player,
    Registration,
    Ruling,
    Sanction,
    Score,
    Staff,
    StaffTable,
    Table,
)
from tournaments.operations.results import scoring
from tournaments.operations.rulings import judging
from tournaments.operations.rulings.draft import RulingDraft
from tournaments.operations.rulings.overruling import overrule

LOWER = ("player", "line_judge", "referee", "director")
FACES = ("table:", "desk:", "api:", "public:")
RULED = ("b_inattentive", "lost_deal_and_letter")  # what the union rules: the offence, and its decision
ASKED_TWICE = 3  # how often a form is sent again that wants to be looked at first
Given = dict[str, object]

# What a field of a line may hold where a test wants to hurt; a field of a new kind has its line here.
SAID: Mapping[str, Any] = {
    "loser": "D",
    "bench": [],
    "points": {"AC": 3},
    "packed": False,
    "dealer": None,
    "pitcher": "A",
    "bid": 2,
    "moon": False,
    "reason": "tried",
    "seat": "D",
    "other": "A",
    "occupant": "D1",
    "arrival": "00000000-0000-4000-8000-000000000009",
    "verdict": "take",
    "changes": {"loser": "D"},
    "after": None,
}


def lines_about(positions: Iterable[int], seats: str) -> Iterator[dict[str, Any]]:
    """A line of every kind; each that names others is aimed at each of these lines, and of these seats."""
    for kind in KINDS.values():
        names = [one.name for one in fields(kind)]
        is_aimed = bool({"position", "since"} & set(names))
        for position, seat in product(
            positions if is_aimed else [0], seats if {"changes", "other"} & set(names) else "D"
        ):
            aimed = {"position": position, "since": position, "seat": seat, "changes": {"loser": seat}}
            yield entry_payload(kind(**{name: aimed[name] if name in aimed else SAID[name] for name in names}))
    for position in positions:
        yield entry_payload(Amend(position, {"seat": "D", "reason": "tried"}))


def ruled_by_union() -> list[Ruling]:
    """What the union has ruled and what is in force, with its lines."""
    return list(
        Ruling.objects.filter(judged_by="union", overruled_by=None, table__game__isnull=False)
        .select_related("table__game", "table__round__event", "sanction")
        .order_by("pk")
    )


def given() -> Given:
    """What each ruling of the union gives: who has which letter by it, what it struck, whom it keeps out.

    Worked out here from the log alone, by nothing that the site knows of what rulings hold.
    """
    found: Given = {}
    for ruling in ruled_by_union():
        game = ruling.table.game
        state = game_queries.state_of(game)
        people = dict(Occupant.objects.filter(table=ruling.table).values_list("label", "registration__player"))
        letters, out = [], []
        for position in (*ruling.entries, *ruling.undoing):
            line = state.lines[position - 1]
            target = line
            while hasattr(target.entry, "position"):
                target = state.lines[target.entry.position - 1]
                out.append((target.position, target.struck, target.applied))
            out.append((line.position, line.struck, line.applied))
            taker = target.letter_to
            letters.append((target.position, people[occupant_at(state, taker, target.position)] if taker else None))
        found[f"ruling {ruling.pk}"] = (sorted(letters, key=str), out)
    for sanction in Sanction.objects.filter(confirmed_at__isnull=False, kind__in=BANS).order_by("pk"):
        inside = Registration.objects.filter(player=sanction.player, status__in=("confirmed", "checked_in", "applied"))
        found[f"sanction {sanction.pk}"] = (sanction.state, sorted(inside.values_list("event", flat=True)))
    return found


@dataclass
class Trial(Walk):
    """`rules`: the kind of renonc and the decision of the union; `ruled`: at how many tables. `changed`: what took from
    its rulings; `tried`: how often each act was tried as somebody lower.
    """

    rules: tuple[str, str] = RULED
    ruled: int = 0
    changed: list[str] = field(default_factory=list)
    tried: dict[str, int] = field(default_factory=dict)
    outcast: Player | None = None

    def _looks(self) -> list[Any]:
        return []

    def _compare(self, name: str, before: list[Any]) -> None:
        pass

    def do(
        self, name: str, who: str | Account, data: Any = None, /, at: Any = None, page: Any = None, **request: Any
    ) -> Any:
        """The act as it is walked; before it, as everybody lower tries it."""
        path = self.address_of(name, who, **(at or {}))
        if page is not None:
            shown = self.client(who).get(page) if isinstance(page, str) else page
            typed = form_on(shown, path) | (data or {})
        else:
            typed = data or {}
        if name.startswith(FACES) and not _has_file(typed):
            for lower in LOWER:
                self._try(name, lower, dict(at or {}), typed, request)
        before = given()
        answer = super().do(name, who, data, at, page, **request)
        if not name.startswith("union:"):  # what the union does to its own ruling is its own affair
            self._same(before, f"{name} as it is walked")
        self._are_in_line(f"{name} as it is walked")
        self._rule_everywhere()
        return answer

    def look_at(self, event: Event, *others: Event, number: int = 1, table: int = 2) -> None:
        """As in a walk; the union rules at the tables of these events."""
        super().look_at(event, *others, number=number, table=table)
        self._rule_everywhere()

    def happen(self, name: str, act: Callable[[], object]) -> None:
        """As in a walk."""
        before = given()
        super().happen(name, act)
        self._same(before, name)
        self._rule_everywhere()

    # --- The union rules ----------------------------------------------------------------------------------------------

    def _rule_everywhere(self) -> None:
        """At every table where a deal was played the union has the last word on the last one; one player is banned."""
        keeper = Account.objects.get(pk=self.world.accounts["keeper"].pk)
        if self.outcast is None:
            self.outcast = PlayerFactory.create(nick="OUTCAST")
            Sanction.objects.create(
                player=self.outcast,
                kind="ban_for_life",
                grounds="seen",
                proposed_at=NOW,
                confirmed_at=NOW,
                confirmed_by=keeper,
            )
        for event in Event.objects.filter(slug__in=self._events):
            self._staff(event)
        tables = Table.objects.filter(round__event__slug__in=self._events, game__length__gt=0)
        for table in tables.exclude(rulings__judged_by="union").select_related("game", "round__event__series"):
            if table.round.status == "running" and not table.round.event.is_smear:
                self._rule_at(table, keeper)

    def _staff(self, event: Event) -> None:
        """Everybody lower has his role here, also where the chapter made the event."""
        for role in ("line_judge", "referee"):
            staff, _ = Staff.objects.get_or_create(event=event, account=self.world.accounts[role], role=role)
            if role == "line_judge":
                known = set(staff.tables.values_list("number", flat=True))
                StaffTable.objects.bulk_create(
                    StaffTable(staff=staff, number=number) for number in range(1, 9) if number not in known
                )
        Event.objects.filter(pk=event.pk).update(regulations={**event.regulations, "players_record": True})

    def _rule_at(self, table: Table, keeper: Account) -> None:
        state = game_queries.state_of(table.game)
        deals = [line for line in state.lines if line.applied and isinstance(line.entry, Deal)]
        if not deals:
            return
        last = deals[-1]
        others = [seat for seat in state.active if seat not in (*last.entry.bench, last.entry.loser)]
        where = (table.round.event.slug, table.round.number, table.number)
        place = dict(zip(("slug", "round_number", "table_number"), where, strict=True))
        kind, decision = self.rules
        said = {"facts": "seen", "kind": kind, "position": last.position}
        try:
            with transaction.atomic():
                first = judging.rule(
                    **place,
                    by=self._director(place["slug"]),
                    now=NOW,
                    draft=RulingDraft(decision="lost_deal", seat=others[0], judged_by="table", **said),
                )
                draft = RulingDraft(decision=decision, seat=others[1], judged_by="union", **said)
                overrule(by=keeper, ruling=first, draft=draft, now=NOW)
            self.ruled += 1
        except (Refused, IndexError):
            pass

    # --- Everybody below it tries -------------------------------------------------------------------------------------

    def _try(self, name: str, who: str, at: dict[str, Any], typed: Any, request: Mapping[str, Any]) -> None:
        before, stored = given(), self._stored()
        for aimed, said in self._variants(name, who, at, typed):
            with self._taken_back():
                answer = self._send(name, who, aimed, said, request)
                assert answer.status_code < 500, f"{name} as {who}: {aimed} {said}"
                self._same(before, f"{name} as {who}: {aimed} {said}")
                if self._stored() != stored:
                    self._are_in_line(f"{name} as {who}: {aimed} {said}")
                self.tried[name] = self.tried.get(name, 0) + 1

    @contextmanager
    def _taken_back(self) -> Iterator[None]:
        with transaction.atomic():
            yield
            transaction.set_rollback(True)

    def _variants(self, name: str, who: str, at: dict[str, Any], typed: Any) -> Iterator[tuple[dict[str, Any], Any]]:
        """What is sent: as it is walked; aimed at each line of each log; for somebody who is banned."""
        yield at, typed
        fresh = {"entry_id": str(uuid.uuid4())}
        for table in self._tables(who):
            here = {**at, "round_number": table.round.number, "table_number": table.number}
            game, ruling = table.game, table.rulings.get(judged_by="union")
            lines, seats = sorted({1, ruling.deal, *ruling.entries, *ruling.undoing, game.length}), f"{ruling.seat}A"
            if name in ("api:entries", "table:lines"):
                for line in lines_about(lines, seats):
                    yield {**at, "number": table.round.number, "table": table.number}, (table, line)
                continue
            length = {"expected_position": game.length + 1, "base": game.length}
            naming = [key for key in ("position", "since") if isinstance(typed, dict) and key in typed]
            for position, seat in product(lines if naming or "position" in at else [], seats):
                seats_said = {key: seat for key in ("seat", "loser") if key in typed}
                aimed = dict.fromkeys(naming, position)
                yield {**here, "position": position}, {**typed, **fresh, **length, **aimed, **seats_said}
        for key in ("line", "nick", "nicks", "pasted") if isinstance(typed, dict) else ():
            if key in typed and self.outcast is not None:
                nick = self.outcast.nick
                yield at, {**typed, key: f"nick\n{nick}\n" if key == "pasted" else nick}

    def _tables(self, who: str) -> list[Table]:
        """A table at which the union has ruled; of a player the one where he sits, and records."""
        ruled = Table.objects.filter(round__event__slug=self._events[0], rulings__judged_by="union").distinct()
        if who == "player":
            ruled = ruled.filter(occupants__registration__player=self.world.player)
        return list(ruled.select_related("game", "round").order_by("pk")[:1])

    def _actor(self, who: str) -> Account:
        """The account of that role at the event that is looked at; each has a director of its own."""
        if who != "director":
            return self.world.accounts[who]
        return self._director(self._events[0])

    def _director(self, slug: str) -> Account:
        return Staff.objects.filter(event__slug=slug, role="director", ended_at=None).order_by("pk")[0].account

    def _send(self, name: str, who: str, at: dict[str, Any], said: Any, request: Mapping[str, Any]) -> Any:
        account = self._actor(who)
        path, client = self.address_of(name, who, **at), self.client(account)
        if isinstance(said, tuple):
            return self._send_line(name, account, *said, path=path)
        answer = client.post(path, said, **request)
        for _again in range(ASKED_TWICE):  # what is to be looked at first is looked at, and sent again
            if answer.status_code != 200 or b"<form" not in answer.content:
                break
            try:
                shown = form_on(answer, path)
            except IndexError:
                break
            answer = client.post(path, {**shown, **_typed(said), "confirm": "1"}, **request)
        return answer

    def _send_line(self, name: str, account: Account, table: Table, line: dict[str, Any], *, path: str) -> Any:
        """A line by the API, or as a phone brings it. A phone names what it takes back by its id."""
        game = table.game
        if name == "api:entries":
            body = {"id": str(uuid.uuid4()), "expected_position": game.length + 1, "entry": line}
            return self.client(account).post(path, json.dumps(body), content_type="application/json")
        phone = Pocket(account)
        phone.games[str(game.pk)] = {**phone.knows(game), "position": game.length, "head": game.head}
        if line["kind"] == "strike":
            struck = StoredEntry.objects.get(game=game, position=line["position"])
            line = {"kind": "strike", "line": str(struck.pk)}
        phone.tap(game, line)
        return phone.post(phone.body(phone.unnamed(), game))

    def _same(self, before: Given, what: str) -> None:
        after = given()
        if after != before:
            differing = {key: (before[key], after.get(key)) for key in before if before[key] != after.get(key)}
            self.changed.append(f"{what}: {differing}")

    def _stored(self) -> tuple[list[Any], list[Any]]:
        """The rows from which pages show places and letters, and how far each log goes."""
        scores = Score.objects.filter(event__slug__in=self._events).order_by("pk")
        logs = Table.objects.filter(round__event__slug__in=self._events, game__isnull=False).order_by("pk")
        return list(scores.values_list()), list(logs.values_list("pk", "round__status", "game__head"))

    def _are_in_line(self, what: str) -> None:
        """Places and letters that pages show are what the logs say."""
        for event in Event.objects.filter(slug__in=self._events):
            off = scoring.order_anew(event)
            if off:
                self.changed.append(f"{what}: the scores of {event.slug} are not what its logs say: {off}")


def _has_file(typed: Any) -> bool:
    return isinstance(typed, dict) and any(hasattr(value, "read") for value in typed.values())


def _typed(said: Any) -> dict[str, Any]:
    """Without the hidden part, which the page renews."""
    hidden = ("entry_id", "expected_position", "base", "looked", "previewed", "mark")
    return {name: value for name, value in said.items() if name not in hidden} if isinstance(said, dict) else {}

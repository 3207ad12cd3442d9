"""Whose object an act is done to, crossed: at another's table, event, club; with another event's keys; when it is over.

`Crossed` is a walk (tests/walk.py): before each act of tests/walked_acts.py, with the very body that does it there, it
is sent where it must do nothing. So a later act falls in by being walked. What is sent is taken back; what it complains
of is in `faults`.

`owner_of` says of any row to which event it belongs, by the columns of its model; so a later table falls in too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from django.apps import apps
from django.db import connection, models, transaction
from django.db.models import ForeignKey

from games import written
from tests.fuzzed import LEFT_BY_A_REFUSAL
from tests.rights_world import Where, allowed
from tests.walk import WRITING, Walk, form_on, route_named
from tournaments import rights
from tournaments import routes as told
from tournaments.models import Account, Event, Staff

OVER = ("finished", "cancelled")
EVENT_IS_OVER = (b"event_over", b"This event is over.")  # in an answer of the API, and on a page
# Rights that are held elsewhere, of acts that are done at an event.
AT_AN_EVENT = {"entry.own", "lines.bring", "union.rule", "words.propose", "words.read", "words.arrange"}
MODELS = {one._meta.db_table: one for one in apps.get_models(include_auto_created=True)}
OF_THE_UNION = {"tournaments_player", "tournaments_account", "tournaments_club", "tournaments_series"}


@cache
def path_to_event(model: type[models.Model]) -> str:
    """The columns from a model to the event to which its rows belong; empty if they belong to none."""
    seen, waiting = {model}, [(model, "")]
    while waiting:
        here, path = waiting.pop(0)
        for one in here._meta.get_fields():
            is_to = isinstance(one, ForeignKey)
            is_game = here._meta.label == "games.Game" and one.name == "table"
            if not (is_to or is_game) or one.related_model in seen:
                continue
            if one.related_model is Event:
                return f"{path}{one.name}"
            if one.related_model._meta.db_table not in OF_THE_UNION:
                seen.add(one.related_model)
                waiting.append((one.related_model, f"{path}{one.name}__"))
    return "pk" if model is Event else ""


Rows = dict[tuple[str, Any], tuple[int, Any]]


def rows_of(tables: set[str], events: set[int]) -> Rows:
    """Table and key → event and contents of each row of these tables that belongs to one of these events."""
    found: Rows = {}
    for table in tables:
        model = MODELS.get(table)
        path = path_to_event(model) if model else ""
        if model and path:
            asked = model._base_manager.filter(**{f"{path}__in": events})
            names = [one.attname for one in model._meta.concrete_fields]
            for owner, key, *rest in asked.values_list(path, "pk", *names):
                found[table, key] = (owner, tuple(map(repr, rest)))
    return found


@dataclass
class Crossed(Walk):
    """`sent`: how often; `late`: by which acts something was done although the event was over, of those `tried`;
    `unsaid`: which were not done then, and did not say why.
    """

    faults: list[str] = field(default_factory=list)
    late: dict[str, set[str]] = field(default_factory=lambda: {status: set() for status in OVER})
    tried: set[str] = field(default_factory=set)
    unsaid: set[str] = field(default_factory=set)
    sent: int = 0

    def do(
        self, name: str, who: str | Account, data: Any = None, /, at: Any = None, page: Any = None, **request: Any
    ) -> Any:
        path, client = self.address_of(name, who, **(at or {})), self.client(who)
        right = data or {}
        if page is not None:
            right = form_on(client.get(page) if isinstance(page, str) else page, path) | right
        route = told.route_of(name)
        if route is not None and not name.startswith("admin:"):
            act = route.rights["POST"]
            self._elsewhere(name, act, dict(at or {}), right, request)
            if rights.RIGHTS[act].of in ("event", "table"):
                self._mixed(name, dict(at or {}), right, request)
            if rights.RIGHTS[act].of in ("event", "table") or act in AT_AN_EVENT:
                self._over(name, who, path, right, request)
        for value in right.values():
            if hasattr(value, "seek"):
                value.seek(0)
        return super().do(name, who, right, at=at, **request)

    # --- Where one has no right ---------------------------------------------------------------------------------------

    def _elsewhere(self, name: str, act: str, at: dict[str, Any], right: Any, request: Any) -> None:
        """As everybody who may do it where he is, done where he is not; and by who may not do it at all."""
        route = route_named(name)
        for where in (*self.world.variants(route, act)[1:], self._at_a_chapter(act)):
            for who in ("anonymous", "player", "revoked", *sorted(rights.MATRIX[act])):
                if where is None or allowed(act, who, where):
                    continue
                if where == "other event" and self._events[0] not in (self.world.event.slug, "moor"):
                    path = self.address_of(name, who, **at)  # where the chapter plays he is nobody
                else:
                    values = self.world.named(route, who, where)
                    if values is None:
                        continue
                    path = self.world.address(route, values)
                before, answer = self._tried(self.client(who), path, right, request)
                if before is not None:
                    self.faults.append(f"{name} by {who} at {where}: {answer.status_code} has changed {before}")
                elif answer.status_code < 400 and not str(answer.headers.get("Location", "")).startswith("/sign-in/"):
                    self.faults.append(f"{name} by {who} at {where}: {answer.status_code} lets him in")

    def _at_a_chapter(self, act: str) -> Where | None:
        """Most chapters play at an event of their own, at which nobody of the world has a role."""
        is_there = self._events[0] not in (self.world.event.slug, self.world.other_event.slug)
        return "other event" if is_there and rights.RIGHTS[act].of in ("event", "table") else None

    # --- Other events' keys -------------------------------------------------------------------------------------------

    def _mixed(self, name: str, at: dict[str, Any], right: Any, request: Any) -> None:
        """As the director of one event, with a key of another event's in the address or in the body."""
        event = Event.objects.get(slug=self._events[0])
        other = self.world.other_event if event != self.world.other_event else self.world.event
        director = Staff.objects.filter(event=event, role="director", ended_at=None).order_by("pk")[0].account
        route = route_named(name)
        foreign = self.world.named(route, "keeper", "other event" if other == self.world.other_event else "own") or {}
        here = {**(self.world.named(route, "keeper", "own") or {}), "slug": event.slug, **at}
        for part in sorted(route.parameters - {"slug", "kind", "country", "year", "series", "code"}):
            if part in foreign and part in here:
                path = self.world.address(route, {**here, part: foreign[part]})
                self._stays(f"{name}: {part} of another event", director, path, right, other, request)
        path = self.world.address(route, here)
        for key, said in right.items() if isinstance(right, dict) else ():
            for wrong in _keys_like(said, event, other):
                self._stays(f"{name}: {key} of another event", director, path, {**right, key: wrong}, other, request)

    def _stays(self, what: str, by: Account, path: str, right: Any, other: Event, request: Any) -> None:
        self.sent += 1
        written.take()  # what was written before is not of this request
        tables: set[str] = set()
        with transaction.atomic():
            with connection.execute_wrapper(_noting(tables)):
                answer = self.client(by).post(path, right, **request)
            wrote = tables - LEFT_BY_A_REFUSAL
            after = rows_of(wrote, {other.pk})
            transaction.set_rollback(True)
        if answer.status_code >= 500:
            self.faults.append(f"{what}: {answer.status_code}")
        if after != rows_of(wrote, {other.pk}):
            self.faults.append(f"{what}: has changed rows of {other.slug} in {sorted(wrote)}")

    # --- When it is over ----------------------------------------------------------------------------------------------

    def _over(self, name: str, who: str | Account, path: str, right: Any, request: Any) -> None:
        """The same at an event that is finished, or was cancelled."""
        self.tried.add(name)
        for status in OVER:
            with transaction.atomic():
                Event.objects.filter(slug=self._events[0]).update(status=status)
                changed, answer = self._tried(self.client(who), path, right, {**request, "follow": True})
                if changed:
                    self.late[status].add(name)
                elif not any(one in answer.content for one in EVENT_IS_OVER):
                    self.unsaid.add(name)
                transaction.set_rollback(True)

    def _tried(self, client: Any, path: str, right: Any, request: Any) -> tuple[list[str] | None, Any]:
        """Send it and take it back: which tables it has changed, None if none, and the answer."""
        self.sent += 1
        written.take()  # what was written before is not of this request
        tables: set[str] = set()
        for value in right.values() if isinstance(right, dict) else ():
            if hasattr(value, "seek"):
                value.seek(0)
        with transaction.atomic():
            with connection.execute_wrapper(_noting(tables)):
                answer = client.post(path, right, **request)
            wrote = tables - LEFT_BY_A_REFUSAL
            after = {table: _all(table) for table in wrote}
            transaction.set_rollback(True)
        changed = sorted(table for table, rows in after.items() if rows != _all(table))
        return changed or None, answer

    def _looks(self) -> list[Any]:
        return []

    def _compare(self, name: str, before: list[Any]) -> None:
        pass


def _noting(tables: set[str]) -> Any:
    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        tables.update(WRITING.findall(sql))
        return execute(sql, params, many, context)

    return note


def _all(table: str) -> list[Any]:
    model = MODELS.get(table)
    return [] if model is None else sorted(map(repr, model._base_manager.values_list()))


def _keys_like(said: Any, event: Event, other: Event) -> Iterator[Any]:
    """What names the like at another event, where this value names something of this one: a person's number here or
    in the union, a round, a table, a word; the slug itself."""
    text = said[0] if isinstance(said, list) and said else said
    if not isinstance(text, str | int):
        return
    if text == event.slug:
        yield other.slug
    if not str(text).isdecimal() or len(str(text)) > 9:
        return
    for model in MODELS.values():
        path = path_to_event(model)
        if path and model is not Event and isinstance(model._meta.pk, models.AutoField):
            rows = model._base_manager
            if rows.filter(pk=text, **{path: event}).exists():
                yield from rows.filter(**{path: other}).values_list("pk", flat=True)[:1]

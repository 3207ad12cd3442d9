"""The first page of the administration: one's events, and what waits at them, each with the page that settles it.

Looked through are the events that run, are being prepared, or were over less than a month ago. The number of statements
does not grow with the events, nor with what waits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib.admin import AdminSite
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments import access
from tournaments.acts.visit import signed_in
from tournaments.admin.columns import address_of, named
from tournaments.admin.rows import Rows
from tournaments.models import Appeal, Call, Event, EventStatus, Question, RoundStatus, Step, StepStatus, Table
from tournaments.queries.boards import minutes_quiet
from tournaments.queries.flags import open_flags_of
from tournaments.queries.phones import phones_at
from tournaments.templatetags.event_times import moment
from tournaments.texts import about_arrivals
from tournaments.texts.about_steps import step_reason
from tournaments.texts.about_tables import quiet_text, table_short

MOST = 20  # events; the list has all
A_MONTH = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Waiting:
    """What waits: at which event, what it is, since when, and where it is settled."""

    event: Event
    what: str
    since: str
    address: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class MyEvent:
    """An event with its rounds, and whether its desk and its board are open to whoever asks."""

    event: Event
    rounds: list[Any]
    directs: bool
    watches: bool


class _Asked:
    """One request to the first page: who asks, and the events of which his rows are looked through."""

    def __init__(self, request: HttpRequest, site: AdminSite, now: datetime) -> None:
        self.request, self.site, self.now = request, site, now
        self.account = signed_in(request)
        self.events = self.rows(Event)
        a_month_ago = (now - A_MONTH).date()
        self.current = self.events.exclude(status=EventStatus.CANCELLED).filter(date__gte=a_month_ago)
        self.directed, self.watched = self._where("event.direct"), self._where("event.watch")

    def rows(self, model: type[Any]) -> QuerySet[Any]:
        """What whoever asks may see of a list; nothing of one that he may not see."""
        rows = self.site._registry[model]  # noqa: SLF001 – Django knows no other way to ask
        assert isinstance(rows, Rows)  # noqa: S101 – all are; tells the type checker
        return rows.get_queryset(self.request) if rows.has_view_permission(self.request) else model.objects.none()

    def at_table(self, name: str, table: Table, *more: Any) -> str:
        """A page of a table; of whoever may not open it (a clerk only looks in) the table's row here."""
        event = table.round.event
        if event.pk not in self.watched:
            return address_of(table)
        return reverse(f"table:{name}", args=[event.slug, table.round.number, table.number, *more])

    def at_desk(self, name: str, row: Any) -> str:
        """A page of the desk; of whoever may not open it the row itself."""
        is_open = row.event_id in self.directed
        return reverse(f"desk:{name}", args=[row.event.slug]) if is_open else address_of(row)

    def _where(self, right: str) -> frozenset[int]:
        may = access.events_where(self.account, right)
        return frozenset(self.events.filter(pk__in=may).order_by().values_list("pk", flat=True))


def front(request: HttpRequest, site: AdminSite, *, now: datetime) -> dict[str, Any]:
    """What the first page shows besides the lists."""
    asked = _Asked(request, site, now)
    shown = list(asked.events.prefetch_related("rounds")[: MOST + 1])
    lists = [rows for rows in _lists(site) if rows.has_view_permission(request)]
    seen = {rows.model for rows in lists}
    return {
        "lists": [(rows.opts.verbose_name_plural, rows.address("changelist")) for rows in lists],
        "events": [_mine(event, asked) for event in shown[:MOST]],
        "has_more": len(shown) > MOST,
        "waiting": [(title, list(found(asked))) for title, model, found in WAITING if model in seen],
    }


def _lists(site: AdminSite) -> list[Rows]:
    """All of ours, in the order of an evening, in which they are registered."""
    return [rows for rows in site._registry.values() if isinstance(rows, Rows)]  # noqa: SLF001 – as above


def _mine(event: Event, asked: _Asked) -> MyEvent:
    rounds = sorted(event.rounds.all(), key=lambda round_: round_.number)
    return MyEvent(event, rounds, directs=event.pk in asked.directed, watches=event.pk in asked.watched)


def _place(table: Table) -> str:
    said = {"round": named(table.round), "n": table_short(table.round.event, table.number)}
    return gettext("%(round)s, table %(n)s") % said


def _calls(asked: _Asked) -> Iterator[Waiting]:
    open_now = asked.rows(Call).filter(ended_at=None, table__round__event__in=asked.current)
    for call in open_now.order_by("at", "pk"):
        event = call.table.round.event
        who = gettext("%(who)s is coming.") % {"who": named(call.answered_by)} if call.answered_by else ""
        address = asked.at_table("table", call.table)
        yield Waiting(event, _place(call.table), moment(call.at, event.time_zone), address, who)


def _flags(asked: _Asked) -> Iterator[Waiting]:
    rows = Table.objects.filter(round__event__in=asked.current, game__kept__gt=0).select_related("game", "round__event")
    tables = {table.game_id: table for table in rows}
    for game, flags in open_flags_of(tables.values()).items():
        table = tables[game]
        for flag in flags:
            came = moment(flag.came_at, table.round.event.time_zone)
            why = about_arrivals.sentence(flag.status, flag.code)
            yield Waiting(table.round.event, _place(table), came, asked.at_table("flag", table, flag.id), why)


def _questions(asked: _Asked) -> Iterator[Waiting]:
    for one in asked.rows(Question).filter(answer="", event__in=asked.current).order_by("asked_at", "pk"):
        about = one.registration or one.round
        why = named(about) if about else _place(one.table) if one.table else ""
        since = moment(one.asked_at, one.event.time_zone)
        yield Waiting(one.event, named(one), since, asked.at_desk("questions", one), why)


def _appeals(asked: _Asked) -> Iterator[Waiting]:
    """Against rulings. Only the union decides them; whoever judged is led to the ruling."""
    decides = access.may(asked.account, "union.rule")
    rows = Appeal.objects.filter(outcome="", ruling__table__round__event__in=asked.current)
    for appeal in rows.select_related("ruling__table__round__event", "ruling__concerned").order_by("made_at", "pk"):
        ruling = appeal.ruling
        assert ruling is not None  # noqa: S101 – asked for; tells the type checker
        event = ruling.table.round.event
        address = reverse("union:appeal", args=[appeal.pk]) if decides else address_of(ruling)
        whom = ruling.concerned.nick if ruling.concerned else ""
        yield Waiting(event, named(ruling), moment(appeal.made_at, event.time_zone), address, whom)


def _refused(asked: _Asked) -> Iterator[Waiting]:
    refused = asked.rows(Step).filter(status=StepStatus.REFUSED, event__in=asked.current)
    for step in refused.order_by("due_at", "pk"):
        due = moment(step.due_at, step.event.time_zone)
        yield Waiting(step.event, named(step), due, asked.at_desk("schedule", step), step_reason(step))


def _silent(asked: _Asked) -> Iterator[Waiting]:
    playing = {"round__status": RoundStatus.RUNNING, "game__finished": False}
    rows = Table.objects.filter(round__event__in=asked.current, **playing).select_related("game", "round__event")
    tables = list(rows)
    silent = phones_at(tables, now=asked.now).silent
    for table in tables:
        game = table.game
        if game is None:
            continue
        quiet = minutes_quiet(game, now=asked.now)
        if quiet or game.pk in silent:
            last = moment(game.last_entry_at or game.opened_at, table.round.event.time_zone)
            why = quiet_text(quiet) if quiet else ""
            yield Waiting(table.round.event, _place(table), last, asked.at_table("table", table), why)


# What waits, below its title, for those who see the rows of that model.
WAITING: tuple[tuple[Any, type[Any], Callable[[_Asked], Iterator[Waiting]]], ...] = (
    (_("Calls of the referee"), Call, _calls),
    (_("Lines from phones that need a referee"), Table, _flags),
    (_("Questions to the director"), Question, _questions),
    (_("Open appeals"), Appeal, _appeals),
    (_("What the clock could not do"), Step, _refused),
    (_("Tables of which nothing is heard"), Table, _silent),
)

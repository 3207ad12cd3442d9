"""One act on an event: hold it, look, save, say what was done. The rest is the same for every act and stands here.

    with act_on(round_, by=by, now=now) as act:
        lifecycle.check_round_step(round_.status, RoundStatus.CLOSED)
        …
        act.note("round_closed", subject=f"round:{round_.number}")

The event is held before anything of it is looked at. When the outermost act on it is done, its version goes up once,
if a line said that something public has changed; then the lines are written in the order in which they were noted.
They come last of all, because whoever holds the head of a chain keeps everybody waiting who notes in it. An act inside
another one on the same event joins it. An act that is refused leaves nothing: no row, no line, no new version.

At an event that is over an act is refused, unless it says `even=` in which state it is done all the same: so a new act
is refused there by itself. What is part of another act is done where that one is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Set
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from types import MappingProxyType
from typing import Any

from django.db import transaction

from tournaments import lifecycle, projections
from tournaments.models import Account, Event, Registration, Round
from tournaments.operations import journal
from tournaments.operations.holding import hold_event, hold_registration, hold_round


@dataclass(frozen=True, slots=True)
class _Noted:
    """A line to be written at the end, by whom, and whether it makes a new version of the event."""

    write: Callable[..., object]
    by: Account | None
    bump: bool


_UNDER_WAY: ContextVar[Mapping[int, list[_Noted]]] = ContextVar("acts under way", default=MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class Act:
    """What somebody is doing to `event` right now, with the event held. `by` None: no account does it."""

    event: Event
    by: Account | None
    now: datetime
    _noted: list[_Noted]

    def note(
        self,
        code: str,
        *,
        subject: str = "",
        old: Mapping[str, Any] | None = None,
        new: Mapping[str, Any] | None = None,
        reason: str = "",
        bump: bool = True,
    ) -> None:
        """Say what was done: a line in the chain of the event, as `journal.note` writes it, at the end of the act.

        `bump`: False if no public page shows it, such as a word that is secret until the start.
        """
        write = partial(
            journal.note,
            code,
            now=self.now,
            event=self.event,
            subject=subject,
            old=old,
            new=new,
            reason=reason,
        )
        self._noted.append(_Noted(write, self.by, bump))


@contextmanager
def act_on(
    held: Event | Round | Registration,
    *,
    by: Account | None,
    now: datetime,
    even: Set[str] = lifecycle.NEVER,
    nobody: str = journal.CLOCK,
) -> Iterator[Act]:
    """Open the transaction of an act and hold its event; a round or a registration is brought up to date with it.

    `nobody`: who signs its lines, and those of the acts inside it, where no account does them. Raises Refused
    `event_over` at an event that is over, but in the states `even`; `round_step` for a round that was removed
    meanwhile.
    """
    with transaction.atomic():
        event = _hold(held)
        under_way = _UNDER_WAY.get()
        if event.pk in under_way:
            with _undone_if_refused(under_way[event.pk]) as noted:
                yield Act(event, by, now, noted)
            return
        lifecycle.check_not_over(event.status, even)
        noted = []
        token = _UNDER_WAY.set({**under_way, event.pk: noted})
        try:
            yield Act(event, by, now, noted)
        finally:
            _UNDER_WAY.reset(token)
        _finish(event, noted, nobody)


def _hold(held: Event | Round | Registration) -> Event:
    if isinstance(held, Event):
        hold_event(held)
        return held
    if isinstance(held, Round):
        hold_round(held)
    else:
        hold_registration(held)
    return held.event


@contextmanager
def _undone_if_refused(noted: list[_Noted]) -> Iterator[list[_Noted]]:
    """The outer act may go on after an inner one was refused: then without what the inner one had noted."""
    before = len(noted)
    try:
        yield noted
    except BaseException:
        del noted[before:]
        raise


def _finish(event: Event, noted: list[_Noted], nobody: str) -> None:
    if any(line.bump for line in noted):
        projections.bump(event)
    for line in noted:
        line.write(by=line.by or nobody)

"""Two people who do something at the same moment, each with a connection of his own.

Only for tests with `transaction=True`: what they prepare has to be committed, or nobody else sees it.

Each test that races has its control, without a line of its own: on PostgreSQL it is run once more, as
`test_name[without its guard]`, with nothing locked and nobody writing before everybody has read; and there it has to
fail. Where the database keeps the two apart a second time, `SECOND_GUARDS` says by what, and the race has to end well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from threading import Barrier, BrokenBarrierError, current_thread, get_ident, main_thread
from typing import Any

import pytest
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import QuerySet

from games.rules.refusals import Refused

PATIENCE = 5  # seconds, for one of the racers who comes to no write
STUCK = 1  # seconds, for one who cannot come to his commit before another has made his
_meetings: list[tuple[Barrier, Barrier]] = []  # before racers write and before they commit; the last two count


def race(*acts: Callable[[], object]) -> list[object]:
    """What each act returned, or the code of its refusal, in their order. Anything else that is raised crashes."""
    barrier = Barrier(len(acts))
    _meetings.append((Barrier(len(acts)), Barrier(len(acts))))

    def run(act: Callable[[], object]) -> object:
        try:
            barrier.wait()
            return act()
        except Refused as refused:
            return refused.code
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return [future.result() for future in [pool.submit(run, act) for act in acts]]


# What still stands where nothing is locked and nobody is told that he came second: the database's own word.
SECOND_GUARDS = {
    "test_a_code_is_founded_once": "the code of a club is unique",
    "test_a_nick_goes_to_one_of_two": "a nick is unique",
    "test_of_two_who_ask_for_a_nick_at_once_one_has_it": "a nick that is held is unique",
}
NO_GUARD = {
    "test_twenty_who_write_at_once_all_get_their_turn": "about the queue of writers before SQLite",
    "test_every_thread_asks_by_a_connection_of_its_own": "nothing is written",
}
CONTROL = "without its guard"


def controls(name: str) -> list[Any]:
    """How a test that races is run: as it is, and as its control."""
    if name in NO_GUARD:
        return [pytest.param(True, id="guarded")]
    fails = [] if name in SECOND_GUARDS else [pytest.mark.xfail(strict=True, reason="nothing keeps the two apart")]
    return [pytest.param(True, id="guarded"), pytest.param(False, id=CONTROL, marks=[pytest.mark.postgres, *fails])]


@contextmanager
def unguarded() -> Iterator[None]:
    """No row is locked; who is about to write for the first time waits until the others are, too, and who is about to
    commit until they have written as far as they get; and an UPDATE of rows in one state, which another was quicker to
    change, says that it changed one.
    """
    met: set[tuple[Barrier, int]] = set()

    def meet(barrier: Barrier, patience: float) -> None:
        if (barrier, get_ident()) not in met:
            met.add((barrier, get_ident()))
            with suppress(BrokenBarrierError):
                barrier.wait(patience)

    def wait(execute: Any, statement: str, params: Any, many: bool, context: Any) -> Any:
        writes = statement.lstrip().upper().startswith(("INSERT", "UPDATE", "DELETE"))
        if writes and current_thread() is not main_thread():
            meet(_meetings[-1][0], PATIENCE)
        return execute(statement, params, many, context)

    def connect(self: Any) -> None:
        self.execute_wrappers.append(wait)
        connected(self)

    def commit(self: Any) -> None:
        if current_thread() is not main_thread():
            meet(_meetings[-1][1], STUCK)
        committed(self)

    def update(self: Any, **fields: Any) -> int:
        return int(updated(self, **fields)) or 1

    connected, committed, updated = BaseDatabaseWrapper.connect, BaseDatabaseWrapper.commit, QuerySet.update
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BaseDatabaseWrapper, "connect", connect)
        patch.setattr(BaseDatabaseWrapper, "commit", commit)
        patch.setattr(QuerySet, "update", update)
        patch.setattr(type(connection.features), "has_select_for_update", False)
        yield

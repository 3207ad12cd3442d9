"""Two people who do something at the same moment, each with a connection of his own.

Only for tests with `transaction=True`: what they prepare has to be committed, or nobody else sees it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from threading import Barrier, BrokenBarrierError, get_ident
from typing import Any

import pytest
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper

from games.rules.refusals import Refused


def race(*acts: Callable[[], object]) -> list[object]:
    """What each act returned, or the code of its refusal, in their order. Anything else that is raised crashes."""
    barrier = Barrier(len(acts))

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


@contextmanager
def unguarded(racers: int = 2) -> Iterator[None]:
    """The control: no row is locked, and nobody writes before everybody has read. What a race shows here is what the
    guard keeps out; a race that ends alike without it shows nothing of it.

    On SQLite no row is ever locked: a transaction that may write is alone from its beginning. Without that it reads
    first, like any other.
    """
    meeting = Barrier(racers)
    met: set[int] = set()

    def wait(execute: Any, statement: str, params: Any, many: bool, context: Any) -> Any:
        writes = statement.lstrip().upper().startswith(("INSERT", "UPDATE", "DELETE"))
        if writes and context["connection"].in_atomic_block and get_ident() not in met:
            met.add(get_ident())
            with suppress(BrokenBarrierError):
                meeting.wait(timeout=2)
        return execute(statement, params, many, context)

    def enter(self: Any) -> None:
        self.execute_wrappers.append(wait)
        if self.vendor == "sqlite":
            self.transaction_mode = "DEFERRED"
        connected(self)

    connected = BaseDatabaseWrapper.connect
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BaseDatabaseWrapper, "connect", enter)
        patch.setattr(type(connection.features), "has_select_for_update", False)
        yield

"""A server of pages has so many connections to PostgreSQL and no more (scwu/postgresql/pool.py)."""

from __future__ import annotations

import threading
from typing import Any

import psycopg
import pytest
from django.db import OperationalError, connections
from psycopg.pq import TransactionStatus

from games.once_more import is_of_a_lost_connection
from scwu.postgresql import bounds
from scwu.postgresql.pool import Pool
from scwu.unavailable import BUSY, kind_of


class Opened:
    """What a pool knows of a connection. `cut`: the database has ended it."""

    def __init__(self) -> None:
        self.is_open, self.cut, self.asked = True, False, 0
        self.pgconn = self
        self.transaction_status = TransactionStatus.IDLE

    def execute(self, _nothing: str) -> None:
        self.asked += 1
        if self.cut:
            raise psycopg.OperationalError("cut")

    def close(self) -> None:
        self.is_open = False


def test_what_came_back_is_lent_again_after_a_look():
    pool = Pool(2, None)
    first = pool.lend(Opened)
    pool.take_back(first)
    assert pool.lend(Opened) is first
    assert first.asked == 1


def test_no_more_than_so_many_are_lent_and_the_next_one_waits_not_for_long():
    pool = Pool(1, None, wait=0.01)
    lent = pool.lend(Opened)
    with pytest.raises(psycopg.errors.TooManyConnections):
        pool.lend(Opened)
    waiting: list[Opened] = []
    pool._wait = 10
    other = threading.Thread(target=lambda: waiting.append(pool.lend(Opened)))
    other.start()
    pool.take_back(lent)
    other.join(10)
    assert waiting == [lent]


def test_one_that_was_cut_takes_those_that_lie_idle_with_it():
    """A database that was started again has cut them all: the next request opens one and looks at no other."""
    pool = Pool(3, None)
    cut = [pool.lend(Opened) for _ in range(3)]
    for one in cut:
        one.cut = True
        pool.take_back(one)
    fresh = pool.lend(Opened)
    assert not fresh.cut
    assert not any(one.is_open for one in cut)
    assert sum(one.asked for one in cut) == 1


def test_a_database_that_is_away_is_told_at_once_and_costs_no_place():
    def refuse() -> Opened:
        raise psycopg.OperationalError("connection refused")

    pool = Pool(1, None, wait=0.01)
    for _ in range(3):
        with pytest.raises(psycopg.OperationalError, match="refused"):
            pool.lend(refuse)
    assert pool.lend(Opened).is_open


@pytest.mark.parametrize("status", [TransactionStatus.INTRANS, TransactionStatus.INERROR, TransactionStatus.UNKNOWN])
def test_one_in_the_middle_of_something_is_lent_to_nobody_else(status):
    pool = Pool(1, None, wait=0.01)
    lent = pool.lend(Opened)
    lent.transaction_status = status
    pool.take_back(lent)
    assert not lent.is_open
    assert pool.lend(Opened) is not lent


def test_none_is_kept_for_longer_than_asked():
    pool = Pool(2, 0)
    lent = pool.lend(Opened)
    pool.take_back(lent)
    assert not lent.is_open


def test_waiting_in_vain_is_told_as_busy_and_not_tried_again():
    """Who waited for a place has waited long enough; and nothing was lost."""
    error = OperationalError()
    error.__cause__ = psycopg.errors.TooManyConnections()
    assert kind_of(error) == BUSY
    assert not is_of_a_lost_connection(error)


# --- In Django's hands ------------------------------------------------------------------------------------------------


@pytest.fixture
def served(monkeypatch, settings):
    """A thread of a server of pages with a pool of its own, of one connection."""
    from scwu.postgresql import base  # noqa: PLC0415 - its driver is there with PostgreSQL

    monkeypatch.setattr(bounds, "_bounds", dict(bounds.OF_PAGES))
    monkeypatch.setattr(base, "_pools", {})
    settings.MOST_CONNECTIONS = 1
    made: Any = connections["default"].copy(alias="served")
    made.settings_dict["CONN_MAX_AGE"] = 600
    yield made
    made.close()
    for pool in base._pools.values():
        pool._close(pool._all_idle())


def end(number: int) -> None:
    """What a restart does to a connection, and PostgreSQL's keeper may."""
    with psycopg.connect(**connections["default"].get_connection_params(), autocommit=True) as keeper:
        keeper.execute("SELECT pg_terminate_backend(%s, 5000)", [number])


def backend(here: Any) -> int:
    with here.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_request_gives_its_connection_back_and_the_next_thread_has_it(served):
    number = backend(served)
    served.close_if_unusable_or_obsolete()  # as at the end of each request
    assert served.connection is None
    assert backend(served) == number


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_one_that_postgresql_has_ended_costs_the_next_request_nothing(served):
    number = backend(served)
    served.close_if_unusable_or_obsolete()
    end(number)
    assert backend(served) != number


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_one_that_was_lost_under_way_leaves_its_place(served):
    """Whoever asks through it hears of it, as ever; the next request opens another one, though there may be but one."""
    number = backend(served)
    end(number)
    with pytest.raises(OperationalError):
        backend(served)
    served.close()
    assert backend(served) != number


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_command_has_no_pool(served, monkeypatch):
    monkeypatch.setattr(bounds, "_bounds", {})
    number = backend(served)
    served.close()
    assert backend(served) != number

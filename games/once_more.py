"""A deed that may be done twice is done once more when the database was lost on the way, or took it back.

A database that is started again, or a connection that is cut, ends a transaction in the middle, or takes away the
answer to its commit: nobody knows then whether it was done. What is known by an id for ever (a line at a table) can
simply be done again; whoever sent it gets his answer, and not a page of excuses. Once, because that a database is away
is better told to whoever waits than waited for. Who was chosen to end a deadlock, such as with an upgrade that changes
tables under a site that goes on, begins again as well.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from django.db import DEFAULT_DB_ALIAS, InterfaceError, OperationalError, connections

Given = ParamSpec("Given")
Done = TypeVar("Done")

# Codes of PostgreSQL (its manual, appendix A): connection, shutdown, crash, starting; not in this order, deadlock.
LOST = ("08", "57P01", "57P02", "57P03")
TAKEN_BACK = ("40001", "40P01")
KEPT_WAITING = "55P03"
WAITED_IN_VAIN = "ConnectionTimeout"  # psycopg's, for a connection that is not made


def once_more(deed: Callable[Given, Done]) -> Callable[Given, Done]:
    """Do `deed`, which is one transaction that may be done twice, again if it came to nothing through no fault of its
    own. Inside somebody else's transaction it is not: what went before is lost, too.
    """

    @wraps(deed)
    def done(*args: Given.args, **kwargs: Given.kwargs) -> Done:
        here = connections[DEFAULT_DB_ALIAS]
        is_whole = not here.in_atomic_block
        try:
            return deed(*args, **kwargs)
        except (OperationalError, InterfaceError) as error:
            if not is_whole or not (is_of_a_lost_connection(error) or is_taken_back(error)):
                raise
            if is_of_a_lost_connection(error):
                here.close()
        return deed(*args, **kwargs)

    return done


def is_of_a_lost_connection(error: BaseException) -> bool:
    """Whether PostgreSQL has ended the connection, or nobody could be asked; SQLite has none to lose.

    Not that it hangs: who has waited in vain for a connection would wait as long again.
    """
    cause = error.__cause__
    if not type(cause).__module__.startswith("psycopg") or type(cause).__name__ == WAITED_IN_VAIN:
        return False
    state = getattr(cause, "sqlstate", None)
    return state is None or state.startswith(LOST)


def is_taken_back(error: BaseException) -> bool:
    """Whether PostgreSQL has ended a transaction for the sake of another one."""
    return str(getattr(error.__cause__, "sqlstate", "")).startswith(TAKEN_BACK)


def is_kept_waiting(error: BaseException) -> bool:
    """Whether a lock was not to be had for as long as somebody wanted to wait."""
    return getattr(error.__cause__, "sqlstate", "") == KEPT_WAITING

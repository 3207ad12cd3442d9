"""A deed that may be done twice is done once more when the database was lost on the way.

A database that is started again, or a connection that is cut, ends a transaction in the middle, or takes away the
answer to its commit: nobody knows then whether it was done. What is known by an id for ever (a line at a table) can
simply be done again; whoever sent it gets his answer, and not a page of excuses. Once, because that a database is away
is better told to whoever waits than waited for.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from django.db import DEFAULT_DB_ALIAS, InterfaceError, OperationalError, connections

Given = ParamSpec("Given")
Done = TypeVar("Done")

LOST = ("08", "57P01", "57P02", "57P03")  # of PostgreSQL's manual, appendix A: connection, shutdown, crash, starting


def once_more(deed: Callable[Given, Done]) -> Callable[Given, Done]:
    """Do `deed`, which is one transaction that may be done twice, again if its connection was lost. Inside somebody
    else's transaction it is not: what went before is lost, too.
    """

    @wraps(deed)
    def done(*args: Given.args, **kwargs: Given.kwargs) -> Done:
        here = connections[DEFAULT_DB_ALIAS]
        is_whole = not here.in_atomic_block
        try:
            return deed(*args, **kwargs)
        except (OperationalError, InterfaceError) as error:
            if not is_whole or not is_of_a_lost_connection(error):
                raise
        here.close()
        return deed(*args, **kwargs)

    return done


def is_of_a_lost_connection(error: BaseException) -> bool:
    """Whether PostgreSQL has ended the connection, or nobody could be asked; SQLite has none to lose."""
    cause = error.__cause__
    if not type(cause).__module__.startswith("psycopg"):
        return False
    state = getattr(cause, "sqlstate", None)
    return state is None or state.startswith(LOST)

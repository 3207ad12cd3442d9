"""How long anybody waits for PostgreSQL.

Where pages are served (`bound_waiting`) nothing waits for ever: a forgotten lock, or a connection that somebody left in
the middle of a transaction, costs whoever comes next a few seconds and a sentence (scwu/unavailable.py), not a thread.
Nor does it open connections without end (pool.py).
Commands and the worker have no such bounds: a backup, a rebuild, an import takes as long as it takes. Getting a
connection is bounded for everybody.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

CONNECT_SECONDS = 3
# Of one statement, not of a request: an event file of 10,000 players is many statements.
OF_PAGES = {"lock_timeout": "5s", "statement_timeout": "30s", "idle_in_transaction_session_timeout": "120s"}

_bounds: dict[str, str] = {}


def bound_waiting() -> None:
    """From now on whatever this process asks is bounded: for servers of pages, before their first connection."""
    _bounds.update(OF_PAGES)


def are_for_pages() -> bool:
    """Whether this process serves pages: then it has a pool of connections as well."""
    return bool(_bounds)


def bounded(params: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters of a connection with the bounds of this process; what DATABASE_URL says itself goes before."""
    options = " ".join([*(f"-c {name}={value}" for name, value in _bounds.items()), params.get("options", "")]).strip()
    return {"connect_timeout": CONNECT_SECONDS, **params, **({"options": options} if options else {})}

"""Which address of the site is which right: read from the pages and acts themselves, which say it where they stand.

A face tells its pages and acts (`tournaments/acts/face.py`), each with its right; what others have written, such as the
administration and the pages for signing in, is told in lines beside the place where it is taken in (`foreign`). An
address without a right fails the build (tests/test_rights.py). Files under /static/ are served before any of this and
are for everybody.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from itertools import product
from typing import Any

from django.urls import get_resolver


@dataclass(frozen=True, slots=True)
class Route:
    """One address: its name as in `{% url %}`, method → right, and what somebody wanted whose act was refused there.

    GET stands for HEAD as well. A method that is not named must answer 405 or refuse everybody. `code` is the name
    under which refused acts stand in the journal; it outlives a renaming. `is_dangerous`: it asks for a fresh proof,
    and no token of the API does it unless its scope names it.
    """

    name: str
    rights: Mapping[str, str]
    code: str = ""
    wanted: Any = ""
    is_dangerous: bool = False


_ROUTES: dict[str, Route] = {}
_WANTED: dict[str, Any] = {}


def register(route: Route) -> None:
    """Take an address in. Raises ValueError for a name that is there already, or words that differ for one code."""
    if route.name in _ROUTES:
        raise ValueError(f"There are two addresses {route.name}")
    if route.wanted and _WANTED.setdefault(route.code, route.wanted) is not route.wanted:
        raise ValueError(f"The journal would call two acts {route.code}")
    _ROUTES[route.name] = route


def foreign(lines: str, *, is_dangerous: bool = False) -> None:
    """Addresses that others have written, in lines: methods, right, names. Only here a name may hold `*`."""
    table: dict[str, dict[str, str]] = {}
    for line in filter(None, map(str.strip, lines.splitlines())):
        methods, right, *names = line.split()
        for name, method in product(names, methods.split(",")):
            if method in table.setdefault(name, {}):
                raise ValueError(f"{name} has two lines for {method}")
            table[name][method] = right
    for name, rights in table.items():
        register(Route(name, rights, code=name, is_dangerous=is_dangerous))


def all_routes() -> Mapping[str, Route]:
    """Every address by its name, in the order of the faces."""
    _load()
    return _ROUTES


def route_of(name: str) -> Route | None:
    """The address of this name; else that whose pattern fits it most closely; None if there is none."""
    routes = all_routes()
    if name in routes:
        return routes[name]
    fitting = [pattern for pattern in routes if "*" in pattern and fnmatchcase(name, pattern)]
    return routes[max(fitting, key=len)] if fitting else None


def wanted(code: str) -> Any:
    """What somebody wanted whose refused act stands in the journal under `code`; nothing if no act has that code."""
    _load()
    return _WANTED.get(code, "")


@cache
def _load() -> None:
    """The faces tell their addresses when the site's are loaded; a command in a terminal may be the first to ask."""
    get_resolver().url_patterns  # noqa: B018 – a property that loads them

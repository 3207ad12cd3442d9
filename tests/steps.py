"""How much work an act is, counted and not timed: the same on every machine, however busy.

What a test holds is growth: so much more input, so many more steps. How many seconds that is says a script of `bench/`.
What is slow inside one call into C (a long text searched, a list of a million) is not seen here.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from itertools import pairwise
from types import FrameType


def steps(act: Callable[[], object]) -> int:
    """How many functions `act` calls, of Python or of C; each turn of a generator is one."""
    counted = 0

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal counted
        counted += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        act()
    finally:
        sys.setprofile(before)
    return counted


def growth(acts: Sequence[Callable[[], object]]) -> float:
    """Of acts of evenly growing size: the last increase of their steps over the first. Straight growth is one."""
    counted = [steps(act) for act in acts]
    increases = [later - earlier for earlier, later in pairwise(counted)]
    return increases[-1] / increases[0]

"""Two people who do something at the same moment, each with a connection of his own.

Only for tests with `transaction=True`: what they prepare has to be committed, or nobody else sees it.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from django.db import connection

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

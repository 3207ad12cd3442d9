"""The tests are tested: each line of what must not be wrong is changed in turn, and a test has to fail.

    python bench/mutants.py                       scoring, `decide`, the checker of draws, rights
    python bench/mutants.py scoring --every 5     each fifth change of one of them
    python bench/mutants.py rights --survivors    with every change that no test noticed

Prints one JSON line: for each part how many changes were made, how many were noticed, the score in percent, and the
survivors by line. What is changed is told in `mutations.py`.

One process collects the tests of a part and sees which of them calls which function. It then forks for each change:
the child gives the function its changed code and runs the tests that call it, the quickest first, until one fails.
"""

from __future__ import annotations

import argparse
import functools
import gc
import json
import os
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any

from mutations import ROOT, Mutant, mutants_of

PATIENCE = 20.0  # seconds a change may take, and five times what the tests take without it: an endless loop is noticed

# Part → what is changed, and the tests that are asked. Those that play for minutes are not.
PARTS: dict[str, tuple[list[str], list[str]]] = {
    "scoring": (
        [
            *(f"tournaments/standings/{name}.py" for name in ("places", "order", "records", "success", "by_success")),
            *(f"tournaments/standings/{name}.py" for name in ("by_games_won", "finalists", "play_offs", "results")),
            "tournaments/standings/points_tables.py",
            "games/rules/smoking_cat/game.py",
        ],
        ["tests/tournaments/standings", "tests/tournaments/queries/test_finals.py", "tests/games/rules"],
    ),
    "decide": (
        ["games/arrivals/decide.py", "games/arrivals/alike.py"],
        ["tests/games/arrivals/test_decide.py", "tests/games/arrivals/test_flags.py"],
    ),
    "checker": (["docs/check_draw.py"], ["tests/tournaments/ceremony"]),
    "rights": (
        ["tournaments/rights.py", *(f"tournaments/access/{name}.py" for name in ("roles", "events", "word_rights"))],
        ["tests/test_rights_agreed.py", "tests/tournaments/test_access.py", "tests/tournaments/test_offices.py"],
    ),
}
LEFT_OUT = {"checker": "not node and not javascript and not subprocess"}  # longer than everything else together


# --- Into the running process -----------------------------------------------------------------------------------------


def codes_of(code: CodeType) -> Iterator[CodeType]:
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield one
            yield from codes_of(one)


class Alive:
    """What of some modules lives in this process: looked for once, before it forks."""

    def __init__(self, paths: list[str]) -> None:
        files = {str(ROOT / path): path for path in paths}
        self.functions: dict[str, list[FunctionType]] = defaultdict(list)
        self.caches = []
        for one in gc.get_objects():  # whose type is asked and nothing else: a lazy object would be worked out
            if type(one) is FunctionType and one.__code__.co_filename in files:
                self.functions[files[one.__code__.co_filename]].append(one)
            elif type(one) is functools._lru_cache_wrapper:  # noqa: SLF001 - what was worked out is to be forgotten
                self.caches.append(one)
        gc.freeze()

    def put_in(self, mutant: Mutant) -> None:
        """Change the functions of the module, or its values wherever they are known by a name."""
        file, functions = str(ROOT / mutant.path), self.functions[mutant.path]
        code = compile(mutant.tree, file, "exec")
        if mutant.function:
            made = {(one.co_qualname, one.co_firstlineno): one for one in codes_of(code)}
            for one in functions:
                key = (one.__code__.co_qualname, one.__code__.co_firstlineno)
                if key in made and made[key].co_freevars == one.__code__.co_freevars:
                    one.__code__ = made[key]
        else:
            _give_values(code, file, functions)
        for cache in self.caches:
            cache.cache_clear()


def _give_values(code: CodeType, file: str, functions: list[FunctionType]) -> None:
    modules = [one for one in list(sys.modules.values()) if isinstance(one, ModuleType)]
    own = next((vars(one) for one in modules if getattr(one, "__file__", None) == file), None)
    own = own if own is not None else functions[0].__globals__
    fresh = {"__name__": own["__name__"], "__file__": file}
    exec(code, fresh)  # noqa: S102 - our own module, changed
    for name, value in fresh.items():
        old = own.get(name)
        if isinstance(value, (type, FunctionType, ModuleType)) or name.startswith("__") or repr(old) == repr(value):
            continue
        if isinstance(old, dict) and isinstance(value, dict):
            old.clear()
            old.update(value)
            continue
        for space in [own, *map(vars, modules)]:
            for known in [known for known, what in list(space.items()) if what is old]:
                space[known] = value


def one_after_the_other(items: list[Any]) -> list[tuple[Any, Any]]:
    """Each with the one that follows, so that what a file has made for all its tests is not made again for each."""
    return list(zip(items, [*items[1:], None], strict=True))


class Hunt:
    """A plugin of pytest that runs the tests once as they are, and then forks for each change."""

    def __init__(self, paths: list[str], every: int, seconds: float) -> None:
        self.paths, self.every, self.seconds = paths, every, seconds
        self.made, self.noticed, self.survivors, self.untried = 0, 0, list[str](), 0
        self.failed = ""  # the first test that did

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed and not self.failed:
            self.failed = f"{report.nodeid}\n{report.longreprtext}"

    def pytest_runtestloop(self, session: Any) -> bool:
        items = list(session.items)
        callers, taken = self.listen(items)
        if self.failed:
            return True
        alive, until = Alive(self.paths), time.monotonic() + self.seconds
        changes = [one for path in self.paths for one in mutants_of(path)][:: self.every]
        for number, make in enumerate(changes):
            if time.monotonic() > until:
                self.untried = len(changes) - number
                break
            one = make()
            if one is None:
                continue
            asked = callers[one.path, one.function] if one.function else items
            asked = sorted(asked, key=lambda item: taken[item])
            self.made += 1
            if self.is_noticed(alive, one, asked, PATIENCE + 5 * sum(taken[item] for item in asked)):
                self.noticed += 1
            else:
                self.survivors.append(one.said + ("" if asked else " (no test comes here)"))
        return True

    def listen(self, items: list[Any]) -> tuple[dict[tuple[str, str], list[Any]], dict[Any, float]]:
        """Which test calls which function, and how long each takes."""
        files = {str(ROOT / path): path for path in self.paths}
        callers: dict[tuple[str, str], list[Any]] = defaultdict(list)
        taken: dict[Any, float] = {}
        for item, then in one_after_the_other(items):
            came: set[tuple[str, str]] = set()

            def heard(frame: Any, event: str, _: Any, came: set[tuple[str, str]] = came) -> None:
                if event == "call" and frame.f_code.co_filename in files:
                    outermost = frame.f_code.co_qualname.partition(".<locals>")[0]
                    came.add((files[frame.f_code.co_filename], outermost))

            began = time.monotonic()
            sys.setprofile(heard)
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=then)
            sys.setprofile(None)
            taken[item] = time.monotonic() - began
            for one in came:
                callers[one].append(item)
        return callers, taken

    def is_noticed(self, alive: Alive, mutant: Mutant, items: list[Any], patience: float) -> bool:
        sys.stdout.flush()
        child = os.fork()
        if child == 0:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.alarm(int(patience))
            code = 1
            try:
                alive.put_in(mutant)
                for item, then in one_after_the_other(items):
                    item.config.hook.pytest_runtest_protocol(item=item, nextitem=then)
                    if self.failed:
                        break
                else:
                    code = 0
            finally:
                os._exit(code)
        return os.waitpid(child, 0)[1] != 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", default=list(PARTS), help=" ".join(PARTS))
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="try no more after that time")
    parser.add_argument("--survivors", action="store_true")
    options = parser.parse_args()
    if len(options.parts) > 1:  # a process each: what one part loads would be in the way of the next
        told = [_told_by_another(part, options) for part in options.parts]
        print(json.dumps({name: value for one in told for name, value in one.items()}))
        return
    import pytest

    os.environ["CI"] = "true"  # hypothesis makes the same examples each time
    os.chdir(ROOT)
    sys.path.insert(0, str(ROOT))
    (part,) = options.parts
    paths, tests = PARTS[part]
    hunt = Hunt(paths, options.every, options.seconds)
    left_out = ["-k", LEFT_OUT[part]] if part in LEFT_OUT else []
    quiet = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    never = ["-p", "no:randomly", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:rerunfailures"]
    ended = pytest.main(
        ["-q", *never, "-m", "not slow and not e2e and not postgres", *left_out, *tests], plugins=[hunt]
    )
    os.dup2(quiet, 1)
    if ended:
        sys.exit(f"The tests fail as they are: {hunt.failed or ended}")
    score = {
        "made": hunt.made,
        "noticed": hunt.noticed,
        "untried": hunt.untried,
        "percent": round(100 * hunt.noticed / max(hunt.made, 1), 1),
    }
    print(json.dumps({part: {**score, **({"survivors": hunt.survivors} if options.survivors else {})}}))


def _told_by_another(part: str, options: argparse.Namespace) -> dict[str, Any]:
    import subprocess

    more = [
        "--every",
        str(options.every),
        "--seconds",
        str(options.seconds),
        *(["--survivors"] if options.survivors else []),
    ]
    command = [sys.executable, __file__, part, *more]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603 - this very script
    return dict(json.loads(ran.stdout.splitlines()[-1]))


if __name__ == "__main__":
    main()

"""What the big screen of a hall shows, chosen from where the event stands. Pure.

Somebody who has to find his seat comes before somebody who watches, and a public draw before both. Nobody has to while
a table of the round before still plays: then he who has finished waits for those who have not, and the hall sees them.
Rounds that were drawn ahead are shown one by one, the next first. What the director
pins, and what the address of a second screen asks for, comes first of all, as far as there is anything to show of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

BEFORE, DRAW, SEATING, ROUND, BETWEEN, FINAL, END = "before", "draw", "seating", "round", "between", "final", "end"
SCENES = (BEFORE, DRAW, SEATING, ROUND, BETWEEN, FINAL, END)
FINALS = ("final", "small_final")


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundFacts:
    """`status` as everybody sees it: a seating that only the director sees is `planned`; `unfinished`: how many of its
    tables still play.
    """

    number: int
    kind: str = "basic"
    status: str = "planned"
    unfinished: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class HallFacts:
    """`draw`: number of the round whose public draw is under way, 0 for none. `promised`: any draw was promised.

    `asked`: the scene of the address; `pinned`: that of the director. Either is empty, or anything.
    """

    status: str
    rounds: tuple[RoundFacts, ...] = ()
    draw: int = 0
    promised: bool = False
    pinned: str = ""
    asked: str = ""


@dataclass(frozen=True, slots=True)
class Scene:
    """`rounds`: the numbers of the rounds that it shows, the newest first."""

    code: str
    rounds: tuple[int, ...] = ()


def scene_of(now: HallFacts) -> Scene:
    """The scene that is shown."""
    for wanted in (now.asked, now.pinned):
        found = _wanted(now, wanted)
        if found is not None:
            return found
    return _by_itself(now)


def _by_itself(now: HallFacts) -> Scene:
    if now.status == "finished":
        return Scene(END)
    if now.status == "cancelled":
        return Scene(BEFORE)
    if now.draw:
        return Scene(DRAW, (now.draw,))
    published, running = _numbers(now, "published"), _numbers(now, "running")
    following = _following(published, running)
    if following and not _still_plays(now, before=following):
        return Scene(SEATING, (following,))
    if running:
        return _of_running(now, running)
    if not _numbers(now, "closed"):
        return Scene(BEFORE)
    return Scene(END if _is_played_out(now) else BETWEEN)


def _following(published: Sequence[int], running: Sequence[int]) -> int:
    """The next round whose seating waits for its start, 0 for none."""
    return min((number for number in published if number > max(running, default=0)), default=0)


def _still_plays(now: HallFacts, *, before: int) -> bool:
    """Whether a table still plays in a round before that one; a final and a small final are played side by side."""
    rounds = [round_ for round_ in now.rounds if round_.number < before and round_.kind not in FINALS]
    return any(round_.status == "running" and round_.unfinished for round_ in rounds)


def _of_running(now: HallFacts, running: tuple[int, ...]) -> Scene:
    kinds = {round_.number: round_.kind for round_ in now.rounds}
    return Scene(FINAL if any(kinds[number] in FINALS for number in running) else ROUND, running)


def _wanted(now: HallFacts, code: str) -> Scene | None:
    """The scene somebody wants; None if there is nothing to show of it."""
    published, running, closed = (_numbers(now, status) for status in ("published", "running", "closed"))
    seated = tuple(sorted((*published, *running), reverse=True))
    finals = tuple(round_.number for round_ in now.rounds if round_.kind in FINALS)
    if code in (BEFORE, BETWEEN, END):
        return Scene(code)
    if code == DRAW and (now.draw or now.promised):
        return Scene(DRAW, (now.draw or _next_to_draw(now),))
    if code == SEATING and seated:
        return Scene(SEATING, (_following(published, running) or seated[0],))
    if code == ROUND and (running or closed):
        return Scene(ROUND, running or closed[:1])
    if code == FINAL and (played := tuple(number for number in (*running, *closed) if number in finals)):
        return Scene(FINAL, played)
    return None


def _next_to_draw(now: HallFacts) -> int:
    """The round that was drawn last, if it is still to be played; else the one whose draw is next, or was the last."""
    started = max((round_.number for round_ in now.rounds if round_.status in ("running", "closed")), default=0)
    if drawn := [number for number in _numbers(now, "published") if number > started]:
        return drawn[0]
    ahead = [round_.number for round_ in now.rounds if round_.number > started]
    return min(ahead, default=started or 1)


def _is_played_out(now: HallFacts) -> bool:
    """A final is over and nothing is left to play."""
    return all(round_.status == "closed" for round_ in now.rounds) and any(
        round_.kind == "final" for round_ in now.rounds
    )


def _numbers(now: HallFacts, status: str) -> tuple[int, ...]:
    return tuple(sorted((round_.number for round_ in now.rounds if round_.status == status), reverse=True))


def wanted_of(address: str) -> Sequence[str]:
    """What `?show=` asks for: the scene, and of a seating which half. Two words are older than the scenes."""
    if address in ("names", "tables"):
        return SEATING, address
    return (address, "") if address in SCENES else ("", "")

"""What everybody is told of a round that follows the results: who came in, who was left out, why, and what is not so
any more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.facts.line_ups import PLAY_OFF, LineUp
from tournaments.texts.about_languages import name_order

EARLY: Any = _("It was seated before the basic rounds were over.")
CHANGED: Any = _("Since then somebody came or went by hand: that stands at the foot of the round's page.")
REASON: Any = _("The director's reason when it was seated: %(reason)s")
REASON_ABOUT: Any = _("The director's reason when it was seated, about %(nicks)s: %(reason)s")
THEN: Any = _("As it was then:")
NOW: Any = _("By the standings as they are now:")
SAME: Mapping[str, Any] = {
    "final": _("By the standings as they are now, the same players play."),
    "small_final": _("It is for who is not in the final: by the standings as they are now, the same players play."),
    "play_off": _("By the standings as they are now, the same players play."),
}
NO_TIE: Any = _("By the standings as they are now nobody is equal at the cut: this play-off decides nothing.")

TIED: Any = _("Equal at the cut, and no play-off has decided between them: %(nicks)s.")
OF_TIED: Any = _("Of these plays here: %(nicks)s.")
STOOD_IN: Any = _("Came into a basic round for somebody else, and takes a place: %(nicks)s.")
BY_REFEREE: Any = _("A place set by the referee does not count for who is in the final: %(nicks)s.")
ABSENT: Mapping[str, Any] = {
    "qualified": _("Qualified, but not checked in or not free to play when it was seated: %(nicks)s."),
    "equal": _("Equal at the cut, but not checked in or not free to play when it was seated: %(nicks)s."),
    "unplaced": _(
        "Took no place and was not checked in or not free to play when it was seated; "
        "otherwise would have qualified or been equal at the cut: %(nicks)s."
    ),
}
ABSENT_NOW: Mapping[str, Any] = {
    "qualified": _("Qualified, but not checked in: %(nicks)s."),
    "equal": _("Equal at the cut, but not checked in: %(nicks)s."),
    "unplaced": _(
        "Takes no place and is not checked in; otherwise would have qualified or been equal at the cut: %(nicks)s."
    ),
}
UNPLACED: Mapping[str, Any] = {
    "final": _("Takes no place; with one, would have qualified or been equal at the cut: %(nicks)s."),
    "basic": _("Took no place when it was seated, so stood behind all others: %(nicks)s."),
}
MOVED_UP: Any = _("Next in rank, so in the final: %(nicks)s.")
LEFT_OUT: Mapping[str, Any] = {
    "final": _("Qualified, and does not play: %(nicks)s."),
    "small_final": _("Missed the final, and does not play here: %(nicks)s."),
    "play_off": _("Equal at the cut, and does not play: %(nicks)s."),
}
LET_IN: Mapping[str, Any] = {
    "final": _("Plays without having qualified: %(nicks)s."),
    "small_final": _("Plays without having missed the final: %(nicks)s."),
    "play_off": _("Fills the table, with nothing to win: %(nicks)s."),
}


def people_in(line_up: LineUp) -> set[str]:
    """The keys of those who are named; nobody where the rank alone says who plays."""
    return {key for _said, keys in _parts(line_up, ABSENT) for key in keys}


def line_up_said(
    line_up: LineUp, nicks: Mapping[str, str], drawn: LineUp | None = None, reason: str = "", *, is_now: bool = False
) -> list[str]:
    """A sentence each, with everybody in the order of the nicks; nothing where the rank alone says who plays. `reason`:
    why others were seated, as `drawn`, than the rank says; `is_now`: it is said of who is here now, not when it was
    seated.
    """
    early = [str(EARLY)] if line_up.proposed.early else []
    said = [
        said % {"nicks": _named(keys, nicks)}
        for said, keys in _parts(line_up, ABSENT_NOW if is_now else ABSENT)
        if keys
    ]
    if not reason or drawn is None or line_up.is_by_rank:
        return [*early, *said]
    ends = "" if reason.endswith((".", "!", "?", "…")) else "."  # other sentences may follow
    why = {"reason": f"{reason}{ends}", "nicks": _named(drawn.explained, nicks)}
    if not drawn.explained:
        return [*early, REASON % why, *said]
    has_others = set(line_up.seated) != set(drawn.seated)  # for whom it was not given
    return [*early, *said, (REASON_ABOUT if has_others else REASON) % why]


def then_said(then: list[str]) -> list[str]:
    """The same where the standings are others since."""
    return [f"{THEN} {then[0]}", *then[1:]] if then else []


def now_said(line_up: LineUp, nicks: Mapping[str, str]) -> list[str]:
    """And what is said there of those who play by the standings as they are."""
    if line_up.kind == PLAY_OFF and not line_up.proposed.qualified:
        return [str(NO_TIE)]
    now = line_up_said(line_up, nicks, is_now=True)
    return [f"{NOW} {now[0]}", *now[1:]] if now else [str(SAME[line_up.kind])]


def _named(keys: Iterable[str], nicks: Mapping[str, str]) -> str:
    return ", ".join(sorted((nicks.get(key, key) for key in keys), key=name_order()))


def _parts(line_up: LineUp, absent: Mapping[str, Any]) -> list[tuple[Any, list[str]]]:
    return [
        (LET_IN.get(line_up.kind), line_up.let_in),
        (LEFT_OUT.get(line_up.kind), line_up.left_out),
        (absent["qualified"], line_up.absent),
        (absent["equal"], line_up.absent_equal),
        (MOVED_UP, line_up.moved_up),
        (TIED, list(line_up.proposed.tied)),
        (OF_TIED, line_up.of_tied),
        (STOOD_IN, list(line_up.proposed.stood_in)),
        (BY_REFEREE, list(line_up.proposed.by_referee)),
        (UNPLACED.get(line_up.kind), line_up.unplaced),
        (absent["unplaced"], line_up.absent_unplaced),
    ]

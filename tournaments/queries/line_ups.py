"""What is told of who plays a round that follows the results, from the draw that seated it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from itertools import chain
from typing import Any

from tournaments.facts.line_ups import Due, LineUp, stored_line_up
from tournaments.models import Event, Occupant, Registration, Round, RoundKind, RoundStatus, hides_standings
from tournaments.projections import TIERS
from tournaments.queries.draw_history import players_to_seat
from tournaments.queries.finals import FINALS, proposed, tied_before
from tournaments.texts.about_line_ups import CHANGED, line_up_said, now_said, people_in, then_said


def line_up_of(
    event: Event, kind: str, draw: Mapping[str, Any] | None, nicks: Mapping[str, str] | None = None
) -> list[str]:
    """Who plays though the rank does not say so, who does not, and why; a sentence each, and none where it says so.

    `draw`: its `round`, `proposed`, `seated` and `reason`; `changed`: somebody came or went by hand since, so others
    play; `outdated`: the standings are others since; `edits`, where what was changed by hand stands beside it, else it
    is said where that stands. Of a draw before it was kept who was to play nothing is told, and nothing of standings
    that are hidden.

    No statement where nobody is named or the `nicks` are at hand, else one, and one where others play; of what is
    outdated as many as the standings need.
    """
    if not draw:
        return []
    said: list[str] = []
    seated = as_drawn = tuple(chain.from_iterable(draw["seated"] or ()))
    if draw["changed"] and kind != RoundKind.BASIC:
        sitting = Occupant.objects.sitting().filter(round=draw["round"])
        seated = tuple(sitting.values_list("registration__key", flat=True))
    if draw["proposed"]:
        drawn = stored_line_up(kind, draw["proposed"], as_drawn)
        reason = "" if drawn.is_by_rank else draw["reason"]  # else it says why the round was seated again, and no more
        now = replace(drawn, seated=seated)
        people = {*people_in(now), *(drawn.explained if reason else ())}
        said = line_up_said(now, _nicks(event, people) if nicks is None else nicks, drawn, reason)
    if draw["outdated"]:
        now_too = () if hides_standings(event) else _now(event, kind, draw["round"], seated, nicks)
        said = [*then_said(said), *now_too]
    elsewhere = draw["changed"] and "edits" not in draw and (said or draw["proposed"])
    return [*said, str(CHANGED)] if elsewhere else said


def line_ups_of(event: Event, final: Mapping[str, Any], beside: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The same for the pages of an event: of each play-off, of the final and of each small final its `kind`, its
    `line_up`, and whether it is `outdated`. `final`, `beside`: draws as above. Statements as there, for each.
    """
    draws = sorted([{**final, "kind": RoundKind.FINAL.value}, *beside], key=lambda draw: FINALS.index(draw["kind"]))
    return [{**draw, "line_up": line_up_of(event, draw["kind"], draw)} for draw in draws]


def _now(event: Event, kind: str, round_: int, seated: tuple[str, ...], nicks: Mapping[str, str] | None) -> list[str]:
    """What is said of these players by the standings as they are. Who plays is here; what a play-off that is over has
    settled stays so.
    """
    if kind == RoundKind.BASIC:
        return []
    here = {*(registration.key for registration in players_to_seat(event)), *seated}
    if kind in TIERS:
        due = replace(proposed(event, here)[1][kind], early=False)
    else:
        open_ = Round.objects.filter(pk=round_).exclude(status=RoundStatus.CLOSED)
        if (number := open_.values_list("number", flat=True).first()) is None:
            return []
        tied = tied_before(event, number)
        away = tuple(key for key in tied if key not in here)
        due = Due(qualified=tied, away=away, due=tuple(key for key in tied if key in here))
    line_up = LineUp(kind, due, seated)
    return now_said(line_up, _nicks(event, people_in(line_up)) if nicks is None else nicks)


def _nicks(event: Event, people: Collection[str]) -> dict[str, str]:
    named = Registration.objects.filter(event=event, key__in=people).values_list("key", "nick") if people else ()
    return dict(named)

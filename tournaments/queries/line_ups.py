"""What is told of who plays a round that follows the results, from the draw that seated it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import chain
from typing import Any

from tournaments.facts.line_ups import LineUp, stored_line_up
from tournaments.models import Event, Occupant, Registration, RoundKind
from tournaments.projections import TIERS
from tournaments.queries.draw_history import players_to_seat
from tournaments.queries.finals import FINALS, proposed
from tournaments.texts.about_line_ups import CHANGED, line_up_said, outdated_said, people_in


def line_up_of(
    event: Event, kind: str, draw: Mapping[str, Any] | None, nicks: Mapping[str, str] | None = None
) -> list[str]:
    """Who plays though the rank does not say so, who does not, and why; a sentence each, and none where it says so.

    `draw`: its `round`, `proposed`, `seated` and `reason`; `changed`: somebody came or went by hand since, so others
    play; `outdated`: the standings are others since; `edits`, where what was changed by hand stands beside it, else it
    is said where that stands. Of a draw before it was kept who was to play nothing is told.

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
        said = _said(event, replace(drawn, seated=seated), nicks, drawn, reason)
    if draw["outdated"]:
        said = outdated_said(said, _now(event, kind, seated, nicks) if kind in TIERS else None)
    elsewhere = draw["changed"] and "edits" not in draw and (said or draw["proposed"])
    return [*said, str(CHANGED)] if elsewhere else said


def line_ups_of(event: Event, final: Mapping[str, Any], beside: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The same for the pages of an event: of each play-off, of the final and of each small final its `kind`, its
    `line_up`, and whether it is `outdated`. `final`, `beside`: draws as above. Statements as there, for each.
    """
    draws = sorted([{**final, "kind": RoundKind.FINAL.value}, *beside], key=lambda draw: FINALS.index(draw["kind"]))
    return [{**draw, "line_up": line_up_of(event, draw["kind"], draw)} for draw in draws]


def _said(
    event: Event,
    line_up: LineUp,
    nicks: Mapping[str, str] | None,
    drawn: LineUp | None = None,
    reason: str = "",
    *,
    is_now: bool = False,
) -> list[str]:
    people = {*people_in(line_up), *(drawn.explained if drawn and reason else ())} if nicks is None else ()
    named = Registration.objects.filter(event=event, key__in=people).values_list("key", "nick") if people else ()
    return line_up_said(line_up, nicks or dict(named), drawn, reason, is_now=is_now)


def _now(event: Event, kind: str, seated: tuple[str, ...], nicks: Mapping[str, str] | None) -> list[str]:
    """What would be said of a final with these players by the standings as they are. Who plays it is here."""
    here = {registration.key for registration in players_to_seat(event)}
    due = replace(proposed(event, {*here, *seated})[1][kind], early=False)
    return _said(event, LineUp(kind, due, seated), nicks, is_now=True)

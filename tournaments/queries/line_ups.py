"""What is told of the line-up of a final, small final or play-off, from the draw that seated it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import Any

from tournaments.facts.line_ups import stored_line_up
from tournaments.models import Event, Registration
from tournaments.texts.about_line_ups import CHANGED, line_up_said, people_in


def line_up_of(
    event: Event, kind: str, draw: Mapping[str, Any] | None, nicks: Mapping[str, str] | None = None
) -> list[str]:
    """Who plays though the rank does not say so, who does not, and why; a sentence each, and none where it says so.

    `draw`: its `proposed`, `seated`, `reason` and `changed`: somebody came or went by hand since; of a draw before that
    was kept nothing is told. No statement where nobody is named or the `nicks` are at hand, else one.
    """
    if not draw or not draw["proposed"]:
        return []
    line_up = stored_line_up(kind, draw["proposed"], chain.from_iterable(draw["seated"]))
    people = people_in(line_up) if nicks is None else ()
    named = Registration.objects.filter(event=event, key__in=people).values_list("key", "nick") if people else ()
    said = line_up_said(line_up, nicks or dict(named), draw["reason"])
    return [*said, str(CHANGED)] if draw["changed"] else said

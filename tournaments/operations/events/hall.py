"""What the director puts on the screens of the hall."""

from __future__ import annotations

from datetime import datetime

from games.rules.refusals import Refused
from tournaments import lifecycle
from tournaments.models import LONGEST_LINE, Account, Event, HallScreen
from tournaments.operations.acting import act_on
from tournaments.scenes import SCENES


def put_on_screen(*, event: Event, scene: str, line: str, by: Account, now: datetime) -> HallScreen:
    """Pin a scene, or let the screens follow the evening (""), and write a line on them, or none.

    When the event is finished too: the winners stand there still. Raises Refused `unknown_scene`.
    """
    with act_on(event, by=by, now=now, even=lifecycle.FINISHED) as act:
        if scene and scene not in SCENES:
            raise Refused("unknown_scene")
        screen, _ = HallScreen.objects.get_or_create(event=event)
        old = {"scene": screen.scene}
        screen.scene, screen.line = scene, line.strip()[:LONGEST_LINE]
        screen.save(update_fields=["scene", "line"])
        act.note("screen_set", old=old, new={"scene": scene, "texts": ["line"] if screen.line else []})
        return screen

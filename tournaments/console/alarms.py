"""What of the site itself whoever directs has to know: its clock stands still, or its last backup is old."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from tournaments.operations.upkeep import heartbeat


def alarms(now: datetime) -> list[str]:
    """Sentences, the worse one first; none as a rule."""
    mark = heartbeat.last()
    found = []
    if mark.clock(now) == "late":
        found.append(
            _(
                "The clock of this site stands still. Nothing happens at its time, letters wait and no backup is taken "
                "until whoever runs the site has started its worker again; deals are recorded as ever."
            )
        )
    if mark.backup(now) == "none":
        found.append(_("There is no backup of this site yet. Whoever runs it has to look why."))
    elif mark.backup(now) == "old":
        found.append(
            _("The last backup of this site is more than a day old. Whoever runs it has to look why none is taken.")
        )
    elif mark.backup(now) == "alone":
        found.append(
            _(
                "The backups of this site do not get to their second place: they lie on the disk that may die. Whoever "
                "runs it has to look why; it is tried again every ten minutes."
            )
        )
    return found

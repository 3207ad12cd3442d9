"""The snapshots that were taken before dangerous acts, and the command that leads back."""

from __future__ import annotations

from django.http import HttpResponse

from tournaments.acts.visit import Visit
from tournaments.operations.upkeep import snapshots as operations
from tournaments.queries.names import names_of
from tournaments.texts.about_journal import act_text
from tournaments.union.face import union


@union.page("snapshots/", right="union.journal", name="snapshots")
def snapshots(visit: Visit) -> HttpResponse:
    """When, before which act, whose, and how to go back. They are made and read on the server alone."""
    found = operations.snapshots()
    names = names_of(one.by for one in found)
    lines = [
        {"at": one.at, "act": act_text(one.act), "who": names.get(one.by, one.by), "name": one.name, "size": one.size}
        for one in found
    ]
    values = {
        "tab": "journal",
        "lines": lines,
        "are_taken": operations.are_taken(),
        "acts": [act_text(code) for code in operations.DANGEROUS],
        "most": operations.MOST,
        "days": operations.KEPT.days,
    }
    return visit.page("union/snapshots.html", values)

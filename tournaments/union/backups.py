"""The backups that the site has taken by itself, and the command that leads back."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.http import HttpResponse

from tournaments.acts.visit import Visit
from tournaments.operations.upkeep import kept_backups
from tournaments.queries.names import names_of
from tournaments.texts.about_journal import act_text, reason_text
from tournaments.union.face import union


@union.page("backups/", right="union.journal", name="backups")
def backups(visit: Visit) -> HttpResponse:
    """When, why or before which act, whose, and how to go back. They are made and read on the server alone."""
    found = kept_backups.kept_backups()
    names = names_of(one.by for one in found)
    lines = [
        {
            "at": one.at,
            "why": reason_text(one.why),
            "who": names.get(one.by, ""),
            "path": _from_here(one.path),
            "size": one.size,
        }
        for one in found
    ]
    values = {
        "tab": "journal",
        "lines": lines,
        "has_second_place": bool(settings.BACKUP_TO),
        "second_place": kept_backups.second_place(),
        "why_not_brought": kept_backups.why_not_brought(),
        "acts": [act_text(code) for code in kept_backups.DANGEROUS],
        "most": kept_backups.MOST,
        "days": kept_backups.KEPT.days,
    }
    return visit.page("union/backups.html", values)


def _from_here(path: Path) -> Path:
    """The file as one names it where `./run` is."""
    return path.relative_to(settings.BASE_DIR) if path.is_relative_to(settings.BASE_DIR) else path

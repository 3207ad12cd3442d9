"""The pages of the union's offices: nothing of them is kept by a browser, and each knows its reader's offices."""

from __future__ import annotations

from typing import Any

from tournaments import access
from tournaments.acts.face import Face
from tournaments.acts.visit import Visit


def _context(visit: Visit) -> dict[str, Any]:
    return {"section": "me", "offices": access.offices_of(visit.by)}


union = Face("union", context=_context, no_store=True)

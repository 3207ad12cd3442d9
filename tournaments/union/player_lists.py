"""A list of players from a spreadsheet into the union: by its office everywhere, by an officer for his federation."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext_lazy as _

from games.rules.refusals import Refused
from tournaments.acts.face import Values
from tournaments.acts.visit import UNPROCESSABLE, Visit
from tournaments.exchange.people_file import MOST_BYTES, MOST_ROWS
from tournaments.models import Federation
from tournaments.operations.files import people_lists
from tournaments.operations.files.people_lists import Scope
from tournaments.operations.files.people_uploads import people_in
from tournaments.operations.upkeep import kept_backups
from tournaments.texts.about_ranking import rows_said
from tournaments.union.face import union

TAKEN = _("New players: %(new)d. Known players who got a club or an account: %(added)d.")


@union.page("list/", right="players.take_in")
def player_list(visit: Visit) -> HttpResponse:
    """The form for a list of the union's office."""
    return _page(Scope(), visit)


@union.act(
    "list/",
    right="players.take_in",
    page=player_list,
    wanted=_("Taking in a list of players"),
    done=TAKEN,
    code="union:player_list",
)
def take_people(visit: Visit) -> Values:
    """Take a list into the union: first it is tried, then what was tried is taken in."""
    return _try_or_take(Scope(), visit)


@union.page("federations/<str:country>/list/", right="federation.run")
def federation_player_list(federation: Federation, visit: Visit) -> HttpResponse:
    """The form for a list of the players of a federation."""
    return _page(Scope(federation=federation), visit)


@union.act(
    "federations/<str:country>/list/",
    right="federation.run",
    page=federation_player_list,
    wanted=_("Taking in a list of players"),
    done=TAKEN,
    code="union:federation_player_list",
)
def take_federation_people(federation: Federation, visit: Visit) -> Values:
    """The same by an officer, for the clubs of his federation."""
    return _try_or_take(Scope(federation=federation), visit)


def _try_or_take(scope: Scope, visit: Visit) -> Values:
    if "list" not in visit.sent:
        return _tried(scope, visit)
    rows = people_lists.unsealed(visit.sent.get("list", ""), scope, by=visit.by)
    kept_backups.before("people_taken_in", by=visit.by, now=visit.now)
    taken = people_lists.take_people(rows, scope, by=visit.by, now=visit.now)
    return {"new": taken.new, "added": taken.added}


def _tried(scope: Scope, visit: Visit) -> HttpResponse:
    """What would become of each row of a file or of cells. Nothing was asked for yet, so no refusal is noted."""
    values: dict[str, Any] = {}
    try:
        file = people_in(visit.request.FILES.get("file"), visit.sent.get("pasted", ""))
    except Refused as refused:
        visit.explain(refused)
    else:
        checked = people_lists.check_people(file.rows, scope, now=visit.now)
        is_fine = not any(row.faults for row in checked)
        sealed = people_lists.sealed(file.rows, scope, by=visit.by) if is_fine else ""
        values = {"rows": rows_said(checked), "left_out": file.left_out, "is_fine": is_fine, "sealed": sealed}
    answer = _page(scope, visit, values)
    answer.status_code = 200 if values.get("is_fine") else UNPROCESSABLE
    return answer


def _page(scope: Scope, visit: Visit, tried: dict[str, Any] | None = None) -> HttpResponse:
    values = {
        "tab": "federations" if scope.federation else "list",
        "here": visit.request.path,
        "federation": scope.federation,
        "most_bytes": MOST_BYTES,
        "most_rows": MOST_ROWS,
        **(tried or {}),
    }
    return visit.page("union/player_list.html", values)

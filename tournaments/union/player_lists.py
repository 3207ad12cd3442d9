"""A list of players from a spreadsheet into the union: by its office everywhere, by an officer for his federation."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.rules.refusals import Refused
from tournaments import access
from tournaments.exchange.people_file import MOST_BYTES, MOST_ROWS
from tournaments.models import Account
from tournaments.operations.files.people_lists import Scope, check_people, sealed, take_people, unsealed
from tournaments.operations.files.people_uploads import people_in
from tournaments.texts.about_ranking import rows_said
from tournaments.union.answers import acted, address, page, signed_in


@require_http_methods(["GET", "HEAD", "POST"])
def of_union(request: HttpRequest) -> HttpResponse:
    """By the union's office."""
    account = signed_in(request)
    access.prove(account, "players.take_in")
    return _answer(request, account, Scope(), address("player_list"))


@require_http_methods(["GET", "HEAD", "POST"])
def of_federation(request: HttpRequest, country: str) -> HttpResponse:
    """By an officer, for the clubs of his federation."""
    account = signed_in(request)
    federation = access.federation_for(account, country, "federation.run")
    return _answer(request, account, Scope(federation=federation), address("federation_player_list", country))


def _answer(request: HttpRequest, account: Account, scope: Scope, here: str) -> HttpResponse:
    """POST of a file or of cells tries it; POST of what was tried takes it in."""
    now = timezone.now()
    if request.method != "POST":
        return _page(request, scope, here)
    if "list" not in request.POST:
        try:
            file = people_in(request.FILES.get("file"), request.POST.get("pasted", ""))
        except Refused as refusal:
            return _page(request, scope, here, refusal=refusal, status=422)
        checked = check_people(file.rows, scope, now=now)
        is_fine = not any(one.faults for one in checked)
        values = {
            "rows": rows_said(checked),
            "left_out": file.left_out,
            "is_fine": is_fine,
            "sealed": sealed(file.rows, scope, by=account) if is_fine else "",
        }
        return _page(request, scope, here, values, status=200 if is_fine else 422)

    def act() -> str:
        taken = take_people(unsealed(request.POST["list"], scope, by=account), scope, by=account, now=now)
        return _("New players: %(new)d. Known players who got a club or an account: %(added)d.") % {
            "new": taken.new,
            "added": taken.added,
        }

    return acted(request, act, to=here, refused=lambda refusal: _page(request, scope, here, refusal=refusal))


def _page(
    request: HttpRequest,
    scope: Scope,
    here: str,
    values: dict[str, Any] | None = None,
    refusal: Refused | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    context = {
        "tab": "federations" if scope.federation else "list",
        "here": here,
        "federation": scope.federation,
        "most_bytes": MOST_BYTES,
        "most_rows": MOST_ROWS,
        **(values or {}),
    }
    return page(request, "player_list", context, refusal, status=status)

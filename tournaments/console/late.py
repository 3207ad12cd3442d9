"""Somebody leaves or comes between draw and start: what that moves is shown first, then done.

The same engine finds the seating for the preview and for the act, and nothing in it is left to chance: what was shown
is what is done, or the seating was changed meanwhile, and that is said.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST

from games.rules.refusals import Refused
from tournaments import access
from tournaments.console.answers import Refusal, acted, address, page, reason_in, refusal_of, signed_in
from tournaments.console.rounds import show_round
from tournaments.models import Registration, Round
from tournaments.operations.evening import reseating as operations
from tournaments.operations.seating.arranging import ARRANGED
from tournaments.queries import reseating as queries
from tournaments.queries.seating import seating_of

MOST = 50  # who leave together


@require_GET
def late(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Choose who leaves or who came late; then what would happen."""
    return late_page(request, slug, number)


def late_page(request: HttpRequest, slug: str, number: int, refusal: Refusal | None = None) -> HttpResponse:
    round_ = access.round_for(signed_in(request), slug, number, "event.draw")
    if round_.status not in ARRANGED:
        step = Refused("round_step", before=round_.status, after="drawn")
        return show_round(request, slug, number, refusal or refusal_of(step, "late"))
    asked = request.POST if request.method == "POST" else request.GET
    leaving, newcomer = _people(round_, asked.getlist("leaving")), _people(round_, asked.getlist("newcomer"))
    values: dict[str, Any] = {
        "tab": "rounds",
        "round": round_,
        "tables": seating_of(round_),
        "late_comers": queries.late_comers(round_),
        "leaving": leaving,
        "leaving_keys": [one.key for one in leaving],
        "newcomer": newcomer[0] if newcomer else None,
        "reason": asked.get("reason", "")[:500],
    }
    try:
        if leaving:
            values["proposal"] = queries.without(round_, leaving)
        elif newcomer:
            values["proposal"] = queries.with_newcomer(round_, newcomer[0])
            values["place"] = values["proposal"].seats[newcomer[0].key]
    except Refused as refused:
        refusal = refusal or refusal_of(refused, "late")
    return page(request, "late", round_.event, values, refusal)


@require_POST
def leave(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Withdraw who leaves, and close up behind them."""
    account = signed_in(request)
    round_ = access.round_for(account, slug, number, "event.draw")
    leaving = _people(round_, request.POST.getlist("leaving"))

    def act() -> str:
        found = operations.reseat_without(
            round_=round_,
            leaving=leaving,
            mark=request.POST.get("mark", ""),
            by=account,
            now=timezone.now(),
            reason=reason_in(request),
        )
        nicks = ", ".join(one.nick for one in leaving)
        left = _("%(nicks)s left.") % {"nicks": nicks}
        return f"{left} {moved_text(found)}"

    return _acted(request, slug, number, act)


@require_POST
def come(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Give who came late a seat."""
    account = signed_in(request)
    round_ = access.round_for(account, slug, number, "event.draw")
    newcomers = _people(round_, request.POST.getlist("newcomer"))

    def act() -> str:
        if not newcomers:
            raise Refused("nobody_to_seat")
        found = operations.seat_late_comer(
            round_=round_, newcomer=newcomers[0], mark=request.POST.get("mark", ""), by=account, now=timezone.now()
        )
        seat = found.seats[newcomers[0].key]
        said = _("%(nick)s sits at table %(table)s, seat %(seat)s.")
        return f"{said % {'nick': newcomers[0].nick, 'table': seat[:-1], 'seat': seat[-1]}} {moved_text(found)}"

    return _acted(request, slug, number, act)


def moved_text(proposal: queries.Proposal) -> str:
    """How many others change seats."""
    n = len(proposal.moves)
    if not n:
        return _("Nobody else moves.")
    return ngettext("%(n)d other player changes seats.", "%(n)d other players change seats.", n) % {"n": n}


def _acted(request: HttpRequest, slug: str, number: int, act: Any) -> HttpResponse:
    return acted(
        request,
        act,
        to=address("round", slug, number) + "#tables",
        refused=lambda refused: late_page(request, slug, number, refusal_of(refused, "late")),
    )


def _people(round_: Round, keys: list[str]) -> list[Registration]:
    keys = [key for key in keys[:MOST] if "\x00" not in key]  # PostgreSQL has none
    rows = Registration.objects.filter(event=round_.event, key__in=keys).select_related("club")
    return list(rows.order_by("position", "pk"))

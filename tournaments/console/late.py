"""Somebody leaves or comes between draw and start: what that moves is shown first, then done.

The same engine finds the seating for the preview and for the act, and nothing in it is left to chance: what was shown
is what is done, or the seating was changed meanwhile, and that is said.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse, QueryDict
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.rules.refusals import Refused
from tournaments.acts.face import Values
from tournaments.acts.visit import Visit
from tournaments.console.face import desk
from tournaments.console.rounds import knows_as_it_was, round_page, tables_of
from tournaments.models import Registration, Round
from tournaments.operations.evening import reseating as operations
from tournaments.operations.seating.arranging import refuse_fixed
from tournaments.queries import reseating as queries
from tournaments.queries.draw_history import drawn_after
from tournaments.queries.seating import seating_of

MOST = 50  # who leave together


@desk.page("<slug:slug>/round/<int:number>/late/", right="event.draw")
def late(round_: Round, visit: Visit) -> HttpResponse:
    """Choose who leaves or who came late; then what would happen."""
    try:
        refuse_fixed(round_)
    except Refused as refused:
        visit.explain(refused)
        return round_page(round_, visit)
    asked = visit.sent or visit.request.GET
    values = {
        "tab": "rounds",
        "event": round_.event,
        "round": round_,
        "tables": seating_of(round_),
        "drawn_after": drawn_after(round_),
        "late_comers": queries.late_comers(round_, now=visit.now),
        "reason": asked.get("reason", "")[:500],
    }
    return visit.page("console/late.html", {**values, **_asked_about(round_, asked, visit)})


def _asked_about(round_: Round, asked: QueryDict, visit: Visit) -> dict[str, Any]:
    """Who leaves or who came, and what that would move."""
    leaving, newcomers = _people(round_, asked.getlist("leaving")), _people(round_, asked.getlist("newcomer"))
    newcomer = newcomers[0] if newcomers else None
    values: dict[str, Any] = {
        "leaving": leaving,
        "leaving_keys": [player.key for player in leaving],
        "newcomer": newcomer,
    }
    try:
        if leaving:
            values["proposal"] = queries.without(round_, leaving)
        elif newcomer:
            values["proposal"] = queries.with_newcomer(round_, newcomer)
            values["place"] = values["proposal"].seats[newcomer.key]
    except Refused as refused:
        visit.explain(refused)
    return values


@desk.act(
    "<slug:slug>/round/<int:number>/late/leaving/",
    right="event.draw",
    page=late,
    to=tables_of,
    wanted=_("Taking somebody out of a drawn round"),
    code="desk:leave_round",
)
def reseat_without(round_: Round, visit: Visit) -> Values:
    """Withdraw who leaves, and close up behind them."""
    leaving = _people(round_, visit.sent.getlist("leaving"))
    mark, reason = visit.text("mark"), visit.text("reason", most=500)
    found = operations.reseat_without(
        round_=round_, leaving=leaving, mark=mark, by=visit.by, now=visit.now, reason=reason
    )
    left = gettext("%(nicks)s left.") % {"nicks": ", ".join(player.nick for player in leaving)}
    return f"{left} {moved_text(found)} {knows_as_it_was(round_)}".strip()


@desk.act(
    "<slug:slug>/round/<int:number>/late/newcomers/",
    right="event.draw",
    page=late,
    to=tables_of,
    wanted=_("Seating somebody in a drawn round"),
    code="desk:join_round",
)
def seat_late_comer(round_: Round, visit: Visit) -> Values:
    """Give who came late a seat."""
    newcomers = _people(round_, visit.sent.getlist("newcomer"))
    if not newcomers:
        raise Refused("nobody_to_seat")
    newcomer, mark = newcomers[0], visit.text("mark")
    found = operations.seat_late_comer(round_=round_, newcomer=newcomer, mark=mark, by=visit.by, now=visit.now)
    seat = found.seats[newcomer.key]
    said = gettext("%(nick)s sits at table %(table)s, seat %(seat)s.")
    sits = said % {"nick": newcomer.nick, "table": seat[:-1], "seat": seat[-1]}
    return f"{sits} {moved_text(found)} {knows_as_it_was(round_)}".strip()


def moved_text(proposal: queries.Proposal) -> str:
    """How many others change seats."""
    n = len(proposal.moves)
    if not n:
        return gettext("Nobody else moves.")
    return ngettext("%(n)d other player changes seats.", "%(n)d other players change seats.", n) % {"n": n}


def _people(round_: Round, keys: list[str]) -> list[Registration]:
    keys = [key for key in keys[:MOST] if "\x00" not in key]  # PostgreSQL has none
    rows = Registration.objects.filter(event=round_.event, key__in=keys).select_related("club")
    return list(rows.order_by("position", "pk"))

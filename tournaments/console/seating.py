"""Seats changed by hand before the start: swaps tried out with their faults, kept in one go, or back to the draw.

What is tried out stands in the address: the swaps, and the mark of the seating they start from. A page that is loaded
again has forgotten nothing, the browser's way back takes a swap back, and without scripts two ticked seats and a
button do what dragging does. Scripts only ask for the same page (`part=1`: the changing part of it) and judge nothing.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.rules.refusals import Refused
from tournaments.acts.face import Values
from tournaments.acts.visit import Visit
from tournaments.console.face import desk
from tournaments.console.rounds import knows_as_it_was, round_page, tables_of
from tournaments.console.sentences import RULES, rules_shown
from tournaments.models import Round, RoundKind
from tournaments.operations.seating import arranging
from tournaments.projections import regulations_of
from tournaments.queries.draw_history import drawn_after
from tournaments.queries.seating import Seating, Swap, judged_seating, parse_swaps, swaps_text, with_swap

LONGEST = 4000  # characters of swaps in an address


@desk.page("<slug:slug>/round/<int:number>/seats/", right="event.draw")
def seats(round_: Round, visit: Visit) -> HttpResponse:
    """The seating with the swaps that are being tried out; after a refusal as it is stored."""
    try:
        arranging.refuse_fixed(round_)
    except Refused as refused:
        visit.explain(refused)
        return round_page(round_, visit)
    swaps, picked = ((), "") if visit.refusal else _tried(visit)
    seating = judged_seating(round_, swaps)
    if swaps and visit.request.GET.get("mark", "") != seating.mark:
        visit.explain(Refused("seating_changed"))
        swaps, seating = (), judged_seating(round_)
    is_part = visit.request.GET.get("part") == "1"
    template = "console/parts/seats.html" if is_part else "console/seats.html"
    return visit.page(template, _values(round_, seating, swaps, picked))


@desk.act(
    "<slug:slug>/round/<int:number>/seats/",
    right="event.draw",
    page=seats,
    to=tables_of,
    wanted=_("Changing seats by hand"),
    code="desk:seats",
)
def swap_seats(round_: Round, visit: Visit) -> Values:
    """Keep the swaps that were tried out."""
    swaps = parse_swaps(visit.sent.get("swaps", "")[:LONGEST])
    mark, reason = visit.text("mark"), visit.text("reason", most=500)
    n = arranging.swap_seats(round_=round_, swaps=swaps, mark=mark, by=visit.by, now=visit.now, reason=reason)
    said = ngettext("%(n)d swap is saved.", "%(n)d swaps are saved.", n) % {"n": n}
    return f"{said} {knows_as_it_was(round_)}".strip()


@desk.act(
    "<slug:slug>/round/<int:number>/seats/drawn/",
    right="event.draw",
    page=round_page,
    to=tables_of,
    wanted=_("Going back to the draw"),
)
def restore_draw(round_: Round, visit: Visit) -> Values:
    """Seat everybody again as the engine drew it."""
    mark, reason = visit.text("mark"), visit.text("reason", most=500)
    drawn = arranging.restore_draw(round_=round_, mark=mark, by=visit.by, now=visit.now, reason=reason)
    said = gettext("Everybody sits again as attempt %(n)s was drawn.") % {"n": drawn.attempt}
    return f"{said} {knows_as_it_was(round_)}".strip()


def _tried(visit: Visit) -> tuple[tuple[Swap, ...], str]:
    """The swaps of the address with the two seats that were picked now; one alone stays picked."""
    asked = visit.request.GET
    swaps = parse_swaps(asked.get("swaps", "")[:LONGEST])[: arranging.MOST_SWAPS]
    picks = asked.getlist("pick")[:3]
    if len(picks) == 2 and picks[0] != picks[1]:
        return with_swap(swaps, *picks), ""
    return swaps, picks[0] if len(picks) == 1 else ""


def _values(round_: Round, seating: Seating, swaps: tuple[Swap, ...], picked: str) -> dict[str, Any]:
    return {
        "tab": "rounds",
        "event": round_.event,
        "round": round_,
        "seating": seating,
        "rules": rules_shown(seating) if round_.kind == RoundKind.BASIC else [],
        "forbidden": _forbidden(round_, seating),
        "swaps": swaps_text(swaps),
        "all_but_last": swaps_text(swaps[:-1]),
        "picked": picked,
        "said": _said(seating),
        "drawn_after": drawn_after(round_),
    }


def _forbidden(round_: Round, seating: Seating) -> list[str]:
    """Rules that nothing may break at this event, and that are broken here."""
    if round_.kind != RoundKind.BASIC:
        return []
    regulations = regulations_of(round_.event)
    required = {"club_pairs": regulations.clubs_apart, "country_pairs": regulations.countries_apart}
    strict = {"forbidden_pairs", *(name for name, wanted in required.items() if wanted == "require")}
    return [str(RULES[rule.name]) for rule in seating.rules if rule.name in strict and rule.value]


def _said(seating: Seating) -> str:
    """What the last swap has done, for who does not see the page."""
    if not seating.swapped:
        return gettext("Nothing is changed now.")
    first, second = seating.swapped[-1]
    swapped = gettext("%(first)s and %(second)s have changed seats.") % {"first": first, "second": second}
    faults = [f"{rule['name']}: {rule['value']}" for rule in rules_shown(seating) if rule["change"]]
    return f"{swapped} {'; '.join(faults)}".strip()

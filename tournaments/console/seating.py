"""Seats changed by hand before the start: swaps tried out with their faults, kept in one go, or back to the draw.

What is tried out stands in the address: the swaps, and the mark of the seating they start from. A page that is loaded
again has forgotten nothing, the browser's way back takes a swap back, and without scripts two ticked seats and a
button do what dragging does. Scripts only ask for the same page (`part=1`: the changing part of it) and judge nothing.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from games.rules.refusals import Refused
from tournaments import access
from tournaments.console.answers import Refusal, acted, address, page, reason_in, refusal_of, signed_in
from tournaments.console.rounds import show_round
from tournaments.console.words import RULES, rules_shown
from tournaments.models import Round, RoundKind
from tournaments.operations.seating import arranging
from tournaments.projections import regulations_of
from tournaments.queries.seating import Seating, Swap, judged_seating, parse_swaps, swaps_text, with_swap

LONGEST = 4000  # characters of swaps in an address


@require_http_methods(["GET", "POST"])
def seats(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Try swaps out (GET), keep them (POST)."""
    if request.method == "GET":
        return seats_page(request, slug, number)
    account = signed_in(request)
    round_ = access.round_for(account, slug, number, "event.draw")
    swaps = parse_swaps(request.POST.get("swaps", "")[:LONGEST])
    mark, reason = request.POST.get("mark", ""), reason_in(request)

    def act() -> str:
        n = arranging.swap_seats(round_=round_, swaps=swaps, mark=mark, by=account, now=timezone.now(), reason=reason)
        return ngettext("%(n)d swap is saved.", "%(n)d swaps are saved.", n) % {"n": n}

    return acted(
        request,
        act,
        to=address("round", slug, number) + "#tables",
        refused=lambda refused: seats_page(request, slug, number, refusal_of(refused, "seats")),
    )


@require_POST
def restore(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Seat everybody again as the engine drew it."""
    account = signed_in(request)
    round_ = access.round_for(account, slug, number, "event.draw")
    mark, reason = request.POST.get("mark", ""), reason_in(request)

    def act() -> str:
        drawn = arranging.restore_draw(round_=round_, mark=mark, by=account, now=timezone.now(), reason=reason)
        return _("Everybody sits again as attempt %(n)s was drawn.") % {"n": drawn.attempt}

    return acted(
        request,
        act,
        to=address("round", slug, number) + "#tables",
        refused=lambda refused: show_round(request, slug, number, refusal_of(refused, "restore")),
    )


def seats_page(request: HttpRequest, slug: str, number: int, refusal: Refusal | None = None) -> HttpResponse:
    """The seating with the swaps that are being tried out; after a refusal as it is stored."""
    round_ = access.round_for(signed_in(request), slug, number, "event.draw")
    if round_.status not in arranging.ARRANGED:
        step = Refused("round_step", before=round_.status, after="drawn")
        return show_round(request, slug, number, refusal or refusal_of(step, "seats"))
    swaps, picked = ((), "") if refusal else _tried(request)
    seating = judged_seating(round_, swaps)
    if swaps and request.GET.get("mark", "") != seating.mark:
        refusal = refusal_of(Refused("seating_changed"), "seats")
        swaps, seating = (), judged_seating(round_)
    values = _values(round_, seating, swaps, picked)
    if request.GET.get("part") == "1":
        context = {"event": round_.event, "refusal": refusal, **values}
        return render(request, "console/parts/seats.html", context, status=refusal.status if refusal else 200)
    return page(request, "seats", round_.event, {"tab": "rounds", **values}, refusal)


def _tried(request: HttpRequest) -> tuple[tuple[Swap, ...], str]:
    """The swaps of the address with the two seats that were picked now; one alone stays picked."""
    swaps = parse_swaps(request.GET.get("swaps", "")[:LONGEST])[: arranging.MOST_SWAPS]
    picks = request.GET.getlist("pick")[:3]
    if len(picks) == 2 and picks[0] != picks[1]:
        return with_swap(swaps, *picks), ""
    return swaps, picks[0] if len(picks) == 1 else ""


def _values(round_: Round, seating: Seating, swaps: tuple[Swap, ...], picked: str) -> dict[str, Any]:
    return {
        "round": round_,
        "seating": seating,
        "rules": rules_shown(seating) if round_.kind == RoundKind.BASIC else [],
        "forbidden": _forbidden(round_, seating),
        "swaps": swaps_text(swaps),
        "all_but_last": swaps_text(swaps[:-1]),
        "picked": picked,
        "said": _said(seating),
    }


def _forbidden(round_: Round, seating: Seating) -> list[str]:
    """Rules that nothing may break at this event, and that are broken here."""
    if round_.kind != RoundKind.BASIC:
        return []
    strict = {"forbidden_pairs"} | ({"club_pairs"} if regulations_of(round_.event).clubs_apart == "require" else set())
    return [str(RULES[rule.name]) for rule in seating.rules if rule.name in strict and rule.value]


def _said(seating: Seating) -> str:
    """What the last swap has done, for who does not see the page."""
    if not seating.swapped:
        return _("Nothing is changed now.")
    first, second = seating.swapped[-1]
    swapped = _("%(first)s and %(second)s have changed seats.") % {"first": first, "second": second}
    faults = [f"{rule['name']}: {rule['value']}" for rule in rules_shown(seating) if rule["change"]]
    return f"{swapped} {'; '.join(faults)}".strip()

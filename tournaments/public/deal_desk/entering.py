"""Entering a deal of Smoking Cat by tapping: players, hands, passes, then card by card.

Every page carries the draft in its address, in the notation; every act leads to the address of the draft after it. So
the browser's back button takes back what was done last, a page that was left can be opened again tomorrow, and nothing
needs a script.
"""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from games.rules.refusals import Refused
from games.rules.smoking_cat.notation import format_deal
from games.rules.smoking_cat.record import DealRecord
from tournaments.public.deal_desk import drafts, reading, steps
from tournaments.public.deal_desk.asked import Asked, asked_of
from tournaments.public.deal_desk.cat import CatDeal
from tournaments.public.deal_desk.page import desk_page, is_part
from tournaments.public.deal_desk.pages import start
from tournaments.public.face import public
from tournaments.texts.refusals import sentence_for

SEATS_OF_A_TABLE = "ABCDEF"  # RULES C12
USUAL_SEATS = "ABCD"

Act = Callable[[DealRecord, Asked, str, list[str]], DealRecord]
Step = Callable[[CatDeal, Asked, str], steps.Context]


@public.view("deal/enter/", right="public.read", name="deal_enter")
@desk_page
def enter(request: HttpRequest) -> HttpResponse:
    """What is due next of the draft in the address; `hand_of` and `pass_of` name a seat that is to be corrected."""
    if "deal" not in request.GET:
        return _players_page(request)
    try:
        asked = asked_of(request.GET)
        deal = reading.cat_deal_asked(asked)
    except Refused as refused:
        return start(request, refused)
    for name, step in (("hand_of", steps.hand_step), ("pass_of", steps.pass_step)):
        if request.GET.get(name) in deal.record.seats:
            return _page(request, step(deal, asked, request.GET[name]))
    return _page(request, steps.due_step(deal, asked))


@public.view("deal/enter/players/", right="public.read", name="deal_players")
@desk_page
def players(request: HttpRequest) -> HttpResponse:
    """Who plays, who deals, and whether the pass is known."""
    try:
        draft = drafts.new_draft(request.GET.getlist("seat"), request.GET.get("dealer", ""))
    except Refused as refused:
        return _players_page(request, refused)
    asked = Asked(format_deal(draft), passes_known=request.GET.get("passes") != "unknown")
    return redirect(asked.link("deal_enter"))


@public.view("deal/enter/hand/", right="public.read", name="deal_hand")
@desk_page
def hand(request: HttpRequest) -> HttpResponse:
    """The cards of one seat."""

    def act(draft: DealRecord, asked: Asked, seat: str, cards: list[str]) -> DealRecord:
        return drafts.with_hand(draft, seat, cards, passes_known=asked.passes_known)

    return _acted(request, act, steps.hand_step)


@public.view("deal/enter/pass/", right="public.read", name="deal_pass")
@desk_page
def passed(request: HttpRequest) -> HttpResponse:
    """The three cards that one seat passes."""
    return _acted(request, lambda draft, _, seat, cards: drafts.with_pass(draft, seat, cards), steps.pass_step)


def _acted(request: HttpRequest, act: Act, step: Step) -> HttpResponse:
    """On to the address of the draft after the act; if it is refused, the same step again with what was tapped."""
    cards = request.GET.getlist("card")
    try:
        asked = asked_of(request.GET)
        deal = reading.cat_deal_asked(asked)
        seat = _seat_of(deal, request.GET.get("seat", ""))
    except Refused as refused:
        return start(request, refused)
    try:
        changed = act(deal.record, asked, seat, cards)
    except Refused as refused:
        context = {**step(deal, asked, seat), "fault": sentence_for(refused), "ticked": frozenset(cards)}
        return _page(request, context, status=400)
    return redirect(asked.but(deal=format_deal(changed)).link("deal_enter"))


def _seat_of(deal: CatDeal, seat: str) -> str:
    if seat not in deal.record.seats:
        raise Refused("unknown_seat", seat=seat[:1])
    return seat


def _page(request: HttpRequest, context: steps.Context, *, status: int = 200) -> HttpResponse:
    return render(
        request,
        f"public/deal_desk_{context['step']}.html",
        {"section": "deal", "is_part": is_part(request), **context},
        status=status,
    )


def _players_page(request: HttpRequest, refused: Refused | None = None) -> HttpResponse:
    chosen = request.GET.getlist("seat") or USUAL_SEATS
    context = {
        "step": "players",
        "seats": [(seat, seat in chosen) for seat in SEATS_OF_A_TABLE],
        "dealer": request.GET.get("dealer") or USUAL_SEATS[0],
        "passes_known": request.GET.get("passes") != "unknown",
        "fault": sentence_for(refused) if refused else "",
    }
    return _page(request, context, status=400 if refused else 200)

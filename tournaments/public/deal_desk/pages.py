"""The pages of the desk: where a deal comes in, the deal itself, and what can be taken away from it."""

from __future__ import annotations

import io
import json
import secrets
from collections.abc import Mapping

import segno
from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from games.rules.refusals import Refused
from tournaments.public.deal_desk import reading, shown
from tournaments.public.deal_desk.asked import Asked, asked_of
from tournaments.public.deal_desk.cat import CatDeal
from tournaments.public.deal_desk.drafts import is_draft
from tournaments.public.deal_desk.examples import EXAMPLES, deal_by_chance
from tournaments.public.deal_desk.page import desk_page, is_part, unlisted
from tournaments.public.deal_desk.scenes import BEFORE_THE_CARDS, DeskDeal
from tournaments.public.deal_desk.smear import SmearDeal
from tournaments.public.face import public
from tournaments.public.open_page import open_page
from tournaments.public.packs import chosen_pack

LONGEST_SEED = 40


@public.view("deal/", right="public.read", methods="GET POST", name="deal")
@csrf_exempt  # nothing is stored: the worst that a foreign page could do is show a deal
@login_not_required
def desk(request: HttpRequest) -> HttpResponse:
    """Look at a deal, or hand one in: then on to its address."""
    return _handed_in(request) if request.method == "POST" else _looked_at(request)


@desk_page
def _looked_at(request: HttpRequest) -> HttpResponse:
    """The deal of the address at its position; without one, the page that asks for a deal."""
    return _of_a_deal(request, _deal_page) if "deal" in request.GET else start(request)


@never_cache
@unlisted
def _handed_in(request: HttpRequest) -> HttpResponse:
    try:
        deal = reading.deal_given(request)
    except Refused as refused:
        return start(request, refused)
    return redirect(Asked(deal.notation).link())


def _deal_page(request: HttpRequest, asked: Asked, deal: DeskDeal) -> HttpResponse:
    if isinstance(deal, CatDeal) and is_draft(deal.record):
        return redirect(asked.link("deal_enter"))
    pack = "smear" if isinstance(deal, SmearDeal) else chosen_pack(request)
    context = {
        **shown.deal_page(deal, asked, to_share=_absolute(request, asked)),
        "pack": pack,
        "is_part": is_part(request),
    }
    return render(request, "public/deal_desk_deal.html", context)


@public.view("deal/scwu-deal.json", right="public.read")
@desk_page
def deal_file(request: HttpRequest) -> HttpResponse:
    """The deal as a file, `scwu-deal/1` or `scwu-smear/1`."""
    return _of_a_deal(request, lambda _request, _asked, deal: _file("deal", deal.deal_document()))


@public.view("deal/scwu-ruling.json", right="public.read", name="deal_ruling")
@desk_page
def ruling_file(request: HttpRequest) -> HttpResponse:
    """The ruling as a file, `scwu-ruling/1` or `scwu-smear-result/1`."""
    return _of_a_deal(request, lambda _request, _asked, deal: _file("ruling", deal.ruling_document()))


@public.view("deal/code.svg", right="public.read", name="deal_code")
@desk_page
def code(request: HttpRequest) -> HttpResponse:
    """The address of the deal as a QR code, for another phone."""

    def drawn(request: HttpRequest, asked: Asked, _deal: DeskDeal) -> HttpResponse:
        image = io.BytesIO()
        made = segno.make(_absolute(request, asked), error="l", micro=False)
        made.save(image, kind="svg", scale=4, border=4, light="#fff")
        return HttpResponse(image.getvalue(), content_type="image/svg+xml")

    return _of_a_deal(request, drawn)


@public.view("deal/by-chance/", right="public.read", name="deal_by_chance")
@never_cache
@unlisted
@open_page
def by_chance(request: HttpRequest) -> HttpResponse:
    """On to a deal that players by chance have played. The same seed gives the same deal."""
    seed = request.GET.get("seed", "")[:LONGEST_SEED] or secrets.token_hex(4)
    return redirect(Asked(CatDeal(deal_by_chance(seed)).notation, at=BEFORE_THE_CARDS).link())


def start(request: HttpRequest, refused: Refused | None = None) -> HttpResponse:
    """The page that asks for a deal, with what was wrong about the last one."""
    context: dict[str, object] = {"section": "deal", "examples": EXAMPLES}
    if refused is not None:
        context |= {"faults": reading.faults_of(refused), "text": reading.text_kept(request)}
    return render(request, "public/deal_desk.html", context, status=200 if refused is None else 400)


def _of_a_deal(request: HttpRequest, view: reading.DealView) -> HttpResponse:
    """What `view` makes of the deal of the address; where that cannot be read, the page that says why."""
    try:
        asked = asked_of(request.GET)
        deal = reading.deal_asked(asked)
    except Refused as refused:
        return start(request, refused)
    return view(request, asked, deal)


def _file(name: str, content: Mapping[str, object]) -> HttpResponse:
    text = json.dumps(content, ensure_ascii=False, indent=2) + "\n"
    headers = {"Content-Disposition": f'attachment; filename="scwu-{name}.json"'}
    return HttpResponse(text, content_type="application/json; charset=utf-8", headers=headers)


def _absolute(request: HttpRequest, asked: Asked) -> str:
    """An address that another phone can reach: the site's own where only this machine knows the one asked for."""
    is_local = request.get_host().partition(":")[0] in ("localhost", "127.0.0.1", "[")  # the last is ::1
    return f"{settings.SITE_URL}{asked.link()}" if is_local else request.build_absolute_uri(asked.link())

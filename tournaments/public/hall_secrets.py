"""The page for whoever adds a second secret to a public draw, on his own phone and without signing in.

The phone makes the secret and keeps it (draw/hall-secret.js); before the list is frozen only its digest comes here.
When the room and drand have had their say the page asks for the secret itself, and with it the draw opens.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from games.rules.refusals import Refused
from tournaments import access
from tournaments.models import Account, Round
from tournaments.operations.seating import second_secrets
from tournaments.public.events import fragment
from tournaments.public.face import public
from tournaments.public.throttle import HALL_SECRET, is_too_much, is_too_much_for
from tournaments.public.too_much import too_much
from tournaments.queries.ceremonies import draws_in_public
from tournaments.queries.draw_secrets import with_secrets
from tournaments.queries.versions import etag, live_page
from tournaments.texts.about_events import round_title
from tournaments.texts.refusals import sentence_for

MISTYPED = (
    "hall_label",
    "hall_label_other",
    "hall_digest_form",
    "hall_digest_spent",
    "hall_secret_form",
    "hall_secret_other",
)


@public.view("e/<slug:slug>/round/<int:number>/draw/secret/", right="public.read", name="hall_secret")
@login_not_required
@never_cache
def hall_secret(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Make a second secret, hand in its digest, open it when asked."""
    return _page(request, access.public_round(slug, number))


@public.view("e/<slug:slug>/round/<int:number>/draw/secret/fragment/", right="public.read")
@live_page
def hall_secret_fragment(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """How far the draw has come, as its page follows it."""
    return fragment(request, "public/hall_secret_live.html", _state(access.public_round(slug, number)))


@public.view(
    "e/<slug:slug>/round/<int:number>/draw/secret/offer/",
    right="public.read",
    methods="POST",
    wanted=_("Offering a second secret"),
)
@login_not_required
@never_cache
def offer_hall_secret(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Hand in the digest of a second secret. Who is signed in is not held up by what others send from the same hall."""
    round_, now = access.public_round(slug, number), timezone.now()
    by = request.user if isinstance(request.user, Account) else None
    if by:
        is_flood = is_too_much_for(HALL_SECRET, account=by.key, now=now)
    else:
        is_flood = is_too_much(request, HALL_SECRET, account=f"{round_.event_id}/{number}", now=now)
    if is_flood:
        return too_much(request, now, HALL_SECRET)
    label, digest, attempt = (request.POST.get(name, "")[:200] for name in ("label", "digest", "attempt"))
    seen = int(attempt) if attempt.isascii() and attempt.isdecimal() and len(attempt) < 10 else None
    offer = partial(second_secrets.offer_secret, round_=round_, label=label, digest=digest, by=by, seen=seen)
    return _done(request, round_, offer)


@public.view(
    "e/<slug:slug>/round/<int:number>/draw/secret/open/",
    right="public.read",
    methods="POST",
    wanted=_("Opening a second secret"),
)
@sensitive_post_parameters()
@login_not_required
@never_cache
def open_hall_secret(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Open the second secret, and with it the draw. No brake, which could hold its owner up."""
    round_ = access.public_round(slug, number)
    typed = request.POST.get("second", "")[:200]
    return _done(request, round_, partial(second_secrets.open_hall_secret, round_=round_, typed=typed))


def _done(request: HttpRequest, round_: Round, act: Callable[..., object]) -> HttpResponse:
    try:
        act(now=timezone.now())
    except Refused as refusal:
        status = 422 if refusal.code in MISTYPED else 409
        return _page(request, round_, refused=sentence_for(refusal), status=status)
    return HttpResponseRedirect(reverse("public:hall_secret", args=[round_.event.slug, round_.number]))


def _page(request: HttpRequest, round_: Round, *, refused: str = "", status: int = 200) -> HttpResponse:
    label = request.POST.get("label", "")[:200]
    context = {**_state(round_), "section": "events", "refused": refused, "label": label}
    return render(request, "public/hall_secret.html", context, status=status)


def _state(round_: Round) -> dict[str, Any]:
    """`state`: announced, room (whatever is not his turn yet), called, silent, stopped, lost, over, or none."""
    if round_.event.status == "draft":
        raise Http404
    attempts = draws_in_public(round_.event, round_.number)
    last = with_secrets(round_.event, round_.number, attempts[-1:], now=timezone.now())[0] if attempts else None
    states = {"hall": "called", "room": "room", "beacon": "room", "again": "silent"}
    waits = last.secrets.waits_for if last and last.secrets else ""
    state = "none" if last is None or last.is_private else states.get(waits) or last.state
    state = "none" if last is not None and state == "announced" and not last.takes_offers else state
    state = "stopped" if last and last.secrets and last.secrets.is_stopped else state
    state = "lost" if last is not None and last.is_lost and not last.is_over else state
    offers = access.hall_offers(round_.event, round_.number, last.number) if last and state == "announced" else []
    return {
        "event": round_.event,
        "number": round_.number,
        "title": round_title(round_.number, round_.kind),
        "attempt": last if state != "none" else None,
        "state": state,
        "offered": " ".join(offer.digest for offer in offers),
        "version": round_.event.version,
        "etag": etag(round_.event.version),
    }

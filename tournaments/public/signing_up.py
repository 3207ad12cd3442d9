"""Signing up for one event, as short as it can be: a nick and a club, and an address where a letter can be sent.

Who reads the code of the poster at the door needs no address, nor does anybody where no letters are sent: the director
sees him at once and lets him in, and his phone, which kept a key, then signs in by it (at_the_door.py).
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache

from games.rules.refusals import Refused
from tournaments import access
from tournaments.models import Claim, Event, EventStatus
from tournaments.operations.events import at_the_door
from tournaments.operations.people.claims import register_player
from tournaments.public.face import public
from tournaments.public.forms import SignUpForm
from tournaments.public.signing_in import welcome
from tournaments.public.throttle import REGISTRATION, is_too_much_for
from tournaments.public.too_much import too_much
from tournaments.texts.refusals import sentence_for

COOKIE = "at_the_door"
KEPT_SECONDS = 24 * 60 * 60


@public.view("e/<slug:slug>/sign-up/", right="account.enter", methods="GET POST")
@login_not_required
@never_cache
def sign_up(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form, or hold the nick. Who is signed in already enters with a tap, on the page of his entry."""
    event = access.public_event(slug)
    if request.user.is_authenticated:
        return redirect("public:enter", slug=slug)
    door = (request.POST or request.GET).get("door", "")
    is_here = bool(door) and at_the_door.is_door_code(event, door)
    asks_email = settings.MAIL_IS_SENT and not is_here
    reason = _why_not(event, is_here=is_here, now=timezone.now())
    form = SignUpForm(request.POST if request.method == "POST" else None, asks_email=asks_email)
    values = {
        "form": form,
        "door": door if is_here else "",
        "reason": reason,
        "asks_email": asks_email,
        "waiting": _claim_of(request, event),
    }
    if request.method != "POST" or reason:
        return _page(request, event, values, status=409 if reason and request.method == "POST" else 200)
    if not form.is_valid():
        return _page(request, event, values, status=422)
    return _held(request, event, form, values)


def _held(request: HttpRequest, event: Event, form: SignUpForm, values: dict[str, Any]) -> HttpResponse:
    now, language = timezone.now(), get_language() or ""
    network = at_the_door.network_of(event, str(request.META.get("REMOTE_ADDR", "")))
    said = {"nick": form.cleaned_data["nick"], "club": form.cleaned_data["club"]}
    email = form.cleaned_data.get("email", "")
    try:
        if email:
            if is_too_much_for(REGISTRATION, account=email, now=now):
                return too_much(request, now, REGISTRATION)
            behind = at_the_door.is_paused_for(event, network, now=now)
            claim = register_player(
                **said,
                email=email,
                language=language,
                event=event,
                network=network,
                behind=behind,
                next_path=reverse("public:enter", args=[event.slug]),
                now=now,
            )
            answer = redirect("public:at_the_door", slug=event.slug) if behind else redirect("public:registered")
        else:
            claim = at_the_door.apply_at_the_door(event=event, language=language, network=network, now=now, **said)
            answer = redirect("public:at_the_door", slug=event.slug)
    except Refused as refusal:
        form.add_error("nick", sentence_for(refusal))
        return _page(request, event, values, status=409)
    if claim is not None:
        answer.set_cookie(
            COOKIE,
            at_the_door.key_of(claim),
            max_age=KEPT_SECONDS,
            path=f"/e/{event.slug}/",
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
    return answer


@public.view("e/<slug:slug>/at-the-door/", right="account.enter", methods="GET POST", name="at_the_door")
@login_not_required
@never_cache
def at_door(request: HttpRequest, slug: str) -> HttpResponse:
    """GET: what has become of the phone's application. POST: it signs in, once the director has let it in."""
    event = access.public_event(slug)
    claim = _claim_of(request, event)
    if claim is None:
        return redirect("public:sign_up", slug=slug)
    is_in = claim.settled_at is not None and claim.account is not None and claim.account.is_active
    if request.method == "POST" and (account := at_the_door.spend_key(claim, now=timezone.now())):
        answer = welcome(request, account, reverse("public:enter", args=[slug]), method="link")
        answer.delete_cookie(COOKIE, path=f"/e/{slug}/")
        return answer
    values = {
        "claim": claim,
        "is_in": is_in,
        "waits": is_in and at_the_door.is_waiting(event, claim),
        "is_out": claim.declined_at is not None,
    }
    answer = _page(request, event, values, template="public/at_the_door.html")
    if not is_in and claim.declined_at is None:
        answer["Refresh"] = "10"
    return answer


def _claim_of(request: HttpRequest, event: Event) -> Claim | None:
    """What this phone applied for here, if it still keeps the key."""
    claim = at_the_door.claim_of_key(request.COOKIES.get(COOKIE, ""))
    return claim if claim is not None and claim.event_id == event.pk else None


def _why_not(event: Event, *, is_here: bool, now: datetime) -> str:
    """Why nobody can sign up now. At the door the director decides, as long as the event is not over."""
    if event.status in at_the_door.CLOSED:
        return sentence_for(Refused("event_over"))
    if is_here:
        return ""
    if event.status == EventStatus.ANNOUNCED:
        return sentence_for(Refused("registration_not_open"))
    closes = event.registration_closes_at
    if event.status != EventStatus.OPEN or (closes is not None and closes <= now):
        return sentence_for(Refused("registration_closed"))
    return ""


def _page(
    request: HttpRequest,
    event: Event,
    values: dict[str, Any],
    *,
    template: str = "public/sign_up.html",
    status: int = 200,
) -> HttpResponse:
    return render(request, template, {"section": "events", "event": event, **values}, status=status)

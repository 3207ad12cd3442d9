"""A player and one event: enter it, see why not, withdraw."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from games.rules.refusals import Refused
from tournaments import access
from tournaments.acts.codes_shown import absolute, code_on_screen
from tournaments.acts.visit import note_refusal
from tournaments.models import Account, Event, Registration, RegistrationStatus
from tournaments.operations.events import check_in_codes, registrations
from tournaments.public.face import public
from tournaments.queries.ceremonies import is_in_frozen_list
from tournaments.texts.about_events import REGISTRATION_STATES
from tournaments.texts.refusals import sentence_for


@public.view("e/<slug:slug>/enter/", right="entry.own", methods="GET POST", wanted=gettext_lazy("Entering an event"))
@never_cache
def enter(request: HttpRequest, slug: str) -> HttpResponse:
    """GET: how the signed-in person stands to this event. POST: apply."""
    account, event = cast("Account", request.user), access.public_event(slug)
    player = access.player_of(account)
    if request.method != "POST" or player is None:
        return _page(request, account, event, status=200 if request.method != "POST" else 409)
    try:
        applied = registrations.apply_for(event=event, player=player, by=account, now=timezone.now())
    except Refused as refusal:
        note_refusal(request, refusal)
        return _page(request, account, event, refusal=refusal, status=409)
    if applied.status == RegistrationStatus.WAITING:
        said = _("You have applied. All places are taken now: you wait, and get a letter when one is yours.")
    else:
        said = _("You have applied. The director will confirm it.")
    messages.success(request, said)
    return redirect("public:enter", slug=slug)


@public.view(
    "e/<slug:slug>/withdraw/",
    right="entry.own",
    methods="POST",
    code="public:withdraw",
    wanted=gettext_lazy("Withdrawing from an event"),
)
@never_cache
def withdraw_application(request: HttpRequest, slug: str) -> HttpResponse:
    """Take the own registration back, as long as there is no seat."""
    account, event = cast("Account", request.user), access.public_event(slug)
    registration = access.own_registration(account, event)
    if registration is None:
        return _page(request, account, event, refusal=Refused("not_entered"), status=409)
    registration.event = event
    try:
        registrations.withdraw_application(registration=registration, by=account, now=timezone.now())
    except Refused as refusal:
        note_refusal(request, refusal)
        return _page(request, account, event, refusal=refusal, status=409)
    messages.success(request, _("You have withdrawn from this event."))
    return redirect("public:enter", slug=slug)


@public.view(
    "e/<slug:slug>/check-in-code/",
    right="entry.own",
    methods="POST",
    wanted=gettext_lazy("Getting a new code for the check-in"),
)
@never_cache
def renew_own_code(request: HttpRequest, slug: str) -> HttpResponse:
    """Make the own code for the check-in anew, after somebody has had a picture of it."""
    account, event = cast("Account", request.user), access.public_event(slug)
    registration = access.own_registration(account, event)
    if registration is None:
        return _page(request, account, event, refusal=Refused("not_entered"), status=409)
    registration.event = event
    try:
        check_in_codes.renew_check_in_code(registration=registration, by=account, now=timezone.now())
    except Refused as refusal:
        note_refusal(request, refusal)
        return _page(request, account, event, refusal=refusal, status=409)
    messages.success(request, _("You have a new code. The former one finds nobody any more."))
    return redirect(f"{reverse('public:enter', args=[slug])}#check-in")


def _code(request: HttpRequest, event: Event, registration: Registration) -> dict[str, str]:
    """The address by which he is found at the check-in, and its code for the phone there."""
    sign = check_in_codes.check_in_code(registration)
    return code_on_screen(absolute(request, reverse("desk:arrival", args=[event.slug, registration.pk, sign])))


def _page(
    request: HttpRequest, account: Account, event: Event, *, refusal: Refused | None = None, status: int = 200
) -> HttpResponse:
    player = access.player_of(account)
    registration = access.own_registration(account, event)
    reasons = [] if player is None else registrations.why_not(event=event, player=player, now=timezone.now())
    is_in = registration is not None and registration.status != RegistrationStatus.WITHDRAWN
    shows_code = is_in and not event.is_over
    context = {
        **(_code(request, event, registration) if registration and shows_code else {}),
        "section": "events",
        "event": event,
        "player": player,
        "registration": registration,
        "state": registration and REGISTRATION_STATES[registration.status],
        "is_in": is_in,
        # "Registered already" is no obstacle to somebody who is told just that by his state.
        "reasons": [sentence_for(reason) for reason in reasons if not (is_in and reason.code == "already_registered")],
        "is_full": not is_in and not reasons and registrations.is_full(event),
        "refusal": refusal and sentence_for(refusal),
        "may_withdraw": is_in and not event.is_over,
        "is_seated": registration is not None and registrations.is_seated(registration),
        "is_listed": registration is not None and is_in and is_in_frozen_list(registration),
    }
    return render(request, "public/enter.html", context, status=status)

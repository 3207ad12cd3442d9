"""Saying that it is oneself: the proof by which a nick or a record becomes a player of somebody's account.

Opening the address changes nothing. Whoever has it has read the mailbox that it was sent to, or the code on a screen of
the director's; if its address has an account already, its owner signs in first, with all that this asks of him.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from games.rules.refusals import Refused
from tournaments import access
from tournaments.acts.visit import note_refusal, stay_signed_in
from tournaments.models import Account, Claim
from tournaments.operations.accounts.empowering import is_in_other_hands, take_back
from tournaments.operations.accounts.sign_in_links import send_link
from tournaments.operations.events.registrations import apply_for
from tournaments.operations.people import claims
from tournaments.public.face import public
from tournaments.public.signing_in import BY_LETTER, BY_LINK, onward, welcome
from tournaments.public.throttle import LINK, is_too_much
from tournaments.public.too_much import too_much
from tournaments.texts.refusals import sentence_for


@public.view(
    "claim/<str:token>/",
    right="account.enter",
    methods="GET POST",
    wanted=gettext_lazy("Proving that a nick or a record is one's own"),
)
@login_not_required
@never_cache
def claim(request: HttpRequest, token: str) -> HttpResponse:
    """GET: what waits, and for whom. POST: it is I; with `no`, it is not."""
    try:
        found = claims.find_claim(token=token, now=timezone.now())
    except Refused as refusal:
        return _page(request, None, refusal)
    account = request.user if isinstance(request.user, Account) else None
    if account is None and Account.objects.filter(email=found.email).exists():
        return redirect(f"{reverse('sign_in')}?{urlencode({'next': claims.claim_path(found)})}")
    if request.method != "POST":
        return _page(request, found)
    try:
        if "no" in request.POST:
            return _declined(found, account)
        return _settled(request, found, account)
    except Refused as refusal:
        note_refusal(request, refusal)
        return _page(request, found, refusal)


def _settled(request: HttpRequest, found: Claim, account: Account | None) -> HttpResponse:
    """Tie it to who is signed in, or to an account that is opened for him. On to the event that he wanted to enter."""
    now = timezone.now()
    if account is not None and is_in_other_hands(account):
        if not request.session.get(BY_LETTER):
            return _by_letter(request, found, account)
        take_back(account, now=now)
        stay_signed_in(request)
    owner = account or claims.open_account(found)
    player = claims.settle(claim=found, by=owner, now=now)
    onwards = onward(request, found.next_path)
    if found.event is not None:
        onwards = reverse("public:enter", args=[found.event.slug])
        try:
            apply_for(event=access.public_event(found.event.slug), player=player, by=owner, now=now)
        except Refused as refusal:  # the page to which it leads says why not
            note_refusal(request, refusal)
    if account is not None:
        return redirect(onwards or "public:me")
    answer = welcome(request, owner, onwards, method="link")
    request.session[BY_LINK] = True
    return answer


def _by_letter(request: HttpRequest, found: Claim, account: Account) -> HttpResponse:
    """Somebody else may have signed in with a link that he has held: the owner is asked by a letter."""
    now = timezone.now()
    if is_too_much(request, LINK, account=account.email, now=now):
        return too_much(request, now, LINK)
    send_link(email=account.email, now=now, next_path=claims.claim_path(found))
    return _page(request, found, Refused("claim_by_letter"))


def _declined(found: Claim, account: Account | None) -> HttpResponse:
    if account is None:
        raise Refused("claim_not_yours")
    claims.decline(claim=found, by=account, now=timezone.now())
    return redirect("public:me")


def _page(request: HttpRequest, found: Claim | None, refusal: Refused | None = None) -> HttpResponse:
    account = request.user if isinstance(request.user, Account) else None
    values: dict[str, Any] = {
        "section": "me",
        "claim": found,
        "refusal": sentence_for(refusal) if refusal else "",
        "is_settled": refusal is not None and refusal.code == "claim_settled",
        "is_other": bool(found and account and not claims.is_for(found, account)),
        "is_player": bool(account and access.player_of(account)),
        "may_decline": bool(found and account and (found.email or found.account_id)),
    }
    return render(request, "public/claim.html", values, status=409 if refusal else 200)

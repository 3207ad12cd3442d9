"""Proving oneself once more without a password, an app or a key: by a new link, wherever one can come from.

By e-mail where mail can be sent; in a pub from the laptop's console, or from the screen of another director. Whoever
opens the link in the same browser comes back here, and goes on with what he was about to do.
"""

from __future__ import annotations

from typing import cast

from allauth.account.internal.flows.reauthentication import STATE_SESSION_KEY, resume_request
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from tournaments.acts.fresh import is_fresh
from tournaments.models import Account
from tournaments.operations.accounts.sign_in_links import send_link
from tournaments.public.face import public
from tournaments.public.signing_in import onward
from tournaments.public.throttle import LINK, is_too_much
from tournaments.public.too_much import too_much


@public.view("me/proof/", right="account.own", methods="GET POST", wanted=gettext_lazy("Proving oneself once more"))
@never_cache
def prove_by_link(request: HttpRequest) -> HttpResponse:
    """Say where a new link comes from, and have one sent; with a fresh proof: go on."""
    account = cast("Account", request.user)
    path = onward(request, request.GET.get("next", ""))
    context = {
        "section": "me",
        "account": account,
        "next": path,
        "is_fresh": is_fresh(request),
        "waits": STATE_SESSION_KEY in request.session,
        "sends_mail": settings.MAIL_IS_SENT,
    }
    if request.method != "POST":
        return render(request, "public/proof.html", context)
    if "go" in request.POST:
        if not context["is_fresh"]:
            return redirect(request.get_full_path())
        return cast("HttpResponse | None", resume_request(request)) or redirect("public:me")
    now = timezone.now()
    if is_too_much(request, LINK, account=account.email, now=now):
        return too_much(request, now, LINK)
    back = f"{reverse('public:prove_by_link')}?{urlencode({'next': path})}" if path else reverse("public:me")
    send_link(email=account.email, now=now, next_path=onward(request, back) or reverse("public:me"))
    return render(request, "public/proof.html", context | {"is_sent": True})

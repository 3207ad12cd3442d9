"""Adding an address to an account that came without one; what proves it is the link of a letter."""

from __future__ import annotations

from typing import cast

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from games.rules.refusals import Refused
from tournaments.acts.visit import note_refusal
from tournaments.models import Account
from tournaments.operations.accounts import addresses
from tournaments.operations.bans.banned_identities import is_banned_email
from tournaments.public.face import public
from tournaments.public.forms import AddressForm
from tournaments.public.throttle import REGISTRATION, is_too_much
from tournaments.public.too_much import too_much
from tournaments.texts.refusals import sentence_for


@public.view(
    "me/address/", right="account.own", methods="GET POST", wanted=gettext_lazy("Adding an address"), fresh=True
)
@never_cache
def my_address(request: HttpRequest) -> HttpResponse:
    """Ask for a link to the address. My page leads here only if none is there yet and letters can be sent."""
    account, now = cast("Account", request.user), timezone.now()
    if not settings.MAIL_IS_SENT:
        return render(request, "public/my_address.html", {"section": "me"})
    if account.has_mailbox or account.is_phone:
        return _refused(request, Refused("address_there"))
    form = AddressForm(request.POST if request.method == "POST" else None)
    context = {"section": "me", "form": form}
    if not form.is_valid():
        return render(request, "public/my_address.html", context, status=422 if form.is_bound else 200)
    email = form.cleaned_data["email"]
    if is_too_much(request, REGISTRATION, account=account.key, now=now):
        return too_much(request, now, REGISTRATION)
    if not is_banned_email(email, now=now):  # the same answer as to everybody, and no letter
        addresses.ask_for_address(account=account, email=email, now=now)
    return render(request, "public/my_address.html", context | {"asked": email})


@public.view(
    "me/address/<str:token>/", right="account.own", methods="GET POST", wanted=gettext_lazy("Adding an address")
)
@never_cache
def prove_address(request: HttpRequest, token: str) -> HttpResponse:
    """Behind the link of the letter. GET changes nothing: programs that look for viruses follow every link."""
    account, now = cast("Account", request.user), timezone.now()
    try:
        email = addresses.address_in(token, account=account, now=now)
        if request.method == "POST":
            addresses.take_address(token=token, account=account, now=now)
            messages.success(request, _("From now on letters reach you, and you can sign in with this address."))
            return redirect("public:me")
    except Refused as refused:
        note_refusal(request, refused)
        return _refused(request, refused)
    answer = render(request, "public/my_address.html", {"section": "me", "proved": email, "token": token})
    answer["Referrer-Policy"] = "no-referrer"
    return answer


def _refused(request: HttpRequest, refused: Refused) -> HttpResponse:
    context = {"section": "me", "refusal": sentence_for(refused)}
    return render(request, "public/my_address.html", context, status=409)

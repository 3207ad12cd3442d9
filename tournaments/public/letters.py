"""Which e-mails somebody gets: the link in each letter, and the setting on one's own page."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from games.rules.refusals import Refused
from tournaments.models import Account
from tournaments.operations.events import mailings
from tournaments.public.face import public


@public.view("mail/<str:token>/", right="account.enter", methods="GET POST")
@csrf_exempt  # mail programs press the button themselves, with no cookie (RFC 8058); the signed address is the proof
@login_not_required
@never_cache
def no_mail(request: HttpRequest, token: str) -> HttpResponse:
    """Without signing in. GET changes nothing: programs that look for viruses follow every link of a letter."""
    try:
        account = mailings.account_opting_out(token)
    except Refused:
        return render(request, "public/no_mail.html", {"section": "", "is_wrong": True}, status=404)
    if request.method == "POST":
        wanted = request.POST.get("letters") == "yes"
        mailings.choose_letters(account=account, wanted=wanted, now=timezone.now())
    context = {"section": "", "wanted": mailings.gets_letters(account), "token": token, "is_wrong": False}
    answer = render(request, "public/no_mail.html", context)
    answer["Referrer-Policy"] = "no-referrer"
    return answer


@public.view(
    "me/mail/", right="account.own", methods="GET POST", wanted=gettext_lazy("Choosing which letters one gets")
)
@never_cache
def my_mail(request: HttpRequest) -> HttpResponse:
    """Choose which e-mails one gets, signed in."""
    account = cast("Account", request.user)
    if request.method == "POST":
        wanted = request.POST.get("letters") == "yes"
        mailings.choose_letters(account=account, wanted=wanted, now=timezone.now())
        messages.success(request, _("You get invitations and news.") if wanted else _("You get no more of them."))
        return redirect("public:my_mail")
    context = {"section": "me", "wanted": mailings.gets_letters(account)}
    return render(request, "public/my_mail.html", context)

"""Registering as a player: nick, club or none, e-mail, language. The e-mail with a link is the confirmation."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache

from games.rules.refusals import Refused
from tournaments.operations.people.claims import register_player
from tournaments.public.face import public
from tournaments.public.forms import RegisterForm
from tournaments.public.signing_in import onward
from tournaments.public.throttle import REGISTRATION, is_too_much
from tournaments.public.too_much import too_much
from tournaments.texts.refusals import sentence_for


@public.view("register/", right="account.enter", methods="GET POST")
@login_not_required
@never_cache
def register(request: HttpRequest) -> HttpResponse:
    """Show the form of registration, or register a player and send him a link."""
    if request.method != "POST" or not settings.MAIL_IS_SENT:
        onwards = onward(request, request.GET.get("next", ""))
        return _page(request, RegisterForm(initial={"language": get_language(), "next": onwards}))
    form = RegisterForm(request.POST)
    if not form.is_valid():
        return _page(request, form, status=422)
    now, values = timezone.now(), form.cleaned_data
    onwards = onward(request, values.pop("next")) or reverse("public:me")
    if is_too_much(request, REGISTRATION, account=values["email"], now=now):
        return too_much(request, now, REGISTRATION)
    try:
        register_player(now=now, next_path=onwards, **values)
    except Refused as refusal:
        form.add_error("nick", sentence_for(refusal))
        return _page(request, form, status=409)
    return redirect("public:registered")


@public.view("register/sent/", right="account.enter", name="registered")
@login_not_required
def sent(request: HttpRequest) -> HttpResponse:
    """Say that a link was sent by e-mail."""
    if not settings.MAIL_IS_SENT:
        return redirect("public:register")
    return render(request, "public/mail_sent.html", {"section": "players", "is_new": True})


def _page(request: HttpRequest, form: RegisterForm, *, status: int = 200) -> HttpResponse:
    return render(request, "public/register.html", {"section": "players", "form": form}, status=status)
